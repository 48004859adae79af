//! Rows that are known to be wrong, or to say less than they seem to.

use super::row::Measurement;

/// Why a row's figures should not be taken at their word, where evidence is known.
///
/// Such rows are graded all the same; `docs/ACCURACY.md` has the evidence.
#[must_use]
pub fn doubt(row: &Measurement) -> Option<&'static str> {
    let source = |start: &str| row.source.starts_with(start);
    if source("TensorRT-LLM perf-overview v1.0") && row.gpu.starts_with("H200") && row.model.contains("Llama-4-Scout") {
        return Some("The H200 column of Llama 4 Scout in this table looks wrong: up to 2.5 times the H100’s beside it, with 1.4 times the bandwidth.");
    }
    if row.engine == "trtllm" && row.model.contains("DeepSeek") && row.notes.contains("measured=2026-01-14") {
        return Some("Multi-token prediction was on in these runs; the published file does not say so.");
    }
    if source("NVIDIA aiconfigurator own runs") && row.engine == "trtllm" && row.ttft_ms_mean.is_some() {
        return Some("Times to first token of this series rise with the output’s length, which they cannot: not clean.");
    }
    if source("InferenceX") && row.engine == "trtllm" && same_lengths(row) {
        return Some("First of its series: kernels were still being tuned while the first wave waited.");
    }
    if source("Argonne") {
        return Some("Software of 2024 whose version the published file does not state.");
    }
    if row.engine == "deepseek-internal" || row.scenario.starts_with("production average") {
        return Some("An engine of its owner’s, in production: batch and traffic are not published.");
    }
    if row.isl.is_none() {
        return Some("The published log does not hold the prompts’ length; the data set’s mean stands in.");
    }
    None
}

fn same_lengths(row: &Measurement) -> bool {
    row.isl.zip(row.osl).is_some_and(|(isl, osl)| (isl - osl).abs() < 1.0)
}
