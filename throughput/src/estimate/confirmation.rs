//! The real-time point, run through the simulator before it is shown.

use super::answer::{Confirmation, Estimate, Outcome};
use super::operating_point::Points;
use super::{batching, estimate};
use crate::iteration::{IterationLoad, IterationModel, IterationTime};
use crate::latency::{Latencies, Spread};
use crate::scenario::{Scenario, Slo};
use crate::simulation::{Arrivals, Lengths, ReplicaConfig, SimulationError, Simulator, Summary, Workload};
use crate::slots::Room;

/// Requests of a run: enough for some forty beyond the 99th percentile, in tens of milliseconds.
const REQUESTS: u64 = 4000;
/// Shares of the load that the formulas found which are tried in turn until one holds.
const LOADS: [f64; 7] = [1.0, 0.95, 0.9, 0.8, 0.65, 0.5, 0.3];

/// Answers a scenario as [`estimate`] does, and runs the real-time point through the simulator.
///
/// Where the run misses the SLO the load is lowered until one holds it, and the simulator's
/// latencies are the ones shown. A point that its own simulation contradicts never leaves here.
#[must_use]
pub fn confirmed_estimate(scenario: &Scenario) -> Estimate {
    let mut answer = estimate(scenario);
    let Some(point) = answer.real_time.point() else { return answer };
    let rate = point.request_rate_per_s / f64::from(scenario.replicas());
    let predicted_ttft_p99_ms = point.ttft_ms.p99;
    let binding = point.binding;
    let room = Room::new(scenario.deployment(), *scenario.traffic());
    let model = IterationModel::new(scenario.deployment());
    for load in LOADS {
        let Ok(latencies) = simulated(scenario, &model, &room, rate * load) else { return answer };
        if !holds(&latencies, scenario.slo()) {
            continue;
        }
        let lowered = load < 1.0;
        if lowered {
            let batching = batching(scenario, &model, &room);
            let points = Points { scenario, batching: &batching };
            let state = batching.at_rate(rate * load);
            answer.real_time = Outcome::Point(Box::new(points.point(&state, latencies, binding)));
            answer.warnings.push(format!(
                "The formulas allow {rate:.2} requests/s a replica; simulated, that misses the promise. Shown is the load that held when simulated."
            ));
        }
        answer.confirmation = Some(Confirmation {
            requests: REQUESTS,
            predicted_ttft_p99_ms,
            simulated_ttft_p99_ms: latencies.ttft.p99 * 1e3,
            simulated_tpot_p99_ms: latencies.tpot.p99 * 1e3,
            lowered,
        });
        return answer;
    }
    answer
}

fn simulated(
    scenario: &Scenario,
    model: &IterationModel,
    room: &Room,
    rate: f64,
) -> Result<Latencies, SimulationError> {
    let traffic = *scenario.traffic();
    let tokens_per_step = scenario.deployment().speculation.tokens_per_step();
    let config = ReplicaConfig::of(scenario.deployment(), room, traffic);
    let arrivals = Arrivals::Gamma { rate, cv: traffic.arrival_cv.max(0.05) };
    let workload = Workload::new(arrivals, Lengths::of(traffic, tokens_per_step)?, REQUESTS).steady();
    let time = |load: &IterationLoad| model.seconds(load);
    let report = Simulator::new(time, config)?.run(&workload)?;
    let spread = |summary: &Summary, offset: f64, factor: f64| Spread {
        mean: summary.mean.value.mul_add(factor, offset),
        p50: summary.p50.value.mul_add(factor, offset),
        p90: summary.p90.value.mul_add(factor, offset),
        p99: summary.p99.value.mul_add(factor, offset),
    };
    Ok(Latencies {
        ttft: spread(&report.ttft, model.request_s(), 1.0),
        tpot: spread(&report.tpot, 0.0, 1.0 / tokens_per_step),
        e2e: spread(&report.e2e, model.request_s(), 1.0),
    })
}

/// Within the SLO, by two in a hundred: the spread of such a run's own p99.
fn holds(latencies: &Latencies, slo: &Slo) -> bool {
    const RUN_TO_RUN: f64 = 1.02;
    latencies.ttft.p99 <= slo.ttft_p99_s * RUN_TO_RUN
        && latencies.tpot.p99 <= slo.tpot_p99_s * RUN_TO_RUN
        && slo.e2e_p99_s.is_none_or(|limit| latencies.e2e.p99 <= limit * RUN_TO_RUN)
}
