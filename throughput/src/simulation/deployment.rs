//! The limits and habits of a replica that a deployment implies.

use super::SimulationError;
use super::config::{ReplicaConfig, Scheduler};
use super::length::{Length, Lengths};
use crate::catalog;
use crate::scenario::{Deployment, Traffic};
use crate::slots::Room;

impl ReplicaConfig {
    /// One replica of a deployment, with the KV cache that its memory leaves.
    ///
    /// Sliding windows and recurrent states take room that does not grow with a sequence; the cache
    /// is therefore counted in tokens of a sequence of this traffic's mean length.
    #[must_use]
    pub fn of(deployment: &Deployment, room: &Room, traffic: Traffic) -> Self {
        let engine = deployment.engine;
        let kv_tokens =
            whole(room.sequences * room.context).max(whole(traffic.isl + traffic.osl) + 64);
        Self {
            scheduler: match engine.scheduler {
                catalog::Scheduler::Mixed => Scheduler::Mixed,
                catalog::Scheduler::PrefillFirst => Scheduler::PrefillFirst,
            },
            max_sequences: deployment.max_sequences,
            token_budget: deployment.token_budget.max(deployment.max_sequences),
            kv_tokens,
            block_tokens: engine.block_tokens.clamp(1, 64),
            watermark: 0.01,
            reserve_full_length: engine.reserves_full_length,
            prefix_hit_share: traffic.cache_hit,
        }
    }
}

impl Lengths {
    /// The lengths of a traffic: log-normal where they spread, one length where they do not.
    ///
    /// The simulator counts decode steps, and with speculative decoding a step yields more than one
    /// token: outputs are shorter by `tokens_per_step`.
    ///
    /// # Errors
    ///
    /// When a mean is below one token or a spread beyond [`Length::log_normal_cv`]'s.
    pub fn of(traffic: Traffic, tokens_per_step: f64) -> Result<Self, SimulationError> {
        let length = |mean: f64, cv: f64| {
            if cv > 0.0 {
                Length::log_normal_cv(mean.max(1.0), cv)
            } else {
                Ok(Length::Fixed(fixed(mean)))
            }
        };
        Ok(Self::Independent {
            input: length(traffic.isl, traffic.isl_cv)?,
            output: length(traffic.osl / tokens_per_step, traffic.osl_cv)?,
        })
    }
}

/// A length in whole tokens, at least 1.
fn fixed(tokens: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates"
    )]
    let whole = tokens.round().max(1.0) as u32;
    whole
}

/// A positive number of tokens, rounded.
fn whole(tokens: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates"
    )]
    let whole = tokens.round() as u64;
    whole
}
