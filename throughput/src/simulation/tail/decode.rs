//! TPOT: how much of the load's fluctuation a request averages over its life.

use super::{
    Engine, Fluctuation,
    normal::{Gamma, LEVELS, normal_above},
};
use crate::{iteration::IterationTime, latency::Spread};

/// TPOT of the requests of one class of length.
#[derive(Debug, Clone, Copy)]
struct OfLength {
    share: f64,
    /// With slots to spare.
    free: Gamma,
    /// With all slots taken; TPOT can be no worse.
    full: Gamma,
}

impl OfLength {
    fn new(
        state: &Fluctuation,
        overlap: f64,
        mean_steps: f64,
        fastest: f64,
        share: f64,
        steps: f64,
    ) -> Self {
        let Fluctuation {
            gain,
            slope,
            cost,
            arrivals,
            ..
        } = *state;
        let steps = steps.max(1.0);
        let cubed = cost * cost * cost;
        // The batch changes over a life; the mean of a triangular correlation over it is 2/3.
        let kept = overlap / 3.0;
        let averaged = 1.0 / (1.0 + kept / (1.0 - kept) * steps / mean_steps);
        let variance = state.deviation * state.deviation;
        let together =
            slope * cost * gain * arrivals * state.dispersion / (1.0 - 0.5 * state.feedback);
        let slow = gain * gain * (slope * slope * variance * averaged + together);
        // Prompts that came with this one, or because of it, meet its first steps.
        let near = state.near_dispersion;
        let following = (1.0 - 1.0 / gain) * (state.rate * state.mean_step + near)
            + 0.5 * (state.dispersion - near).max(0.0);
        let lumps = (arrivals + following / steps) / steps;
        let d = state.dispersion;
        let shot = gain * gain * cost * cost * (d + 1.5 * state.cost_squared_cv) * lumps;
        let third = 4.0 * gain * gain * gain * cubed * lumps / steps
            * (d * (2.0 * d - 1.0) + 3.0 * d * state.cost_squared_cv + state.cost_third);
        let extra = cost * gain * following * (1.0 / steps - 1.0 / mean_steps);
        let mean = (state.mean_tpot + extra).max(fastest);
        let deviation = (slow + shot).sqrt();
        let slow_third = slow * slow * 3.0 / (mean - fastest).max(1e-9);
        let free = Gamma {
            mean,
            deviation,
            skewness: (slow_third + third.max(0.0))
                / (deviation * deviation * deviation).max(1e-300),
        };
        Self {
            share,
            free,
            full: Self::full(state, steps),
        }
    }

    /// Full slots are replaced one by one, so only sizes and the order of finishing vary.
    fn full(state: &Fluctuation, steps: f64) -> Gamma {
        let Fluctuation { cost, arrivals, .. } = *state;
        let irregular = 1.5 * state.cost_squared_cv + state.full.irregular;
        let varied = state.full.step_deviation * state.full.step_deviation;
        let deviation = (cost * cost * irregular * arrivals / steps + varied)
            .sqrt()
            .max(1e-3 * state.full.step);
        let third = (state.cost_third + 1.0) * cost * cost * cost * arrivals / (steps * steps);
        Gamma {
            mean: state.full.step,
            deviation,
            skewness: third / (deviation * deviation * deviation),
        }
    }

    fn above(&self, seconds: f64) -> f64 {
        normal_above(self.free.z(seconds).max(self.full.z(seconds)))
    }

    fn quantile(&self, z: f64) -> f64 {
        self.free.quantile(z).min(self.full.quantile(z))
    }
}

/// Mean and percentiles of TPOT.
pub(super) fn tpot<T: IterationTime>(engine: &Engine<T>, state: &Fluctuation) -> Spread {
    let fastest = engine.decode(1.0);
    let steps = &engine.steps;
    let some = steps.classes.iter().filter(|class| class.mean >= 0.5);
    let classes: Vec<OfLength> = some
        .map(|class| {
            OfLength::new(
                state,
                steps.overlap,
                steps.mean,
                fastest,
                class.share,
                class.mean,
            )
        })
        .collect();
    let total: f64 = classes.iter().map(|class| class.share).sum();
    if classes.is_empty() {
        return Spread {
            mean: state.mean_tpot,
            p50: state.mean_tpot,
            p90: state.mean_tpot,
            p99: state.mean_tpot,
        };
    }
    let mean = classes
        .iter()
        .map(|class| class.share / total * class.free.mean.min(state.full.step))
        .sum();
    let quantiles = LEVELS.map(|level| {
        if let [only] = classes.as_slice() {
            return only.quantile(level.z).max(fastest);
        }
        mixture_quantile(&classes, total, level.share, level.z).max(fastest)
    });
    Spread {
        mean,
        p50: quantiles[0],
        p90: quantiles[1].max(quantiles[0]),
        p99: quantiles[2].max(quantiles[1]).max(quantiles[0]),
    }
}

/// The quantile of a mixture lies between those of its parts; false position on the normal scale
/// finds it in a few steps.
fn mixture_quantile(classes: &[OfLength], total: f64, share: f64, z: f64) -> f64 {
    let above = |seconds: f64| {
        classes
            .iter()
            .map(|class| class.share / total * class.above(seconds))
            .sum::<f64>()
    };
    let quantiles = classes.iter().map(|class| class.quantile(z));
    let (mut low, mut high) = quantiles.fold((f64::INFINITY, 0.0_f64), |(low, high), q| {
        (low.min(q), high.max(q))
    });
    let wanted = 1.0 - share;
    // In logarithms the tail is nearly straight.
    let error = |seconds: f64| libm::log((above(seconds) + 1e-12) / wanted);
    let (mut at_low, mut at_high) = (error(low), error(high));
    for _ in 0..5 {
        if high - low < 2e-3 * high || at_low - at_high < 1e-9 {
            break;
        }
        let part = (at_low / (at_low - at_high)).clamp(0.05, 0.95);
        let middle = low + (high - low) * part;
        let at_middle = error(middle);
        if at_middle > 0.0 {
            low = middle;
            at_low = at_middle;
        } else {
            high = middle;
            at_high = at_middle;
        }
    }
    let part = if at_low - at_high > 1e-9 {
        (at_low / (at_low - at_high)).clamp(0.0, 1.0)
    } else {
        0.5
    };
    low + (high - low) * part
}
