//! From a measurement's row to the question that it answers.

use std::borrow::Cow;

use super::layout::number_after;
use super::lengths::{beams, length_cv, lengths};
use super::parallel::parallelism;
use super::question::{Question, question};
use super::row::Measurement;
use crate::catalog::{self, Engine, KvPrecision, Llm, WeightPrecision};
use crate::scenario::{Deployment, Speculation, Traffic};
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

pub(super) fn to_u32(value: f64) -> u32 {
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

/// TensorRT-LLM's performance overview, whose text says how its runs were made: attention
/// data-parallel for mixtures of experts, 95 % of the free memory for the cache, and a number of
/// requests for each pair of lengths.
pub(super) fn overview(row: &Measurement) -> bool {
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
