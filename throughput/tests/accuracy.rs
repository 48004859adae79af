//! How far the model may be from the published figures that the project carries, slice by slice.

use std::sync::LazyLock;

use throughput::iteration::Constants;
use throughput::validation::Metric::{self, OutputTokS, Tpot, Ttft};
use throughput::validation::{Report, grade, published};

/// Slices by GPU and engine with fewer rows are too small for a bound of their own.
const FEWEST_ROWS: usize = 20;

/// Metric, what the rows share, and the most that the median and the mean error may be, in percent:
/// what was reached when the constants were last fitted, and a quarter more; never below 5 %.
const BOUNDS: &[(Metric, &str, &str, f64, f64)] = &[
    (OutputTokS, "all", "", 12.0, 24.0),
    (OutputTokS, "engine", "sglang", 16.0, 33.0),
    (OutputTokS, "engine", "tensorrt-llm", 11.0, 17.0),
    (OutputTokS, "engine", "tensorrt-llm-2024", 11.0, 18.0),
    (OutputTokS, "engine", "tensorrt-llm-cpp", 12.0, 27.0),
    (OutputTokS, "engine", "tensorrt-llm-static", 9.0, 12.0),
    (OutputTokS, "engine", "vllm", 12.0, 23.0),
    (OutputTokS, "engine", "vllm-v0", 13.0, 43.0),
    (OutputTokS, "gpu", "b200", 12.0, 22.0),
    (OutputTokS, "gpu", "h100-sxm", 9.0, 18.0),
    (OutputTokS, "gpu", "h200-sxm", 12.0, 19.0),
    (OutputTokS, "gpu", "l40s", 8.0, 40.0),
    (OutputTokS, "gpu", "mi300x", 31.0, 46.0),
    (OutputTokS, "kind", "dense", 11.0, 23.0),
    (OutputTokS, "kind", "mixture of experts", 13.0, 26.0),
    (Tpot, "all", "", 11.0, 22.0),
    (Tpot, "engine", "sglang", 12.0, 20.0),
    (Tpot, "engine", "tensorrt-llm", 9.0, 13.0),
    (Tpot, "engine", "tensorrt-llm-cpp", 13.0, 35.0),
    (Tpot, "engine", "vllm", 10.0, 11.0),
    (Tpot, "gpu", "b200", 9.0, 17.0),
    (Tpot, "gpu", "h100-sxm", 12.0, 23.0),
    (Tpot, "gpu", "h200-sxm", 11.0, 19.0),
    (Tpot, "kind", "dense", 11.0, 27.0),
    (Tpot, "kind", "mixture of experts", 11.0, 16.0),
    (Ttft, "all", "", 34.0, 65.0),
    (Ttft, "engine", "sglang", 65.0, 155.0),
    (Ttft, "engine", "tensorrt-llm", 37.0, 47.0),
    (Ttft, "engine", "tensorrt-llm-cpp", 38.0, 43.0),
    (Ttft, "engine", "tensorrt-llm-static", 11.0, 29.0),
    (Ttft, "engine", "vllm", 31.0, 50.0),
    (Ttft, "gpu", "b200", 49.0, 52.0),
    (Ttft, "gpu", "h100-sxm", 26.0, 48.0),
    (Ttft, "gpu", "h200-sxm", 21.0, 51.0),
    (Ttft, "kind", "dense", 22.0, 46.0),
    (Ttft, "kind", "mixture of experts", 56.0, 88.0),
];

static REPORT: LazyLock<Report> =
    LazyLock::new(|| Report::new(&grade(published(), Constants::shipped())));

#[test]
fn errors_of_every_slice_are_within_their_bounds() {
    let mut beyond = Vec::new();
    for &(metric, by, of, median, mean) in BOUNDS {
        let errors = REPORT
            .lines
            .iter()
            .find(|line| line.metric == metric && line.by == by && line.of == of)
            .unwrap_or_else(|| panic!("{metric:?} has no rows by {by} {of}"))
            .errors;
        for (what, reached, bound) in [
            ("median", errors.median, median),
            ("mean", errors.mean, mean),
        ] {
            if reached * 100.0 > bound {
                beyond.push(format!(
                    "{metric:?} {by} {of}: {what} {:.1} % > {bound} %",
                    reached * 100.0
                ));
            }
        }
    }
    assert!(beyond.is_empty(), "{beyond:#?}");
}

#[test]
fn every_slice_of_some_size_has_a_bound() {
    for line in &REPORT.lines {
        let is_bound = match line.by {
            "all" | "kind" => true,
            "gpu" | "engine" => line.errors.count >= FEWEST_ROWS,
            _ => false,
        };
        if is_bound && matches!(line.metric, OutputTokS | Tpot | Ttft) {
            let has_bound = BOUNDS.iter().any(|(metric, by, of, ..)| {
                *metric == line.metric && *by == line.by && *of == line.of
            });
            assert!(
                has_bound,
                "{:?} {} {}: {} rows",
                line.metric, line.by, line.of, line.errors.count
            );
        }
    }
}

#[test]
fn nearly_every_row_is_answered() {
    let share = REPORT.answered as f64 / REPORT.rows as f64;
    assert!(
        share >= 0.97,
        "{} of {}: {:?}",
        REPORT.answered,
        REPORT.rows,
        REPORT.unanswered
    );
}
