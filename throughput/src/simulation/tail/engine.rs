//! The replica as queueing theory sees it, and its steady state without fluctuations.

use super::{
    super::{Lengths, ReplicaConfig, Scheduler},
    Burstiness, Sizes,
    burst::count_probabilities,
};
use crate::iteration::{IterationLoad, IterationTime};

/// Fewest decode steps that the mean request is taken to have, so that requests of one token need
/// no other formulas.
const LEAST_STEPS: f64 = 1e-3;

#[derive(Debug, Clone)]
pub(super) struct Engine<T> {
    time: T,
    prefill_first: bool,
    budget: f64,
    /// Uncached prompt tokens.
    pub(super) prompt: Sizes,
    /// Cached tokens for each uncached one.
    cached: f64,
    /// Decode steps, OSL - 1.
    pub(super) steps: Sizes,
    /// Mean context of a running sequence, in tokens.
    context: f64,
    /// Squared coefficient of variation of the room that a running sequence takes, if room is what
    /// limits their number.
    pub(super) room_squared_cv: f64,
    slots: f64,
}

/// Prefill work of one iteration.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prompts {
    pub(super) tokens: f64,
    pub(super) attended: f64,
    pub(super) completions: f64,
}

impl Prompts {
    /// A part of the same.
    pub(super) fn part(self, share: f64) -> Self {
        Self {
            tokens: self.tokens * share,
            attended: self.attended * share,
            completions: self.completions * share,
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            tokens: self.tokens + other.tokens,
            attended: self.attended + other.attended,
            completions: self.completions + other.completions,
        }
    }
}

impl<T: IterationTime> Engine<T> {
    pub(super) fn new(time: T, config: &ReplicaConfig, lengths: &Lengths) -> Self {
        let miss = 1.0 - config.prefix_hit_share;
        let (mut prompt, steps) = match lengths {
            Lengths::Independent { input, output } => {
                (Sizes::of(input, 0.0, 1.0), Sizes::of(output, 1.0, 0.0))
            }
            Lengths::Pairs(pairs) => (
                Sizes::of_list(pairs.iter().map(|pair| pair.0).collect(), 0.0, 1.0),
                Sizes::of_list(pairs.iter().map(|pair| pair.1).collect(), 1.0, 0.0),
            ),
        };
        let isl = prompt.mean;
        let input_variance = isl * isl * prompt.squared_cv();
        prompt.scale(miss);
        // A running sequence is seen at a random moment of its life: E O^2 / (2 E O) tokens in.
        let mean_steps = steps.mean.max(LEAST_STEPS);
        let age = 0.5 * mean_steps * steps.second;
        let context = isl + age + 1.0;
        let age_variance = mean_steps * mean_steps * steps.third / 3.0 - age * age;
        let block = f64::from(config.block_tokens);
        let blocks_of = |tokens: f64| tokens + 0.5 * block;
        let cache = config.blocks() as f64 * block;
        let (held, varies) = if config.reserve_full_length {
            // Long answers hold their room for longer.
            let answer = mean_steps * steps.second;
            let answer_variance = mean_steps * mean_steps * steps.third - answer * answer;
            (
                blocks_of(isl + answer + 1.0),
                input_variance + answer_variance.max(0.0),
            )
        } else {
            (
                blocks_of(context) / (1.0 - config.watermark),
                input_variance + age_variance.max(0.0),
            )
        };
        let sequences = f64::from(config.max_sequences);
        let room = cache / held;
        let budget = f64::from(config.token_budget);
        let tokens_a_step = prompt.mean / mean_steps;
        let slots = sequences.min(room);
        // In OSL - 1 steps each sequence is replaced once, and spends a step in prefill.
        let decoding = (slots / (1.0 + 1.0 / mean_steps)).min(budget / (1.0 + tokens_a_step));
        Self {
            time,
            prefill_first: config.scheduler == Scheduler::PrefillFirst,
            budget,
            cached: config.prefix_hit_share / miss,
            prompt,
            steps: steps.at_least(mean_steps),
            context,
            room_squared_cv: if room < sequences {
                varies / (held * held)
            } else {
                0.0
            },
            slots: decoding,
        }
    }

    /// Most sequences that decode at once.
    pub(super) fn slots(&self) -> f64 {
        self.slots
    }

    /// Prompt tokens that fit into an iteration beside `decoding` sequences.
    pub(super) fn room(&self, decoding: f64) -> f64 {
        if self.prefill_first {
            self.budget
        } else {
            (self.budget - decoding).max(1.0)
        }
    }

    fn load(&self, decoding: f64) -> IterationLoad {
        IterationLoad::decode(decoding, self.context)
    }

    /// Seconds of an iteration that only decodes.
    pub(super) fn decode(&self, decoding: f64) -> f64 {
        self.time.seconds(&self.load(decoding))
    }

    /// A prompt of so many uncached tokens.
    pub(super) fn prompt_of(&self, tokens: f64) -> Prompts {
        Prompts {
            tokens,
            attended: tokens * tokens * (self.cached + 0.5),
            completions: 1.0,
        }
    }

    /// So many mean prompts together.
    pub(super) fn prompts(&self, count: f64) -> Prompts {
        let mut mean = self.prompt_of(self.prompt.mean);
        mean.attended *= self.prompt.second;
        mean.part(count)
    }

    fn with(&self, decoding: f64, prompts: Prompts) -> f64 {
        self.time.seconds(&IterationLoad {
            prefill_tokens: prompts.tokens,
            prefill_attended_tokens: prompts.attended,
            prefill_completions: prompts.completions,
            ..self.load(decoding)
        })
    }

    /// Seconds from the start of an iteration until prompts, which fit into it, have their first
    /// tokens.
    pub(super) fn prefill(&self, decoding: f64, prompts: Prompts) -> f64 {
        self.with(if self.prefill_first { 0.0 } else { decoding }, prompts)
    }

    /// Seconds until each decoding sequence has its next token, when prompts come with it.
    pub(super) fn step(&self, decoding: f64, prompts: Prompts) -> f64 {
        if self.prefill_first {
            self.with(0.0, prompts) + self.decode(decoding)
        } else {
            self.with(decoding, prompts)
        }
    }

    /// Iterations that a prompt takes.
    pub(super) fn chunks(&self, decoding: f64, prompts: Prompts) -> f64 {
        (prompts.tokens / self.room(decoding)).max(1.0)
    }

    /// Seconds that decoding sequences lose to a prompt, in all its chunks.
    pub(super) fn cost(&self, decoding: f64, alone: f64, prompts: Prompts) -> f64 {
        let chunks = self.chunks(decoding, prompts);
        chunks * (self.step(decoding, prompts.part(1.0 / chunks)) - alone)
    }

    /// Mean seconds of an iteration with `decoding` sequences in the steady state: of those that
    /// carry no prompt, one, two, or more, by how many come in an iteration and how bursts gather
    /// them.
    pub(super) fn mean_step(&self, decoding: f64, burst: &Burstiness) -> f64 {
        let alone = self.decode(decoding);
        alone + self.prefill_seconds(decoding, alone, decoding / self.steps.mean, burst)
    }

    /// Mean seconds that prompts add to an iteration when so many arrive in one.
    pub(super) fn prefill_seconds(
        &self,
        decoding: f64,
        alone: f64,
        arrivals: f64,
        burst: &Burstiness,
    ) -> f64 {
        let classes = self.prompt.classes.iter();
        let apart: f64 = classes
            .map(|class| class.share * self.cost(decoding, alone, self.prompt_of(class.mean)))
            .sum();
        let mut counts = [0.0; 4];
        count_probabilities(arrivals, burst.dispersion(arrivals), &mut counts);
        let [_, one, two, more] = counts;
        let mut together = 0.0;
        if two > 1e-4 {
            let single = self.cost(decoding, alone, self.prompts(1.0));
            let beyond =
                |count: f64| self.cost(decoding, alone, self.prompts(count)) - count * single;
            together = two * beyond(2.0);
            if more > 1e-4 {
                together += more * beyond((arrivals - one - 2.0 * two) / more);
            }
        }
        (arrivals * apart + together).max(0.0)
    }

    /// Requests per second in the steady state with `decoding` sequences.
    pub(super) fn rate(&self, decoding: f64, burst: &Burstiness) -> f64 {
        decoding / (self.steps.mean * self.mean_step(decoding, burst))
    }

    /// Sequences that decode at a rate below saturation: false position with Illinois' correction.
    pub(super) fn decoding(&self, rate: f64, burst: &Burstiness) -> f64 {
        let (mut low, mut high) = (0.0, self.slots);
        let (mut below, mut above) = (-1.0, self.rate(high, burst) / rate - 1.0);
        if above <= 0.0 {
            return high;
        }
        let mut last_side = 0;
        let mut middle = high;
        for _ in 0..40 {
            middle = (low * above - high * below) / (above - below);
            let error = self.rate(middle, burst) / rate - 1.0;
            if error.abs() < 1e-5 || high - low < 1e-9 * high {
                break;
            }
            if error < 0.0 {
                low = middle;
                below = error;
                if last_side == -1 {
                    above *= 0.5;
                }
                last_side = -1;
            } else {
                high = middle;
                above = error;
                if last_side == 1 {
                    below *= 0.5;
                }
                last_side = 1;
            }
        }
        middle
    }

    /// Prompts of one request and `others` of mean size.
    pub(super) fn together(&self, own: f64, others: f64) -> Prompts {
        self.prompt_of(own).plus(self.prompts(others))
    }
}
