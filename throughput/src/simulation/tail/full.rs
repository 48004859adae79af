//! All slots taken: how often a request has to wait, and for how long.

use super::{
    Engine, Fluctuation,
    normal::{Gamma, normal_above, normal_density},
};
use crate::iteration::IterationTime;

/// All slots taken.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Full {
    /// Probability that an arrival has to wait for a slot.
    pub(super) probability: f64,
    /// Exponential rate of that wait, per second.
    pub(super) theta: f64,
    /// Mean seconds of an iteration then.
    pub(super) step: f64,
    /// Dispersion of how many finish within a life, by their lengths.
    pub(super) irregular: f64,
    /// Standard deviation of the iteration, when sequences of different room fill the KV cache.
    pub(super) step_deviation: f64,
}

impl Full {
    /// `seen` sequences decode on average, with `deviation`, and `saturation` is what the full batch
    /// finishes.
    pub(super) fn new<T: IterationTime>(
        engine: &Engine<T>,
        state: &Fluctuation,
        saturation: f64,
        seen: f64,
        deviation: f64,
    ) -> Self {
        let slots = engine.slots();
        let step = slots / (engine.steps.mean * saturation);
        let alone = engine.decode(slots);
        let gain = step / alone.max(1e-12);
        let skewed = (2.0 - state.decoding / (deviation * deviation)).clamp(1.0, 2.0);
        let running = Gamma {
            mean: seen,
            deviation,
            skewness: skewed * deviation / state.decoding.max(1e-9),
        };
        let z = running.z(slots).max(0.05);
        // A request's engine time at saturation is its share of decode steps and its prefill.
        let decode_share = engine.steps.mean * alone / slots * saturation;
        let prefill_share = state.cost * saturation;
        let service = decode_share * decode_share * engine.steps.squared_cv()
            + prefill_share * prefill_share * state.cost_squared_cv;
        // Prefill adds to the drift below the slots but not above them, where requests wait without
        // costing time; the effect fades as the batch is full more often than not. Varied service
        // makes queues last.
        let drift = libm::pow(gain, (0.6 * z).min(1.0)) * (1.0 + 0.2 * service.min(2.0));
        let odds = drift * normal_density(z) / (z * (1.0 - normal_above(z)));
        // A wait that is short against a life sees departures that are as irregular as Poisson.
        let variability = state.dispersion + service + (0.2 * z).min(1.0) * (1.0 - service);
        Self {
            probability: odds / (1.0 + odds),
            theta: 2.0 * (saturation - state.rate) / variability.max(0.1),
            step,
            irregular: (1.5 * engine.steps.squared_cv()).min(1.0),
            step_deviation: gain * state.slope * (slots * engine.room_squared_cv).sqrt(),
        }
    }
}
