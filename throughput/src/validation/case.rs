//! From a measurement's row to the question that it answers.

use std::borrow::Cow;

use super::layout::{expert_layout, leading_number, number_after};
use super::row::Measurement;
use crate::catalog::{self, Engine, Gpu, KvPrecision, Llm, WeightPrecision};
use crate::scenario::{Deployment, Parallelism, Speculation, Traffic, legal_tensor_sizes};
use crate::slots::Room;

/// Why a row cannot be answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// The GPU is not in the catalogue.
    #[error("GPU not in the catalogue: {0}")]
    Gpu(String),
    /// The model is not in the catalogue.
    #[error("model not in the catalogue: {0}")]
    Model(String),
    /// The engine is not in the catalogue.
    #[error("engine not in the catalogue: {0}")]
    Engine(String),
    /// A column that the question needs is blank.
    #[error("not stated: {0}")]
    NotStated(&'static str),
    /// The scenario is of no known kind.
    #[error("unknown scenario: {0}")]
    Scenario(String),
    /// The weights do not fit into the stated GPUs.
    #[error("does not fit: {0} GiB lack over all GPUs")]
    DoesNotFit(String),
}

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

/// One row as the model is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// What was served.
    pub deployment: Deployment,
    /// Identical replicas.
    pub replicas: f64,
    /// Mean lengths.
    pub traffic: Traffic,
    /// Beams that each request is decoded with; 1 for sampling.
    pub beams: f64,
    /// Lower end of the lengths against the upper, when they were drawn uniformly; 1 if fixed.
    pub length_ratio: f64,
    /// Coefficient of variation of the lengths of conversations that people had.
    pub length_cv: f64,
    /// Whether requests that start together stay together: all are of one length and prompts are
    /// admitted whole, as `TensorRT-LLM` does unless told to chunk them.
    pub in_cohorts: bool,
    /// Seconds by which the first wave of a closed loop was late; the other nine in ten were not.
    pub first_wave_delay_s: f64,
    /// What was measured.
    pub question: Question,
}

impl Case {
    /// Reads a row.
    ///
    /// # Errors
    ///
    /// [`Unanswered`] with the reason.
    pub fn from_row(row: &Measurement) -> Result<Self, Unanswered> {
        let gpu = catalog::gpu(&row.gpu).ok_or_else(|| Unanswered::Gpu(row.gpu.clone()))?;
        let llm = catalog::llm(&row.model).ok_or_else(|| Unanswered::Model(row.model.clone()))?;
        let engine_name = if row.engine.is_empty() {
            "vllm"
        } else {
            &row.engine
        };
        let engine = catalog::engine_for(engine_name, software(row))
            .ok_or_else(|| Unanswered::Engine(row.engine.clone()))?;
        let weights = weight_precision(&row.weight_dtype, llm);
        let (parallelism, replicas) = parallelism(row, gpu, llm, weights)?;
        let lengths_factor = if row.length_dist.contains("[0.8,1.0]") {
            0.9
        } else {
            1.0
        };
        let (isl, osl) = lengths(row)?;
        let budget = number_after(&row.notes, "max_num_tokens=")
            .or_else(|| number_after(&row.notes, "max-num-batched-tokens="))
            .map_or(engine.token_budget, to_u32);
        // An engine's largest batch is that of one attention rank.
        let max_sequences = number_after(&row.batch_or_concurrency, "max_batch")
            .or_else(|| number_after(&row.notes, "max-num-seqs="))
            .map_or(engine.max_sequences, |batch| {
                to_u32(batch) * parallelism.attention_data
            });
        let kv = kv_precision(row, weights, engine.id.as_str());
        let traffic = Traffic {
            isl: isl * lengths_factor,
            osl: osl * lengths_factor,
            isl_cv: 0.0,
            osl_cv: 0.0,
            cache_hit: 0.0,
            arrival_cv: 1.0,
        };
        let mut case = Self {
            deployment: Deployment {
                llm: Cow::Borrowed(llm),
                gpu,
                engine,
                parallelism,
                weights,
                kv,
                speculation: speculation(row),
                max_sequences,
                token_budget: budget.max(16),
                memory_fraction: memory_fraction(row, engine),
            },
            replicas,
            traffic,
            length_cv: length_cv(row),
            beams: beams(row),
            length_ratio: if lengths_factor < 1.0 { 0.8 } else { 1.0 },
            in_cohorts: lengths_factor >= 1.0 && engine.id == "tensorrt-llm",
            first_wave_delay_s: first_wave_delay_s(row),
            question: question(row)?,
        };
        make_it_fit(&mut case.deployment, traffic);
        Ok(case)
    }
}

/// The largest share of memory that the engines' guides speak of.
const LARGEST_MEMORY_FRACTION: f64 = 0.95;

/// What was measured did fit: where it does not with the engine's default share of the memory, whoever
/// ran it gave it more.
fn make_it_fit(deployment: &mut Deployment, traffic: Traffic) {
    if Room::new(deployment, traffic).kv_bytes <= 0.0 {
        deployment.memory_fraction = deployment.memory_fraction.max(LARGEST_MEMORY_FRACTION);
    }
}

/// The engine's version, or the year of the software where only that is stated.
fn software(row: &Measurement) -> &str {
    if row.engine_version.is_empty() && (row.notes.contains("2024") || row.source.contains("2024"))
    {
        "2024"
    } else {
        &row.engine_version
    }
}

fn to_u32(value: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates"
    )]
    let whole = value.round() as u32;
    whole
}

fn weight_precision(cell: &str, llm: &Llm) -> WeightPrecision {
    match cell.trim().trim_end_matches('?') {
        "fp8" | "fp8_block" => WeightPrecision::Fp8,
        "int8" => WeightPrecision::Int8,
        "int4" | "w4a16" | "awq" | "gptq" => WeightPrecision::Int4,
        "fp4" if llm.native_weights == WeightPrecision::Mxfp4 => WeightPrecision::Mxfp4,
        "fp4" | "nvfp4" => WeightPrecision::Nvfp4,
        "mxfp4" => WeightPrecision::Mxfp4,
        _ => WeightPrecision::Bf16,
    }
}

/// The KV precision as stated, else the habit of the engine: TensorRT-LLM's quantised checkpoints
/// carry FP8 KV scales, vLLM and SGLang keep 16 bits unless told.
fn kv_precision(row: &Measurement, weights: WeightPrecision, engine: &str) -> KvPrecision {
    match row.kv_dtype.as_str() {
        "fp8" => KvPrecision::Fp8,
        "fp16" | "bf16" => KvPrecision::Bf16,
        _ if engine.starts_with("tensorrt") && weights != WeightPrecision::Bf16 => KvPrecision::Fp8,
        _ => KvPrecision::Bf16,
    }
}

fn parallelism(
    row: &Measurement,
    gpu: &Gpu,
    llm: &Llm,
    weights: WeightPrecision,
) -> Result<(Parallelism, f64), Unanswered> {
    let pipeline = row.pp.unwrap_or(1.0).max(1.0);
    let stated = row.tp.or_else(|| {
        let wide = number_after(&row.ep_or_dp, "ep").filter(|ranks| *ranks > 1.0);
        wide.or_else(|| number_after(&row.ep_or_dp, "instance x "))
    });
    let (attention_data, experts_whole) = expert_layout(&row.ep_or_dp);
    let tensor = match stated {
        Some(tensor) => tensor,
        None => smallest_fit(gpu, llm, weights).ok_or(Unanswered::NotStated("tp"))?,
    };
    // "tp=1, attention-DP 8" means eight ranks of one GPU.
    let tensor = if f64::from(attention_data) > tensor {
        tensor * f64::from(attention_data)
    } else {
        tensor
    };
    let overview_moe = overview(row)
        && llm.is_moe()
        && row.engine_version.starts_with("v1")
        && row.ep_or_dp.is_empty();
    let mlperf_mla =
        row.source.starts_with("MLPerf") && llm.is_mla() && row.ep_or_dp.contains("ep");
    let data_parallel = row.ep_or_dp.contains("DP attention") || overview_moe || mlperf_mla;
    let (attention_data, experts_whole) = if data_parallel {
        (to_u32(tensor), true)
    } else {
        (attention_data, experts_whole)
    };
    let gpus = row.gpus_total.unwrap_or(tensor * pipeline);
    let replicas = (gpus / (tensor * pipeline)).max(1.0);
    let tensor = to_u32(tensor).max(1);
    Ok((
        Parallelism {
            tensor,
            pipeline: to_u32(pipeline),
            attention_data: if tensor.is_multiple_of(attention_data) {
                attention_data
            } else {
                1
            },
            experts_whole,
        },
        replicas,
    ))
}

/// TensorRT-LLM's performance overview, whose text says how its runs were made: attention
/// data-parallel for mixtures of experts, 95 % of the free memory for the cache, and a number of
/// requests for each pair of lengths.
fn overview(row: &Measurement) -> bool {
    row.source.starts_with("TensorRT-LLM perf-overview") && row.scenario == "offline/max-throughput"
}

fn memory_fraction(row: &Measurement, engine: &Engine) -> f64 {
    // The text of 0.14 does not speak of raising it.
    if overview(row) && row.engine_version != "v0.14.0" {
        0.95
    } else {
        engine.memory_fraction
    }
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

/// The spread of `ShareGPT`'s prompts and answers, as vLLM's benchmark samples them: about as wide as
/// they are long.
fn length_cv(row: &Measurement) -> f64 {
    if row.length_dist == "sharegpt" {
        1.0
    } else {
        0.0
    }
}

/// MLPerf decodes GPT-J with four beams.
fn beams(row: &Measurement) -> f64 {
    if row.length_dist == "mlperf-cnn-dailymail" && row.model.contains("gpt-j") {
        4.0
    } else {
        1.0
    }
}

/// The smallest legal size at which the weights take at most 80 % of the memory.
fn smallest_fit(gpu: &Gpu, llm: &Llm, weights: WeightPrecision) -> Option<f64> {
    legal_tensor_sizes(llm, 64)
        .into_iter()
        .map(f64::from)
        .find(|size| llm.weight_bytes(weights) / size < 0.8 * gpu.memory_bytes())
}

/// Mean lengths as stated; MLPerf's logs leave the input out, so the mean of its data set stands in.
fn lengths(row: &Measurement) -> Result<(f64, f64), Unanswered> {
    let is_prefill = row.scenario.contains("prefill") && !row.scenario.contains("disagg closed");
    let osl = match row.osl {
        Some(osl) => osl,
        None if is_prefill => 1.0,
        None if row.scenario.starts_with("low latency") => 128.0,
        None if row.scenario.contains("decode") => 1000.0,
        None => return Err(Unanswered::NotStated("osl")),
    };
    let isl = match row.isl {
        Some(isl) => isl,
        None => data_set_isl(row).ok_or(Unanswered::NotStated("isl"))?,
    };
    Ok((isl, osl))
}

/// Mean input lengths of MLPerf's data sets in the tokens of the benchmark's model, from the task
/// descriptions of MLCommons (<https://docs.mlcommons.org/inference/>), read 2026-12-01. Mixtral's is
/// put together from its three equal parts: `OpenOrca` as for Llama 2, `GSM8K` with its worked examples
/// in front (about 620), and `MBXP` (about 170).
fn data_set_isl(row: &Measurement) -> Option<f64> {
    let named = [
        ("mlperf-openorca+gsm8k+mbxp", 360.0),
        ("mlperf-openorca", 294.0),
        ("mlperf-cnn-dailymail", 778.0),
        ("mlperf-longbench", 9400.0),
        ("mlperf-reasoning", 800.0),
        ("mean KV 4989", 4000.0),
        ("production traffic", 4000.0),
    ];
    named
        .into_iter()
        .find(|(name, _)| row.length_dist.contains(name))
        .map(|(_, isl)| isl)
}

/// `InferenceX` files do not keep the flag, but the `TensorRT-LLM` runs of `DeepSeek` of 2026-01-14
/// decode 1.6 to 2.2 times faster than the same version did a month before, at every concurrency:
/// multi-token prediction was on.
fn speculation(row: &Measurement) -> Speculation {
    let drafted = row.model.contains("DeepSeek")
        && row.engine == "trtllm"
        && row.notes.contains("measured=2026-01-14");
    if drafted {
        Speculation::new(3.0, 0.65)
    } else {
        Speculation::OFF
    }
}

/// `TensorRT-LLM` tunes its kernels when a shape first occurs. The runs of 1024 in and 1024 out came
/// first: their mean TTFT is some 150 ms above that of the same prompts in the next run, at any
/// concurrency, as if the first wave (a tenth of the prompts) had waited 1.5 s.
fn first_wave_delay_s(row: &Measurement) -> f64 {
    let first_run = row.source.starts_with("InferenceX")
        && row.engine == "trtllm"
        && row
            .isl
            .zip(row.osl)
            .is_some_and(|(isl, osl)| (isl - osl).abs() < 1.0);
    if first_run { 1.5 } else { 0.0 }
}

/// Whether a closed loop's first wave shows in its means. `InferenceX` sends ten prompts for each
/// place in the loop, all first ones at once. Of `AIConfigurator`'s own runs only those of `SGLang` at
/// powers of two do: there TTFT is the prefill of half a wave; elsewhere TPOT carries the prefills.
fn stays_in_waves(row: &Measurement, concurrency: f64) -> bool {
    let own_runs = row.source.starts_with("NVIDIA aiconfigurator own runs");
    !own_runs || (row.engine == "sglang" && to_u32(concurrency).is_power_of_two())
}

fn question(row: &Measurement) -> Result<Question, Unanswered> {
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
