//! How many sequences of a traffic one replica runs at once.

use crate::memory::{MemoryError, MemoryPlan, MemoryRequest, weight_bytes_per_gpu};
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
    /// The KV pool; 0 when nothing is left for one.
    pub kv_bytes: f64,
    /// KV cache of one token, in the layers that keep every token.
    pub kv_bytes_per_token: f64,
    /// Tokens that one mean sequence holds.
    pub context: f64,
    /// KV cache of one mean sequence.
    pub kv_bytes_per_sequence: f64,
    /// Sequences that one replica's KV cache holds; 0 when it does not fit.
    pub sequences: f64,
    /// Bytes that lack on all GPUs of a replica for the weights, the runtime and one sequence.
    pub missing_bytes: f64,
}

impl Room {
    /// The memory of one GPU of a deployment under a traffic.
    ///
    /// An engine that never evicts sets aside room for a request's whole length; one that may evict
    /// holds what its sequences have reached, half of their output on average, and a little more to
    /// grow into.
    #[must_use]
    pub fn new(deployment: &Deployment, traffic: Traffic) -> Self {
        let request = request(deployment);
        let grown = if deployment.engine.reserves_full_length {
            1.0
        } else {
            0.52
        };
        let context = grown_context(traffic, grown);
        match MemoryPlan::new(&request) {
            Ok(plan) => Self::from_plan(&plan, context),
            Err(error) => Self::without_pool(&request, &error, context),
        }
    }

    fn from_plan(plan: &MemoryPlan, context: f64) -> Self {
        let kv_bytes_per_sequence = plan.sequence_bytes(context);
        let sequences = plan.sequences_at(context);
        let lacking = (1.0 - sequences).max(0.0) * kv_bytes_per_sequence;
        Self {
            capacity_bytes: plan.capacity_bytes,
            weights_bytes: plan.weight_bytes,
            runtime_bytes: plan.runtime_bytes + plan.activation_bytes,
            kv_bytes: plan.kv_pool_bytes,
            kv_bytes_per_token: plan.kv_bytes_per_token,
            context,
            kv_bytes_per_sequence,
            sequences: if lacking > 0.0 { 0.0 } else { sequences },
            missing_bytes: lacking * f64::from(plan.gpus),
        }
    }

    fn without_pool(request: &MemoryRequest<'_>, error: &MemoryError, context: f64) -> Self {
        let weights_bytes = weight_bytes_per_gpu(request);
        let (runtime_bytes, missing_bytes) = match error {
            MemoryError::DoesNotFit {
                needed_bytes_per_gpu,
                missing_bytes_total,
                ..
            } => (needed_bytes_per_gpu - weights_bytes, *missing_bytes_total),
            // A checked scenario cannot be wrong in these ways; if it were, nothing would fit.
            MemoryError::BadParallelism { .. }
            | MemoryError::BadFraction(_)
            | MemoryError::BadCheckpoint(_) => (0.0, weights_bytes),
        };
        Self {
            capacity_bytes: request.gpu.memory_bytes(),
            weights_bytes,
            runtime_bytes,
            kv_bytes: 0.0,
            kv_bytes_per_token: 0.0,
            context,
            kv_bytes_per_sequence: 0.0,
            sequences: 0.0,
            missing_bytes,
        }
    }
}

fn grown_context(traffic: Traffic, grown: f64) -> f64 {
    grown.mul_add(traffic.osl, traffic.isl)
}

/// What the memory plan needs to know of a deployment.
fn request(deployment: &Deployment) -> MemoryRequest<'_> {
    let parallelism = deployment.parallelism;
    MemoryRequest {
        tp: parallelism.tensor,
        pp: parallelism.pipeline,
        dp_attention: parallelism.attention_data,
        expert_parallel: parallelism.experts_whole,
        memory_fraction: Some(deployment.memory_fraction),
        token_budget: Some(deployment.token_budget),
        max_sequences: Some(deployment.max_sequences),
        ..MemoryRequest::new(
            &deployment.llm,
            deployment.gpu,
            deployment.engine,
            deployment.weights,
            deployment.kv,
        )
    }
}
