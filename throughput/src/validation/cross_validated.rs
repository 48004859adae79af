//! Errors on rows whose GPU, model or source the fit had not seen.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// Errors of one metric with one kind of group left out of the fit, as shares of the measured value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CrossValidated {
    /// What was left out as a whole: `gpu`, `model`, `source`, ...
    pub left_out: String,
    /// What is graded, and of which kind of model where not of all: `Tpot`, `Output, dense`, ...
    pub metric: String,
    /// Rows that were predicted without having been seen.
    pub rows: usize,
    /// Median of |predicted / measured - 1|.
    pub median: f64,
    /// Mean of the same.
    pub mean: f64,
    /// 90th percentile of the same.
    pub p90: f64,
}

static ERRORS: LazyLock<Vec<CrossValidated>> = LazyLock::new(|| {
    csv::Reader::from_reader(include_str!("../../catalog/cross_validation.csv").as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .expect("the shipped table is read by a test")
});

/// The errors as last found by `calibrate --cross-validate`, in the order of the table.
#[must_use]
pub fn cross_validated() -> &'static [CrossValidated] {
    &ERRORS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_shares_in_order_of_size() {
        for row in cross_validated() {
            assert!(
                0.0 < row.median && row.median <= row.p90 && row.p90 < 2.0,
                "{row:?}"
            );
        }
    }
}
