//! Fits with whole groups left out, and the residuals of what was left out.

use throughput::iteration::Constants;

use crate::fit::fit;
use crate::report;
use crate::target::{Row, Target, cluster};

const FOLDS: usize = 8;
/// A fold starts near its end: most constants do not depend on the group that is left out.
const ROUNDS: usize = 3;

/// The residual of a row whose group was not in the fit.
pub(crate) struct HeldOut<'a> {
    pub(crate) row: &'a Row,
    /// ln(predicted / measured) as a speed.
    pub(crate) residual: f64,
    /// Whether the row's GPU was in the fit all the same.
    pub(crate) gpu_known: bool,
}

/// The name of the group that a row belongs to.
type GroupOf = fn(&Row) -> String;

/// Leaves out whole GPUs, models, sources and configurations in turn and prints the errors.
pub(crate) fn run<'a>(
    shipped: &Constants,
    rows: &'a [Row],
) -> (Vec<HeldOut<'a>>, Vec<report::Line>) {
    let rows: Vec<&Row> = rows
        .iter()
        .filter(|row| row.target != Target::Ttft)
        .collect();
    let mut held_out = Vec::new();
    let mut table = Vec::new();
    let by: [(&str, GroupOf, bool); 4] = [
        ("GPU", |row| row.case.deployment.gpu.id.clone(), false),
        ("model", |row| row.case.deployment.llm.id.clone(), true),
        ("source", |row| row.source.clone(), true),
        ("configuration", cluster, true),
    ];
    for (name, group, gpu_known) in by {
        let residuals = left_out(shipped, &rows, group);
        report::errors(name, &rows, &residuals);
        table.extend(report::lines(name, &rows, &residuals));
        held_out.extend(rows.iter().zip(residuals).map(|(row, residual)| HeldOut {
            row,
            residual,
            gpu_known,
        }));
    }
    (held_out, table)
}

fn left_out(shipped: &Constants, rows: &[&Row], group: GroupOf) -> Vec<f64> {
    let mut names: Vec<String> = rows.iter().map(|row| group(row)).collect();
    names.sort();
    names.dedup();
    let folds = names.len().min(FOLDS);
    let fold_of = |row: &Row| {
        names
            .iter()
            .position(|name| *name == group(row))
            .map_or(0, |place| place % folds)
    };
    let mut residuals = vec![0.0; rows.len()];
    for fold in 0..folds {
        let train: Vec<&Row> = rows
            .iter()
            .filter(|row| fold_of(row) != fold)
            .copied()
            .collect();
        let constants = fit(&shipped.at_priors(), &train, ROUNDS);
        for (place, row) in rows
            .iter()
            .enumerate()
            .filter(|(_, row)| fold_of(row) == fold)
        {
            residuals[place] = row.residual(&constants);
        }
    }
    residuals
}
