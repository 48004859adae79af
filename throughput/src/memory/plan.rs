//! The plan: every part of a GPU's memory in bytes, and what the cache holds.

use super::activations::activation_bytes;
use super::weights::stage_share;
use super::{GIB, MemoryError, MemoryRequest, weight_bytes_per_gpu};
use crate::catalog::{MemoryRule, to_f64};

/// Buffers for each further GPU of a tensor-parallel group, GiB: vLLM logged 0.13 GiB beside torch
/// on one H100 and 0.55 on each of two.
const COMMUNICATION_GIB: f64 = 0.4;

/// The memory of one GPU of a replica, bytes, and what its KV cache holds.
#[derive(Debug, Clone, PartialEq)]
pub struct MemoryPlan {
    /// Memory that the driver shows.
    pub capacity_bytes: f64,
    /// What the engine may use of it by its memory fraction: of the total, or for
    /// [`MemoryRule::OfFree`] all but the share of free memory that it leaves.
    pub usable_bytes: f64,
    /// Weights on the fullest GPU.
    pub weight_bytes: f64,
    /// Peak of activations; inside [`usable_bytes`](Self::usable_bytes) unless the engine keeps them
    /// outside its share ([`MemoryRule::StaticShare`]).
    pub activation_bytes: f64,
    /// Context, communication buffers, CUDA graphs.
    pub runtime_bytes: f64,
    /// What is left for the KV cache (and recurrent state).
    pub kv_pool_bytes: f64,
    /// Bytes that one more token of a sequence takes, in the layers that grow without bound.
    pub kv_bytes_per_token: f64,
    /// Sliding-window layers: each window with the bytes that a token within it takes.
    pub windows: Vec<(u32, f64)>,
    /// Bytes of recurrent state of one sequence.
    pub state_bytes_per_sequence: f64,
    /// Attention data-parallel ranks of the replica, each with a cache of its own.
    pub attention_ranks: u32,
    /// GPUs of the replica.
    pub gpus: u32,
    /// Tokens in one block of the cache.
    pub block_tokens: u32,
}

impl MemoryPlan {
    /// Lays out the memory of a replica.
    ///
    /// ```text
    /// of the total:  pool = fraction x total - weights - activations - runtime
    /// of the free:   pool = fraction x (total - weights - activations - runtime)
    /// static share:  pool = fraction x total - weights - runtime
    /// ```
    ///
    /// # Errors
    /// [`MemoryError`] when sizes contradict each other or the weights do not fit.
    pub fn new(request: &MemoryRequest<'_>) -> Result<Self, MemoryError> {
        check(request)?;
        let capacity_bytes = request.gpu.memory_bytes();
        let fraction = request
            .memory_fraction
            .unwrap_or(request.engine.memory_fraction);
        let weight_bytes = weight_bytes_per_gpu(request);
        let activation_bytes = activation_bytes(request);
        let peers = f64::from(request.tp - 1);
        let runtime_bytes = GIB * peers.mul_add(COMMUNICATION_GIB, request.engine.runtime_gib);
        let needed = match request.engine.memory_rule {
            MemoryRule::OfTotal | MemoryRule::OfFree => {
                weight_bytes + activation_bytes + runtime_bytes
            }
            MemoryRule::StaticShare => weight_bytes + runtime_bytes,
        };
        let usable_bytes = match request.engine.memory_rule {
            MemoryRule::OfTotal | MemoryRule::StaticShare => fraction * capacity_bytes,
            MemoryRule::OfFree => {
                (1.0 - fraction).mul_add(-(capacity_bytes - needed).max(0.0), capacity_bytes)
            }
        };
        let kv_pool_bytes = usable_bytes - needed;
        if kv_pool_bytes <= 0.0 {
            let gpus = f64::from(request.tp * request.pp);
            return Err(MemoryError::DoesNotFit {
                needed_bytes_per_gpu: needed,
                missing_bytes_per_gpu: -kv_pool_bytes,
                missing_bytes_total: -kv_pool_bytes * gpus,
            });
        }
        let (kv_bytes_per_token, windows) = cache_layers(request);
        let tp = f64::from(request.attention_tp());
        Ok(Self {
            capacity_bytes,
            usable_bytes,
            weight_bytes,
            activation_bytes,
            runtime_bytes,
            kv_pool_bytes,
            kv_bytes_per_token,
            windows,
            state_bytes_per_sequence: to_f64(request.llm.state_bytes_per_sequence())
                * stage_share(request)
                / tp,
            attention_ranks: request.dp_attention,
            gpus: request.tp * request.pp,
            block_tokens: request.engine.block_tokens,
        })
    }

    /// Bytes on one GPU that a sequence of `tokens` takes: growing layers in whole blocks, windows
    /// as far as they are filled, recurrent state.
    #[must_use]
    pub fn sequence_bytes(&self, tokens: f64) -> f64 {
        let block = f64::from(self.block_tokens);
        let in_blocks = (tokens / block).ceil() * block;
        let windows: f64 = self
            .windows
            .iter()
            .map(|(window, bytes)| in_blocks.min(f64::from(*window)) * bytes)
            .sum();
        in_blocks.mul_add(
            self.kv_bytes_per_token,
            windows + self.state_bytes_per_sequence,
        )
    }

    /// Sequences of `tokens` (above 0) that the replica's cache holds at once, all attention ranks
    /// together; not a whole number.
    #[must_use]
    pub fn sequences_at(&self, tokens: f64) -> f64 {
        f64::from(self.attention_ranks) * self.kv_pool_bytes / self.sequence_bytes(tokens.max(1.0))
    }

    /// Tokens that the replica's cache holds in sequences of `tokens` each.
    #[must_use]
    pub fn tokens_at(&self, tokens: f64) -> f64 {
        self.sequences_at(tokens) * tokens.max(1.0)
    }

    /// Whether the cache is nothing but a number of tokens: no window and no recurrent state.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.windows.is_empty() && self.state_bytes_per_sequence <= 0.0
    }
}

/// Tokens that the KV cache of a replica holds, in sequences of `sequence_tokens` each (which
/// matters only for models with windows or recurrent state).
///
/// # Errors
/// [`MemoryError`] when there is no plan for the request.
pub fn kv_capacity_tokens(
    request: &MemoryRequest<'_>,
    sequence_tokens: f64,
) -> Result<f64, MemoryError> {
    let plan = MemoryPlan::new(request)?;
    if plan.is_plain() {
        let ranks = f64::from(plan.attention_ranks);
        return Ok(ranks * plan.kv_pool_bytes / plan.kv_bytes_per_token);
    }
    Ok(plan.tokens_at(sequence_tokens))
}

/// Bytes a token takes on one GPU: growing layers, and each kind of window that the engine frees.
fn cache_layers(request: &MemoryRequest<'_>) -> (f64, Vec<(u32, f64)>) {
    let tp = request.attention_tp();
    let share = stage_share(request);
    let mut growing = 0.0;
    let mut windows: Vec<(u32, f64)> = Vec::new();
    for group in &request.llm.groups {
        let layer = group
            .mixer
            .kv_bytes_per_token_per_gpu(tp, request.kv.bytes());
        let bytes = f64::from(group.count) * to_f64(layer) * share;
        let window = group
            .mixer
            .window()
            .filter(|_| request.engine.frees_windows);
        match window {
            None => growing += bytes,
            Some(window) => match windows.iter_mut().find(|(known, _)| *known == window) {
                Some((_, sum)) => *sum += bytes,
                None => windows.push((window, bytes)),
            },
        }
    }
    (growing, windows)
}

fn check(request: &MemoryRequest<'_>) -> Result<(), MemoryError> {
    let bad = |what, size, reason| Err(MemoryError::BadParallelism { what, size, reason });
    if request.tp == 0 {
        return bad("tp", 0, "at least one GPU is needed");
    }
    if request.pp == 0 || request.pp > request.llm.layers() {
        return bad("pp", request.pp, "stages are 1 to the number of layers");
    }
    if request.dp_attention == 0 || !request.tp.is_multiple_of(request.dp_attention) {
        return bad("dp_attention", request.dp_attention, "it must divide tp");
    }
    match request.checkpoint_bytes {
        Some(bytes) if !(bytes.is_finite() && bytes > 0.0) => {
            return Err(MemoryError::BadCheckpoint(bytes));
        }
        _ => {}
    }
    match request.memory_fraction {
        Some(fraction) if !(fraction > 0.0 && fraction <= 1.0) => {
            Err(MemoryError::BadFraction(fraction))
        }
        _ => Ok(()),
    }
}
