//! The steady state of continuous batching: how many sequences run, how long their iterations take.
//!
//! With `d` sequences decoding, each decode step finishes `d / (OSL - 1)` of them and must admit as
//! many, so prefill work is never apart from decode work. Prefill comes in lumps: a share `f` of the
//! iterations carries a chunk of `P` prompt tokens and the others none, hence
//!
//! ```text
//! f = d ISL_uncached / ((OSL - 1) P)
//! t_step = t(d, 0) + f (t(d, P) - t(d, 0))      chunks ride along with decodes
//! t_step = t(d, 0) + f t(0, P)                  prefills run alone, ahead of decodes
//! request rate = d / ((OSL - 1) t_step)
//! ```

use crate::catalog::Scheduler;
use crate::iteration::{IterationLoad, IterationModel, IterationParts, IterationTime};
use crate::scenario::Traffic;

/// One replica in its steady state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SteadyState {
    /// Sequences that decode, mean.
    pub decoding: f64,
    /// Finished requests per second.
    pub request_rate_per_s: f64,
    /// Mean seconds between two tokens of one request.
    pub tpot_s: f64,
    /// Mean seconds from arrival to the first token, waiting for a slot included.
    pub ttft_s: f64,
    /// Where the time of a mean decode step goes.
    pub parts: IterationParts,
    /// Prompt tokens processed per decode step, mean.
    pub prefill_tokens: f64,
}

/// What limits how many sequences one replica runs at once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slots {
    /// Sequences that the KV cache holds at once.
    pub kv: f64,
    /// Sequences that the engine runs at once.
    pub engine: f64,
}

impl Slots {
    /// The smaller of the limits.
    #[must_use]
    pub const fn most(self) -> f64 {
        self.kv.min(self.engine)
    }
}

/// Continuous batching of one kind of traffic on one replica.
#[derive(Debug, Clone, Copy)]
pub struct ContinuousBatching<'a> {
    /// The iteration time.
    pub model: &'a IterationModel,
    /// Whether chunks of prefill ride along with decodes.
    pub scheduler: Scheduler,
    /// Most tokens in one iteration.
    pub token_budget: f64,
    /// Most sequences at once.
    pub slots: Slots,
    /// Lengths of the requests.
    pub traffic: Traffic,
    /// Tokens that a decode step yields for each sequence: more than one with speculative decoding.
    pub tokens_per_step: f64,
}

/// The mean decode step with a given number of sequences decoding.
#[derive(Debug, Clone, Copy)]
struct Step {
    seconds: f64,
    chunk_seconds: f64,
    chunks_per_request: f64,
    parts: IterationParts,
    prefill_tokens: f64,
}

impl ContinuousBatching<'_> {
    /// Decode steps of one request: its first token comes from the prefill.
    fn steps(&self) -> f64 {
        (self.traffic.osl - 1.0).max(0.0) / self.tokens_per_step
    }

    fn uncached(&self) -> f64 {
        (self.traffic.isl * (1.0 - self.traffic.cache_hit)).max(1.0)
    }

    /// Mean context of a decoding sequence: the prompt and half of the output. A long output is
    /// met more often than a short one, by its length.
    ///
    /// ```text
    /// E[ISL] + E[OSL^2] / (2 E[OSL]) = ISL + OSL (1 + cv^2) / 2
    /// ```
    fn context(&self) -> f64 {
        let longer = self.traffic.osl_cv.mul_add(self.traffic.osl_cv, 1.0);
        (self.traffic.osl / 2.0).mul_add(longer, self.traffic.isl)
    }

    /// The most sequences that can decode at once: the slots, and what the token budget leaves room
    /// to admit, since in `OSL - 1` steps each of them is replaced once.
    #[must_use]
    pub fn most_decoding(&self) -> f64 {
        let slots = self.slots.most();
        match self.scheduler {
            Scheduler::Mixed => {
                let steps = self.steps();
                slots.min(self.token_budget * steps / (steps + self.uncached()))
            }
            Scheduler::PrefillFirst => slots,
        }
    }

    fn chunk(&self, tokens: f64) -> IterationLoad {
        let uncached = self.uncached();
        let cached = self.traffic.isl - uncached;
        IterationLoad {
            prefill_tokens: tokens,
            // E[ISL^2] / (2 E[ISL]): the tokens of long prompts attend to more.
            prefill_attended_tokens: tokens
                * (uncached / 2.0).mul_add(
                    self.traffic.isl_cv.mul_add(self.traffic.isl_cv, 1.0),
                    cached,
                ),
            prefill_completions: tokens / uncached,
            ..IterationLoad::default()
        }
    }

    fn step(&self, decoding: f64) -> Step {
        let uncached = self.uncached();
        let per_step = decoding * uncached / self.steps().max(1e-9);
        let room = match self.scheduler {
            Scheduler::Mixed => (self.token_budget - decoding).max(1.0),
            Scheduler::PrefillFirst => self.token_budget,
        };
        let tokens = uncached.max(per_step).min(room);
        let share = per_step / tokens;
        let decode = IterationLoad::decode(decoding, self.context());
        let chunk = self.chunk(tokens);
        let alone = self.model.parts(&decode);
        let (parts, chunk_seconds) = match self.scheduler {
            Scheduler::Mixed => {
                let share = share.min(1.0);
                let together = self.model.parts(&IterationLoad {
                    prefill_tokens: chunk.prefill_tokens,
                    prefill_attended_tokens: chunk.prefill_attended_tokens,
                    prefill_completions: chunk.prefill_completions,
                    ..decode
                });
                (
                    alone.scaled(1.0 - share).plus(together.scaled(share)),
                    together.total_s(),
                )
            }
            Scheduler::PrefillFirst => {
                let prefill = self.model.parts(&chunk);
                (alone.plus(prefill.scaled(share)), prefill.total_s())
            }
        };
        Step {
            seconds: parts.total_s(),
            chunk_seconds,
            chunks_per_request: (uncached / tokens).max(1.0),
            parts,
            prefill_tokens: per_step,
        }
    }

    /// The steady state with `decoding` sequences; whoever else is in flight waits for a slot.
    fn state(&self, decoding: f64, in_flight: Option<f64>) -> SteadyState {
        let step = self.step(decoding);
        let decode_s = self.steps() * step.seconds;
        let request_rate_per_s = decoding / decode_s;
        let own_ttft = step
            .chunks_per_request
            .mul_add(step.chunk_seconds, step.seconds / 2.0);
        let ttft_s = in_flight.map_or(own_ttft, |count| {
            (count / request_rate_per_s - decode_s).max(own_ttft)
        });
        SteadyState {
            decoding,
            request_rate_per_s,
            tpot_s: step.seconds / self.tokens_per_step,
            ttft_s,
            parts: step.parts,
            prefill_tokens: step.prefill_tokens,
        }
    }

    /// The steady state with `decoding` sequences on average, and nobody waiting for a slot.
    #[must_use]
    pub fn at(&self, decoding: f64) -> SteadyState {
        self.state(decoding, None)
    }

    /// The steady state at a request rate; the most that can decode where the rate is beyond it.
    #[must_use]
    pub fn at_rate(&self, per_s: f64) -> SteadyState {
        let (mut low, mut high) = (0.0, self.most_decoding());
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            if self.at(middle).request_rate_per_s < per_s {
                low = middle
            } else {
                high = middle
            }
        }
        self.at(high)
    }

    /// Seconds of an iteration that carries a chunk, with `decoding` sequences.
    #[must_use]
    pub fn chunk_step_s(&self, decoding: f64) -> f64 {
        self.step(decoding).chunk_seconds
    }

    /// All slots taken and more requests waiting.
    #[must_use]
    pub fn saturated(&self) -> SteadyState {
        self.state(self.most_decoding(), None)
    }

    /// A closed loop: `concurrency` requests are in flight at all times.
    ///
    /// The number decoding follows from Little's law: in flight = decoding + rate x TTFT.
    #[must_use]
    pub fn closed_loop(&self, concurrency: f64) -> SteadyState {
        let most = self.most_decoding();
        let mut decoding = concurrency.min(most);
        for _ in 0..24 {
            let state = self.state(decoding, None);
            let in_flight = state.request_rate_per_s.mul_add(state.ttft_s, decoding);
            let next = (decoding * concurrency / in_flight).min(most);
            let moved = (next - decoding).abs() / decoding;
            decoding = next;
            if moved < 1e-6 {
                break;
            }
        }
        self.state(decoding, Some(concurrency))
    }

    /// Seconds for the whole prompt of one request with nothing else running.
    #[must_use]
    pub fn lone_prefill_s(&self) -> f64 {
        let uncached = self.uncached();
        let chunks = (uncached / self.token_budget).ceil().max(1.0);
        chunks * self.model.seconds(&self.chunk(uncached / chunks))
    }
}
