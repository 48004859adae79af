//! The fast time scale: what an arriving request meets on its way to the first token.

use super::{
    Burstiness, Engine, Fluctuation,
    histogram::Histogram,
    iterations::{Group, Iterations, NEGLIGIBLE, middle},
    normal::LEVELS,
};
use crate::{iteration::IterationTime, latency::Spread};

/// Where a request may stand among those that came with it, when not all fit into an iteration.
const PLACES: [f64; 2] = [0.15, 0.85];

/// Seconds from the end of the iteration met to the first token of a request of `own` tokens that
/// came with `others`, from each of its [`PLACES`] in the line.
fn own_prefill<T: IterationTime>(
    engine: &Engine<T>,
    running: f64,
    own: f64,
    others: f64,
) -> [f64; 2] {
    let prompts = engine.together(own, others);
    let chunks = engine.chunks(running, prompts);
    let chunk = prompts.part(1.0 / chunks);
    let last = engine.prefill(running, chunk);
    if chunks <= 1.0 {
        return [last; 2];
    }
    let step = engine.step(running, chunk);
    PLACES.map(|place| {
        let ahead = own + place * others * engine.prompt.mean;
        let needed = (ahead / engine.room(running)).ceil().min(chunks);
        (needed - 1.0) * step + last
    })
}

/// Mean and percentiles of TTFT.
pub(super) fn ttft<T: IterationTime>(
    engine: &Engine<T>,
    burst: &Burstiness,
    state: &Fluctuation,
) -> Spread {
    let crowd =
        0.5 * (state.dispersion - burst.dispersion(2.0 * state.rate * state.mean_step)).max(0.0);
    let running = (state.decoding_seen + crowd * engine.steps.overlap).min(engine.slots());
    let iterations = Iterations::new(engine, burst, state, running);
    // Nobody decodes, and nobody came while a prompt of one's own would have been prefilled.
    let inside = state.decoding_seen + state.rate * (state.alone + state.cost);
    let idle = libm::exp(-inside);
    let groups = Group::of(&iterations);
    let longest_own = engine
        .prompt
        .classes
        .last()
        .map_or(engine.prompt.mean, |class| class.high);
    let most_others = groups
        .iter()
        .map(|group| group.most_others)
        .max()
        .unwrap_or(0);
    let [_, slowest] = own_prefill(
        engine,
        running,
        longest_own,
        iterations.unit * middle(most_others),
    );
    let last_met = groups
        .iter()
        .rfind(|group| group.weight > 1e-4)
        .map_or(0.0, |group| group.seconds);
    let mut histogram = Histogram::new(last_met + slowest);
    for class in &engine.prompt.classes {
        let prompt = engine.prompt_of(class.mean);
        let cost = engine.cost(running, iterations.seconds[0], prompt);
        let span_of_class = (class.high - class.low) * cost / class.mean;
        let chunks = engine.chunks(0.0, prompt);
        let lone = chunks * engine.prefill(0.0, prompt.part(1.0 / chunks));
        histogram.add(
            (lone - 0.5 * span_of_class).max(0.0),
            span_of_class,
            class.share * idle,
        );
        for others in 0..=most_others {
            let prefill = own_prefill(
                engine,
                running,
                class.mean,
                iterations.unit * middle(others),
            );
            let apart = prefill[1] - prefill[0] > 1e-3 * prefill[0];
            for group in &groups {
                let weight = class.share * (1.0 - idle) * group.weight * group.others[others];
                if weight < NEGLIGIBLE {
                    continue;
                }
                let rest = group.seconds - group.least;
                let span = if span_of_class > 0.0 {
                    f64::sqrt(rest * rest + span_of_class * span_of_class)
                } else {
                    rest
                };
                let low = group.least + 0.5 * (rest - span);
                if apart {
                    for prefill in prefill {
                        histogram.add((low + prefill).max(0.0), span, 0.5 * weight);
                    }
                } else {
                    histogram.add((low + prefill[0]).max(0.0), span, weight);
                }
            }
        }
    }
    with_waiting(engine, state, &histogram)
}

/// Mean tokens of the longest prompts.
fn longest_class<T>(engine: &Engine<T>) -> f64 {
    let last = engine.prompt.classes.last();
    last.map_or(engine.prompt.mean, |class| class.mean)
}

/// Adds the wait for a slot and the slow fluctuation to what is met with slots to spare.
fn with_waiting<T: IterationTime>(
    engine: &Engine<T>,
    state: &Fluctuation,
    histogram: &Histogram,
) -> Spread {
    let tail = histogram.tail();
    let free_mean = histogram.mean();
    let full = state.full;
    // After a wait: own prefill beside a full batch.
    let after = |tokens: f64| {
        let prompt = engine.prompt_of(tokens);
        let chunks = engine.chunks(engine.slots(), prompt);
        let chunk = prompt.part(1.0 / chunks);
        let slots = engine.slots();
        (chunks - 1.0) * engine.step(slots, chunk) + engine.prefill(slots, chunk)
    };
    let classes = engine.prompt.classes.iter();
    let served: f64 = classes.map(|class| class.share * after(class.mean)).sum();
    // Where hardly anybody decodes, it is prefill itself that is waited for, and shared.
    let shared = (free_mean - served).max(0.0) / (1.0 + engine.slots());
    let slowest = after(longest_class(engine)) + shared;
    // E exp(theta T) of the time T after the wait moves the wait's exponential tail.
    let classes = engine.prompt.classes.iter();
    let lift: f64 = classes
        .map(|class| class.share * libm::exp(full.theta * (after(class.mean) + shared - slowest)))
        .sum();
    let above = |seconds: f64| {
        let waited = (lift * libm::exp(full.theta * (slowest - seconds))).min(1.0);
        (1.0 - full.probability) * tail.above(seconds) + full.probability * waited
    };
    let longest = tail.longest() + slowest + 10.0 / full.theta;
    let slow = {
        let one = engine.prompts(1.0);
        let chunks = engine.chunks(engine.slots(), one);
        let upper = (state.decoding + state.deviation).min(engine.slots());
        let prefill = |decoding: f64| chunks * engine.prefill(decoding, one.part(1.0 / chunks));
        0.5 * (prefill(upper) - prefill(state.decoding))
            + 0.5 * (engine.decode(upper) - state.alone)
    };
    let quantiles = LEVELS.map(|level| {
        let wanted = 1.0 - level.share;
        let (mut low, mut high) = (0.0, longest);
        for _ in 0..26 {
            let middle = 0.5 * (low + high);
            if above(middle) > wanted {
                low = middle;
            } else {
                high = middle;
            }
        }
        let over = high - free_mean;
        if over > 0.0 && level.z > 0.0 {
            let slow = slow.max(0.0) * level.z;
            free_mean + (over * over + slow * slow).sqrt()
        } else {
            high
        }
    });
    Spread {
        mean: (1.0 - full.probability) * free_mean
            + full.probability * (served + shared + 1.0 / full.theta),
        p50: quantiles[0],
        p90: quantiles[1],
        p99: quantiles[2],
    }
}
