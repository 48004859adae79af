//! Speculative decoding: tokens drafted cheaply and verified together.

/// Speculative decoding with a draft of fixed length, as multi-token prediction (MTP) does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speculation {
    draft_tokens: f64,
    acceptance: f64,
}

impl Speculation {
    /// No speculation: one token a step.
    pub const OFF: Self = Self {
        draft_tokens: 0.0,
        acceptance: 0.0,
    };

    /// `draft_tokens` are drafted in each step, each accepted with probability `acceptance` if all
    /// before it were. Domain: 0 to 16 tokens, acceptance within [0, 1]; the nearest limit stands in
    /// for anything else.
    #[must_use]
    pub fn new(draft_tokens: f64, acceptance: f64) -> Self {
        Self {
            draft_tokens: draft_tokens.clamp(0.0, 16.0),
            acceptance: acceptance.clamp(0.0, 1.0),
        }
    }

    /// Tokens of one sequence that a step verifies: the draft and the one that follows it.
    #[must_use]
    pub fn verified_tokens(self) -> f64 {
        1.0 + self.draft_tokens
    }

    /// Tokens of one sequence that a step yields on average.
    ///
    /// ```text
    /// 1 + a + a^2 + ... + a^k
    /// ```
    #[must_use]
    pub fn tokens_per_step(self) -> f64 {
        if self.acceptance >= 1.0 {
            return self.verified_tokens();
        }
        (1.0 - self.acceptance.powf(self.verified_tokens())) / (1.0 - self.acceptance)
    }

    /// Tokens drafted in each step.
    #[must_use]
    pub const fn draft_tokens(self) -> f64 {
        self.draft_tokens
    }

    /// Probability that a drafted token is accepted.
    #[must_use]
    pub const fn acceptance(self) -> f64 {
        self.acceptance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_drafts_at_sixty_percent_by_hand() {
        // 1 + 0.6 + 0.36 + 0.216 = 2.176 (the blog on SGLang's MTP of 2025-07-17 reports 2.18).
        assert!((Speculation::new(3.0, 0.6).tokens_per_step() - 2.176).abs() < 1e-12);
        assert!((Speculation::OFF.tokens_per_step() - 1.0).abs() < 1e-12);
        assert!((Speculation::new(2.0, 1.0).tokens_per_step() - 3.0).abs() < 1e-12);
    }
}
