//! One engine as the API shows it.

use serde::Serialize;
use throughput::catalog::{Engine, MemoryRule, Scheduler};
use utoipa::ToSchema;

/// One generation of one engine, with its defaults.
#[derive(Serialize, ToSchema)]
pub(super) struct EngineRow {
    /// The value of the field `engine`.
    id: &'static str,
    /// Name to show.
    name: &'static str,
    /// Which versions the row stands for.
    generation: &'static str,
    /// What the memory fraction is a fraction of: `of-total`, `of-free` (what the weights leave)
    /// or `static-share` (of the total, for weights and KV cache).
    memory_rule: &'static str,
    /// Default memory fraction.
    memory_fraction: f64,
    /// Most tokens in one iteration by default.
    token_budget: u32,
    /// Most sequences at once by default.
    max_sequences: u32,
    /// Tokens in one block of the KV cache.
    block_tokens: u32,
    /// Whether room for the whole output is set aside when a request starts.
    reserves_full_length: bool,
    /// What one iteration may hold: `mixed` (chunks of prefill with decodes) or `prefill-first`.
    scheduler: &'static str,
    /// Where the defaults were read.
    source: &'static str,
    /// When they were read.
    date: &'static str,
}

impl EngineRow {
    pub(super) fn of(engine: &'static Engine) -> Self {
        Self {
            id: &engine.id,
            name: &engine.name,
            generation: &engine.generation,
            memory_rule: match engine.memory_rule {
                MemoryRule::OfTotal => "of-total",
                MemoryRule::OfFree => "of-free",
                MemoryRule::StaticShare => "static-share",
            },
            memory_fraction: engine.memory_fraction,
            token_budget: engine.token_budget,
            max_sequences: engine.max_sequences,
            block_tokens: engine.block_tokens,
            reserves_full_length: engine.reserves_full_length,
            scheduler: match engine.scheduler {
                Scheduler::Mixed => "mixed",
                Scheduler::PrefillFirst => "prefill-first",
            },
            source: &engine.source,
            date: &engine.date,
        }
    }
}
