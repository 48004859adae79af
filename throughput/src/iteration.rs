//! How long one iteration of the engine takes: a roofline for each group of operations.
//!
//! ```text
//! t = sum over layers and operations of max(bytes / (BW e_mem), FLOP / (peak e_comp))
//!     + kernels that do not overlap, per layer
//!     + messages between the GPUs of a tensor-parallel group
//!     + host and scheduler, per iteration and per sequence
//! ```
//!
//! Decode and prefill tokens of an iteration share the matrix multiplications, so that the weights
//! are read once for all of them; attention is counted for each kind apart.

mod attention;
mod coefficients;
mod collective;
mod constants;
mod gemm;
mod load;
mod model;

pub use coefficients::{Coefficients, Kernels};
pub use collective::Collective;
pub use constants::{Constant, Constants, ConstantsError, Term};
pub use load::{IterationLoad, IterationTime};
pub use model::IterationModel;

/// Where the time of an iteration goes, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct IterationParts {
    /// Operations bound by reading weights.
    pub weights_s: f64,
    /// Reading KV cache and recurrent state.
    pub kv_s: f64,
    /// Operations bound by arithmetic.
    pub compute_s: f64,
    /// Messages between GPUs.
    pub communication_s: f64,
    /// Kernels that neither read nor compute much, scheduler and host.
    pub overhead_s: f64,
}

impl IterationParts {
    /// The whole iteration.
    #[must_use]
    pub fn total_s(&self) -> f64 {
        self.weights_s + self.kv_s + self.compute_s + self.communication_s + self.overhead_s
    }

    /// The same parts, each times `factor`.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self {
            weights_s: self.weights_s * factor,
            kv_s: self.kv_s * factor,
            compute_s: self.compute_s * factor,
            communication_s: self.communication_s * factor,
            overhead_s: self.overhead_s * factor,
        }
    }

    /// Part by part, this and another.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            weights_s: self.weights_s + other.weights_s,
            kv_s: self.kv_s + other.kv_s,
            compute_s: self.compute_s + other.compute_s,
            communication_s: self.communication_s + other.communication_s,
            overhead_s: self.overhead_s + other.overhead_s,
        }
    }
}
