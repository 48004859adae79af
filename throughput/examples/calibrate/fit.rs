//! Damped Gauss-Newton over the logarithms of the constants, with a robust loss and priors.

use nalgebra::{DMatrix, DVector};
use throughput::iteration::{Constants, Term};

use crate::target::Row;

/// Most steps of a fit; it ends sooner when a step gains less than one part in ten thousand.
pub(crate) const ROUNDS: usize = 12;
/// A constant is drawn to its prior as if one measurement with this error, in log units, had
/// stated it.
const PRIOR_SIGMA: f64 = 0.35;
/// Errors far beyond this, in log units, count little: some rows are simply wrong.
const ROBUST_SIGMA: f64 = 0.12;
/// Step of the finite differences, in log units: wide enough to smooth a simulation's jumps.
const STEP: f64 = 1e-2;
/// No constant moves further than this in one step, in log units.
const LONGEST_STEP: f64 = 0.7;
/// No kernel reaches more of its roofline than this.
const MOST_OF_PEAK: f64 = 0.95;

/// The constants that fit the rows best, starting from `base`.
pub(crate) fn fit(base: &Constants, rows: &[&Row], rounds: usize) -> Constants {
    let fitted: Vec<usize> = (0..base.rows().len())
        .filter(|&row| base.rows()[row].fitted)
        .collect();
    let mut theta = vec![0.0; fitted.len()];
    let mut damping = 1e-2;
    let mut current = residuals(rows, base);
    let mut best = cost(rows, &current, &theta);
    for round in 0..rounds {
        let jacobian = jacobian(base, &fitted, rows, &theta, &current);
        let (normal, gradient) = normal_equations(rows, &current, &jacobian, &theta);
        let before = best;
        for _ in 0..6 {
            let mut damped = normal.clone();
            for diagonal in 0..fitted.len() {
                damped[(diagonal, diagonal)] *= 1.0 + damping;
            }
            let Some(cholesky) = damped.cholesky() else {
                damping *= 10.0;
                continue;
            };
            let step = cholesky.solve(&gradient);
            let trial: Vec<f64> = theta
                .iter()
                .zip(step.iter())
                .map(|(t, s)| t - s.clamp(-LONGEST_STEP, LONGEST_STEP))
                .collect();
            let trial_residuals = residuals(rows, &with(base, &fitted, &trial));
            let trial_cost = cost(rows, &trial_residuals, &trial);
            if trial_cost < best {
                (theta, current, best) = (trial, trial_residuals, trial_cost);
                damping = (damping * 0.3).max(1e-6);
                break;
            }
            damping *= 5.0;
        }
        eprintln!("round {round}: cost {best:.2}");
        if before - best < 1e-4 * before {
            break;
        }
    }
    with(base, &fitted, &theta)
}

/// Residuals of all rows, on two threads, the slow rows spread over both.
pub(crate) fn residuals(rows: &[&Row], constants: &Constants) -> Vec<f64> {
    let every_other = |first: usize| -> Vec<f64> {
        rows.iter()
            .skip(first)
            .step_by(2)
            .map(|row| row.residual(constants))
            .collect()
    };
    let (even, odd) = std::thread::scope(|scope| {
        let odd = scope.spawn(|| every_other(1));
        (
            every_other(0),
            odd.join().expect("the model does not panic"),
        )
    });
    (0..rows.len())
        .map(|row| {
            if row % 2 == 0 {
                even[row / 2]
            } else {
                odd[row / 2]
            }
        })
        .collect()
}

fn with(base: &Constants, fitted: &[usize], theta: &[f64]) -> Constants {
    let mut constants = base.clone();
    for (&row, t) in fitted.iter().zip(theta) {
        let value = base.rows()[row].value * t.exp();
        let is_share =
            base.rows()[row].unit == "1" && base.rows()[row].term != Term::FamilyOverhead;
        constants.set(
            row,
            if is_share {
                value.min(MOST_OF_PEAK)
            } else {
                value
            },
        );
    }
    constants
}

/// Cauchy loss of the rows, and the priors.
fn cost(rows: &[&Row], residuals: &[f64], theta: &[f64]) -> f64 {
    let loss = |(row, r): (&&Row, &f64)| row.weight * (r / ROBUST_SIGMA).powi(2).ln_1p();
    let priors: f64 = theta.iter().map(|t| (t / PRIOR_SIGMA).powi(2)).sum();
    rows.iter().zip(residuals).map(loss).sum::<f64>() + priors
}

fn jacobian(
    base: &Constants,
    fitted: &[usize],
    rows: &[&Row],
    theta: &[f64],
    current: &[f64],
) -> DMatrix<f64> {
    let mut jacobian = DMatrix::zeros(rows.len(), fitted.len());
    for column in 0..fitted.len() {
        let mut moved = theta.to_vec();
        moved[column] += STEP;
        let shifted = residuals(rows, &with(base, fitted, &moved));
        for (row, (after, before)) in shifted.iter().zip(current).enumerate() {
            jacobian[(row, column)] = (after - before) / STEP;
        }
    }
    jacobian
}

fn normal_equations(
    rows: &[&Row],
    residuals: &[f64],
    jacobian: &DMatrix<f64>,
    theta: &[f64],
) -> (DMatrix<f64>, DVector<f64>) {
    let prior = PRIOR_SIGMA.powi(-2);
    let weights = rows
        .iter()
        .zip(residuals)
        .map(|(row, r)| row.weight / r.mul_add(*r, ROBUST_SIGMA.powi(2)));
    let weights = DVector::from_iterator(rows.len(), weights);
    let weighted = DMatrix::from_fn(rows.len(), theta.len(), |row, column| {
        weights[row] * jacobian[(row, column)]
    });
    let normal =
        weighted.tr_mul(jacobian) + DMatrix::from_diagonal_element(theta.len(), theta.len(), prior);
    let gradient = weighted.tr_mul(&DVector::from_column_slice(residuals))
        + DVector::from_column_slice(theta) * prior;
    (normal, gradient)
}
