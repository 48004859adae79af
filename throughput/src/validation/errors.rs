//! Error tables: how far predictions are from measurements.

use serde::{Deserialize, Serialize};

/// Errors of one quantity over one set of rows, as shares of the measured value.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Slice {
    /// Rows with both a prediction and a measurement.
    pub count: usize,
    /// Median of |predicted / measured - 1|.
    pub median: f64,
    /// Mean of the same.
    pub mean: f64,
    /// 90th percentile of the same.
    pub p90: f64,
    /// Median of predicted / measured - 1: positive is too high.
    pub bias: f64,
    /// Share of rows within 20 %.
    pub within_20: f64,
}

/// Gathers predicted and measured values.
#[derive(Debug, Clone, Default)]
pub struct ErrorTable {
    errors: Vec<f64>,
}

impl ErrorTable {
    /// Adds one pair; both must be positive.
    pub fn add(&mut self, predicted: f64, measured: f64) {
        self.errors.push(predicted / measured - 1.0);
    }

    /// The summary; `None` without any pair.
    #[must_use]
    pub fn slice(&self) -> Option<Slice> {
        if self.errors.is_empty() {
            return None;
        }
        let mut signed = self.errors.clone();
        signed.sort_by(f64::total_cmp);
        let mut sizes: Vec<f64> = signed.iter().map(|error| error.abs()).collect();
        sizes.sort_by(f64::total_cmp);
        let count = sizes.len();
        let of = |share: f64| share / count as f64;
        Some(Slice {
            count,
            median: quantile(&sizes, 0.5),
            mean: of(sizes.iter().sum()),
            p90: quantile(&sizes, 0.9),
            bias: quantile(&signed, 0.5),
            within_20: of(sizes.iter().filter(|size| **size <= 0.2).count() as f64),
        })
    }
}

/// The quantile of sorted values, interpolated between the two nearest.
#[must_use]
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return f64::NAN;
    };
    let place = share.clamp(0.0, 1.0) * last as f64;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "within the slice"
    )]
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    (sorted[above] - sorted[below]).mul_add(place - place.floor(), sorted[below])
}
