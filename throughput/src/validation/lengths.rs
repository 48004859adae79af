//! How long the requests of a row were.

use super::case::Unanswered;
use super::row::Measurement;

/// The spread of `ShareGPT`'s prompts and answers, as vLLM's benchmark samples them: about as wide as
/// they are long.
pub(super) fn length_cv(row: &Measurement) -> f64 {
    if row.length_dist == "sharegpt" {
        1.0
    } else {
        0.0
    }
}

/// MLPerf decodes GPT-J with four beams.
pub(super) fn beams(row: &Measurement) -> f64 {
    if row.length_dist == "mlperf-cnn-dailymail" && row.model.contains("gpt-j") {
        4.0
    } else {
        1.0
    }
}

/// Mean lengths as stated; MLPerf's logs leave the input out, so the mean of its data set stands in.
pub(super) fn lengths(row: &Measurement) -> Result<(f64, f64), Unanswered> {
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
