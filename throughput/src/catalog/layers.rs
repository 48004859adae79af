//! The layers of a model: what mixes tokens (attention or a recurrence) and what follows it (FFN).

/// `count` equal layers in a row of the architecture; their order does not matter to cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayerGroup {
    /// How many layers, 1 or more.
    pub count: u32,
    /// What mixes tokens.
    pub mixer: Mixer,
    /// The feed-forward part.
    pub ffn: Ffn,
}

/// The part of a layer that mixes tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mixer {
    /// Multi-head, grouped-query or multi-query attention.
    Gqa {
        /// Query heads.
        heads: u32,
        /// Key/value heads; equal to `heads` in multi-head attention.
        kv_heads: u32,
        /// Width of one head, in values.
        head_dim: u32,
        /// Tokens that a sliding-window (or chunked) layer looks back on; `None` = all.
        window: Option<u32>,
        /// The output is gated by a second query-sized projection (Qwen3-Next, Qwen3.5).
        gated_output: bool,
        /// Keys and values come from one projection (Gemma 4 global layers); both are cached.
        shared_kv_projection: bool,
    },
    /// Multi-head latent attention: one compressed row a token is cached, not one per head.
    Mla {
        /// Query heads.
        heads: u32,
        /// Rank of the query compression; 0 = none.
        q_lora: u32,
        /// Rank of the key/value compression, which is what is cached.
        kv_lora: u32,
        /// Width per head without rotary position.
        nope_dim: u32,
        /// Width of the shared rotary key, which is cached too.
        rope_dim: u32,
        /// Width of a value head.
        v_dim: u32,
        /// Heads of the sparse-attention indexer (DeepSeek V3.2); 0 = none.
        indexer_heads: u32,
        /// Width of an indexer head; 0 = none.
        indexer_dim: u32,
    },
    /// Linear attention or a state-space layer: a state of fixed size a sequence, no KV.
    Linear {
        /// Parameters of all its matrices, convolution included.
        projection_params: u64,
        /// Values of the recurrent matrix of one sequence: heads x key width x value width.
        state_elements: u64,
        /// Values kept for the short convolution of one sequence.
        conv_elements: u64,
    },
    /// The layer has no mixer (an FFN-only layer of a searched or hybrid architecture).
    None,
}

/// Bytes of one value of a recurrent state: engines keep it in FP32.
const STATE_VALUE_BYTES: u64 = 4;

impl Mixer {
    /// Parameters of the mixer's matrices for a model of width `hidden`.
    ///
    /// ```text
    /// GQA: h (q + o) + 2 h kv, with q = o = heads x dim (q doubled when gated)
    /// MLA: h q_lora + q_lora heads (nope + rope)   (h heads (nope + rope) without compression)
    ///      + h (kv_lora + rope) + kv_lora heads (nope + v) + heads v h
    /// ```
    #[must_use]
    pub fn params(&self, hidden: u32) -> u64 {
        let h = u64::from(hidden);
        match *self {
            Self::Gqa {
                heads,
                kv_heads,
                head_dim,
                gated_output,
                shared_kv_projection,
                ..
            } => {
                let q = u64::from(heads) * u64::from(head_dim);
                let kv = u64::from(kv_heads) * u64::from(head_dim);
                let queries = if gated_output { 2 * q } else { q };
                let key_values = if shared_kv_projection { kv } else { 2 * kv };
                h * (queries + key_values + q)
            }
            Self::Mla {
                heads,
                q_lora,
                kv_lora,
                nope_dim,
                rope_dim,
                v_dim,
                ..
            } => {
                let heads = u64::from(heads);
                let q_out = heads * u64::from(nope_dim + rope_dim);
                let q_lora = u64::from(q_lora);
                let query = if q_lora == 0 {
                    h * q_out
                } else {
                    q_lora * (h + q_out)
                };
                let kv_up = u64::from(kv_lora) * heads * u64::from(nope_dim + v_dim);
                let out = heads * u64::from(v_dim) * h;
                query + h * u64::from(kv_lora + rope_dim) + kv_up + out + self.indexer_params(h)
            }
            Self::Linear {
                projection_params, ..
            } => projection_params,
            Self::None => 0,
        }
    }

    /// The part of [`params`](Self::params) that every tensor-parallel GPU holds in full:
    /// the down-projections of MLA and its indexer.
    #[must_use]
    pub fn replicated_params(&self, hidden: u32) -> u64 {
        let h = u64::from(hidden);
        match *self {
            Self::Mla {
                q_lora,
                kv_lora,
                rope_dim,
                ..
            } => h * u64::from(q_lora + kv_lora + rope_dim) + self.indexer_params(h),
            _ => 0,
        }
    }

    fn indexer_params(&self, hidden: u64) -> u64 {
        match *self {
            Self::Mla {
                q_lora,
                indexer_heads,
                indexer_dim,
                ..
            } => {
                let (heads, dim) = (u64::from(indexer_heads), u64::from(indexer_dim));
                u64::from(q_lora) * heads * dim + hidden * (dim + heads)
            }
            _ => 0,
        }
    }

    /// Bytes that one more token adds to one layer's cache on the whole model (no parallelism),
    /// for values of `value_bytes`. Windowed layers answer too: they stop growing at the window.
    #[must_use]
    pub fn kv_bytes_per_token(&self, value_bytes: u64) -> u64 {
        self.kv_bytes_per_token_per_gpu(1, value_bytes)
    }

    /// As [`kv_bytes_per_token`](Self::kv_bytes_per_token), on one of `tp` tensor-parallel GPUs.
    ///
    /// ```text
    /// GQA: max(1, kv_heads / tp) x head_dim x 2 x bytes: heads fewer than GPUs are replicated
    /// MLA: (kv_lora + rope) x bytes (+ indexer keys), never divided
    /// ```
    #[must_use]
    pub fn kv_bytes_per_token_per_gpu(&self, tp: u32, value_bytes: u64) -> u64 {
        match *self {
            Self::Gqa {
                kv_heads, head_dim, ..
            } => {
                let local_heads = kv_heads.div_ceil(tp.max(1)).max(1);
                u64::from(local_heads) * u64::from(head_dim) * 2 * value_bytes
            }
            Self::Mla {
                kv_lora, rope_dim, ..
            } => u64::from(kv_lora + rope_dim) * value_bytes + self.indexer_bytes_per_token(),
            Self::Linear { .. } | Self::None => 0,
        }
    }

    /// Bytes of the indexer's FP8 key and its scale, per token; 0 without an indexer.
    #[must_use]
    pub fn indexer_bytes_per_token(&self) -> u64 {
        match *self {
            Self::Mla { indexer_dim, .. } if indexer_dim > 0 => u64::from(indexer_dim) + 4,
            _ => 0,
        }
    }

    /// Bytes of recurrent state of one sequence in one layer, kept in FP32; 0 for attention.
    #[must_use]
    pub fn state_bytes(&self) -> u64 {
        match *self {
            Self::Linear {
                state_elements,
                conv_elements,
                ..
            } => (state_elements + conv_elements) * STATE_VALUE_BYTES,
            _ => 0,
        }
    }

    /// The window of a sliding-window layer, in tokens.
    #[must_use]
    pub const fn window(&self) -> Option<u32> {
        match self {
            Self::Gqa { window, .. } => *window,
            _ => None,
        }
    }

    /// Whether the cache of this layer grows with every token without bound.
    #[must_use]
    pub const fn kv_grows(&self) -> bool {
        matches!(self, Self::Mla { .. } | Self::Gqa { window: None, .. })
    }
}

/// The feed-forward part of a layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ffn {
    /// One feed-forward network for every token.
    Dense {
        /// Inner width.
        intermediate: u32,
        /// Three matrices (gate, up, down) rather than two.
        gated: bool,
    },
    /// A mixture of experts.
    Moe {
        /// Routed experts.
        experts: u32,
        /// Routed experts that one token goes to.
        top_k: u32,
        /// Inner width of one routed expert.
        intermediate: u32,
        /// Inner width of all always-active experts together (or of a dense FFN that runs in
        /// parallel, as in Gemma 4); 0 = none.
        shared_intermediate: u32,
        /// Width to which tokens are projected before the routed experts and from which they are
        /// projected back after (Nemotron 3 Super); 0 = the experts work on the full width.
        latent: u32,
        /// The routed experts have biases (gpt-oss).
        biased_experts: bool,
        /// Three matrices (gate, up, down) rather than two.
        gated: bool,
    },
    /// The layer has no feed-forward part.
    None,
}

impl Ffn {
    const fn matrices(gated: bool) -> u64 {
        if gated { 3 } else { 2 }
    }

    /// All parameters of its matrices, router included, for a model of width `hidden`.
    #[must_use]
    pub fn params(&self, hidden: u32) -> u64 {
        match *self {
            Self::Moe { experts, .. } => {
                self.always_active_params(hidden)
                    + self.router_params(hidden)
                    + u64::from(experts) * self.expert_params(hidden)
            }
            _ => self.always_active_params(hidden),
        }
    }

    /// Parameters that one token uses: always-active ones, the router and `top_k` experts.
    #[must_use]
    pub fn active_params(&self, hidden: u32) -> u64 {
        match *self {
            Self::Moe { top_k, .. } => {
                self.always_active_params(hidden)
                    + self.router_params(hidden)
                    + u64::from(top_k) * self.expert_params(hidden)
            }
            _ => self.always_active_params(hidden),
        }
    }

    /// Parameters of the dense FFN, or of the shared experts and the projections to and from the
    /// experts' latent width.
    #[must_use]
    pub fn always_active_params(&self, hidden: u32) -> u64 {
        let h = u64::from(hidden);
        match *self {
            Self::Dense {
                intermediate,
                gated,
            } => Self::matrices(gated) * h * u64::from(intermediate),
            Self::Moe {
                shared_intermediate,
                latent,
                gated,
                ..
            } => {
                let shared = Self::matrices(gated) * h * u64::from(shared_intermediate);
                shared + 2 * h * u64::from(latent)
            }
            Self::None => 0,
        }
    }

    /// Parameters of one routed expert; 0 without experts.
    #[must_use]
    pub fn expert_params(&self, hidden: u32) -> u64 {
        match *self {
            Self::Moe {
                intermediate,
                latent,
                gated,
                biased_experts,
                ..
            } => {
                let width = u64::from(if latent == 0 { hidden } else { latent });
                let (inner, matrices) = (u64::from(intermediate), Self::matrices(gated));
                let biases = if biased_experts {
                    (matrices - 1) * inner + width
                } else {
                    0
                };
                matrices * width * inner + biases
            }
            _ => 0,
        }
    }

    /// Parameters of the router: hidden x experts; 0 without experts.
    #[must_use]
    pub fn router_params(&self, hidden: u32) -> u64 {
        match *self {
            Self::Moe { experts, .. } => u64::from(hidden) * u64::from(experts),
            _ => 0,
        }
    }
}
