//! Matrix multiplications with weights: dense ones and experts.

/// Weights that every token of an iteration meets, on one GPU.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Gemm {
    /// Bytes read from HBM in each iteration.
    pub(super) bytes: f64,
    /// FLOP for one token.
    pub(super) flops_per_token: f64,
    /// Bytes a second that the kernel reads.
    pub(super) bytes_per_s: f64,
    /// FLOP a second that the kernel reaches on wide matrices.
    pub(super) flops_per_s: f64,
    /// Tokens added to the count: a tile is computed whole however few of its rows are used.
    pub(super) padding_tokens: f64,
}

impl Gemm {
    /// Seconds of reading and of computing for `tokens`; the operation takes the longer of them.
    pub(super) fn seconds(&self, tokens: f64) -> (f64, f64) {
        if tokens <= 0.0 {
            return (0.0, 0.0);
        }
        let read = self.bytes / self.bytes_per_s;
        let compute = self.flops_per_token * (tokens + self.padding_tokens) / self.flops_per_s;
        (read, compute)
    }
}

/// Routed experts of a mixture, on one GPU.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Experts {
    /// Experts of one layer.
    pub(super) experts: f64,
    /// Experts that one token goes to.
    pub(super) top_k: f64,
    /// Bytes of one expert's part on this GPU, over all layers of the group.
    pub(super) bytes_per_expert: f64,
    /// FLOP for one token that goes to one expert, over all layers of the group.
    pub(super) flops_per_assignment: f64,
    /// Bytes a second that the kernel reads.
    pub(super) bytes_per_s: f64,
    /// FLOP a second that the grouped kernel reaches.
    pub(super) flops_per_s: f64,
    /// Rows of a tile that stay empty, for each expert touched.
    pub(super) padding_per_expert: f64,
    /// How independent the tokens of an iteration are in their choice of experts: 1 wholly so,
    /// less when neighbours choose alike.
    pub(super) independence: f64,
}

impl Experts {
    /// The expected number of distinct experts that `tokens` touch.
    ///
    /// ```text
    /// E (1 - (1 - k/E)^(1 + r (M - 1)))
    /// ```
    ///
    /// `k` for one token, `E` for many; `r` is the [`independence`](Self::independence).
    pub(super) fn touched(&self, tokens: f64) -> f64 {
        if tokens <= 0.0 {
            return 0.0;
        }
        let draws = self
            .independence
            .mul_add((tokens - 1.0).max(0.0), tokens.min(1.0));
        let missed = (1.0 - self.top_k / self.experts).max(0.0);
        self.experts * (1.0 - missed.powf(draws))
    }

    /// Seconds of reading and of computing for `tokens`.
    pub(super) fn seconds(&self, tokens: f64) -> (f64, f64) {
        let touched = self.touched(tokens);
        let rows = self
            .top_k
            .mul_add(tokens, self.padding_per_expert * touched);
        (
            touched * self.bytes_per_expert / self.bytes_per_s,
            rows * self.flops_per_assignment / self.flops_per_s,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIXTRAL: Experts = Experts {
        experts: 8.0,
        top_k: 2.0,
        bytes_per_expert: 1.0,
        flops_per_assignment: 1.0,
        bytes_per_s: 1.0,
        flops_per_s: 1.0,
        padding_per_expert: 0.0,
        independence: 1.0,
    };

    #[test]
    fn one_token_touches_top_k_experts_and_many_touch_all() {
        assert!((MIXTRAL.touched(1.0) - 2.0).abs() < 1e-12);
        // By hand: 8 (1 - 0.75^4) = 5.46875.
        assert!((MIXTRAL.touched(4.0) - 5.468_75).abs() < 1e-12);
        assert!((MIXTRAL.touched(1000.0) - 8.0).abs() < 1e-9);
    }

    #[test]
    fn a_gemm_reads_its_weights_once_for_any_batch() {
        let gemm = Gemm {
            bytes: 100.0,
            flops_per_token: 10.0,
            bytes_per_s: 10.0,
            flops_per_s: 5.0,
            padding_tokens: 1.0,
        };
        assert_eq!(gemm.seconds(1.0), (10.0, 4.0));
        assert_eq!(gemm.seconds(9.0), (10.0, 20.0));
        assert_eq!(gemm.seconds(0.0), (0.0, 0.0));
    }
}
