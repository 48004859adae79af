//! Peak bytes of activations on one GPU, as engines find them in a profiling run.

use super::MemoryRequest;
use crate::catalog::{Ffn, LayerGroup, Mixer};

/// Peak of a forward pass over the largest iteration or of sampling after it, bytes a GPU.
///
/// ```text
/// forward: tokens x 2 bytes x (3 hidden + widest of (gate, up and their product / tp, ...))
/// ```
///
/// For Llama 3.1 8B and 29,000 tokens that is 2.99 GiB, as vLLM logged (vllm-project/vllm#10517).
pub(super) fn activation_bytes(request: &MemoryRequest<'_>) -> f64 {
    let widest = request
        .llm
        .groups
        .iter()
        .map(|group| layer_values(request, group))
        .fold(0.0, f64::max);
    let values = 3.0_f64.mul_add(f64::from(request.llm.hidden), widest);
    let forward = 2.0 * f64::from(request.iteration_tokens()) * values;
    // Sampling follows the forward pass and takes its place.
    forward.max(sampler_bytes(request))
}

/// Peak of sampling, bytes: the logits of every sequence are gathered on each GPU, in as many copies
/// as the engine's sampler makes of them (values, indices, the sort's workspace, probabilities).
///
/// vLLM 0.11 on one H100 peaks at 4.76 GiB for Llama 3.1 8B, 5.64 for Qwen3 32B and 7.38 for gpt-oss,
/// each 9.7 times 1024 sequences x vocabulary x 4 bytes.
fn sampler_bytes(request: &MemoryRequest<'_>) -> f64 {
    request.engine.sampler_logits
        * 4.0
        * f64::from(request.sequences())
        * f64::from(request.llm.vocab)
}

/// Values per token beside the residual stream, at the widest place of a layer.
fn layer_values(request: &MemoryRequest<'_>, group: &LayerGroup) -> f64 {
    let (tp, hidden) = (f64::from(request.tp), f64::from(request.llm.hidden));
    let ffn = match group.ffn {
        Ffn::Dense {
            intermediate,
            gated,
        } => f64::from(intermediate) * if gated { 3.0 } else { 2.0 } / tp,
        Ffn::Moe {
            top_k,
            intermediate,
            latent,
            ..
        } => {
            let width = if latent == 0 {
                hidden
            } else {
                f64::from(latent)
            };
            let inner = f64::from(intermediate) / if request.expert_parallel { 1.0 } else { tp };
            let routed = if request.expert_parallel {
                f64::from(top_k) / tp
            } else {
                f64::from(top_k)
            };
            routed.max(1.0) * ((2.0 * inner).max(width) + inner)
        }
        Ffn::None => 0.0,
    };
    ffn.max(attention_values(request, &group.mixer))
}

/// Queries, keys, values and the attention output of one token on one GPU.
fn attention_values(request: &MemoryRequest<'_>, mixer: &Mixer) -> f64 {
    let tp = f64::from(request.attention_tp());
    match *mixer {
        Mixer::Gqa {
            heads,
            kv_heads,
            head_dim,
            ..
        } => 2.0 * f64::from(head_dim) * f64::from(heads + kv_heads) / tp,
        Mixer::Mla {
            heads,
            nope_dim,
            rope_dim,
            v_dim,
            ..
        } => f64::from(heads) * f64::from(2 * (nope_dim + rope_dim) + 2 * v_dim) / tp,
        Mixer::Linear { .. } | Mixer::None => 0.0,
    }
}
