//! What is simulated: the replica and its workload.

use super::{SimulationError, arrival::Arrivals, length::Lengths};

/// How an engine mixes prefill and decode.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scheduler {
    /// Decode first, then chunks of prompts in what the token budget leaves, all in one iteration
    /// (chunked prefill: current vLLM, SGLang, TensorRT-LLM).
    Mixed,
    /// Whole prompts in iterations of their own, which hold up every running answer (vLLM before
    /// chunked prefill, TGI).
    PrefillFirst,
    /// Prefill and decode on replicas of their own, joined by a transfer of the KV cache.
    Disaggregated(Pools),
}

/// Sizes of the two pools of a disaggregated deployment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pools {
    /// Replicas that only prefill, at least 1. They share one line.
    pub prefill_replicas: u32,
    /// Replicas that only decode, at least 1. A request goes to the one that holds fewest.
    pub decode_replicas: u32,
    /// Seconds to move the KV cache of one token, not negative. Falls between first and second token.
    pub transfer_s_per_token: f64,
}

/// One replica's limits and habits.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplicaConfig {
    /// How prefill and decode are mixed.
    pub scheduler: Scheduler,
    /// Most sequences that run at once, at least 1.
    pub max_sequences: u32,
    /// Most tokens in one iteration, prefill and decode together, at least `max_sequences`.
    pub token_budget: u32,
    /// KV cache in tokens, at least two blocks.
    pub kv_tokens: u64,
    /// Tokens in a block of the paged KV cache, at least 1.
    pub block_tokens: u32,
    /// Share of the KV blocks, from 0 to below 1, that admission leaves free for growth.
    pub watermark: f64,
    /// Admit only when ISL + OSL fit for good (engines that never evict) rather than preempting
    /// when the cache is full. The latter preempts the latest arrival first and computes it again.
    pub reserve_full_length: bool,
    /// Share of each prompt, from 0 to below 1, that the prefix cache holds: it needs room in the
    /// KV cache but no prefill. At least one token is always computed.
    pub prefix_hit_share: f64,
}

impl ReplicaConfig {
    /// A mixed scheduler with a KV cache of `kv_tokens` in blocks of 16, a watermark of 1 %, and
    /// neither reservation nor prefix cache.
    #[must_use]
    pub fn mixed(max_sequences: u32, token_budget: u32, kv_tokens: u64) -> Self {
        Self {
            scheduler: Scheduler::Mixed,
            max_sequences,
            token_budget,
            kv_tokens,
            block_tokens: 16,
            watermark: 0.01,
            reserve_full_length: false,
            prefix_hit_share: 0.0,
        }
    }

    /// KV blocks.
    pub(super) fn blocks(&self) -> u64 {
        self.kv_tokens / u64::from(self.block_tokens)
    }

    /// Most tokens that one request may hold.
    pub(super) fn longest(&self) -> u64 {
        self.blocks() * u64::from(self.block_tokens)
    }

    /// Blocks for so many tokens.
    pub(super) fn blocks_for(&self, tokens: u64) -> u64 {
        tokens.div_ceil(u64::from(self.block_tokens))
    }

    /// Tokens of a prompt of `input` tokens that the prefix cache holds.
    pub(super) fn cached(&self, input: u32) -> u32 {
        ((f64::from(input) * self.prefix_hit_share) as u32).min(input - 1)
    }

    pub(super) fn check(&self) -> Result<(), SimulationError> {
        let problem = if self.max_sequences == 0 {
            "at least one sequence must be able to run"
        } else if self.token_budget < self.max_sequences {
            "the token budget must not be below the most sequences, each of which decodes one token"
        } else if self.block_tokens == 0 || self.kv_tokens / u64::from(self.block_tokens) < 2 {
            "the KV cache must hold at least two blocks of at least one token"
        } else if !(0.0..1.0).contains(&self.watermark) {
            "the watermark must be from 0 to below 1"
        } else if !(0.0..1.0).contains(&self.prefix_hit_share) {
            "the prefix hit share must be from 0 to below 1"
        } else if let Scheduler::Disaggregated(pools) = self.scheduler
            && !(pools.prefill_replicas > 0
                && pools.decode_replicas > 0
                && pools.transfer_s_per_token >= 0.0
                && pools.transfer_s_per_token.is_finite())
        {
            "each pool needs a replica and the transfer a time that is not negative"
        } else {
            return Ok(());
        };
        Err(SimulationError::Replica(problem))
    }
}

/// What is sent to the replica, and what of it is measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Workload {
    /// When requests arrive.
    pub arrivals: Arrivals,
    /// How long they are.
    pub lengths: Lengths,
    /// How many there are, at least 1.
    pub requests: u64,
    /// The same seed gives the same run, in every build.
    pub seed: u64,
    /// Requests at the start, in order of arrival, that load the engine and are not measured.
    pub warm_up: u64,
    /// Requests at the end that keep the engine loaded and are not measured.
    pub cool_down: u64,
    /// Whether and when to record a timeline.
    pub timeline: Option<TimelineWindow>,
}

impl Workload {
    /// Measures every request, as benchmark clients do.
    #[must_use]
    pub fn new(arrivals: Arrivals, lengths: Lengths, requests: u64) -> Self {
        Self {
            arrivals,
            lengths,
            requests,
            seed: 1,
            warm_up: 0,
            cool_down: 0,
            timeline: None,
        }
    }

    /// Leaves a tenth of the requests at either end out of the measurement: what a service that has
    /// run for a while sees.
    #[must_use]
    pub fn steady(mut self) -> Self {
        self.warm_up = self.requests / 10;
        self.cool_down = self.requests / 10;
        self
    }

    pub(super) fn measured(&self) -> u64 {
        self.requests.saturating_sub(self.warm_up + self.cool_down)
    }

    pub(super) fn check(&self, longest: u64) -> Result<(), SimulationError> {
        if self.requests == 0 || self.warm_up.saturating_add(self.cool_down) >= self.requests {
            return Err(SimulationError::Requests);
        }
        if let Some(window) = &self.timeline
            && !(window.start_s >= 0.0
                && window.bin_s > 0.0
                && window.bin_s.is_finite()
                && window.bins <= 100_000)
        {
            return Err(SimulationError::Timeline);
        }
        self.arrivals.check(self.requests)?;
        self.lengths.check(longest)
    }
}

/// Which part of a run to record, and how finely.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimelineWindow {
    /// Simulated second at which it starts, not negative.
    pub start_s: f64,
    /// Width of a bin in seconds, positive.
    pub bin_s: f64,
    /// Number of bins, at most 100,000.
    pub bins: usize,
}
