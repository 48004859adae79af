//! The two operating points.

use super::answer::{
    Binding, Bottleneck, ErrorBand, IterationParts, NoPoint, NoPointCode, OperatingPoint, Outcome,
    Percentiles,
};
use crate::cost::{TimeShares, UsdPerMillion};
use crate::iteration;
use crate::latency::{Latencies, Spread};
use crate::provenance;
use crate::scenario::{Scenario, Slo};
use crate::steady_state::{ContinuousBatching, SteadyState};

/// Finds operating points of a scenario.
pub(super) struct Points<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) batching: &'a ContinuousBatching<'a>,
}

/// Halvings of the interval in which the real-time load lies: to one part in a thousand.
const HALVINGS: u32 = 14;

impl Points<'_> {
    /// All slots taken, with a queue that never runs dry.
    pub(super) fn batch(&self) -> Outcome {
        let slots = self.batching.slots;
        let most = self.batching.most_decoding();
        let binding = if most < slots.most() * 0.999 {
            Binding::Saturation
        } else if slots.kv <= slots.engine {
            Binding::KvCapacity
        } else {
            Binding::MaxSequences
        };
        let state = self.batching.saturated();
        Outcome::Point(Box::new(self.point(
            &state,
            Latencies::closed(self.batching, &state),
            binding,
        )))
    }

    /// The highest load whose p99 latencies are within the SLO.
    pub(super) fn real_time(&self) -> Outcome {
        let at = |decoding: f64| {
            let state = self.batching.at(decoding);
            (state, Latencies::open_loop(self.batching, &state))
        };
        let most = self.batching.most_decoding();
        let (mut low, mut high) = (most.min(1.0) * 1e-3, most);
        let (state, latencies) = at(low);
        if let Some(missed) = missed(self.scenario.slo(), &latencies, 1.0) {
            return Outcome::None(unreachable(missed, &latencies));
        }
        let mut best = (state, latencies);
        let mut binding = Binding::Saturation;
        for _ in 0..HALVINGS {
            let middle = (low + high) / 2.0;
            let (state, latencies) = at(middle);
            match missed(self.scenario.slo(), &latencies, 1.0) {
                Some(missed) => {
                    high = middle;
                    binding = missed;
                }
                None => {
                    low = middle;
                    best = (state, latencies);
                }
            }
        }
        Outcome::Point(Box::new(self.point(&best.0, best.1, binding)))
    }

    pub(super) fn point(
        &self,
        state: &SteadyState,
        latencies: Latencies,
        binding: Binding,
    ) -> OperatingPoint {
        let scenario = self.scenario;
        let traffic = *scenario.traffic();
        let replicas = f64::from(scenario.replicas());
        let gpus = f64::from(scenario.gpus());
        let rate = state.request_rate_per_s * replicas;
        let output_tok_s = rate * traffic.osl;
        let shares = TimeShares::of(self.batching.model, traffic, state);
        let usd = UsdPerMillion::new(scenario.gpu_usd_per_hour() * gpus, rate, traffic, shares);
        let known = provenance::of(scenario.deployment());
        OperatingPoint {
            concurrency: rate * latencies.e2e.mean,
            request_rate_per_s: rate,
            output_tok_s,
            output_tok_s_per_gpu: output_tok_s / gpus,
            total_tok_s: rate * (traffic.isl + traffic.osl),
            ttft_ms: milliseconds(latencies.ttft),
            tpot_ms: milliseconds(latencies.tpot),
            e2e_ms: milliseconds(latencies.e2e),
            usd_per_m_output_all_in: usd.output_all_in,
            usd_per_m_output: usd.output,
            usd_per_m_input: usd.input,
            usd_per_m_cached_input: usd.cached_input,
            usd_per_m_blended: usd.blended,
            tokens_per_usd: if usd.output_all_in > 0.0 {
                1e6 / usd.output_all_in
            } else {
                0.0
            },
            binding,
            bottleneck: bottleneck(&state.parts),
            provenance: known.provenance,
            error_band: ErrorBand {
                low: output_tok_s * known.band.low,
                high: output_tok_s * known.band.high,
                coverage: known.band.coverage,
            },
            iteration: iteration_parts(state),
        }
    }
}

/// The first limit that these latencies miss by more than a factor of `slack`.
pub(super) fn missed(slo: &Slo, latencies: &Latencies, slack: f64) -> Option<Binding> {
    if latencies.ttft.p99 > slo.ttft_p99_s * slack {
        Some(Binding::TtftP99)
    } else if latencies.tpot.p99 > slo.tpot_p99_s * slack {
        Some(Binding::TpotP99)
    } else if slo
        .e2e_p99_s
        .is_some_and(|limit| latencies.e2e.p99 > limit * slack)
    {
        Some(Binding::E2eP99)
    } else {
        None
    }
}

fn unreachable(missed: Binding, latencies: &Latencies) -> NoPoint {
    let (code, name, seconds) = match missed {
        Binding::TpotP99 => (
            NoPointCode::TpotUnreachable,
            "time per output token",
            latencies.tpot.p99,
        ),
        Binding::E2eP99 => (
            NoPointCode::E2eUnreachable,
            "time of the whole request",
            latencies.e2e.p99,
        ),
        _ => (
            NoPointCode::TtftUnreachable,
            "time to first token",
            latencies.ttft.p99,
        ),
    };
    NoPoint {
        code,
        reason: format!(
            "One request alone already takes longer than the limit: its {name} is {:.1} ms.",
            seconds * 1e3
        ),
        missing_bytes: None,
    }
}

fn milliseconds(spread: Spread) -> Percentiles {
    let Spread {
        mean,
        p50,
        p90,
        p99,
    } = spread.map(|seconds| seconds * 1e3);
    Percentiles {
        mean,
        p50,
        p90,
        p99,
    }
}

fn iteration_parts(state: &SteadyState) -> IterationParts {
    let parts = state.parts;
    IterationParts {
        total_ms: parts.total_s() * 1e3,
        weights_ms: parts.weights_s * 1e3,
        kv_ms: parts.kv_s * 1e3,
        compute_ms: parts.compute_s * 1e3,
        communication_ms: parts.communication_s * 1e3,
        overhead_ms: parts.overhead_s * 1e3,
        decode_tokens: state.decoding,
        prefill_tokens: state.prefill_tokens,
    }
}

fn bottleneck(parts: &iteration::IterationParts) -> Bottleneck {
    [
        (Bottleneck::HbmBandwidth, parts.weights_s + parts.kv_s),
        (Bottleneck::Compute, parts.compute_s),
        (Bottleneck::Communication, parts.communication_s),
        (Bottleneck::Overhead, parts.overhead_s),
    ]
    .into_iter()
    .max_by(|(_, a), (_, b)| a.total_cmp(b))
    .map_or(Bottleneck::Overhead, |(part, _)| part)
}
