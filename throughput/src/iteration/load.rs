//! What one iteration holds, and anything that can tell how long it takes.

/// The work of one iteration of a continuous-batching engine (one replica).
///
/// Counts are `f64` because the steady state speaks of means.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct IterationLoad {
    /// Sequences that decode one token each.
    pub decode_sequences: f64,
    /// Tokens in the KV cache of all decoding sequences together.
    pub decode_context_tokens: f64,
    /// Prompt tokens that are processed.
    pub prefill_tokens: f64,
    /// Sum, over the prompt tokens, of the tokens each attends to (its own included): for a whole
    /// prompt of `n` tokens n (n + 1) / 2, for a chunk after `s` tokens the chunk's share of it.
    pub prefill_attended_tokens: f64,
    /// Prompts whose last chunk this is: each samples its first token.
    pub prefill_completions: f64,
}

impl IterationLoad {
    /// Decode only: `sequences` with `context` tokens each.
    #[must_use]
    pub fn decode(sequences: f64, context: f64) -> Self {
        Self {
            decode_sequences: sequences,
            decode_context_tokens: sequences * context,
            ..Self::default()
        }
    }

    /// The same with one more chunk: `tokens` of a prompt after `before` tokens already cached.
    #[must_use]
    pub fn with_chunk(mut self, before: f64, tokens: f64, completes: bool) -> Self {
        self.prefill_tokens += tokens;
        self.prefill_attended_tokens =
            tokens.mul_add(before + (tokens + 1.0) / 2.0, self.prefill_attended_tokens);
        self.prefill_completions += f64::from(u8::from(completes));
        self
    }
}

/// Anything that can tell how long an iteration takes.
pub trait IterationTime {
    /// Seconds for one iteration; finite, positive for any load that is not empty, and never
    /// smaller for more work.
    fn seconds(&self, load: &IterationLoad) -> f64;
}

impl<F: Fn(&IterationLoad) -> f64> IterationTime for F {
    fn seconds(&self, load: &IterationLoad) -> f64 {
        self(load)
    }
}
