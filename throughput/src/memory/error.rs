//! Why there is no memory plan.

/// A replica that cannot be laid out in memory.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum MemoryError {
    /// Weights and the engine's own needs exceed what the engine may use.
    #[error(
        "weights and runtime need {:.1} GiB a GPU, {:.1} GiB more than the engine may use",
        needed_bytes_per_gpu / super::GIB,
        missing_bytes_per_gpu / super::GIB
    )]
    DoesNotFit {
        /// Weights, activations and runtime, bytes a GPU.
        needed_bytes_per_gpu: f64,
        /// What is missing for them, bytes a GPU.
        missing_bytes_per_gpu: f64,
        /// What is missing on all GPUs of the replica, bytes.
        missing_bytes_total: f64,
    },
    /// A parallel size that the model or the other sizes do not allow.
    #[error("{what} = {size} is not possible: {reason}")]
    BadParallelism {
        /// Which size.
        what: &'static str,
        /// Its value.
        size: u32,
        /// Why not.
        reason: &'static str,
    },
    /// A memory fraction that is not above 0 and up to 1.
    #[error("memory fraction {0} is not above 0 and up to 1")]
    BadFraction(f64),
    /// Checkpoint bytes that are no positive number.
    #[error("checkpoint bytes {0} are no positive number")]
    BadCheckpoint(f64),
}
