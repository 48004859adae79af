//! Percentiles of latency at a load, from queueing theory: what the simulator finds, in microseconds.
//!
//! A replica under open traffic is seen on two time scales.
//!
//! **Slow: how many sequences run.** Counted in iterations instead of seconds, the `d` that decode
//! are the arrivals of the last `OSL - 1` iterations, and an iteration takes
//!
//! ```text
//! t = t0(d) + c a        t0: decode alone, a: prompts that came in the iteration before, c: time each adds
//! ```
//!
//! so arrivals cause time and time brings arrivals. With g = 1 / (1 - rate c) and
//! kappa = rate (OSL - 1) t0' g, linearising that feedback gives
//!
//! ```text
//! Var d     = d (1 + (D - 1) w) / (1 - kappa),  D = g^2 CV^2 + (g - 1)^2 cv_c^2,  w = E min(O, O') / E O
//! mean TPOT = t(d) + Cov(d, t) / d,             Cov(d, t) = g t0' Var d + rate c^2 g^2 a (CV^2 + cv_c^2)
//! Var TPOT  = g^2 (t0'^2 Var d averaged over a life + c^2 (CV^2 + cv_c^2) a / O + their covariance)
//! ```
//!
//! `d` stops at the slots (sequences, or what the KV cache holds). With z the distance in standard
//! deviations, a request waits with the probability of a many-server queue (Halfin and Whitt 1981),
//! and its wait is exponential (Kingman 1962):
//!
//! ```text
//! P(wait) = x / (1 + x),  x = g phi(z) / (z Phi(z)),    P(wait > s | wait) = exp(-s theta),
//! theta = 2 (saturation - rate) saturation / (rate (CV^2 + cv_service^2))
//! ```
//!
//! **Fast: what an arrival meets.** The prompts in successive iterations are a Markov chain: those of
//! the next iteration came during this one. An arrival meets an iteration with the chance that it
//! has to be arrived in, waits for the rest of it, and is prefilled with all that came with it.
//! Bursts make the counts negative binomial, with the dispersion of gamma gaps.
//!
//! Long prompts count as classes of size, each with its own cost.
//!
//! Five numbers are not derived but chosen so that the tail agrees with the simulator over 720 cases
//! (four engines, loads of 30 to 90 %, four shapes of traffic): the 0.7 of bursts that successive
//! iterations share, the 1.3 by which sizes of prompts disperse their number, the weight of
//! skewness in TPOT, and the two of how the queue for slots begins (`full.rs`). `tests/tail.rs` has
//! the agreement. It is worst where the simulator's own p99 is least certain: near saturation with
//! bursts, and there the tail is rather too high. With fewer than ten output tokens on average, or a
//! token budget so small that prefill saturates before the slots do, simulate instead.

use super::{Lengths, ReplicaConfig, Scheduler, SimulationError};
use crate::{
    iteration::IterationTime,
    latency::{Latencies, Spread},
};

mod burst;
mod decode;
mod engine;
mod first_token;
mod fluctuation;
mod full;
mod histogram;
mod iterations;
mod normal;
mod sizes;

use burst::Burstiness;
use engine::Engine;
use fluctuation::Fluctuation;
use full::Full;
use sizes::Sizes;

/// The latencies of one replica with any load of one kind of traffic.
#[derive(Debug, Clone)]
pub struct Tail<T> {
    engine: Engine<T>,
    burst: Burstiness,
    /// Squared coefficient of variation of the gaps between arrivals.
    squared_cv: f64,
    saturation: f64,
}

impl<T: IterationTime> Tail<T> {
    /// A replica whose iterations take `time`, under requests of `lengths` that arrive with gamma
    /// gaps of the coefficient of variation `arrival_cv` (1: Poisson), 0 to 10.
    ///
    /// # Errors
    /// When the limits or lengths make no sense, or the scheduler keeps prefill and decode apart on
    /// replicas of their own.
    pub fn new(
        time: T,
        config: &ReplicaConfig,
        lengths: &Lengths,
        arrival_cv: f64,
    ) -> Result<Self, SimulationError> {
        config.check()?;
        lengths.check(config.longest())?;
        if matches!(config.scheduler, Scheduler::Disaggregated(_)) {
            return Err(SimulationError::Replica(
                "separate pools have no analytical tail: simulate them",
            ));
        }
        if !(0.0..=10.0).contains(&arrival_cv) {
            return Err(SimulationError::Arrivals(
                "the coefficient of variation of the arrivals must be from 0 to 10",
            ));
        }
        let engine = Engine::new(time, config, lengths);
        // With all slots taken, requests are admitted as others finish, which is as irregular as Poisson.
        let saturation = engine.rate(engine.slots(), &Burstiness::new(1.0));
        Ok(Self {
            engine,
            burst: Burstiness::new(arrival_cv),
            squared_cv: arrival_cv * arrival_cv,
            saturation,
        })
    }

    /// Requests per second that the replica can finish at most.
    #[must_use]
    pub fn saturation(&self) -> f64 {
        self.saturation
    }

    /// Latencies in the steady state with `rate` requests per second; `None` unless the rate is
    /// positive and below [`Tail::saturation`], since no steady state exists otherwise.
    ///
    /// TPOT is that of requests with at least two output tokens.
    #[must_use]
    pub fn at(&self, rate: f64) -> Option<Latencies> {
        if !(rate > 0.0 && rate < self.saturation) {
            return None;
        }
        let state = Fluctuation::new(
            &self.engine,
            &self.burst,
            self.squared_cv,
            self.saturation,
            rate,
        );
        let tpot = decode::tpot(&self.engine, &state);
        let ttft = first_token::ttft(&self.engine, &self.burst, &state);
        let e2e = self.whole(&ttft, &tpot);
        Some(Latencies { ttft, tpot, e2e })
    }

    /// Requests per second of a closed loop: `concurrency`, positive, are in flight at all times.
    ///
    /// Nothing fluctuates but how prompts fall into iterations, so what decodes follows from Little's
    /// law: in flight = decoding + rate (rest of an iteration + own prefill).
    #[must_use]
    pub fn closed_loop(&self, concurrency: f64) -> f64 {
        let poisson = Burstiness::new(1.0);
        let engine = &self.engine;
        let in_flight = |decoding: f64| {
            let step = engine.mean_step(decoding, &poisson);
            let one = engine.prompts(1.0);
            let chunks = engine.chunks(decoding, one);
            let prefill = chunks * engine.prefill(decoding, one.part(1.0 / chunks));
            // The rest of an iteration met at random: E t^2 / (2 E t) of those with and without.
            let alone = engine.decode(decoding);
            let with = alone + engine.cost(decoding, alone, one) / chunks;
            let share = ((step - alone) / (with - alone).max(1e-12)).clamp(0.0, 1.0);
            let rest = 0.5 * (share * with * with + (1.0 - share) * alone * alone) / step;
            decoding + engine.rate(decoding, &poisson) * (rest + prefill)
        };
        let (mut low, mut high) = (0.0, engine.slots().min(concurrency));
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            if in_flight(middle) < concurrency {
                low = middle;
            } else {
                high = middle;
            }
        }
        engine.rate(high.max(1e-9), &poisson)
    }

    /// First token and all that follow. Deviations from the mean by length are independent of those
    /// by load, which move TTFT and TPOT together.
    fn whole(&self, ttft: &Spread, tpot: &Spread) -> Spread {
        let steps = &self.engine.steps;
        let mean = ttft.mean + steps.mean * tpot.mean;
        let p50 = ttft.p50 + steps.levels[0] * tpot.p50;
        let above = |index: usize, ttft_at: f64, tpot_at: f64| {
            let by_length = tpot.mean * (steps.levels[index] - steps.mean).max(0.0);
            let by_load = steps.mean * (tpot_at - tpot.mean) + (ttft_at - ttft.mean);
            mean + libm::hypot(by_length, by_load.max(0.0))
        };
        let p90 = above(1, ttft.p90, tpot.p90).max(p50);
        let p99 = above(2, ttft.p99, tpot.p99).max(p90);
        Spread {
            mean,
            p50,
            p90,
            p99,
        }
    }
}
