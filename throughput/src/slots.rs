//! How many sequences of a traffic one replica runs at once.

use crate::catalog::MemoryRule;
use crate::count::f64_of;
use crate::scenario::{Deployment, Traffic};

/// What fills one GPU, in bytes, and the sequences that fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// What the GPU has.
    pub capacity_bytes: f64,
    /// Weights.
    pub weights_bytes: f64,
    /// Activations and runtime.
    pub runtime_bytes: f64,
    /// Bytes left for the KV cache; negative when that much lacks.
    pub kv_bytes: f64,
    /// KV cache of one token.
    pub kv_bytes_per_token: f64,
    /// KV cache of one mean sequence.
    pub kv_bytes_per_sequence: f64,
    /// Sequences that one replica's KV cache holds.
    pub sequences: f64,
}

impl Room {
    /// The memory of one GPU of a deployment under a traffic.
    #[must_use]
    pub fn new(deployment: &Deployment, traffic: Traffic) -> Self {
        let Deployment { llm, gpu, engine, parallelism, weights, kv, .. } = deployment;
        let gib = f64::from(1_u32 << 30);
        let total = gpu.memory_bytes();
        let weights_bytes = llm.weight_bytes(*weights) / f64::from(parallelism.gpus());
        let runtime_bytes = (1.5 + engine.runtime_gib) * gib;
        let kv_bytes = match engine.memory_rule {
            MemoryRule::OfTotal | MemoryRule::StaticShare => {
                total * deployment.memory_fraction - weights_bytes - runtime_bytes
            }
            MemoryRule::OfFree => (total - weights_bytes - runtime_bytes) * deployment.memory_fraction,
        };
        let ranks = parallelism.attention_tensor();
        let context = if engine.reserves_full_length {
            traffic.isl + traffic.osl
        } else {
            0.55_f64.mul_add(traffic.osl, traffic.isl)
        };
        let pipeline = f64::from(parallelism.pipeline);
        let kv_bytes_per_token = f64_of(llm.kv_bytes_per_token_per_gpu(ranks, *kv)) / pipeline;
        let fixed = f64_of(llm.window_bytes_per_sequence_per_gpu(ranks, *kv))
            + f64_of(llm.state_bytes_per_sequence()) / f64::from(ranks);
        let kv_bytes_per_sequence = kv_bytes_per_token.mul_add(context, fixed / pipeline);
        let sequences = (kv_bytes / kv_bytes_per_sequence * f64::from(parallelism.attention_data)).max(0.0);
        Self {
            capacity_bytes: total,
            weights_bytes,
            runtime_bytes,
            kv_bytes,
            kv_bytes_per_token,
            kv_bytes_per_sequence,
            sequences,
        }
    }
}
