//! What a replica's memory holds: weights, activations, the engine's own needs, and the KV cache
//! that is left.

mod activations;
mod error;
mod plan;
mod printed;
mod request;
mod weights;

pub use error::MemoryError;
pub use plan::{MemoryPlan, kv_capacity_tokens};
pub use printed::{PrintedRule, printed_kv_tokens};
pub use request::MemoryRequest;
pub use weights::weight_bytes_per_gpu;

/// Bytes of one GiB.
pub(crate) const GIB: f64 = 1_073_741_824.0;
