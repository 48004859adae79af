//! What a scenario's latency does as its load moves, and its cost as its traffic changes shape.

use serde::{Deserialize, Serialize};

use super::run::Units;
use crate::estimate::confirmed_estimate;
use crate::iteration::{IterationLoad, IterationModel, IterationTime as _};
use crate::scenario::{Field, RawScenario, Scenario, format_number};
use crate::simulation::{Arrivals, Lengths, ReplicaConfig, Simulator, Tail, Workload};
use crate::slots::Room;

/// Shares of the saturation that theory is asked for.
const SHARES: [f64; 20] = [
    0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85,
    0.9, 0.94, 0.97,
];
/// Those of them that are simulated too. Above, a run of bearable length has no steady state.
const SIMULATED: [f64; 5] = [0.2, 0.4, 0.6, 0.8, 0.9];
/// Requests of each of these runs: some milliseconds.
const REQUESTS: u64 = 6000;
/// Steps that one of them may take.
const MOST_STEPS: u64 = 4_000_000;

/// Latency at one load.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct LoadPoint {
    /// Requests per second over all replicas.
    pub request_rate_per_s: f64,
    /// The same as a share of what saturates them.
    pub share: f64,
    /// p99 time to first token by theory, ms.
    pub ttft_p99_ms: f64,
    /// p99 time per output token by theory, ms.
    pub tpot_p99_ms: f64,
    /// The same two as simulated, where they were.
    pub simulated: Option<(f64, f64)>,
}

/// p99 latencies over the load, by theory and at some loads simulated; none for a deployment that
/// does not fit or whose traffic theory has no answer to.
#[must_use]
pub fn load_sweep(scenario: &Scenario) -> Vec<LoadPoint> {
    let (deployment, traffic) = (scenario.deployment(), *scenario.traffic());
    let room = Room::new(deployment, traffic);
    if room.kv_bytes <= 0.0 {
        return Vec::new();
    }
    let config = ReplicaConfig::of(deployment, &room, traffic);
    let model = IterationModel::new(deployment);
    let units = Units {
        tokens_per_step: deployment.speculation.tokens_per_step(),
        request_s: model.request_s(),
    };
    let time = |load: &IterationLoad| model.seconds(load);
    let Ok(lengths) = Lengths::of(traffic, units.tokens_per_step) else {
        return Vec::new();
    };
    let Ok(tail) = Tail::new(&time, &config, &lengths, traffic.arrival_cv) else {
        return Vec::new();
    };
    let simulator = Simulator::new(&time, config)
        .ok()
        .map(|simulator| simulator.work_limit(MOST_STEPS));
    let point = |share: &f64| {
        let rate = tail.saturation() * share;
        let latencies = tail.at(rate)?;
        let simulated = SIMULATED
            .contains(share)
            .then(|| {
                let arrivals = Arrivals::Gamma {
                    rate,
                    cv: traffic.arrival_cv,
                };
                let workload = Workload::new(arrivals, lengths.clone(), REQUESTS).steady();
                let report = simulator.as_ref()?.run(&workload).ok()?;
                Some((
                    units.first().milliseconds(report.ttft.p99.value),
                    units.token().milliseconds(report.tpot.p99.value),
                ))
            })
            .flatten();
        Some(LoadPoint {
            request_rate_per_s: rate * f64::from(scenario.replicas()),
            share: *share,
            ttft_p99_ms: units.first().milliseconds(latencies.ttft.p99),
            tpot_p99_ms: units.token().milliseconds(latencies.tpot.p99),
            simulated,
        })
    };
    SHARES.iter().filter_map(point).collect()
}

/// What one shape of the same mean traffic costs in real time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shape {
    /// Coefficient of variation of the gaps between arrivals.
    pub arrival_cv: f64,
    /// Coefficient of variation of both lengths; `None`: as asked.
    pub length_cv: Option<f64>,
    /// Requests per second over all replicas at the real-time point.
    pub request_rate_per_s: Option<f64>,
    /// Dollars for a million output tokens at the real-time point, input included.
    pub usd_per_million_output: Option<f64>,
}

/// The same mean load in other shapes: burstier arrivals, lengths that are all one or scatter.
#[must_use]
pub fn traffic_shapes(scenario: &Scenario) -> Vec<Shape> {
    let traffic = scenario.traffic();
    let own = traffic.arrival_cv;
    let is_asked = |cv: f64| {
        let is_near = |asked: f64| (asked - cv).abs() < 1e-9;
        is_near(traffic.isl_cv) && is_near(traffic.osl_cv)
    };
    [
        (own, None),
        (1.0, None),
        (2.0, None),
        (3.0, None),
        (own, Some(0.0)),
        (own, Some(1.0)),
    ]
    .into_iter()
    .enumerate()
    // What is asked comes first, and once.
    .filter(|(index, (cv, lengths))| {
        *index == 0
            || match lengths {
                None => (cv - own).abs() > 1e-9,
                Some(lengths) => !is_asked(*lengths),
            }
    })
    .filter_map(|(_, (cv, lengths))| shape(scenario, cv, lengths))
    .collect()
}

fn shape(scenario: &Scenario, arrival_cv: f64, length_cv: Option<f64>) -> Option<Shape> {
    let mut raw = RawScenario::from_query(&scenario.to_query());
    raw.set(Field::ArrivalCv, format_number(arrival_cv));
    if let Some(cv) = length_cv {
        raw.set(Field::IslCv, format_number(cv));
        raw.set(Field::OslCv, format_number(cv));
    }
    let answer = confirmed_estimate(&Scenario::parse(&raw).ok()?);
    let point = answer.real_time.point();
    Some(Shape {
        arrival_cv,
        length_cv,
        request_rate_per_s: point.map(|point| point.request_rate_per_s),
        usd_per_million_output: point.map(|point| point.usd_per_m_output_all_in),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(query: &str) -> Scenario {
        Scenario::parse(&RawScenario::from_query(query)).expect("valid")
    }

    #[test]
    fn latency_rises_with_the_load_and_theory_meets_the_simulation() {
        let points = load_sweep(&asked(""));
        assert!(points.len() >= 15, "{}", points.len());
        for pair in points.windows(2) {
            assert!(pair[1].ttft_p99_ms >= pair[0].ttft_p99_ms * 0.999);
            assert!(pair[1].request_rate_per_s > pair[0].request_rate_per_s);
        }
        for point in points.iter().filter(|point| point.share < 0.85) {
            if let Some((ttft, tpot)) = point.simulated {
                assert!((point.ttft_p99_ms / ttft - 1.0).abs() < 0.15, "{point:?}");
                assert!((point.tpot_p99_ms / tpot - 1.0).abs() < 0.10, "{point:?}");
            }
        }
    }

    #[test]
    fn burstier_arrivals_of_the_same_mean_cost_more() {
        let shapes = traffic_shapes(&asked(""));
        let cost = |cv: f64| {
            let found = shapes
                .iter()
                .find(|shape| (shape.arrival_cv - cv).abs() < 1e-9 && shape.length_cv.is_none());
            found
                .and_then(|shape| shape.usd_per_million_output)
                .expect("a real-time point")
        };
        assert!(cost(1.0) < cost(2.0) && cost(2.0) < cost(3.0));
    }

    #[test]
    fn what_does_not_fit_has_no_sweep() {
        assert_eq!(
            load_sweep(&asked("model=llama-3.1-405b&weights=bf16&tp=1")),
            []
        );
    }
}
