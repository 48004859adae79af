//! Bytes of weights on one GPU.

use super::MemoryRequest;
use crate::catalog::{Ffn, LayerGroup, Mixer, WeightPrecision, to_f64};

/// Kernels for MXFP4 experts pad the inner width of a GPU's slice to a multiple of this: gpt-oss-20b
/// and -120b load 13.47 and 64.38 GiB on one H100, as 3072/2880 of their experts would.
const MXFP4_PADDING: u32 = 256;

/// Bytes of a 16-bit parameter.
const DENSE: f64 = 2.0;

/// Bytes of weights on the fullest GPU of the replica.
///
/// ```text
/// layers of the fullest pipeline stage: attention / (tp / dp), its KV heads at least one a GPU,
///   MLA down-projections and routers whole, FFNs and experts / tp
/// + the larger of input embedding and LM head / tp (both without pipeline) + vision encoder / tp
/// ```
#[must_use]
pub fn weight_bytes_per_gpu(request: &MemoryRequest<'_>) -> f64 {
    let llm = request.llm;
    let counts = llm.param_counts();
    let tp = f64::from(request.tp);
    let layers: f64 = llm
        .groups
        .iter()
        .map(|group| f64::from(group.count) * layer_bytes(request, group))
        .sum();
    let ends = if request.pp == 1 {
        counts.embedding + counts.lm_head
    } else {
        counts.embedding.max(counts.lm_head)
    };
    let ends = DENSE * (to_f64(ends) + to_f64(llm.vision_params)) / tp;
    let norms = DENSE * to_f64(counts.other);
    let computed = (layers + norms).mul_add(stage_share(request), ends);
    match request.checkpoint_bytes {
        Some(bytes) => computed * bytes / llm.weight_bytes(request.weights),
        None => computed,
    }
}

/// The share of the layers that the fullest pipeline stage holds.
pub(super) fn stage_share(request: &MemoryRequest<'_>) -> f64 {
    let layers = request.llm.layers();
    f64::from(layers.div_ceil(request.pp)) / f64::from(layers)
}

fn layer_bytes(request: &MemoryRequest<'_>, group: &LayerGroup) -> f64 {
    let (llm, hidden) = (request.llm, request.llm.hidden);
    let tp = f64::from(request.tp);
    let dense = llm.bytes_per_dense_param(request.weights);
    let experts = llm.bytes_per_quantised_param(request.weights);
    [
        dense * attention_params(request, &group.mixer),
        dense * to_f64(group.ffn.always_active_params(hidden)) / tp,
        DENSE * to_f64(group.ffn.router_params(hidden)),
        experts * to_f64(all_experts(&group.ffn, hidden)) / tp * padding(request, &group.ffn),
    ]
    .into_iter()
    .sum()
}

fn attention_params(request: &MemoryRequest<'_>, mixer: &Mixer) -> f64 {
    let hidden = request.llm.hidden;
    let tp = request.attention_tp();
    let all = to_f64(mixer.params(hidden));
    match *mixer {
        Mixer::Gqa {
            kv_heads,
            head_dim,
            shared_kv_projection,
            ..
        } => {
            let matrices = if shared_kv_projection { 1.0 } else { 2.0 };
            let head = matrices * f64::from(hidden) * f64::from(head_dim);
            let query_and_output = f64::from(kv_heads).mul_add(-head, all);
            let local_heads = f64::from(kv_heads.div_ceil(tp));
            local_heads.mul_add(head, query_and_output / f64::from(tp))
        }
        _ => {
            let replicated = to_f64(mixer.replicated_params(hidden));
            (all - replicated) / f64::from(tp) + replicated
        }
    }
}

fn all_experts(ffn: &Ffn, hidden: u32) -> u64 {
    match *ffn {
        Ffn::Moe { experts, .. } => u64::from(experts) * ffn.expert_params(hidden),
        _ => 0,
    }
}

fn padding(request: &MemoryRequest<'_>, ffn: &Ffn) -> f64 {
    let Ffn::Moe { intermediate, .. } = *ffn else {
        return 1.0;
    };
    if request.weights != WeightPrecision::Mxfp4 {
        return 1.0;
    }
    let slices = if request.expert_parallel {
        1
    } else {
        request.tp
    };
    let slice = intermediate.div_ceil(slices).max(1);
    f64::from(slice.next_multiple_of(MXFP4_PADDING)) / f64::from(slice)
}
