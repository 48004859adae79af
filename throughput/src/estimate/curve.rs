//! Throughput and latency over concurrency, and the knee.

use super::answer::{CurvePoint, Knee};
use crate::cost::{TimeShares, UsdPerMillion};
use crate::iteration::{IterationLoad, IterationModel};
use crate::scenario::Scenario;
use crate::steady_state::{ContinuousBatching, SteadyState};

/// Points of the curve.
const POINTS: u32 = 64;

/// The curve from one sequence to all slots, evenly spaced on a logarithmic axis.
pub(super) fn points(scenario: &Scenario, batching: &ContinuousBatching<'_>) -> Vec<CurvePoint> {
    let most = batching.most_decoding();
    let first = most.min(1.0);
    (0..POINTS)
        .map(|index| {
            let share = f64::from(index) / f64::from(POINTS - 1);
            point(scenario, &batching.at(first * (most / first).powf(share)))
        })
        .collect()
}

fn point(scenario: &Scenario, state: &SteadyState) -> CurvePoint {
    let traffic = *scenario.traffic();
    let rate = state.request_rate_per_s * f64::from(scenario.replicas());
    let gpus = f64::from(scenario.gpus());
    let output_tok_s = rate * traffic.osl;
    let all_output = TimeShares {
        input: 0.0,
        cached_input: 0.0,
        output: 1.0,
    };
    let usd = UsdPerMillion::new(
        scenario.gpu_usd_per_hour() * gpus,
        rate,
        traffic,
        all_output,
    );
    CurvePoint {
        concurrency: rate
            * (traffic.osl - 1.0)
                .max(0.0)
                .mul_add(state.tpot_s, state.ttft_s),
        output_tok_s,
        output_tok_s_per_gpu: output_tok_s / gpus,
        tpot_ms: state.tpot_s * 1e3,
        ttft_ms: state.ttft_s * 1e3,
        usd_per_m_output_all_in: usd.output_all_in,
    }
}

/// Where the weights' arithmetic takes as long as reading them; searched by doubling and halving,
/// far beyond what memory admits, because the hardware's balance is worth knowing all the same.
pub(super) fn knee(scenario: &Scenario, batching: &ContinuousBatching<'_>) -> Option<Knee> {
    const FARTHEST: f64 = 1_048_576.0;
    let bound_by_compute = |tokens: f64| weights_bound_by_compute(batching.model, tokens);
    let mut high = 1.0;
    while !bound_by_compute(high) {
        high *= 2.0;
        if high > FARTHEST {
            return None;
        }
    }
    let mut low = high / 2.0;
    while high - low > 0.5 {
        let middle = (low + high) / 2.0;
        if bound_by_compute(middle) {
            high = middle
        } else {
            low = middle
        }
    }
    let state = (high <= batching.most_decoding()).then(|| batching.at(high));
    let replicas = f64::from(scenario.replicas());
    Some(Knee {
        concurrency: high * replicas,
        output_tok_s: state
            .map(|state| state.request_rate_per_s * scenario.traffic().osl * replicas),
    })
}

/// Whether more than half of the time of the multiplications is arithmetic, with no context.
fn weights_bound_by_compute(model: &IterationModel, tokens: f64) -> bool {
    let parts = model.parts(&IterationLoad::decode(tokens, 0.0));
    parts.compute_s > parts.weights_s
}
