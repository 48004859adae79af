//! What a row measured, as a question to the model.

use super::case::{Unanswered, overview, to_u32};
use super::layout::{leading_number, number_after};
use super::row::Measurement;

/// What was measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Question {
    /// A closed loop at a fixed number of requests in flight.
    ClosedLoop {
        /// Requests in flight.
        concurrency: f64,
        /// Prompts of the whole run, when all start at once and the waves stay together; `None` for
        /// a run that reached a steady state.
        prompts: Option<f64>,
    },
    /// All requests queued at once.
    Offline {
        /// How many, over all replicas; infinite when not documented.
        requests: f64,
    },
    /// `requests` sent at once, and the time until the last one ends.
    Wave {
        /// How many.
        requests: f64,
    },
    /// One static batch, prefilled and decoded together.
    StaticBatch {
        /// Sequences in the batch.
        batch: f64,
    },
    /// Poisson arrivals at a rate.
    RequestRate {
        /// Requests per second over all replicas.
        per_s: f64,
        /// Requests of the whole run.
        requests: f64,
    },
    /// The highest rate within p99 limits.
    SloLimited {
        /// Limit on p99 TTFT in seconds.
        ttft_p99_s: f64,
        /// Limit on p99 TPOT in seconds.
        tpot_p99_s: f64,
    },
    /// One prompt alone.
    LonePrefill,
    /// Prefill nodes of a disaggregated system: prompt tokens a second, nothing else running.
    PrefillOnly,
    /// Decode nodes of a disaggregated system, with a number of sequences.
    DecodeOnly {
        /// Sequences over all GPUs; as many as fit if not stated.
        sequences: Option<f64>,
    },
    /// Prefill and decode workers apart, in a closed loop.
    Disaggregated {
        /// Prefill workers.
        prefill_workers: f64,
        /// Decode workers.
        decode_workers: f64,
        /// Requests in flight.
        concurrency: f64,
    },
}

/// Requests of a run of TensorRT-LLM's performance overview, as its text lists them.
fn overview_requests(isl: f64, osl: f64) -> f64 {
    let lengths = [
        (128.0, 128.0, 30_000.0),
        (128.0, 2048.0, 3000.0),
        (128.0, 4096.0, 1500.0),
        (500.0, 2000.0, 3000.0),
        (1000.0, 1000.0, 3000.0),
        (1000.0, 2000.0, 1500.0),
        (2048.0, 128.0, 3000.0),
        (2048.0, 2048.0, 1500.0),
        (5000.0, 500.0, 1500.0),
        (20_000.0, 2000.0, 1000.0),
    ];
    let same = |a: f64, b: f64| (a - b).abs() < 0.01 * b;
    lengths
        .into_iter()
        .find(|(input, output, _)| same(isl, *input) && same(osl, *output))
        .map_or(1500.0, |(_, _, requests)| requests)
}

/// Whether a closed loop's first wave shows in its means. `InferenceX` sends ten prompts for each
/// place in the loop, all first ones at once. Of `AIConfigurator`'s own runs only those of `SGLang` at
/// powers of two do: there TTFT is the prefill of half a wave; elsewhere TPOT carries the prefills.
fn stays_in_waves(row: &Measurement, concurrency: f64) -> bool {
    let own_runs = row.source.starts_with("NVIDIA aiconfigurator own runs");
    !own_runs || (row.engine == "sglang" && to_u32(concurrency).is_power_of_two())
}

pub(super) fn question(row: &Measurement) -> Result<Question, Unanswered> {
    let cell = row.batch_or_concurrency.as_str();
    let count = || number_after(cell, "concurrency").or_else(|| leading_number(cell));
    let per_gpu = |value: f64| {
        if cell.contains("per GPU") {
            value * row.gpus_total.unwrap_or(1.0)
        } else {
            value
        }
    };
    let needed = || {
        count()
            .map(per_gpu)
            .ok_or(Unanswered::NotStated("batch_or_concurrency"))
    };
    Ok(match row.scenario.as_str() {
        "closed-loop serving" => {
            let concurrency = needed()?;
            let prompts = stays_in_waves(row, concurrency).then_some(10.0 * concurrency);
            Question::ClosedLoop {
                concurrency,
                prompts,
            }
        }
        "offline/max-throughput" => Question::Offline {
            requests: match (row.isl, row.osl) {
                (Some(isl), Some(osl)) if overview(row) => overview_requests(isl, osl),
                _ => f64::INFINITY,
            },
        },
        "static batch, end-to-end"
        | "static batch"
        | "offline/static-batch max-throughput"
        | "low latency batch=1" => Question::StaticBatch { batch: needed()? },
        "offline, single wave of N requests" | "burst of N concurrent requests" => Question::Wave {
            requests: needed()?,
        },
        "online serving, fixed request rate" | "online serving, 1000 prompts burst" => {
            match row.request_rate_qps {
                Some(per_s) if per_s.is_finite() => {
                    let requests = if row.scenario.contains("1000 prompts") {
                        1000.0
                    } else {
                        500.0
                    };
                    Question::RequestRate { per_s, requests }
                }
                Some(_) => Question::Wave {
                    requests: number_after(&row.notes, "").unwrap_or(500.0),
                },
                None => return Err(Unanswered::NotStated("request_rate_qps")),
            }
        }
        "server w/ SLO" | "interactive w/ tight SLO" => {
            let limit = |word| {
                number_after(&row.notes, word).ok_or(Unanswered::NotStated("the SLO, in notes"))
            };
            match (limit("TTFT<="), limit("TPOT<=")) {
                (Ok(ttft), Ok(tpot)) => Question::SloLimited {
                    ttft_p99_s: ttft / 1e3,
                    tpot_p99_s: tpot / 1e3,
                },
                // GPT-J's server scenario limits the whole request to 20 s.
                _ => Question::SloLimited {
                    ttft_p99_s: 20.0,
                    tpot_p99_s: 0.2,
                },
            }
        }
        "low latency batch=1 prefill" => Question::LonePrefill,
        "disagg closed-loop serving" => Question::Disaggregated {
            prefill_workers: number_after(&row.ep_or_dp, "disagg ")
                .ok_or(Unanswered::NotStated("workers"))?,
            decode_workers: number_after(&row.ep_or_dp, "prefill + ")
                .ok_or(Unanswered::NotStated("workers"))?,
            concurrency: needed()?,
        },
        other if other.contains("prefill") => Question::PrefillOnly,
        other if other.contains("decode") => Question::DecodeOnly {
            sequences: count().map(per_gpu),
        },
        other => return Err(Unanswered::Scenario(other.to_owned())),
    })
}
