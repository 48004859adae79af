//! Rows that are known to be wrong, or to say less than they seem to.

use super::report::Metric;
use super::row::Measurement;

/// Why one of a row's figures should not be taken at its word, where evidence is known.
///
/// Such rows are graded all the same; `docs/ACCURACY.md` has the evidence.
#[must_use]
pub fn doubt(row: &Measurement, metric: Metric) -> Option<&'static str> {
    let from = |source: &str| row.source.starts_with(source);
    let is_trtllm = row.engine == "trtllm";
    let is_ttft = matches!(metric, Metric::Ttft | Metric::TtftP99);
    if from("TensorRT-LLM perf-overview v1.0")
        && row.gpu.starts_with("H200")
        && row.model.contains("Llama-4-Scout")
    {
        return Some(
            "This column looks too high: 1.8 to 2.5 times the H100’s beside it, where other models have 1.0 to 1.7.",
        );
    }
    if is_trtllm && row.model.contains("DeepSeek") && row.notes.contains("measured=2026-01-14") {
        return Some("Multi-token prediction was on, which the published file does not say.");
    }
    if is_ttft && is_trtllm && from("NVIDIA aiconfigurator own runs") {
        return Some(
            "In this series TTFT rises with the output’s length at the same input, which it should not.",
        );
    }
    if is_ttft && is_trtllm && from("InferenceX") && has_equal_lengths(row) {
        return Some(
            "First run of its series: kernels were still being tuned while the first wave waited.",
        );
    }
    if from("NVIDIA aiconfigurator own runs")
        && row.engine == "vllm"
        && row.model.contains("Qwen3-235B")
    {
        return Some(
            "Time per token is the same with 4 and with 20 in flight, and three times SGLang’s on the same machine.",
        );
    }
    if row.engine == "deepseek-internal" || row.scenario.starts_with("production average") {
        return Some(
            "An engine of its owner’s: how many GPUs share the load, and at what batch, is not published.",
        );
    }
    if metric != Metric::OutputTokS
        && (row.scenario.starts_with("server") || row.scenario.starts_with("interactive"))
    {
        return Some(
            "The limits are published, but not how far below them the submitter chose to run.",
        );
    }
    if row.notes.contains("burst") {
        return Some("All requests arrive at once; the run ends before there is a steady state.");
    }
    if row.isl.is_none() {
        return Some(
            "The log does not hold the prompts’ lengths: the mean of the data set stands in.",
        );
    }
    if from("Argonne") {
        return Some("Software of 2024; the published file does not state its version.");
    }
    None
}

fn has_equal_lengths(row: &Measurement) -> bool {
    row.isl
        .zip(row.osl)
        .is_some_and(|(isl, osl)| (isl - osl).abs() < 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dirty_ttft_casts_no_doubt_on_the_time_per_token() {
        let row = Measurement {
            source: "NVIDIA aiconfigurator own runs (silicon_sample)".to_owned(),
            engine: "trtllm".to_owned(),
            isl: Some(1000.0),
            ..Measurement::default()
        };
        assert!(doubt(&row, Metric::Ttft).is_some());
        assert_eq!(doubt(&row, Metric::Tpot), None);
    }
}
