//! What a memory plan is made for.

use crate::catalog::{
    Engine, Family, Gpu, KvPrecision, Llm, MemoryRule, Scheduler, WeightPrecision,
};

/// One replica: a model on equal GPUs under one engine.
#[derive(Debug, Clone, PartialEq)]
pub struct MemoryRequest<'a> {
    /// The model.
    pub llm: &'a Llm,
    /// The GPU.
    pub gpu: &'a Gpu,
    /// The engine.
    pub engine: &'a Engine,
    /// Precision of the weights.
    pub weights: WeightPrecision,
    /// Precision of the KV cache.
    pub kv: KvPrecision,
    /// GPUs that share each layer, 1 or more.
    pub tp: u32,
    /// Pipeline stages, 1 or more.
    pub pp: u32,
    /// Attention data-parallel ranks within the `tp` GPUs (they replicate attention and keep caches
    /// of their own sequences); 1 = none. Divides `tp`.
    pub dp_attention: u32,
    /// Whole experts are spread over the `tp` GPUs, instead of a slice of each.
    pub expert_parallel: bool,
    /// The engine's memory fraction, above 0 up to 1; `None` = its default.
    pub memory_fraction: Option<f64>,
    /// Most tokens in one iteration; `None` = the engine's default on this GPU.
    pub token_budget: Option<u32>,
    /// Most sequences at once; `None` = the engine's default on this GPU.
    pub max_sequences: Option<u32>,
    /// Longest sequence served, tokens; `None` = the model's longest context.
    pub max_model_len: Option<u32>,
    /// Bytes of the checkpoint where they are known (two 4-bit builds of one model can differ by
    /// 13 %); `None` = computed from the architecture.
    pub checkpoint_bytes: Option<f64>,
}

impl<'a> MemoryRequest<'a> {
    /// A replica on one GPU with the engine's defaults.
    #[must_use]
    pub const fn new(
        llm: &'a Llm,
        gpu: &'a Gpu,
        engine: &'a Engine,
        weights: WeightPrecision,
        kv: KvPrecision,
    ) -> Self {
        Self {
            llm,
            gpu,
            engine,
            weights,
            kv,
            tp: 1,
            pp: 1,
            dp_attention: 1,
            expert_parallel: false,
            memory_fraction: None,
            token_budget: None,
            max_sequences: None,
            max_model_len: None,
            checkpoint_bytes: None,
        }
    }

    /// GPUs that share one sequence's attention: `tp / dp_attention`.
    #[must_use]
    pub const fn attention_tp(&self) -> u32 {
        self.tp / self.dp_attention
    }

    /// Longest sequence served, tokens.
    #[must_use]
    pub fn longest_sequence(&self) -> u32 {
        self.max_model_len.unwrap_or(self.llm.max_context)
    }

    /// Most tokens in one iteration.
    ///
    /// An engine that prefills whole prompts (vLLM's V0) must take the longest one at once, up to
    /// the 32,768 tokens from which it prefills in chunks.
    #[must_use]
    pub fn iteration_tokens(&self) -> u32 {
        if let Some(tokens) = self.token_budget {
            return tokens;
        }
        let longest = self.longest_sequence();
        let whole_prompts = self.engine.scheduler == Scheduler::PrefillFirst;
        match self.engine.memory_rule {
            MemoryRule::OfTotal if whole_prompts && longest <= 32_768 => longest.max(2048),
            MemoryRule::OfTotal if whole_prompts || !self.is_large_card() => 2048,
            _ => self.engine.token_budget,
        }
    }

    /// Most sequences at once.
    #[must_use]
    pub fn sequences(&self) -> u32 {
        self.max_sequences.unwrap_or_else(|| {
            let most = self.engine.max_sequences;
            match self.engine.memory_rule {
                MemoryRule::OfTotal if !self.is_large_card() => most.min(256),
                _ => most,
            }
        })
    }

    /// vLLM's defaults are larger on cards from 70 GiB on, the A100 apart.
    fn is_large_card(&self) -> bool {
        self.gpu.memory_gib >= 70.0 && self.gpu.family != Family::Ampere
    }
}
