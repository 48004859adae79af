//! The constants that hold for one deployment, picked from the table once.

use super::constants::{Constants, Term};
use crate::catalog::{Engine, Family, Gpu, Link, WeightPrecision};

/// The constants of one deployment, by name. Times in seconds, shares within (0, 1].
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(missing_docs, reason = "each field is the term of the same name in the table of constants")]
pub struct Coefficients {
    pub weight_read: f64,
    pub dense16_read: f64,
    pub expert_read: f64,
    pub gemm: f64,
    pub gemm_bf16: f64,
    pub gemm_padding_tokens: f64,
    pub expert_compute: f64,
    pub expert_padding_rows: f64,
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
    pub iteration_s: f64,
    pub sequence_s: f64,
    pub pipeline_bubble: f64,
}

impl Coefficients {
    /// The constants for an engine on a GPU with weights of one precision.
    #[must_use]
    pub fn new(constants: &Constants, engine: &Engine, gpu: &Gpu, weights: WeightPrecision) -> Self {
        let family = family_id(gpu.family);
        let both = format!("{}/{family}", engine.id);
        let scopes = [both.as_str(), engine.id.as_str(), family];
        let get = |term| constants.get(term, &scopes);
        let link = match gpu.link {
            Link::Nvlink | Link::InfinityFabric => ["nvlink"],
            Link::Pcie => ["pcie"],
        };
        let (read, gemm) = match weights {
            WeightPrecision::Bf16 => (1.0, Term::GemmBf16),
            WeightPrecision::Fp8 | WeightPrecision::Int8 => (get(Term::WeightReadFp8), Term::GemmFp8),
            WeightPrecision::Nvfp4 | WeightPrecision::Mxfp4 => (get(Term::WeightReadFp4), Term::GemmFp4),
            WeightPrecision::Int4 => (get(Term::WeightReadInt4), Term::GemmWeightOnly),
        };
        // Formats that the hardware has no units for are widened on the way in.
        let widened = gpu.peak_flops(weights) <= gpu.bf16_flops && weights != WeightPrecision::Bf16;
        let gemm = if widened { Term::GemmWeightOnly } else { gemm };
        let overhead = get(Term::FamilyOverhead);
        Self {
            weight_read: get(Term::WeightRead) * read,
            dense16_read: get(Term::WeightRead),
            expert_read: get(Term::ExpertRead) * read,
            gemm: get(gemm),
            gemm_bf16: get(Term::GemmBf16),
            gemm_padding_tokens: get(Term::GemmPadding),
            expert_compute: get(Term::ExpertCompute),
            expert_padding_rows: get(Term::ExpertPadding),
            expert_independence: get(Term::ExpertIndependence),
            kv_read: get(Term::KvRead),
            decode_attention_compute: get(Term::DecodeAttentionCompute),
            prefill_attention: get(Term::PrefillAttention),
            collective_latency_s: constants.get(Term::CollectiveLatency, &link) * 1e-6,
            collective_bandwidth: constants.get(Term::CollectiveBandwidth, &link),
            network_latency_s: get(Term::NetworkLatency) * 1e-6,
            network_bytes_per_s: get(Term::NetworkBandwidth) * 1e9,
            layer_s: get(Term::LayerOverhead) * 1e-6 * overhead,
            moe_layer_s: get(Term::MoeOverhead) * 1e-6 * overhead,
            mla_layer_s: get(Term::MlaOverhead) * 1e-6 * overhead,
            linear_layer_s: get(Term::LinearOverhead) * 1e-6 * overhead,
            prefill_layer_s: get(Term::PrefillOverhead) * 1e-6 * overhead,
            iteration_s: get(Term::IterationHost) * 1e-6,
            sequence_s: get(Term::SequenceHost) * 1e-6,
            pipeline_bubble: get(Term::PipelineBubble),
        }
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
