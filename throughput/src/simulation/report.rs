//! What a simulation found.

use super::{summary::Summary, timeline::TimelineBin};

/// Latencies of the measured requests, and rates and means over the measured window.
///
/// The window begins when the first measured request has arrived and ends when the last one has
/// (when no request is left out at the end: when the last one has finished).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// Time from arrival to the first token.
    pub ttft: Summary,
    /// (E2E - TTFT) / (OSL - 1) of each request with at least two output tokens.
    pub tpot: Summary,
    /// Gap between two consecutive tokens of a request, over all tokens of the window.
    pub itl: Summary,
    /// Time from arrival to the last token.
    pub e2e: Summary,
    /// Output tokens per second of the replica (or of all decode replicas together).
    pub output_tok_s: f64,
    /// Prompt tokens per second, cached ones included.
    pub input_tok_s: f64,
    /// Requests finished per second.
    pub requests_per_s: f64,
    /// Mean number of sequences that run (prefill or decode).
    pub mean_running: f64,
    /// Mean number of requests that wait, preempted ones included.
    pub mean_waiting: f64,
    /// Mean share of the KV cache in use.
    pub mean_kv_use: f64,
    /// Highest share of the KV cache in use.
    pub peak_kv_use: f64,
    /// Share of the time in which an iteration was running. Of separate pools, prefill replicas and
    /// decode replicas are counted apart and added: 2 is everything busy.
    pub busy_share: f64,
    /// Share of the time in which an iteration that carries prefill was running; of separate pools,
    /// mean of the prefill replicas.
    pub prefill_share: f64,
    /// Times that a sequence was thrown out to be computed again.
    pub preemptions: u64,
    /// Length of the window in seconds.
    pub window_s: f64,
    /// Whole run, warm-up included.
    pub totals: RunTotals,
    /// Empty unless asked for.
    pub timeline: Vec<TimelineBin>,
}

/// Figures of the whole run, whatever was measured.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RunTotals {
    /// Seconds from 0 to the last token.
    pub seconds: f64,
    /// Requests finished.
    pub requests: u64,
    /// Prompt tokens of the finished requests, cached ones included.
    pub input_tokens: u64,
    /// Output tokens of the finished requests.
    pub output_tokens: u64,
    /// Engine iterations.
    pub iterations: u64,
    /// Steps in which the simulator advanced, many iterations each where nothing happens.
    pub steps: u64,
}
