//! What a simulation found, as JSON.

use serde::{Deserialize, Serialize};

use super::latency::{Cdf, Latency, Scale};
use super::run::{Trial, Units};
use super::theory::Theory;
use crate::scenario::Scenario;
use crate::simulation::{Report, Summary, TimelineBin};

/// What a simulation found. One replica is simulated; throughput and request rates are over all
/// replicas, which get their even share of the load.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SimulationAnswer {
    /// The question as understood, defaults filled in.
    pub scenario: Scenario,
    /// The load and the run.
    pub run: RunFacts,
    /// Output tokens per second over all concurrent requests.
    pub output_tok_s: f64,
    /// The same for one GPU.
    pub output_tok_s_per_gpu: f64,
    /// Input tokens per second, cached ones included.
    pub input_tok_s: f64,
    /// Requests finished per second; below `run.request_rate_per_s` when overloaded.
    pub finished_per_s: f64,
    /// Time to first token.
    pub ttft_ms: Latency,
    /// Time per output token after the first, of each request.
    pub tpot_ms: Latency,
    /// Gap between two consecutive tokens of a request; with speculative decoding, between two
    /// steps, which yield several tokens each.
    pub itl_ms: Latency,
    /// Whole request.
    pub e2e_ms: Latency,
    /// What queueing theory says of the same load; null at a load that it cannot carry for ever,
    /// and for a trace.
    pub theory: Option<Theory>,
    /// How the limits were kept.
    pub slo: SloKept,
    /// What the simulated replica was like.
    pub replica: ReplicaFacts,
    /// Distributions: the share of requests (for `itl_ms` of gaps) that took no longer.
    pub cdf: Cdf,
    /// The simulated replica over up to a minute after the warm-up.
    pub timeline: Timeline,
}

/// The load and the run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RunFacts {
    /// Requests that arrive per second over all replicas.
    pub request_rate_per_s: f64,
    /// The same as a share of the batch point's rate.
    pub load_share: f64,
    /// Requests that the replica was sent.
    pub requests: u64,
    /// Of these, measured.
    pub measured_requests: u64,
    /// The seed.
    pub seed: u64,
    /// Simulated seconds, from the first arrival to the last token.
    pub simulated_s: f64,
    /// Iterations of the engine.
    pub iterations: u64,
    /// Steps that the simulator took.
    pub steps: u64,
}

/// How the scenario's limits were kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SloKept {
    /// Whether every p99 is within its limit.
    pub met: bool,
    /// Share of requests within the limit on TTFT.
    pub ttft_share: f64,
    /// Share of requests within the limit on TPOT.
    pub tpot_share: f64,
    /// Share of requests within the limit on E2E; null when there is none.
    pub e2e_share: Option<f64>,
}

/// Means of one replica over the measured time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReplicaFacts {
    /// Sequences running.
    pub mean_running: f64,
    /// Requests waiting.
    pub mean_waiting: f64,
    /// Share of the KV cache in use.
    pub mean_kv_use: f64,
    /// Highest share of the KV cache in use.
    pub peak_kv_use: f64,
    /// Share of the time in which an iteration was running.
    pub busy_share: f64,
    /// Share of the time in which an iteration that carries prefill was running.
    pub prefill_share: f64,
    /// Times that a sequence was thrown out to be computed again.
    pub preemptions: u64,
}

/// What one replica did over a stretch of time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Timeline {
    /// Width of a bin in seconds.
    pub bin_s: f64,
    /// The bins, one after the other.
    pub bins: Vec<Bin>,
}

/// Means and totals over one bin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Bin {
    /// Simulated second at which it begins.
    pub start_s: f64,
    /// Sequences running.
    pub running: f64,
    /// Requests waiting.
    pub waiting: f64,
    /// Share of the KV cache in use.
    pub kv_use: f64,
    /// Iterations.
    pub iterations: f64,
    /// Prompt tokens processed in all iterations together.
    pub prefill_tokens: f64,
    /// Output tokens decoded in all iterations together.
    pub decode_tokens: f64,
}

impl SimulationAnswer {
    pub(super) fn of(run: &Trial, report: &Report) -> Self {
        let scenario = &run.scenario;
        let replicas = f64::from(scenario.replicas());
        let units = run.units;
        let output_tok_s = report.output_tok_s * replicas * units.tokens_per_step;
        let workload = &run.workload;
        Self {
            run: RunFacts {
                request_rate_per_s: run.request_rate_per_s,
                load_share: run.load_share,
                requests: workload.requests,
                measured_requests: workload.requests - workload.warm_up - workload.cool_down,
                seed: workload.seed,
                simulated_s: report.totals.seconds,
                iterations: report.totals.iterations,
                steps: report.totals.steps,
            },
            output_tok_s,
            output_tok_s_per_gpu: output_tok_s / f64::from(scenario.gpus()),
            input_tok_s: report.input_tok_s * replicas,
            finished_per_s: report.requests_per_s * replicas,
            ttft_ms: Latency::of(&report.ttft, units.first()),
            tpot_ms: Latency::of(&report.tpot, units.token()),
            itl_ms: Latency::of(&report.itl, Scale::NONE),
            e2e_ms: Latency::of(&report.e2e, units.first()),
            theory: run.theory,
            slo: SloKept::of(scenario, report, units),
            replica: ReplicaFacts {
                mean_running: report.mean_running,
                mean_waiting: report.mean_waiting,
                mean_kv_use: report.mean_kv_use,
                peak_kv_use: report.peak_kv_use,
                busy_share: report.busy_share,
                prefill_share: report.prefill_share,
                preemptions: report.preemptions,
            },
            cdf: Cdf::of(report, units),
            timeline: Timeline {
                bin_s: workload.timeline.map_or(0.0, |window| window.bin_s),
                bins: report.timeline.iter().map(Bin::of).collect(),
            },
            scenario: scenario.clone(),
        }
    }
}

impl SloKept {
    fn of(scenario: &Scenario, report: &Report, units: Units) -> Self {
        let slo = scenario.slo();
        let (ttft, tpot, e2e) = (&report.ttft, &report.tpot, &report.e2e);
        // The limits as the simulator would see them.
        let ttft_s = units.first().back(slo.ttft_p99_s);
        let tpot_s = units.token().back(slo.tpot_p99_s);
        let e2e_s = slo.e2e_p99_s.map(|limit_s| units.first().back(limit_s));
        let is_kept = |summary: &Summary, limit_s: f64| summary.p99.value <= limit_s;
        Self {
            met: is_kept(ttft, ttft_s)
                && is_kept(tpot, tpot_s)
                && e2e_s.is_none_or(|limit_s| is_kept(e2e, limit_s)),
            ttft_share: ttft.distribution.share_within(ttft_s),
            tpot_share: tpot.distribution.share_within(tpot_s),
            e2e_share: e2e_s.map(|limit_s| e2e.distribution.share_within(limit_s)),
        }
    }
}

impl Bin {
    const fn of(bin: &TimelineBin) -> Self {
        Self {
            start_s: bin.start_s,
            running: bin.running,
            waiting: bin.waiting,
            kv_use: bin.kv_use,
            iterations: bin.iterations,
            prefill_tokens: bin.prefill_tokens,
            decode_tokens: bin.decode_tokens,
        }
    }
}
