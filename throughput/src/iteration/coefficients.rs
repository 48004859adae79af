//! The constants that hold for one deployment, picked from the table once.

use super::constants::{Constants, Term};
use crate::catalog::{Engine, Family, Gpu, Link, Llm, WeightPrecision};

/// What kernels of one number format reach. Shares within (0, 1].
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(missing_docs, reason = "named as in the table of constants")]
pub struct Kernels {
    pub weight_read: f64,
    pub expert_read: f64,
    pub gemm: f64,
    pub gemm_padding_tokens: f64,
    pub expert_compute: f64,
    pub expert_padding_rows: f64,
}

/// The constants of one deployment, by name. Times in seconds, shares within (0, 1].
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(
    missing_docs,
    reason = "each field is the term of the same name in the table of constants"
)]
pub struct Coefficients {
    /// Of the format of the quantised weights.
    pub quantised: Kernels,
    /// Of the parts that stay in 16 bits.
    pub bf16: Kernels,
    pub expert_independence: f64,
    pub kv_read: f64,
    pub decode_attention_compute: f64,
    pub prefill_attention: f64,
    pub collective_latency_s: f64,
    pub collective_bandwidth: f64,
    pub network_latency_s: f64,
    pub network_bytes_per_s: f64,
    pub layer_s: f64,
    pub moe_layer_s: f64,
    pub mla_layer_s: f64,
    pub linear_layer_s: f64,
    pub prefill_layer_s: f64,
    pub moe_prefill_layer_s: f64,
    pub linear_prefill_s: f64,
    pub iteration_s: f64,
    pub sequence_s: f64,
    pub request_s: f64,
    pub pipeline_bubble: f64,
}

impl Coefficients {
    /// The constants for an engine that serves a model on a GPU with weights of one precision.
    #[must_use]
    pub fn new(
        constants: &Constants,
        engine: &Engine,
        gpu: &Gpu,
        llm: &Llm,
        weights: WeightPrecision,
    ) -> Self {
        let link = match gpu.link {
            Link::Nvlink | Link::InfinityFabric => "nvlink",
            Link::Pcie => "pcie",
        };
        let family = family_id(gpu.family);
        let format = format_id(gpu, llm, weights);
        let lineage = engine.based_on.as_deref().unwrap_or(&engine.id);
        let get = |term| constants.get(term, &[&engine.id, lineage, family, link, format]);
        let kernels = |format: &str| {
            let get = |term| constants.get(term, &[&engine.id, lineage, family, format]);
            Kernels {
                weight_read: get(Term::WeightRead),
                expert_read: get(Term::ExpertRead),
                gemm: get(Term::Gemm),
                gemm_padding_tokens: get(Term::GemmPadding),
                expert_compute: get(Term::ExpertCompute),
                expert_padding_rows: get(Term::ExpertPadding),
            }
        };
        let overhead = get(Term::FamilyOverhead);
        Self {
            quantised: kernels(format),
            bf16: kernels("bf16"),
            expert_independence: get(Term::ExpertIndependence),
            kv_read: get(Term::KvRead),
            decode_attention_compute: get(Term::DecodeAttentionCompute),
            prefill_attention: get(Term::PrefillAttention),
            collective_latency_s: get(Term::CollectiveLatency) * 1e-6,
            collective_bandwidth: get(Term::CollectiveBandwidth),
            network_latency_s: get(Term::NetworkLatency) * 1e-6,
            network_bytes_per_s: get(Term::NetworkBandwidth) * 1e9,
            layer_s: get(Term::LayerOverhead) * 1e-6 * overhead,
            moe_layer_s: get(Term::MoeOverhead) * 1e-6 * overhead,
            mla_layer_s: get(Term::MlaOverhead) * 1e-6 * overhead,
            linear_layer_s: get(Term::LinearOverhead) * 1e-6 * overhead,
            prefill_layer_s: get(Term::PrefillOverhead) * 1e-6 * overhead,
            moe_prefill_layer_s: get(Term::MoePrefillOverhead) * 1e-6 * overhead,
            linear_prefill_s: get(Term::LinearPrefill) * 1e-9,
            iteration_s: get(Term::IterationHost) * 1e-6,
            sequence_s: get(Term::SequenceHost) * 1e-6,
            request_s: get(Term::RequestHost) * 1e-3,
            pipeline_bubble: get(Term::PipelineBubble),
        }
    }
}

/// The scope name of a number format as kernels see it: 8-bit weights with one scale a block run
/// other kernels than those with one scale a tensor, and formats without units of their own are
/// widened to 16 bits on the way in.
fn format_id(gpu: &Gpu, llm: &Llm, weights: WeightPrecision) -> &'static str {
    if weights != WeightPrecision::Bf16 && gpu.peak_flops(weights) <= gpu.bf16_flops {
        return "weight-only";
    }
    match weights {
        WeightPrecision::Bf16 => "bf16",
        WeightPrecision::Fp8 if llm.native_weights == WeightPrecision::Fp8 => "fp8-block",
        WeightPrecision::Fp8 | WeightPrecision::Int8 => "fp8",
        WeightPrecision::Int4 => "weight-only",
        WeightPrecision::Nvfp4 => "nvfp4",
        WeightPrecision::Mxfp4 => "mxfp4",
    }
}

/// The scope name of a GPU family.
const fn family_id(family: Family) -> &'static str {
    match family {
        Family::Turing => "turing",
        Family::Volta => "volta",
        Family::Ampere => "ampere",
        Family::Ada => "ada",
        Family::Hopper => "hopper",
        Family::Blackwell => "blackwell",
        Family::BlackwellWorkstation => "blackwell-workstation",
        Family::Cdna2 => "cdna2",
        Family::Cdna3 => "cdna3",
        Family::Cdna4 => "cdna4",
    }
}
