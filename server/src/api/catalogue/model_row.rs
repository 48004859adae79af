//! One model as the API shows it.

use serde::Serialize;
use throughput::catalog::{KvPrecision, Llm};
use throughput::scenario::legal_tensor_sizes;
use utoipa::ToSchema;

/// The largest tensor-parallel size that a scenario may have.
const LARGEST_TENSOR_SIZE: u32 = 64;

/// One model.
#[derive(Serialize, ToSchema)]
pub(super) struct ModelRow {
    /// The value of the field `model`.
    id: &'static str,
    /// Name to show.
    name: &'static str,
    /// Parameters of the language model.
    total_params: u64,
    /// Parameters that one token uses; fewer than all in a mixture of experts.
    active_params: u64,
    /// Layers.
    layers: u32,
    /// Width of the residual stream.
    hidden: u32,
    /// Entries of the vocabulary.
    vocab: u32,
    /// Longest context in tokens.
    max_context: u32,
    /// Precision of the official checkpoint, a value of the field `weights`.
    native_weights: &'static str,
    /// Bytes that one token adds to a 16-bit KV cache, in the layers that keep every token.
    kv_bytes_per_token_bf16: u64,
    /// Tensor-parallel sizes at which the model can be cut.
    tensor_parallel_sizes: Vec<u32>,
    /// Where the architecture was read.
    source: &'static str,
    /// When it was read.
    date: &'static str,
}

impl ModelRow {
    pub(super) fn of(llm: &'static Llm) -> Self {
        Self {
            id: &llm.id,
            name: &llm.name,
            total_params: llm.total_params(),
            active_params: llm.active_params(),
            layers: llm.layers(),
            hidden: llm.hidden,
            vocab: llm.vocab,
            max_context: llm.max_context,
            native_weights: llm.native_weights.id(),
            kv_bytes_per_token_bf16: llm.kv_bytes_per_token(KvPrecision::Bf16),
            tensor_parallel_sizes: legal_tensor_sizes(llm, LARGEST_TENSOR_SIZE),
            source: &llm.source,
            date: &llm.date,
        }
    }
}
