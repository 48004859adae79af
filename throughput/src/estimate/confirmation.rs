//! The real-time point, found by the tail's theory and run through the simulator before it is shown.

use super::answer::{Binding, Confirmation, Estimate, Outcome};
use super::operating_point::{Points, missed};
use super::{batching, estimate};
use crate::iteration::{IterationLoad, IterationModel, IterationTime};
use crate::latency::{Latencies, Spread};
use crate::scenario::Scenario;
use crate::simulation::{
    Arrivals, Lengths, ReplicaConfig, SimulationError, Simulator, Summary, Tail, Workload,
};
use crate::slots::Room;

/// Requests of a run: enough for some forty beyond the 99th percentile, in milliseconds.
const REQUESTS: u64 = 4000;
/// Halvings of the load, where the one that theory found misses the SLO.
const LOWERINGS: u32 = 6;
/// A simulated p99 may lie this far beyond a limit: such a run's p99 is itself that uncertain.
const RUN_TO_RUN: f64 = 1.02;
/// Steps of the simulator that one run may take: some tens of milliseconds.
const MOST_STEPS: u64 = 3_000_000;
/// Halvings of the interval in which the rate lies.
const HALVINGS: u32 = 16;

/// Answers a scenario as [`estimate`] does, with a real-time point that has been simulated.
///
/// The load comes from the queueing theory of [`Tail`]. It is then simulated; where the run misses
/// the SLO the load is lowered until one holds it, and the simulator's latencies are the ones shown.
/// A point that its own simulation contradicts never leaves here. Takes milliseconds.
#[must_use]
pub fn confirmed_estimate(scenario: &Scenario) -> Estimate {
    let mut answer = estimate(scenario);
    if answer.real_time.point().is_none() {
        return answer;
    }
    let replica = Replica::new(scenario);
    let Ok(Some(found)) = replica.highest_rate() else {
        return answer;
    };
    let held = match replica.highest_held(found.rate) {
        Ok(Some(held)) => held,
        Ok(None) => return answer,
        Err(_) => {
            answer.warnings.push(
                "The real-time point takes too long to simulate here; it is theory alone."
                    .to_owned(),
            );
            return answer;
        }
    };
    let (rate, simulated) = held;
    let lowered = rate < found.rate;
    if lowered {
        answer.warnings.push(format!(
            "Theory allows {:.2} requests/s a replica; simulated, that misses the promise. Shown is the load that held when simulated, {rate:.2} requests/s.",
            found.rate,
        ));
    }
    let disagree = !lowered && differ(&found.latencies, &simulated);
    if disagree {
        answer.warnings.push(format!(
            "At this load theory says a p99 time to first token of {:.0} ms and the simulation {:.0} ms; the simulation's latencies are shown.",
            found.latencies.ttft.p99 * 1e3,
            simulated.ttft.p99 * 1e3,
        ));
    }
    let latencies = if lowered || disagree {
        simulated
    } else {
        found.latencies
    };
    let batching = batching(scenario, &replica.model, &replica.room);
    let points = Points {
        scenario,
        batching: &batching,
    };
    let point = points.point(&batching.at_rate(rate), latencies, found.binding);
    answer.real_time = Outcome::Point(Box::new(point));
    answer.confirmation = Some(Confirmation {
        requests: REQUESTS,
        predicted_ttft_p99_ms: found.latencies.ttft.p99 * 1e3,
        simulated_ttft_p99_ms: simulated.ttft.p99 * 1e3,
        simulated_tpot_p99_ms: simulated.tpot.p99 * 1e3,
        lowered,
    });
    answer
}

/// Whether theory and simulation are further apart than theory's own error: 15 % of p99 TTFT or 10 %
/// of p99 TPOT.
fn differ(theory: &Latencies, simulated: &Latencies) -> bool {
    let apart = |theory: f64, simulated: f64| (theory / simulated - 1.0).abs();
    apart(theory.ttft.p99, simulated.ttft.p99) > 0.15
        || apart(theory.tpot.p99, simulated.tpot.p99) > 0.10
}

/// A rate, what theory says of it, and what stops it from being higher.
struct Found {
    rate: f64,
    latencies: Latencies,
    binding: Binding,
}

/// One replica of a scenario, as theory and simulator see it.
struct Replica<'a> {
    scenario: &'a Scenario,
    model: IterationModel,
    room: Room,
    config: ReplicaConfig,
    tokens_per_step: f64,
}

impl<'a> Replica<'a> {
    fn new(scenario: &'a Scenario) -> Self {
        let (deployment, traffic) = (scenario.deployment(), *scenario.traffic());
        let room = Room::new(deployment, traffic);
        Self {
            scenario,
            model: IterationModel::new(deployment),
            config: ReplicaConfig::of(deployment, &room, traffic),
            room,
            tokens_per_step: deployment.speculation.tokens_per_step(),
        }
    }

    /// The highest rate whose theoretical p99 latencies are within the SLO, if there is one.
    fn highest_rate(&self) -> Result<Option<Found>, SimulationError> {
        let traffic = *self.scenario.traffic();
        let lengths = Lengths::of(traffic, self.tokens_per_step)?;
        let time = |load: &IterationLoad| self.model.seconds(load);
        let tail = Tail::new(&time, &self.config, &lengths, traffic.arrival_cv)?;
        let (mut low, mut high) = (0.0, tail.saturation());
        let (mut best, mut binding) = (None, Binding::Saturation);
        for _ in 0..HALVINGS {
            let rate = f64::midpoint(low, high);
            let Some(latencies) = tail.at(rate).map(|latencies| self.per_token(&latencies)) else {
                high = rate;
                continue;
            };
            match missed(self.scenario.slo(), &latencies, 1.0) {
                Some(limit) => (high, binding) = (rate, limit),
                None => (low, best) = (rate, Some((rate, latencies))),
            }
        }
        Ok(best.map(|(rate, latencies)| Found {
            rate,
            latencies,
            binding,
        }))
    }

    /// The load that theory found if it holds the SLO when simulated, else the highest below it that
    /// does; none where not even a sixty-fourth of it holds.
    fn highest_held(&self, found: f64) -> Result<Option<(f64, Latencies)>, SimulationError> {
        let held = |rate: f64| {
            let simulated = self.simulated(rate)?;
            Ok(self
                .holds(&simulated, RUN_TO_RUN)
                .then_some((rate, simulated)))
        };
        let mut best = held(found)?;
        if best.is_none() {
            let (mut low, mut high) = (0.0, found);
            for _ in 0..LOWERINGS {
                let middle = f64::midpoint(low, high);
                match held(middle)? {
                    Some(point) => (low, best) = (middle, Some(point)),
                    None => high = middle,
                }
            }
        }
        Ok(best)
    }

    fn simulated(&self, rate: f64) -> Result<Latencies, SimulationError> {
        let traffic = *self.scenario.traffic();
        // Gamma gaps of no spread at all are constant ones; nearly constant is near enough.
        let arrivals = Arrivals::Gamma {
            rate,
            cv: traffic.arrival_cv.max(0.05),
        };
        let lengths = Lengths::of(traffic, self.tokens_per_step)?;
        let workload = Workload::new(arrivals, lengths, REQUESTS).steady();
        let time = |load: &IterationLoad| self.model.seconds(load);
        let report = Simulator::new(time, self.config.clone())?
            .work_limit(MOST_STEPS)
            .run(&workload)?;
        let spread = |summary: &Summary| Spread {
            mean: summary.mean.value,
            p50: summary.p50.value,
            p90: summary.p90.value,
            p99: summary.p99.value,
        };
        let steps = Latencies {
            ttft: spread(&report.ttft),
            tpot: spread(&report.tpot),
            e2e: spread(&report.e2e),
        };
        Ok(self.per_token(&steps))
    }

    /// Theory and simulator count decode steps and know nothing of the client's side: from steps to
    /// tokens, and the request's own overhead on top.
    fn per_token(&self, steps: &Latencies) -> Latencies {
        let request_s = self.model.request_s();
        Latencies {
            ttft: steps.ttft.map(|seconds| seconds + request_s),
            tpot: steps.tpot.map(|seconds| seconds / self.tokens_per_step),
            e2e: steps.e2e.map(|seconds| seconds + request_s),
        }
    }

    fn holds(&self, latencies: &Latencies, slack: f64) -> bool {
        missed(self.scenario.slo(), latencies, slack).is_none()
    }
}
