//! What an arriving request meets: a Markov chain of iterations by the prompts they carry.

use super::{Burstiness, Engine, Fluctuation, burst::count_probabilities};
use crate::iteration::IterationTime;

/// Most prompts in one iteration that are told apart.
const PROMPTS: usize = 24;
/// Rounds in which the chain settles.
const ROUNDS: usize = 16;
/// Weights below this are left out.
pub(super) const NEGLIGIBLE: f64 = 1e-5;
/// Counts from the first to before the last of each group are taken for their middle.
const GROUPS: [usize; 13] = [0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 15, 19, 24];

/// Iterations by the prompts they carry.
pub(super) struct Iterations {
    /// Seconds with 0, 1, 2, ... mean prompts; more than fit take several iterations.
    pub(super) seconds: [f64; PROMPTS],
    /// Mean arrivals during each.
    arrivals: [f64; PROMPTS],
    /// Those of them that the arrivals before bring: early in the iteration, as bursts do.
    early: [f64; PROMPTS],
    /// Variance over mean of the arrivals.
    dispersion: [f64; PROMPTS],
    /// Share of arrivals that come during each.
    met: [f64; PROMPTS],
    /// How many are told apart.
    used: usize,
    /// What the sizes of prompts add to the dispersion of their number.
    sizes: f64,
    /// Prompts that count as one, so that those of an iteration can be told apart when they are
    /// many and small; 1 as a rule.
    pub(super) unit: f64,
}

impl Iterations {
    /// In the steady state, with `running` sequences that decode.
    pub(super) fn new<T: IterationTime>(
        engine: &Engine<T>,
        burst: &Burstiness,
        state: &Fluctuation,
        running: f64,
    ) -> Self {
        let mut iterations = Self {
            seconds: [0.0; PROMPTS],
            arrivals: [0.0; PROMPTS],
            early: [0.0; PROMPTS],
            dispersion: [1.0; PROMPTS],
            met: [0.0; PROMPTS],
            used: 0,
            sizes: size_dispersion(engine, state),
            unit: (state.rate * state.mean_step / 3.0).max(1.0),
        };
        let mut chain = [[0.0; PROMPTS]; PROMPTS];
        iterations.tell_apart(engine, burst, state, running);
        chain[0] = iterations.next(0);
        let plain = iterations.arrivals[0];
        let mut share = [0.0; PROMPTS];
        share[0] = 1.0;
        for round in 0..ROUNDS {
            let mut next = [0.0; PROMPTS];
            for count in 0..PROMPTS {
                if share[count] <= NEGLIGIBLE && count > 0 {
                    continue;
                }
                while iterations.used <= count {
                    iterations.tell_apart(engine, burst, state, running);
                    let last = iterations.used - 1;
                    chain[last] = iterations.next(last);
                }
                for (entry, probability) in next.iter_mut().zip(&chain[count]) {
                    *entry += share[count] * probability;
                }
            }
            let change: f64 = next
                .iter()
                .zip(&share)
                .map(|(new, old)| (new - old).abs())
                .sum();
            share = next;
            // What bursts bring more, quiet iterations bring less.
            let more: f64 = share
                .iter()
                .zip(&iterations.early)
                .map(|(weight, more)| weight * more)
                .sum();
            if more > 0.0 && round % 2 == 0 {
                iterations.arrivals[0] = (plain - more / share[0].max(1e-3)).max(0.1 * plain);
                chain[0] = iterations.next(0);
            } else if change < 1e-4 {
                break;
            }
        }
        let mut met_by_count = [0.0; PROMPTS];
        let met = |count: usize| share[count] * iterations.arrivals[count];
        let total: f64 = (0..iterations.used).map(met).sum();
        for (count, entry) in met_by_count.iter_mut().enumerate().take(iterations.used) {
            *entry = met(count) / total;
        }
        iterations.met = met_by_count;
        iterations
    }

    /// Adds the iteration with one more prompt.
    fn tell_apart<T: IterationTime>(
        &mut self,
        engine: &Engine<T>,
        burst: &Burstiness,
        state: &Fluctuation,
        running: f64,
    ) {
        let count = self.used;
        let prompts = engine.prompts(count as f64 * self.unit);
        let chunks = engine.chunks(running, prompts);
        let seconds = chunks * engine.step(running, prompts.part(1.0 / chunks));
        let own = state.rate * seconds;
        let mut dispersion = burst.dispersion(own);
        let mut early = 0.0;
        if count > 0 && burst.squared_cv() > 1.0 {
            // Two windows side by side share a burst: the excess of the second one's mean over its
            // own, given an arrival in the first, from the variances of both and of the whole. 0.7
            // of it, since the first window is not alone with that arrival, and the rest is less
            // dispersed.
            let before = (state.rate * self.seconds[0]).max(0.5 * state.rate * state.mean_step);
            let variance = |mean: f64| mean * burst.dispersion(mean);
            let shared = variance(before + own) - variance(before) - own * dispersion;
            early = (0.35 * shared / before).max(0.0);
            dispersion = (dispersion - 0.8 * early).max(1.0);
        }
        self.seconds[count] = seconds;
        self.arrivals[count] = (own + early) / self.unit;
        self.early[count] = early / self.unit;
        self.dispersion[count] = (dispersion / self.unit).max(1.0);
        self.used = count + 1;
    }

    /// Probabilities of the numbers of prompts in the iteration after one with `count`.
    fn next(&self, count: usize) -> [f64; PROMPTS] {
        let mut probabilities = [0.0; PROMPTS];
        count_probabilities(
            self.arrivals[count],
            self.dispersion[count] + self.sizes / self.unit,
            &mut probabilities,
        );
        probabilities
    }

    /// Probabilities of the others that come during an iteration in which a request does.
    fn companions(&self, count: usize) -> [f64; PROMPTS] {
        let mut probabilities = [0.0; PROMPTS];
        let mean = self.arrivals[count] + self.dispersion[count] - 1.0;
        count_probabilities(
            mean,
            self.dispersion[count] + self.sizes / self.unit,
            &mut probabilities,
        );
        probabilities
    }
}

/// Iterations with about as many prompts, as an arrival meets them.
pub(super) struct Group {
    pub(super) weight: f64,
    pub(super) seconds: f64,
    /// Bursts arrive early in the iteration: the rest of it is at least this.
    pub(super) least: f64,
    /// Probabilities of the others that come in it, by group.
    pub(super) others: [f64; GROUPS.len() - 1],
    /// The last group of those that matters.
    pub(super) most_others: usize,
}

impl Group {
    pub(super) fn of(iterations: &Iterations) -> Vec<Self> {
        let bounds = GROUPS.windows(2);
        let groups = bounds.filter_map(|bounds| {
            let weight: f64 = iterations.met[bounds[0]..bounds[1]].iter().sum();
            if weight < NEGLIGIBLE {
                return None;
            }
            let count = ((bounds[0] + bounds[1] - 1) / 2).min(iterations.used - 1);
            let early = 0.5 * iterations.early[count] / iterations.arrivals[count];
            let companions = iterations.companions(count);
            let mut others = [0.0; GROUPS.len() - 1];
            for (entry, bounds) in others.iter_mut().zip(GROUPS.windows(2)) {
                *entry = companions[bounds[0]..bounds[1]].iter().sum();
            }
            Some(Self {
                weight,
                seconds: iterations.seconds[count],
                least: early * iterations.seconds[count],
                most_others: others
                    .iter()
                    .rposition(|p| p * weight > NEGLIGIBLE)
                    .unwrap_or(0),
                others,
            })
        });
        groups.collect()
    }
}

/// The middle count of a group.
pub(super) fn middle(group: usize) -> f64 {
    0.5 * (GROUPS[group] + GROUPS[group + 1] - 1) as f64
}

/// What the sizes of prompts add to the dispersion of their number, so that mean prompts stand for
/// all of them; the skewness of sizes, which a negative binomial lacks, is made up for by more.
fn size_dispersion<T>(engine: &Engine<T>, state: &Fluctuation) -> f64 {
    1.3 * state.cost_squared_cv.min(1.3 * engine.prompt.squared_cv())
}
