//! The answer in one sentence.

use throughput::estimate::{Estimate, NoPoint, NoPointCode, OperatingPoint, Outcome};

use crate::format;
use crate::wording::{Kind, deployment};

/// A piece of the sentence; a price has the accent of its operating point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The words.
    pub text: String,
    /// The operating point that the words are of.
    pub kind: Option<Kind>,
}

fn words(text: impl Into<String>) -> Piece {
    Piece {
        text: text.into(),
        kind: None,
    }
}

fn figure(text: String, kind: Kind) -> Piece {
    Piece {
        text,
        kind: Some(kind),
    }
}

/// The answer in one sentence.
#[must_use]
pub fn sentence(estimate: &Estimate) -> Vec<Piece> {
    let is_free = estimate.scenario.gpu_usd_per_hour() <= 0.0;
    match (&estimate.real_time, &estimate.batch) {
        (Outcome::Point(real_time), Outcome::Point(batch)) if is_free => rates(real_time, batch),
        (Outcome::Point(real_time), Outcome::Point(batch)) => prices(real_time, batch),
        (Outcome::Point(real_time), Outcome::None(_)) => vec![
            words("Real time costs "),
            figure(
                format::usd(real_time.usd_per_m_output_all_in),
                Kind::RealTime,
            ),
            words(" per million output tokens; there is no batch point."),
        ],
        (Outcome::None(_), Outcome::Point(batch)) => vec![
            words("No load keeps the promise; batch costs "),
            figure(format::usd(batch.usd_per_m_output_all_in), Kind::Batch),
            words(" per million output tokens."),
        ],
        (Outcome::None(reason), Outcome::None(_)) => vec![words(refusal(estimate, reason))],
    }
}

fn prices(real_time: &OperatingPoint, batch: &OperatingPoint) -> Vec<Piece> {
    let share = batch.usd_per_m_output_all_in / real_time.usd_per_m_output_all_in;
    let end = if share < 0.995 {
        format!(", {} less.", format::percent(1.0 - share))
    } else {
        ", no less.".to_owned()
    };
    vec![
        words("Real time costs "),
        figure(
            format::usd(real_time.usd_per_m_output_all_in),
            Kind::RealTime,
        ),
        words(" per million output tokens; batch "),
        figure(format::usd(batch.usd_per_m_output_all_in), Kind::Batch),
        words(end),
    ]
}

/// Without a price there is still a throughput.
fn rates(real_time: &OperatingPoint, batch: &OperatingPoint) -> Vec<Piece> {
    vec![
        words("Real time gives "),
        figure(format::rate(real_time.output_tok_s), Kind::RealTime),
        words(" tokens per second, batch "),
        figure(format::rate(batch.output_tok_s), Kind::Batch),
        words("; set a GPU price to see the cost."),
    ]
}

fn refusal(estimate: &Estimate, reason: &NoPoint) -> String {
    match (reason.code, reason.missing_bytes) {
        (NoPointCode::DoesNotFit, Some(missing)) => format!(
            "{} lacks {} ({}) of memory.",
            deployment(&estimate.scenario),
            format::bytes(missing),
            format::gib(missing)
        ),
        _ => reason.reason.clone(),
    }
}
