//! Percentiles of latency at a load, from a queueing model.

use crate::iteration::{IterationLoad, IterationModel, IterationTime};
use crate::steady_state::{ContinuousBatching, SteadyState};

/// Mean and percentiles of a latency, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Mean.
    pub mean: f64,
    /// Median.
    pub p50: f64,
    /// 90th percentile.
    pub p90: f64,
    /// 99th percentile.
    pub p99: f64,
}

impl Spread {
    /// The same figures, each changed in one way.
    #[must_use]
    pub fn map(self, change: impl Fn(f64) -> f64) -> Self {
        Self {
            mean: change(self.mean),
            p50: change(self.p50),
            p90: change(self.p90),
            p99: change(self.p99),
        }
    }
}

/// The latencies of one request at a load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Latencies {
    /// Time to first token.
    pub ttft: Spread,
    /// Time per output token after the first.
    pub tpot: Spread,
    /// The whole request.
    pub e2e: Spread,
}

/// Standard normal quantiles of the 90th and 99th percentile.
const Z90: f64 = 1.281_552;
const Z99: f64 = 2.326_348;

impl Latencies {
    /// Percentiles with `state.decoding` sequences on average.
    ///
    /// The number running fluctuates about its mean: as in an infinite-server queue its variance is
    /// the mean times the arrivals' dispersion, raised because a fuller batch is slower and so
    /// drains later. A request's TPOT averages over its own life, which two thirds of that variance
    /// outlast. TTFT is the rest of the running iteration, the prompts that came with this one, and
    /// the wait for a slot when the fluctuation fills them all.
    #[must_use]
    pub fn open_loop(batching: &ContinuousBatching<'_>, state: &SteadyState) -> Self {
        let model: &IterationModel = batching.model;
        let traffic = batching.traffic;
        let steps = (traffic.osl - 1.0).max(1.0);
        let dispersion = traffic.arrival_cv.mul_add(traffic.arrival_cv, 1.0) / 2.0;
        let nudge = state.decoding.mul_add(1e-3, 1e-6);
        let slower = batching.at(state.decoding + nudge).tpot_s;
        let slope = ((slower - state.tpot_s) / nudge).max(0.0);
        let elasticity = (state.decoding * slope / state.tpot_s).min(0.95);
        let variance = state.decoding * dispersion / (1.0 - elasticity);
        let deviation = variance.sqrt();
        let chunk_gap = (batching.chunk_step_s(state.decoding) - state.tpot_s).max(0.0);
        let per_token = (slope * slope)
            .mul_add(
                variance * 2.0 / 3.0,
                chunk_gap * (state.tpot_s * 0.1).min(chunk_gap) / steps,
            )
            .sqrt();
        let tpot = |z: f64| z.mul_add(per_token, state.tpot_s);
        let uncached = traffic.isl * (1.0 - traffic.cache_hit);
        let ttft = |z: f64| {
            let running = z.mul_add(deviation, state.decoding);
            let iteration = batching.chunk_step_s(running.min(batching.slots.most()));
            let arrivals = state.request_rate_per_s * iteration;
            let together = 1.0 + z.mul_add((arrivals * dispersion).sqrt(), arrivals).max(0.0);
            let tokens = together * uncached;
            let room = (batching.token_budget - running).max(batching.token_budget * 0.1);
            let chunks = (tokens / room).ceil().max(1.0);
            let chunk = IterationLoad::decode(
                running.min(batching.slots.most()),
                traffic.isl + traffic.osl / 2.0,
            )
            .with_chunk(0.0, (tokens / chunks).max(1.0), true);
            let queued = (running - batching.slots.most()).max(0.0) / state.request_rate_per_s;
            queued
                + chunks.mul_add(
                    model.seconds(&chunk),
                    iteration * if z > 1.0 { 1.0 } else { 0.5 },
                )
        };
        let ttft = Spread {
            mean: ttft(0.0),
            p50: ttft(0.0),
            p90: ttft(Z90),
            p99: ttft(Z99),
        };
        let tpot = Spread {
            mean: tpot(0.0),
            p50: tpot(0.0),
            p90: tpot(Z90),
            p99: tpot(Z99),
        };
        let whole = |ttft: f64, tpot: f64| steps.mul_add(tpot, ttft);
        let e2e = Spread {
            mean: whole(ttft.mean, tpot.mean),
            p50: whole(ttft.p50, tpot.p50),
            p90: whole(ttft.p50, tpot.p90),
            p99: whole(ttft.p90, tpot.p99),
        };
        Self { ttft, tpot, e2e }
    }

    /// Latencies with all slots taken and a queue that never runs dry; the wait in that queue is
    /// the batch job's own choice and does not count.
    #[must_use]
    pub fn closed(batching: &ContinuousBatching<'_>, state: &SteadyState) -> Self {
        let steps = (batching.traffic.osl - 1.0).max(0.0);
        let chunk_step = batching.chunk_step_s(state.decoding);
        let late = state.ttft_s + chunk_step / 2.0;
        let ttft = Spread {
            mean: state.ttft_s,
            p50: state.ttft_s,
            p90: late,
            p99: late,
        };
        let tpot = Spread {
            mean: state.tpot_s,
            p50: state.tpot_s,
            p90: state.tpot_s,
            p99: state.tpot_s,
        };
        let e2e = |ttft: f64| steps.mul_add(state.tpot_s, ttft);
        let e2e = Spread {
            mean: e2e(ttft.mean),
            p50: e2e(ttft.p50),
            p90: e2e(ttft.p90),
            p99: e2e(ttft.p99),
        };
        Self { ttft, tpot, e2e }
    }
}
