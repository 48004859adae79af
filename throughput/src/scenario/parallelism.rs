//! How one replica is spread over GPUs.

use crate::catalog::{Ffn, Llm, Mixer};

/// How one replica is spread over its GPUs. Every size is at least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parallelism {
    /// GPUs that share each layer.
    pub tensor: u32,
    /// Pipeline stages, each of [`tensor`](Self::tensor) GPUs.
    pub pipeline: u32,
    /// Ranks of the tensor group that run attention on sequences of their own; divides `tensor`.
    pub attention_data: u32,
    /// Whether each GPU holds whole experts instead of a slice of every one.
    pub experts_whole: bool,
}

impl Parallelism {
    /// Tensor parallelism alone.
    #[must_use]
    pub const fn tensor(tensor: u32) -> Self {
        Self {
            tensor,
            pipeline: 1,
            attention_data: 1,
            experts_whole: false,
        }
    }

    /// GPUs of one replica.
    #[must_use]
    pub const fn gpus(self) -> u32 {
        self.tensor * self.pipeline
    }

    /// GPUs that share one attention head group.
    #[must_use]
    pub const fn attention_tensor(self) -> u32 {
        self.tensor / self.attention_data
    }
}

/// The tensor-parallel sizes at which a model can be cut: powers of two up to `largest` that
/// divide the query heads of every attention layer and the width of every dense feed-forward.
#[must_use]
pub fn legal_tensor_sizes(llm: &Llm, largest: u32) -> Vec<u32> {
    let divides = |size: u32| {
        llm.groups.iter().all(|group| {
            let mixer = match group.mixer {
                Mixer::Gqa { heads, .. } | Mixer::Mla { heads, .. } => heads % size == 0,
                Mixer::Linear { .. } | Mixer::None => true,
            };
            let ffn = match group.ffn {
                Ffn::Dense { intermediate, .. } => intermediate % size == 0,
                Ffn::Moe { .. } | Ffn::None => true,
            };
            mixer && ffn
        })
    };
    std::iter::successors(Some(1_u32), |size| size.checked_mul(2))
        .take_while(|size| *size <= largest)
        .filter(|size| divides(*size))
        .collect()
}
