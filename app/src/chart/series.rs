//! What the chart shows, taken from an answer.

use throughput::estimate::{Estimate, Outcome};

use crate::format;

/// An operating point on the chart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark {
    /// Requests in flight.
    pub concurrency: f64,
    /// Output tokens per second over all of them.
    pub output_tok_s: f64,
    /// Mean time per output token of one request.
    pub tpot_ms: f64,
}

/// The curves and what is marked on them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Series {
    /// The curve: the same three numbers at rising concurrency.
    pub curve: Vec<Mark>,
    /// The real-time operating point.
    pub real_time: Option<Mark>,
    /// The batch operating point.
    pub batch: Option<Mark>,
    /// The concurrency at which decode turns from bandwidth-bound to compute-bound.
    pub knee: Option<f64>,
}

impl Series {
    /// The chart of an answer.
    #[must_use]
    pub fn of(estimate: &Estimate) -> Self {
        let curve = estimate.curve.iter().map(|point| Mark {
            concurrency: point.concurrency,
            output_tok_s: point.output_tok_s,
            tpot_ms: point.tpot_ms,
        });
        Self {
            curve: curve.collect(),
            real_time: mark(&estimate.real_time),
            batch: mark(&estimate.batch),
            knee: estimate.knee.map(|knee| knee.concurrency),
        }
    }

    /// Lowest and highest concurrency on the chart; `None` when there is nothing to draw.
    #[must_use]
    pub fn span(&self) -> Option<(f64, f64)> {
        let marks = [self.real_time, self.batch].into_iter().flatten();
        let all = || {
            self.curve
                .iter()
                .copied()
                .chain(marks.clone())
                .map(|mark| mark.concurrency)
        };
        let low = all().filter(|value| *value > 0.0).reduce(f64::min)?;
        let high = all().reduce(f64::max)?;
        // One point alone still gets a width, so that it stands in the middle.
        Some(if high > low {
            (low, high)
        } else {
            (low / 2.0, low * 2.0)
        })
    }

    /// The knee, if it lies on the chart.
    #[must_use]
    pub fn visible_knee(&self) -> Option<f64> {
        let (low, high) = self.span()?;
        self.knee.filter(|knee| (low..=high).contains(knee))
    }

    /// What the chart shows, in words.
    #[must_use]
    pub fn summary(&self) -> String {
        let (Some(first), Some(last)) = (self.curve.first(), self.curve.last()) else {
            return "No load can be run, so there is no curve.".to_owned();
        };
        let mut text = format!(
            "From {} to {} requests in flight, throughput goes from {} to {} tokens per second \
             and the time per token from {} to {}.",
            format::rate(first.concurrency),
            format::rate(last.concurrency),
            format::rate(first.output_tok_s),
            format::rate(last.output_tok_s),
            format::latency_ms(first.tpot_ms),
            format::latency_ms(last.tpot_ms),
        );
        for (name, mark) in [("Real time", self.real_time), ("Batch", self.batch)] {
            if let Some(mark) = mark {
                let (at, rate) = (
                    format::rate(mark.concurrency),
                    format::rate(mark.output_tok_s),
                );
                text.push_str(&format!(" {name} runs {at} at {rate} tokens per second."));
            }
        }
        match (self.knee, self.visible_knee()) {
            (Some(knee), Some(_)) => {
                text.push_str(&format!(" The knee is at {} requests.", format::rate(knee)));
            }
            (Some(knee), None) => text.push_str(&format!(
                " The knee would be at {} requests, off this chart.",
                format::rate(knee)
            )),
            (None, _) => {}
        }
        text
    }
}

fn mark(outcome: &Outcome) -> Option<Mark> {
    outcome.point().map(|point| Mark {
        concurrency: point.concurrency,
        output_tok_s: point.output_tok_s,
        tpot_ms: point.tpot_ms.mean,
    })
}
