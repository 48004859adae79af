//! The slow time scale: how many sequences run, and how that fluctuates.

use super::{
    Burstiness, Engine, Full,
    normal::{normal_above, normal_density},
};
use crate::iteration::IterationTime;

/// A replica at a rate.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fluctuation {
    pub(super) rate: f64,
    /// Mean sequences that decode, over iterations.
    pub(super) decoding: f64,
    /// The same over time, which is what arrivals see.
    pub(super) decoding_seen: f64,
    /// Standard deviation of the sequences that decode.
    pub(super) deviation: f64,
    /// Seconds of an iteration that only decodes.
    pub(super) alone: f64,
    /// Mean seconds of an iteration.
    pub(super) mean_step: f64,
    /// Seconds by which another sequence lengthens an iteration.
    pub(super) slope: f64,
    /// Mean seconds that a prompt adds to an iteration.
    pub(super) cost: f64,
    /// Squared coefficient of variation of that.
    pub(super) cost_squared_cv: f64,
    /// Third central moment of that, over its cubed mean.
    pub(super) cost_third: f64,
    /// 1 / (1 - share of time that prefill adds): how much time one second of work brings about.
    pub(super) gain: f64,
    /// Mean TPOT.
    pub(super) mean_tpot: f64,
    /// Feedback of the batch's size on itself, 0 to below 1.
    pub(super) feedback: f64,
    /// Mean arrivals in an iteration.
    pub(super) arrivals: f64,
    /// Dispersion of arrivals over long windows.
    pub(super) dispersion: f64,
    /// Dispersion of arrivals in an iteration and a half.
    pub(super) near_dispersion: f64,
    pub(super) full: Full,
}

impl Fluctuation {
    pub(super) fn new<T: IterationTime>(
        engine: &Engine<T>,
        burst: &Burstiness,
        squared_cv: f64,
        saturation: f64,
        rate: f64,
    ) -> Self {
        let steps = engine.steps.mean;
        let decoding = engine.decoding(rate, burst);
        let alone = engine.decode(decoding);
        let mean_step = engine.mean_step(decoding, burst);
        let costs = engine.prompt.classes.iter().map(|class| {
            let prompt = engine.prompt_of(class.mean);
            (class.share, engine.cost(decoding, alone, prompt).max(1e-12))
        });
        let cost: f64 = costs.clone().map(|(share, cost)| share * cost).sum();
        let central = |power: i32| -> f64 {
            costs
                .clone()
                .map(|(share, one)| share * (one / cost - 1.0).powi(power))
                .sum()
        };
        let (cost_squared_cv, cost_third) = (central(2), central(3));
        let prefill_share = ((mean_step - alone) / mean_step).clamp(0.0, 0.99);
        let gain = 1.0 / (1.0 - prefill_share);
        let arrivals = decoding / steps;
        // Prompts that come together may cost more than one by one, and fluctuation brings them
        // together: what counts is the cost of some more of them.
        let some_more = engine.prefill_seconds(decoding, alone, 1.5 * arrivals, burst);
        let marginal = (some_more - (mean_step - alone)) / (0.5 * arrivals);
        let cost = marginal.max(0.5 * cost);
        let long = gain * gain * squared_cv + (gain - 1.0) * (gain - 1.0) * cost_squared_cv;
        let peakedness = (1.0 + (long - 1.0) * engine.steps.overlap).max(0.1);
        // An iteration as a function of the batch is anything but straight: its slope is that over
        // the fluctuation itself, which takes a first guess to know.
        let one = engine.prompts(1.0);
        let step_with = |decoding: f64| {
            let alone = engine.decode(decoding);
            alone + arrivals * engine.cost(decoding, alone, one)
        };
        let (mut slope, mut feedback, mut variance) = (0.0, 0.0, decoding * peakedness);
        for _ in 0..2 {
            let apart = f64::sqrt(variance).max(0.5);
            let (lower, upper) = ((decoding - apart).max(0.0), decoding + apart);
            slope = ((step_with(upper) - step_with(lower)) / (upper - lower)).max(0.0);
            feedback = (rate * steps * slope * gain).min(0.97);
            variance = decoding * peakedness / (1.0 - feedback);
        }
        let lumps = prefill_share * cost * arrivals * (squared_cv + cost_squared_cv) * gain * gain;
        let points = Points::new(decoding, variance, f64::INFINITY);
        let curvature = points.mean(step_with) - step_with(decoding);
        let moved = (rate * steps * curvature * gain / (1.0 - feedback)).max(-0.5 * decoding);
        let decoding = decoding + moved;
        let points = Points::new(decoding, variance, engine.slots());
        let plain = points.mean(step_with);
        let of_tokens = points.mean(|decoding| decoding * step_with(decoding))
            / points.mean(|decoding| decoding);
        let mean_step = mean_step + moved / (rate * steps);
        let crowding = gain * (of_tokens - plain) + lumps / decoding;
        let seen = (mean_step + crowding) * rate * steps;
        let deviation = (variance + decoding * engine.room_squared_cv).sqrt();
        // Requests of one length leave as they came, so bursts stay together and their prompts are
        // prefilled together; spread lengths part them.
        let cubed = engine.steps.overlap * engine.steps.overlap * engine.steps.overlap;
        let together = cubed * cubed;
        let burst_rate = engine.rate(engine.slots(), burst);
        let gathered = (saturation + together * (burst_rate - saturation))
            .clamp(0.5 * (rate + saturation), saturation);
        let mut state = Self {
            rate,
            decoding,
            decoding_seen: seen,
            deviation: variance.sqrt(),
            alone,
            mean_step,
            slope,
            cost,
            cost_squared_cv,
            cost_third,
            gain,
            mean_tpot: 0.0,
            feedback,
            arrivals,
            dispersion: squared_cv,
            near_dispersion: burst.dispersion(1.5 * rate * mean_step),
            full: Full::default(),
        };
        state.full = Full::new(engine, &state, gathered, seen, deviation);
        state.decoding_seen = state.cut(seen, deviation, engine.slots());
        state.mean_tpot = state.decoding_seen / (rate * steps);
        state
    }

    /// Nobody decodes beyond the slots: the mean of a normal that is cut there, with what lies
    /// beyond at the slots.
    fn cut(&self, seen: f64, deviation: f64, slots: f64) -> f64 {
        let z = (slots - seen) / deviation;
        let inside = 1.0 - normal_above(z);
        let below = seen - deviation * normal_density(z) / inside.max(1e-6);
        let full = self.full.probability;
        let cut = (1.0 - full) * below + full * slots;
        seen.min(cut.max(self.decoding.min(slots))).min(slots)
    }
}

/// Three sizes of the batch with the mean and variance of a log-normal, none beyond the slots.
#[derive(Debug, Clone, Copy)]
struct Points {
    sizes: [f64; 3],
}

impl Points {
    const WEIGHTS: [f64; 3] = [1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0];

    fn new(mean: f64, variance: f64, most: f64) -> Self {
        let spread = libm::log1p(variance / (mean * mean));
        let apart = f64::sqrt(3.0 * spread);
        let sizes = [-apart, 0.0, apart].map(|z| (mean * libm::exp(z - 0.5 * spread)).min(most));
        Self { sizes }
    }

    fn mean(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.sizes
            .iter()
            .zip(Self::WEIGHTS)
            .map(|(size, weight)| weight * of(*size))
            .sum()
    }
}
