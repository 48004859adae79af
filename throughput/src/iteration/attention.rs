//! Attention over the KV cache, and the state of linear layers.

/// Attention of one group of layers, on one GPU, over all layers of the group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Attention {
    /// Bytes of KV cache of one token.
    pub(super) kv_bytes_per_token: f64,
    /// FLOP for one query token and one cached token, in decode.
    pub(super) decode_flops: f64,
    /// The same in prefill (MLA computes prefill without its compression, so they differ).
    pub(super) prefill_flops: f64,
    /// Tokens looked back on at most; infinite for full attention.
    pub(super) window: f64,
    /// Bytes a second that decode attention reads.
    pub(super) bytes_per_s: f64,
    /// FLOP a second that decode attention reaches.
    pub(super) decode_flops_per_s: f64,
    /// FLOP a second that prefill attention reaches.
    pub(super) prefill_flops_per_s: f64,
}

impl Attention {
    /// Seconds of reading and of computing for `sequences` that decode with `context` tokens each.
    pub(super) fn decode_seconds(&self, sequences: f64, context: f64) -> (f64, f64) {
        let tokens = sequences * context.min(self.window);
        (
            tokens * self.kv_bytes_per_token / self.bytes_per_s,
            tokens * self.decode_flops / self.decode_flops_per_s,
        )
    }

    /// Seconds of computing for `tokens` of prompts that attend to `attended` tokens altogether.
    pub(super) fn prefill_seconds(&self, tokens: f64, attended: f64) -> f64 {
        attended.min(tokens * self.window) * self.prefill_flops / self.prefill_flops_per_s
    }
}

/// Linear attention or a state-space layer: reads and writes a state of fixed size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Recurrence {
    /// Bytes of state of one sequence on this GPU, over all layers of the group.
    pub(super) state_bytes: f64,
    /// Bytes a second.
    pub(super) bytes_per_s: f64,
}

impl Recurrence {
    /// Seconds for reading and writing the state of `sequences`.
    pub(super) fn seconds(&self, sequences: f64) -> f64 {
        2.0 * sequences * self.state_bytes / self.bytes_per_s
    }
}
