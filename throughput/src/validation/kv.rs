//! Grading the cache capacity against what servers logged.

use serde::Deserialize;

use crate::catalog::{self, Engine, Gpu, KvPrecision, Llm, WeightPrecision};
use crate::memory::{self, MemoryPlan, MemoryRequest, PrintedRule};

/// One server log, as its CSV row states it. Blank = not stated.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Row {
    id: String,
    thread: String,
    engine: String,
    version: String,
    model: String,
    gpu: String,
    tp: Option<u32>,
    weight_dtype: String,
    kv_dtype: String,
    mem_fraction: Option<f64>,
    max_model_len: Option<u32>,
    model_load_gib: Option<f64>,
    kv_tokens: Option<f64>,
}

/// What the model says of one row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KvPrediction {
    /// Tokens of the cache, as the engine of the row would print them.
    pub kv_tokens: f64,
    /// The pool on one GPU, GiB.
    pub kv_pool_gib: f64,
    /// The weights on one GPU, GiB.
    pub weights_gib: f64,
}

/// One row with its prediction.
#[derive(Debug, Clone, PartialEq)]
pub struct KvCase {
    /// The row's id.
    pub id: String,
    /// Tokens that were logged, if any.
    pub measured_tokens: Option<f64>,
    /// Weights that were logged as loaded on one GPU, GiB, if any.
    pub measured_weights_gib: Option<f64>,
    /// The prediction, or why the row is not answered.
    pub outcome: Result<KvPrediction, String>,
}

impl KvCase {
    /// Predicted over measured tokens, where both are known.
    #[must_use]
    pub fn token_ratio(&self) -> Option<f64> {
        let predicted = self.outcome.as_ref().ok()?.kv_tokens;
        self.measured_tokens.map(|measured| predicted / measured)
    }

    /// Predicted over measured weights, where both are known.
    #[must_use]
    pub fn weight_ratio(&self) -> Option<f64> {
        let predicted = self.outcome.as_ref().ok()?.weights_gib;
        self.measured_weights_gib
            .map(|measured| predicted / measured)
    }
}

/// Errors of a set of ratios (predicted over measured), as shares: 0.04 is 4 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatioErrors {
    /// Ratios in the set.
    pub count: usize,
    /// Median of |ratio - 1|.
    pub median: f64,
    /// Nine in ten are at most this.
    pub p90: f64,
    /// Median of ratio - 1.
    pub bias: f64,
}

impl RatioErrors {
    /// The errors of these ratios; `None` for none.
    #[must_use]
    pub fn of(ratios: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut signed: Vec<f64> = ratios.into_iter().map(|ratio| ratio - 1.0).collect();
        let mut errors: Vec<f64> = signed.iter().map(|error| error.abs()).collect();
        signed.sort_by(f64::total_cmp);
        errors.sort_by(f64::total_cmp);
        Some(Self {
            count: errors.len(),
            median: quantile(&errors, 0.5)?,
            p90: quantile(&errors, 0.9)?,
            bias: quantile(&signed, 0.5)?,
        })
    }
}

/// The quantile of sorted values, linear between neighbours.
fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53 rows")]
    let place = share * last as f64;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a place within the slice"
    )]
    let low = place.floor() as usize;
    let high = (low + 1).min(last);
    Some((sorted[high] - sorted[low]).mul_add(place.fract(), sorted[low]))
}

/// Predicts the cache of every row of a CSV text with the columns `id`, `thread`, `engine`,
/// `version`, `model`, `gpu`, `tp`, `weight_dtype`, `kv_dtype`, `mem_fraction`, `max_model_len`,
/// `model_load_gib` and `kv_tokens`.
///
/// # Errors
/// [`csv::Error`] when the text has not those columns or a number is none.
pub fn predict_kv(text: &str) -> Result<Vec<KvCase>, csv::Error> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .map(|row| {
            let row: Row = row?;
            Ok(KvCase {
                outcome: predict(&row),
                id: row.id,
                measured_tokens: row.kv_tokens,
                measured_weights_gib: row.model_load_gib,
            })
        })
        .collect()
}

fn predict(row: &Row) -> Result<KvPrediction, String> {
    let llm = catalog::llm(&row.model).ok_or_else(|| unknown("model", &row.model))?;
    if CROSS_ATTENTION.contains(&llm.id.as_str()) {
        return Err("its peak is set by images that cross-attention reads".to_owned());
    }
    let engine = engine_of(row, llm).ok_or_else(|| unknown("engine", &row.engine))?;
    let gpu = gpu_of(&row.gpu).ok_or_else(|| unknown("GPU", &row.gpu))?;
    let tp = row.tp.ok_or("tp is not stated")?;
    let weights = weights_of(&row.weight_dtype)
        .ok_or_else(|| unknown("weight precision", &row.weight_dtype))?;
    let kv = kv_of(&row.kv_dtype).ok_or_else(|| unknown("KV precision", &row.kv_dtype))?;
    let request = MemoryRequest {
        tp,
        pp: stages_of(&row.gpu),
        memory_fraction: row.mem_fraction,
        max_model_len: row.max_model_len,
        ..MemoryRequest::new(llm, &gpu, engine, weights, kv)
    };
    let plan = MemoryPlan::new(&request).map_err(|error| error.to_string())?;
    Ok(KvPrediction {
        kv_tokens: memory::printed_kv_tokens(&request, &plan, printed_rule(&row.version)),
        kv_pool_gib: plan.kv_pool_bytes / memory::GIB,
        weights_gib: plan.weight_bytes / memory::GIB,
    })
}

fn unknown(what: &str, text: &str) -> String {
    if text.trim().is_empty() || text.starts_with("(not ") {
        format!("{what} is not stated")
    } else {
        format!("{what} `{text}` is not in the catalogue")
    }
}

/// Models whose layers attend to encoded images: engines profile one for every sequence, and that
/// peak (36 GiB in one log) is no part of the memory model.
const CROSS_ATTENTION: &[&str] = &["llama-3.2-11b-vision", "llama-3.2-90b-vision"];

/// Models that were served by the software of 2023 and 2024; a post on one of them that names no
/// version is from that time.
const EARLY_MODELS: &[&str] = &[
    "llama-2",
    "llama-7b",
    "llama-13b",
    "qwen1.5",
    "qwen-",
    "yi-",
    "opt-",
];

/// vLLM issues below this number are older than its V1 engine.
const FIRST_V1_ISSUE: u32 = 13_000;

fn engine_of(row: &Row, llm: &Llm) -> Option<&'static Engine> {
    // Aphrodite is a fork of vLLM's V0.
    if row.engine.eq_ignore_ascii_case("aphrodite") {
        return catalog::engine("vllm-v0");
    }
    let engine = catalog::engine_for(&row.engine, &row.version)?;
    let no_release = !row.version.contains('.');
    if engine.id == "vllm" && no_release && is_early(&row.thread, llm) {
        return catalog::engine("vllm-v0");
    }
    Some(engine)
}

fn is_early(thread: &str, llm: &Llm) -> bool {
    let dated = ["2023-", "2024-"].iter().any(|year| thread.contains(year));
    let later = ["2025-", "2026-"].iter().any(|year| thread.contains(year));
    let issue = thread.strip_prefix("vllm-project/vllm#").and_then(|rest| {
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse::<u32>().ok()
    });
    let early_model = EARLY_MODELS.iter().any(|prefix| llm.id.starts_with(prefix));
    dated || (!later && issue.map_or(early_model, |number| number < FIRST_V1_ISSUE))
}

/// A GPU of the catalogue, with the memory that the text states; a card known only by its memory is
/// enough for a capacity.
fn gpu_of(text: &str) -> Option<Gpu> {
    let exact = ["gib", "mib"]
        .iter()
        .any(|unit| text.to_ascii_lowercase().contains(unit));
    let stated = catalog::stated_memory_gib(text);
    let known = catalog::gpu(text);
    match (known, stated) {
        (Some(gpu), Some(memory_gib)) if exact => Some(Gpu {
            memory_gib,
            ..gpu.clone()
        }),
        (Some(gpu), _) => Some(gpu.clone()),
        (None, Some(memory_gib)) if is_some_card(text) => Some(Gpu {
            memory_gib: if exact {
                memory_gib
            } else {
                USABLE_SHARE * memory_gib
            },
            ..catalog::gpu("rtx-4090")?.clone()
        }),
        _ => None,
    }
}

/// What a driver shows of a card's nominal memory, as a rule.
const USABLE_SHARE: f64 = 0.98;

/// A text that describes a card, not a whole computer or another kind of accelerator.
fn is_some_card(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    !["tpu", "mac", "laptop"]
        .iter()
        .any(|other| text.contains(other))
}

/// `PP=2` in the text of the GPUs.
fn stages_of(text: &str) -> u32 {
    let stages = text.split("PP=").nth(1).and_then(|rest| {
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse().ok()
    });
    stages.unwrap_or(1)
}

fn weights_of(text: &str) -> Option<WeightPrecision> {
    let text = text.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    match () {
        () if has(&["gguf"]) => None,
        () if has(&["nvfp4"]) => Some(WeightPrecision::Nvfp4),
        () if has(&["mxfp4"]) => Some(WeightPrecision::Mxfp4),
        () if has(&["int4", "awq", "gptq", "w4a16", "wna16"]) => Some(WeightPrecision::Int4),
        () if has(&["int8", "w8a8"]) => Some(WeightPrecision::Int8),
        () if has(&["fp8"]) => Some(WeightPrecision::Fp8),
        () if has(&["16-bit", "16 bit", "bf16", "fp16", "bfloat16", "float16"]) => {
            Some(WeightPrecision::Bf16)
        }
        () => None,
    }
}

fn kv_of(text: &str) -> Option<KvPrecision> {
    let text = text.trim().to_ascii_lowercase();
    match text.as_str() {
        "" | "auto" | "bf16" | "fp16" | "f16" => Some(KvPrecision::Bf16),
        text if text.starts_with("fp8") => Some(KvPrecision::Fp8),
        _ => None,
    }
}

/// vLLM changed its printed number in 0.21; logs without a version are taken as current.
fn printed_rule(version: &str) -> PrintedRule {
    let version = version.trim_start_matches('v');
    let minor = version.strip_prefix("0.").and_then(|rest| {
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse::<u32>().ok()
    });
    match minor {
        Some(minor) if minor <= 20 => PrintedRule::LayerGroups,
        _ => PrintedRule::LongestSequences,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "id,thread,engine,version,model,gpu,tp,weight_dtype,kv_dtype,\
        mem_fraction,max_model_len,model_load_gib,kv_avail_gib,kv_tokens,note";

    fn case(row: &str) -> KvCase {
        let text = format!("{HEADER}\n{row}\n");
        predict_kv(&text).expect("the columns are there").remove(0)
    }

    /// A row of an engine's log is answered in its own convention (dennislee22/vLLM-benchmarking).
    #[test]
    fn a_logged_cache_is_predicted() {
        let case = case(
            "a,x,vllm,0.10.1.1,gpt-oss-120b,\"4x A100 80GB, 4 nodes\",4,mxfp4,auto,0.8,16384,\
             17.2217,45.32,2640144,",
        );
        let ratio = case.token_ratio().expect("it is answered");
        assert!((ratio - 1.0).abs() < 0.05, "{ratio}");
        let ratio = case.weight_ratio().expect("it is answered");
        assert!((ratio - 1.0).abs() < 0.07, "{ratio}");
    }

    /// A card known only by its memory is enough.
    #[test]
    fn a_bare_memory_is_a_card() {
        let case = case("a,x,aphrodite,,pixtral,(47.53 GiB card),1,16-bit,auto,0.9,8192,,,116144,");
        assert!((case.token_ratio().expect("it is answered") - 1.0).abs() < 0.05);
    }

    #[test]
    fn what_is_not_stated_is_not_answered() {
        for (row, reason) in [
            (
                "a,x,vllm,,(not named),H100 80GB,1,fp8,auto,,,,,,",
                "model is not stated",
            ),
            (
                "a,x,vllm,,Qwen3-14B,(not named),1,16-bit,auto,,,,,,",
                "GPU is not stated",
            ),
            (
                "a,x,vllm,,Qwen3-14B,TPU v5e-8,1,16-bit,auto,,,,,,",
                "GPU `TPU v5e-8`",
            ),
            (
                "a,x,vllm,,Qwen3-14B,H100 80GB,,16-bit,auto,,,,,,",
                "tp is not stated",
            ),
            (
                "a,x,vllm,,Qwen3-14B,H100 80GB,1,gguf quant,auto,,,,,,",
                "weight precision",
            ),
            (
                "a,x,vllm,,Qwen3-14B,H100 80GB,1,16-bit,q8_0,,,,,,",
                "KV precision",
            ),
            (
                "a,x,llama.cpp,,Qwen3-14B,H100 80GB,1,16-bit,auto,,,,,,",
                "engine `llama.cpp`",
            ),
            (
                "a,x,vllm,,Llama-3.3-70B,H100 80GB,1,16-bit,auto,,,,,,",
                "more than the engine may",
            ),
        ] {
            let reason_given = case(row).outcome.expect_err(row);
            assert!(reason_given.contains(reason), "{reason_given}");
        }
    }

    /// By hand: errors 0.1, 0.2 and 0.4, signed -0.1, 0.2 and 0.4.
    #[test]
    fn errors_of_ratios_by_hand() {
        let errors = RatioErrors::of([1.4, 0.9, 1.2]).expect("three ratios");
        assert_eq!(errors.count, 3);
        assert!((errors.median - 0.2).abs() < 1e-12);
        assert!((errors.p90 - 0.36).abs() < 1e-12);
        assert!((errors.bias - 0.2).abs() < 1e-12);
        assert_eq!(RatioErrors::of([]), None);
    }
}
