//! The answer to a scenario: plain data, the same in the page and in the JSON API.
//!
//! Every throughput is system-wide (over all concurrent requests of all replicas) unless its name
//! says otherwise; every latency is of one request.

use serde::{Deserialize, Serialize};

use crate::scenario::Scenario;

/// The whole answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Estimate {
    /// The question as understood, defaults filled in.
    pub scenario: Scenario,
    /// The highest load whose p99 latencies meet the SLO.
    pub real_time: Outcome,
    /// The highest sustained throughput, with no latency promise.
    pub batch: Outcome,
    /// What the simulator says of the real-time point, where it was asked.
    pub confirmation: Option<Confirmation>,
    /// What one user alone gets; not a throughput.
    pub single_stream: Option<SingleStream>,
    /// Throughput and latency over concurrency, up to what memory or the engine admits.
    pub curve: Vec<CurvePoint>,
    /// Where decode turns from bandwidth-bound to compute-bound.
    pub knee: Option<Knee>,
    /// What fills the memory of one GPU.
    pub memory: Memory,
    /// What the reader should know before trusting the numbers.
    pub warnings: Vec<String>,
    /// How the headline numbers come about, step by step, with the numbers put in.
    pub explanation: Vec<Step>,
}

/// An operating point, or why there is none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Outcome {
    /// The point.
    Point(Box<OperatingPoint>),
    /// Why there is none.
    None(NoPoint),
}

impl Outcome {
    /// The point, if there is one.
    #[must_use]
    pub fn point(&self) -> Option<&OperatingPoint> {
        match self {
            Self::Point(point) => Some(point),
            Self::None(_) => None,
        }
    }
}

/// A run of the simulator at the real-time point.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Confirmation {
    /// Requests that were simulated.
    pub requests: u64,
    /// p99 time to first token that the formulas gave for the load they found.
    pub predicted_ttft_p99_ms: f64,
    /// p99 time to first token of the run at the load that is shown.
    pub simulated_ttft_p99_ms: f64,
    /// p99 time per output token of the run at the load that is shown.
    pub simulated_tpot_p99_ms: f64,
    /// Whether the load had to be lowered because the first run missed the SLO.
    pub lowered: bool,
}

/// Why there is no operating point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoPoint {
    /// The reason in one word for programs.
    pub code: NoPointCode,
    /// The reason as a sentence, with the numbers.
    pub reason: String,
    /// Bytes lacking over all GPUs of a replica, when memory is the reason.
    pub missing_bytes: Option<f64>,
}

/// Why there is no operating point, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum NoPointCode {
    /// Weights and runtime leave no room for one sequence.
    DoesNotFit,
    /// One request alone already misses the TTFT limit.
    TtftUnreachable,
    /// One request alone already misses the TPOT limit.
    TpotUnreachable,
    /// One request alone already misses the end-to-end limit.
    E2eUnreachable,
}

/// A load at which the deployment can be run, and what it gives and costs there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OperatingPoint {
    /// Requests in flight over all replicas (mean).
    pub concurrency: f64,
    /// Finished requests per second over all replicas.
    pub request_rate_per_s: f64,
    /// Output tokens per second over all concurrent requests.
    pub output_tok_s: f64,
    /// The same for one GPU.
    pub output_tok_s_per_gpu: f64,
    /// Input and output tokens per second.
    pub total_tok_s: f64,
    /// Time to first token.
    pub ttft_ms: Percentiles,
    /// Time per output token after the first.
    pub tpot_ms: Percentiles,
    /// Whole request.
    pub e2e_ms: Percentiles,
    /// The whole bill over the output tokens alone, in US dollars per million.
    pub usd_per_m_output_all_in: f64,
    /// US dollars per million output tokens, the output's share of the bill.
    pub usd_per_m_output: f64,
    /// US dollars per million input tokens that were not cached, their share of the bill.
    pub usd_per_m_input: f64,
    /// US dollars per million input tokens found in the prefix cache, their share of the bill.
    pub usd_per_m_cached_input: f64,
    /// US dollars per million input and output tokens together.
    pub usd_per_m_blended: f64,
    /// Output tokens for one dollar: the reciprocal of `usd_per_m_output_all_in`.
    pub tokens_per_usd: f64,
    /// What stops the load from going higher.
    pub binding: Binding,
    /// What most of an iteration's time is spent on.
    pub bottleneck: Bottleneck,
    /// How the number was got.
    pub provenance: Provenance,
    /// The interval of output tok/s that held 80 % of the validation errors for such a case.
    pub error_band: ErrorBand,
    /// Where the time of a mean iteration goes.
    pub iteration: IterationParts,
}

/// Mean and percentiles of a latency, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Percentiles {
    /// Mean.
    pub mean: f64,
    /// Median.
    pub p50: f64,
    /// 90th percentile.
    pub p90: f64,
    /// 99th percentile.
    pub p99: f64,
}

/// What stops an operating point from going higher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Binding {
    /// p99 time to first token is at its limit.
    TtftP99,
    /// p99 time per output token is at its limit.
    TpotP99,
    /// p99 of the whole request is at its limit.
    E2eP99,
    /// The KV cache is full.
    KvCapacity,
    /// The engine runs no more sequences at once.
    MaxSequences,
    /// More load would not raise throughput any more.
    Saturation,
}

/// What most of an iteration's time is spent on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Bottleneck {
    /// Reading weights and KV cache from HBM.
    HbmBandwidth,
    /// Matrix arithmetic.
    Compute,
    /// Messages between GPUs.
    Communication,
    /// Kernel launches, scheduler and host.
    Overhead,
}

/// How a number was got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// A published measurement of this very case.
    Measured,
    /// The model, on a GPU and engine that were fitted to measurements.
    Calibrated,
    /// The model, from the data sheet and its family's constants only.
    Roofline,
}

/// An interval of output tokens per second.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ErrorBand {
    /// Lower end in tok/s.
    pub low: f64,
    /// Upper end in tok/s.
    pub high: f64,
    /// Share of the validation cases that such a band held.
    pub coverage: f64,
}

/// Where the time of one iteration goes, in milliseconds; the parts add up to `total_ms`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IterationParts {
    /// The whole iteration.
    pub total_ms: f64,
    /// Operations bound by reading weights.
    pub weights_ms: f64,
    /// Reading the KV cache in decode attention.
    pub kv_ms: f64,
    /// Operations bound by arithmetic (large batches, prefill).
    pub compute_ms: f64,
    /// Messages between GPUs.
    pub communication_ms: f64,
    /// Kernel, scheduler and host overheads.
    pub overhead_ms: f64,
    /// Decode tokens in a mean iteration of one replica.
    pub decode_tokens: f64,
    /// Prefill tokens in a mean iteration of one replica.
    pub prefill_tokens: f64,
}

/// What one user alone on one replica gets. Not a throughput: it says nothing of cost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SingleStream {
    /// Output tokens per second of one request: 1 / TPOT.
    pub tok_s: f64,
    /// Time per output token.
    pub tpot_ms: f64,
    /// Time to first token with nothing else running.
    pub ttft_ms: f64,
}

/// The deployment at one concurrency.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CurvePoint {
    /// Requests in flight over all replicas.
    pub concurrency: f64,
    /// Output tokens per second over all of them.
    pub output_tok_s: f64,
    /// The same for one GPU.
    pub output_tok_s_per_gpu: f64,
    /// Mean time per output token of one request.
    pub tpot_ms: f64,
    /// Mean time to first token of one request.
    pub ttft_ms: f64,
    /// The whole bill over the output tokens, in US dollars per million.
    pub usd_per_m_output_all_in: f64,
}

/// The concurrency at which decode turns from bandwidth-bound to compute-bound.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Knee {
    /// Requests in flight over all replicas.
    pub concurrency: f64,
    /// Output tokens per second there; `None` where memory or the engine admits fewer sequences.
    pub output_tok_s: Option<f64>,
}

/// What fills the memory of one GPU, in bytes; the parts add up to `capacity_bytes`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Memory {
    /// What the GPU has.
    pub capacity_bytes: f64,
    /// What the engine leaves unused by its memory fraction.
    pub reserved_bytes: f64,
    /// Weights.
    pub weights_bytes: f64,
    /// Activations, CUDA graphs, communication buffers and runtime.
    pub runtime_bytes: f64,
    /// The KV cache.
    pub kv_bytes: f64,
    /// KV cache of one token on one GPU.
    pub kv_bytes_per_token: f64,
    /// Tokens that one replica's KV cache holds.
    pub kv_tokens: f64,
    /// Sequences of this traffic that one replica can run at once.
    pub max_sequences: f64,
}

/// One step of the explanation: a formula, and the same with the numbers put in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Step {
    /// The quantity, such as "KV cache per token".
    pub quantity: String,
    /// The formula in symbols.
    pub formula: String,
    /// The formula with this scenario's numbers.
    pub substituted: String,
    /// The result with its unit.
    pub result: String,
    /// Where the figures are from.
    pub source: String,
}
