//! The published figures, graded once.

use std::sync::LazyLock;

use throughput::iteration::Constants;
use throughput::validation::{Case, Graded, Measurement, Metric, Question, grade, published};

use super::Source;
use crate::format;

/// A published row that the model answers.
pub struct Answered {
    /// The row.
    pub row: &'static Measurement,
    /// Id and name of the GPU.
    pub gpu: (&'static str, &'static str),
    /// Id and name of the model.
    pub model: (String, String),
    /// Id and name of the engine.
    pub engine: (&'static str, &'static str),
    /// Whether the model has routed experts.
    pub is_moe: bool,
    /// What was measured, in a line.
    pub name: String,
    /// Metric, predicted and measured in the metric's unit.
    pub figures: Vec<(Metric, f64, f64)>,
}

impl Answered {
    fn of(graded: &Graded<'static>) -> Option<Self> {
        let (case, _) = graded.answer.as_ref().ok()?;
        let served = &case.deployment;
        let figures = graded
            .pairs()
            .into_iter()
            .map(|(metric, predicted, measured)| {
                let factor = if super::name_of(metric).unit == "ms" {
                    1e3
                } else {
                    1.0
                };
                (metric, predicted * factor, measured * factor)
            });
        Some(Self {
            row: graded.row,
            gpu: (&served.gpu.id, &served.gpu.name),
            model: (served.llm.id.clone(), served.llm.name.clone()),
            engine: (&served.engine.id, &served.engine.name),
            is_moe: served.llm.is_moe(),
            name: name(graded.row, case),
            figures: figures.collect(),
        })
    }

    /// Where the row was published.
    #[must_use]
    pub fn source(&self) -> Source {
        let row = self.row;
        Source {
            name: row.source.clone(),
            url: row.url.clone(),
            date: row.date.clone(),
        }
    }
}

static ANSWERED: LazyLock<Vec<Answered>> = LazyLock::new(|| {
    grade(published(), Constants::shipped())
        .iter()
        .filter_map(Answered::of)
        .collect()
});

/// The rows that the model answers, graded with the shipped constants at the first call.
#[must_use]
pub fn answered() -> &'static [Answered] {
    &ANSWERED
}

/// For example `Llama 3.3 70B, FP8 · 2 × H100 SXM 80 GB · vLLM · 900 in, 900 out · concurrency 64`.
fn name(row: &Measurement, case: &Case) -> String {
    let served = &case.deployment;
    let gpus = row
        .gpus_total
        .unwrap_or_else(|| case.replicas * f64::from(served.parallelism.gpus()));
    let whole = |number: f64| format::grouped(number, 0);
    let version = [row.engine_version.as_str(), ""][usize::from(row.engine_version.len() > 16)];
    format!(
        "{}, {} · {} × {} · {} · {} in, {} out · {}",
        served.llm.name,
        served.weights.id().to_uppercase(),
        whole(gpus),
        served.gpu.name,
        [served.engine.name.as_str(), version].join(" ").trim_end(),
        whole(case.traffic.isl),
        whole(case.traffic.osl),
        question(&case.question),
    )
}

fn question(question: &Question) -> String {
    let whole = |number: f64| format::grouped(number, 0);
    match question {
        Question::ClosedLoop { concurrency, .. } => format!("concurrency {}", whole(*concurrency)),
        Question::Offline { .. } => "all requests queued".to_owned(),
        Question::Wave { requests } => format!("{} requests at once", whole(*requests)),
        Question::StaticBatch { batch } => format!("batch {}", whole(*batch)),
        Question::RequestRate { per_s, .. } => format!("{} requests/s", format::rate(*per_s)),
        Question::SloLimited {
            ttft_p99_s,
            tpot_p99_s,
        } => format!(
            "p99 within {} and {}",
            format::limit_ms(ttft_p99_s * 1e3),
            format::limit_ms(tpot_p99_s * 1e3)
        ),
        Question::LonePrefill => "one prompt alone".to_owned(),
        Question::PrefillOnly => "prefill only".to_owned(),
        Question::DecodeOnly {
            sequences: Some(sequences),
        } => {
            format!("decode only, {} sequences", whole(*sequences))
        }
        Question::DecodeOnly { sequences: None } => "decode only".to_owned(),
        Question::Disaggregated {
            prefill_workers,
            decode_workers,
            concurrency,
        } => format!(
            "{} prefill and {} decode workers, concurrency {}",
            whole(*prefill_workers),
            whole(*decode_workers),
            whole(*concurrency)
        ),
    }
}
