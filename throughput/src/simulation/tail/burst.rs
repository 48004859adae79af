//! How many requests arrive together.

/// Mean arrivals in a window, for the columns of [`SHARES`].
const WINDOWS: [f64; 8] = [0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0];
/// Coefficients of variation of the gaps, for the rows of [`SHARES`].
const CVS: [f64; 3] = [1.5, 2.0, 3.0];
/// (dispersion - 1) / (cv^2 - 1) of the counts of a renewal process with gamma gaps: variance over
/// mean of the arrivals in a window is 1 for a short one and cv^2 for a long one. Computed from
///
/// ```text
/// dispersion(w) = 1 + 2/w integral from 0 to w of (m(u) - u) du,
/// m(u) = sum over n >= 1 of P(n / cv^2, u / cv^2)      P: regularised incomplete gamma
/// ```
///
/// with w and u in mean gaps.
const SHARES: [[f64; 8]; 3] = [
    [0.112, 0.180, 0.296, 0.449, 0.658, 0.835, 0.946, 0.982],
    [0.159, 0.220, 0.317, 0.440, 0.613, 0.782, 0.918, 0.972],
    [0.198, 0.247, 0.320, 0.412, 0.547, 0.696, 0.854, 0.945],
];

/// Arrivals with gamma gaps of one coefficient of variation; smoother ones than Poisson count as
/// Poisson, which is on the safe side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Burstiness {
    /// Squared coefficient of variation, at least 1.
    squared_cv: f64,
    /// Row of the table, a part of the next one included.
    row: f64,
}

impl Burstiness {
    pub(super) fn new(cv: f64) -> Self {
        let cv = cv.max(1.0);
        let row = if cv < CVS[1] {
            (cv - CVS[0]) / (CVS[1] - CVS[0])
        } else {
            1.0 + (cv - CVS[1]) / (CVS[2] - CVS[1])
        };
        Self {
            squared_cv: cv * cv,
            row: row.clamp(0.0, 2.0),
        }
    }

    /// Variance over mean of the counts in long windows.
    pub(super) fn squared_cv(&self) -> f64 {
        self.squared_cv
    }

    /// Variance over mean of the number of arrivals in a window with `mean` arrivals on average.
    pub(super) fn dispersion(&self, mean: f64) -> f64 {
        if self.squared_cv <= 1.0 {
            return 1.0;
        }
        let decades = libm::log10(mean.max(1e-6) / WINDOWS[0]);
        let column = (decades * 7.0 / 3.477_121_254_719_662).clamp(0.0, 7.0);
        let left = (column as usize).min(6);
        let upper = (self.row as usize).min(1);
        let part = column - left as f64;
        let in_row = |row: usize| SHARES[row][left] * (1.0 - part) + SHARES[row][left + 1] * part;
        let lower_part = self.row - upper as f64;
        let share = in_row(upper) * (1.0 - lower_part) + in_row(upper + 1) * lower_part;
        1.0 + (self.squared_cv - 1.0) * share
    }
}

/// Probabilities of 0, 1, 2, ... of a negative binomial (Poisson at dispersion 1) by its mean and
/// its dispersion, variance over mean; the last one takes all that are higher.
pub(super) fn count_probabilities(mean: f64, dispersion: f64, into: &mut [f64]) {
    let excess = dispersion - 1.0;
    let (mut probability, ratio, shape) = if excess > 1e-6 {
        let shape = mean / excess;
        (
            libm::exp(-shape * libm::log(dispersion)),
            excess / dispersion,
            shape,
        )
    } else {
        (libm::exp(-mean), 0.0, mean)
    };
    let mut rest = 1.0;
    for (count, entry) in into.iter_mut().enumerate() {
        *entry = probability;
        rest -= probability;
        let next = count as f64 + 1.0;
        probability *= if ratio > 0.0 {
            ratio * (shape + count as f64) / next
        } else {
            shape / next
        };
    }
    if let Some(last) = into.last_mut() {
        *last += rest.max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::random::Random;
    use super::*;

    #[test]
    fn the_table_agrees_with_drawn_gaps() {
        for cv in [1.5, 2.0, 3.0] {
            let burstiness = Burstiness::new(cv);
            let mut random = Random::new(4, 4);
            let shape = 1.0 / (cv * cv);
            let times: Vec<f64> = (0..400_000)
                .scan(0.0, |now, _| {
                    *now += random.gamma(shape) / shape;
                    Some(*now)
                })
                .collect();
            for window in [0.1, 1.0, 10.0] {
                let windows = (300_000.0 / window) as usize;
                let mut counts = vec![0.0; windows];
                for time in &times {
                    if let Some(count) = counts.get_mut((time / window) as usize) {
                        *count += 1.0;
                    }
                }
                let n = windows as f64;
                let mean = counts.iter().sum::<f64>() / n;
                let squares = counts
                    .iter()
                    .map(|count| (count - mean) * (count - mean))
                    .sum::<f64>();
                let drawn = squares / n / mean;
                let table = burstiness.dispersion(window);
                assert!(
                    (table / drawn - 1.0).abs() < 0.05,
                    "{cv} {window}: {table} {drawn}"
                );
            }
        }
    }

    #[test]
    fn counts_have_the_moments_asked_for() {
        for (mean, dispersion) in [(0.3, 1.0), (2.0, 1.0), (0.5, 2.5), (3.0, 4.0)] {
            let mut probabilities = [0.0; 200];
            count_probabilities(mean, dispersion, &mut probabilities);
            let moment = |power: i32| -> f64 {
                probabilities
                    .iter()
                    .enumerate()
                    .map(|(count, p)| p * (count as f64).powi(power))
                    .sum()
            };
            assert!((moment(0) - 1.0).abs() < 1e-9);
            assert!((moment(1) - mean).abs() < 1e-6);
            assert!((moment(2) - moment(1).powi(2) - mean * dispersion).abs() < 1e-5);
        }
    }
}
