//! A large language model: its architecture, and what follows from it.

use super::layers::{Ffn, LayerGroup, Mixer};
use super::precision::{KvPrecision, WeightPrecision};

/// One model, described by its architecture.
#[derive(Debug, Clone, PartialEq)]
pub struct Llm {
    /// Stable id, such as `llama-3.3-70b`.
    pub id: String,
    /// Name to show.
    pub name: String,
    /// Other spellings.
    pub aliases: Vec<String>,
    /// Width of the residual stream, in values.
    pub hidden: u32,
    /// Entries of the vocabulary.
    pub vocab: u32,
    /// Input embedding and LM head are one matrix.
    pub tied_embeddings: bool,
    /// The layers.
    pub groups: Vec<LayerGroup>,
    /// Parameters that are no matrix of the formulas: norms, biases, sinks, position embeddings.
    pub other_params: u64,
    /// Parameters of an image or audio encoder and its projector, loaded beside the language model
    /// and counted apart from it.
    pub vision_params: u64,
    /// Parameters of the multi-token-prediction layers of the checkpoint, which engines load for
    /// speculative decoding only. Counted apart.
    pub mtp_params: u64,
    /// Longest context, tokens.
    pub max_context: u32,
    /// Precision of the official checkpoint.
    pub native_weights: WeightPrecision,
    /// In 4-bit checkpoints of this model only the routed experts are quantised; attention, shared
    /// experts and dense layers stay 16-bit (gpt-oss, Kimi K2.5, DeepSeek NVFP4).
    pub native_dense_16bit: bool,
    /// Values that share one scale in its INT4 checkpoints: 128 as a rule.
    pub int4_group: u32,
    /// The shape is interpolated from a parameter count and is no real model.
    pub is_typical: bool,
    /// Where the architecture comes from.
    pub source: String,
    /// When it was read, ISO date.
    pub date: String,
}

/// Parameters by part, for the whole model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ParamCounts {
    /// Input embedding.
    pub embedding: u64,
    /// LM head; 0 when it is the input embedding.
    pub lm_head: u64,
    /// Attention and linear-attention matrices.
    pub attention: u64,
    /// The part of `attention` that tensor parallelism replicates (MLA down-projections).
    pub attention_replicated: u64,
    /// Dense FFNs and shared experts.
    pub dense_ffn: u64,
    /// Routers.
    pub routers: u64,
    /// Routed experts.
    pub experts: u64,
    /// Everything that is no matrix of the formulas.
    pub other: u64,
}

impl ParamCounts {
    /// Sum of all parts.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.embedding
            + self.lm_head
            + self.attention
            + self.dense_ffn
            + self.routers
            + self.experts
            + self.other
    }
}

impl Llm {
    /// Number of layers.
    #[must_use]
    pub fn layers(&self) -> u32 {
        self.groups.iter().map(|group| group.count).sum()
    }

    /// Whether any layer has routed experts.
    #[must_use]
    pub fn is_moe(&self) -> bool {
        self.groups
            .iter()
            .any(|group| matches!(group.ffn, Ffn::Moe { .. }))
    }

    /// Whether attention is latent (MLA) in any layer, so that its cache cannot be divided by TP.
    #[must_use]
    pub fn is_mla(&self) -> bool {
        self.groups
            .iter()
            .any(|group| matches!(group.mixer, Mixer::Mla { .. }))
    }

    /// Parameters by part, without vision encoder and MTP layers.
    #[must_use]
    pub fn param_counts(&self) -> ParamCounts {
        let embedding = u64::from(self.vocab) * u64::from(self.hidden);
        let mut counts = ParamCounts {
            embedding,
            lm_head: if self.tied_embeddings { 0 } else { embedding },
            other: self.other_params,
            ..ParamCounts::default()
        };
        for group in &self.groups {
            let (count, h) = (u64::from(group.count), self.hidden);
            counts.attention += count * group.mixer.params(h);
            counts.attention_replicated += count * group.mixer.replicated_params(h);
            counts.dense_ffn += count * group.ffn.always_active_params(h);
            counts.routers += count * group.ffn.router_params(h);
            counts.experts += count * group.ffn.expert_params(h) * experts_of(&group.ffn);
        }
        counts
    }

    /// All parameters of the language model (no vision encoder, no MTP layer).
    #[must_use]
    pub fn total_params(&self) -> u64 {
        self.param_counts().total()
    }

    /// Parameters that one token uses: all but the experts it is not routed to. Input embedding and
    /// LM head count, as most model cards have it (gpt-oss' cards leave the input embedding out).
    #[must_use]
    pub fn active_params(&self) -> u64 {
        let active: u64 = self.sum(|group, h| group.ffn.active_params(h));
        let all: u64 = self.sum(|group, h| group.ffn.params(h));
        self.total_params() - all + active
    }

    /// Parameters of the attention (and linear-attention) matrices of all layers.
    #[must_use]
    pub fn attention_params(&self) -> u64 {
        self.param_counts().attention
    }

    fn sum(&self, part: impl Fn(&LayerGroup, u32) -> u64) -> u64 {
        self.groups
            .iter()
            .map(|group| u64::from(group.count) * part(group, self.hidden))
            .sum()
    }

    /// Bytes of one quantised parameter of this model at `precision`, scales included.
    #[must_use]
    pub fn bytes_per_quantised_param(&self, precision: WeightPrecision) -> f64 {
        match precision {
            // A 16-bit scale for a small group; groups of 128 have a zero point as well.
            WeightPrecision::Int4 if self.int4_group != 128 => {
                (4.0 + 16.0 / f64::from(self.int4_group.max(1))) / 8.0
            }
            _ => precision.bytes(),
        }
    }

    /// Bytes of one parameter of attention, shared experts and dense FFNs at `precision`.
    #[must_use]
    pub fn bytes_per_dense_param(&self, precision: WeightPrecision) -> f64 {
        if precision.is_four_bit() && self.native_dense_16bit {
            2.0
        } else {
            self.bytes_per_quantised_param(precision)
        }
    }

    /// Bytes of the weights as an engine loads them (vision encoder included, MTP layers not).
    ///
    /// Embedding, LM head, routers and norms stay 16-bit whatever the precision.
    #[must_use]
    pub fn weight_bytes(&self, precision: WeightPrecision) -> f64 {
        let counts = self.param_counts();
        let kept = counts.embedding + counts.lm_head + counts.routers + counts.other;
        let dense = counts.attention + counts.dense_ffn;
        [
            (kept + self.vision_params, 2.0),
            (dense, self.bytes_per_dense_param(precision)),
            (counts.experts, self.bytes_per_quantised_param(precision)),
        ]
        .into_iter()
        .map(|(params, bytes)| to_f64(params) * bytes)
        .sum()
    }

    /// Bytes of the checkpoint on disk: [`weight_bytes`](Self::weight_bytes) and the MTP layers.
    #[must_use]
    pub fn checkpoint_bytes(&self, precision: WeightPrecision) -> f64 {
        let mtp = to_f64(self.mtp_params);
        mtp.mul_add(
            self.bytes_per_dense_param(precision),
            self.weight_bytes(precision),
        )
    }

    /// Bytes that each token adds to the KV cache of a sequence, in the layers whose cache grows
    /// without bound, on the whole model.
    #[must_use]
    pub fn kv_bytes_per_token(&self, kv: KvPrecision) -> u64 {
        self.kv_bytes_per_token_per_gpu(1, kv)
    }

    /// As [`kv_bytes_per_token`](Self::kv_bytes_per_token), on one of `tp` tensor-parallel GPUs:
    /// KV heads fewer than GPUs are replicated, and the latent cache of MLA is never divided.
    #[must_use]
    pub fn kv_bytes_per_token_per_gpu(&self, tp: u32, kv: KvPrecision) -> u64 {
        self.sum(|group, _| {
            if group.mixer.kv_grows() {
                group.mixer.kv_bytes_per_token_per_gpu(tp, kv.bytes())
            } else {
                0
            }
        })
    }

    /// Bytes that the sliding-window layers cache at most for one sequence (their windows filled),
    /// on one of `tp` GPUs.
    #[must_use]
    pub fn window_bytes_per_sequence_per_gpu(&self, tp: u32, kv: KvPrecision) -> u64 {
        self.sum(|group, _| match group.mixer.window() {
            Some(window) => {
                u64::from(window) * group.mixer.kv_bytes_per_token_per_gpu(tp, kv.bytes())
            }
            None => 0,
        })
    }

    /// Bytes of KV cache of one sequence of `tokens` on one of `tp` GPUs: growing layers in full,
    /// windowed layers up to their window.
    #[must_use]
    pub fn kv_bytes_per_sequence_per_gpu(&self, tokens: u32, tp: u32, kv: KvPrecision) -> u64 {
        self.sum(|group, _| {
            let kept = group
                .mixer
                .window()
                .map_or(tokens, |window| window.min(tokens));
            u64::from(kept) * group.mixer.kv_bytes_per_token_per_gpu(tp, kv.bytes())
        })
    }

    /// Bytes of recurrent state of one sequence over all linear-attention layers; it does not grow.
    #[must_use]
    pub fn state_bytes_per_sequence(&self) -> u64 {
        self.sum(|group, _| group.mixer.state_bytes())
    }
}

fn experts_of(ffn: &Ffn) -> u64 {
    match *ffn {
        Ffn::Moe { experts, .. } => u64::from(experts),
        _ => 0,
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "parameter counts are below 2^53, so the conversion is exact"
)]
pub(crate) const fn to_f64(count: u64) -> f64 {
    count as f64
}
