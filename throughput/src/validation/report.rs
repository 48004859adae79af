//! The error tables of a whole file of measurements, overall and by slice.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::case::{Case, Unanswered};
use super::errors::{ErrorTable, Slice};
use super::predict::{Prediction, predict};
use super::row::Measurement;
use crate::iteration::Constants;

/// A quantity that is graded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// Output tokens per second over all GPUs.
    OutputTokS,
    /// Prompt tokens per second and GPU of prefill-only runs.
    PrefillTokSPerGpu,
    /// Mean time per output token.
    Tpot,
    /// Mean time to first token.
    Ttft,
    /// 99th percentile of the time to first token.
    TtftP99,
    /// 99th percentile of the time per output token.
    TpotP99,
}

/// A row with what the model says to it.
#[derive(Debug)]
pub struct Graded<'a> {
    /// The measurement.
    pub row: &'a Measurement,
    /// The case and the model's answer, or why there is none.
    pub answer: Result<(Case, Prediction), Unanswered>,
}

impl Graded<'_> {
    /// Predicted and measured values of every quantity that both sides have.
    #[must_use]
    pub fn pairs(&self) -> Vec<(Metric, f64, f64)> {
        let Ok((_, predicted)) = &self.answer else {
            return Vec::new();
        };
        let seconds = |milliseconds: Option<f64>| milliseconds.map(|ms| ms / 1e3);
        let prefill = self
            .row
            .tok_s_per_gpu
            .filter(|_| self.row.tok_s_per_gpu_basis.starts_with("input (prefill"));
        [
            (
                Metric::OutputTokS,
                predicted.output_tok_s,
                self.row.output_tok_s(),
            ),
            (
                Metric::PrefillTokSPerGpu,
                predicted.prefill_tok_s_per_gpu,
                prefill,
            ),
            (
                Metric::Tpot,
                predicted.tpot_s,
                seconds(self.row.tpot_ms_mean),
            ),
            (
                Metric::Ttft,
                predicted.ttft_s,
                seconds(self.row.ttft_ms_mean),
            ),
            (
                Metric::TtftP99,
                predicted.ttft_p99_s,
                seconds(self.row.ttft_ms_p99),
            ),
            (
                Metric::TpotP99,
                predicted.tpot_p99_s,
                seconds(self.row.tpot_ms_p99),
            ),
        ]
        .into_iter()
        .filter_map(|(metric, predicted, measured)| {
            Some((metric, predicted?, measured.filter(|value| *value > 0.0)?))
        })
        .collect()
    }
}

/// Asks the model for every row, on as many threads as the machine has cores.
#[must_use]
pub fn grade<'a>(rows: &'a [Measurement], constants: &Constants) -> Vec<Graded<'a>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = rows.len().div_ceil(threads).max(1);
    let answer = |row: &'a Measurement| Graded {
        row,
        answer: Case::from_row(row).and_then(|case| {
            let prediction = predict(&case, constants)?;
            Ok((case, prediction))
        }),
    };
    std::thread::scope(|scope| {
        let parts: Vec<_> = rows
            .chunks(share)
            .map(|part| scope.spawn(move || part.iter().map(answer).collect::<Vec<_>>()))
            .collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().expect("the model does not panic"))
            .collect()
    })
}

/// Error tables by metric and slice, and the rows without an answer by reason.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Rows read.
    pub rows: usize,
    /// Rows answered.
    pub answered: usize,
    /// One line for each metric and slice; the slice is `all`, or names a GPU, a model, an engine,
    /// a scenario or a source.
    pub lines: Vec<Line>,
    /// Ids of the rows without an answer, by reason.
    pub unanswered: BTreeMap<String, Vec<String>>,
}

/// One line of the report.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// What is graded.
    pub metric: Metric,
    /// What the rows of the slice share: `all`, `gpu`, `model`, `engine`, `scenario`, `source`, `moe`.
    pub by: &'static str,
    /// Which GPU, model, engine, scenario or source.
    pub of: String,
    /// The errors.
    #[serde(flatten)]
    pub errors: Slice,
}

impl Report {
    /// Gathers graded rows into tables.
    #[must_use]
    pub fn new(graded: &[Graded<'_>]) -> Self {
        let mut tables: BTreeMap<(Metric, &'static str, String), ErrorTable> = BTreeMap::new();
        let mut unanswered: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for graded in graded {
            let (case, _) = match &graded.answer {
                Ok(answer) => answer,
                Err(reason) => {
                    unanswered
                        .entry(reason.to_string())
                        .or_default()
                        .push(graded.row.id.clone());
                    continue;
                }
            };
            let served = &case.deployment;
            let kind = if served.llm.is_moe() {
                "mixture of experts"
            } else {
                "dense"
            };
            let slices = [
                ("all", String::new()),
                ("kind", kind.to_owned()),
                ("gpu", served.gpu.id.clone()),
                ("model", served.llm.id.clone()),
                ("engine", served.engine.id.clone()),
                ("weights", served.weights.to_string()),
                ("scenario", graded.row.scenario.clone()),
                ("source", graded.row.source.clone()),
            ];
            for (metric, predicted, measured) in graded.pairs() {
                for (by, of) in &slices {
                    tables
                        .entry((metric, by, of.clone()))
                        .or_default()
                        .add(predicted, measured);
                }
            }
        }
        let lines = tables
            .into_iter()
            .filter_map(|((metric, by, of), table)| {
                Some(Line {
                    metric,
                    by,
                    of,
                    errors: table.slice()?,
                })
            })
            .collect();
        let lacking: usize = unanswered.values().map(Vec::len).sum();
        Self {
            rows: graded.len(),
            answered: graded.len() - lacking,
            lines,
            unanswered,
        }
    }
}
