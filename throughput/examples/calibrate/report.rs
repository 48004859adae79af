//! What a fit did, as text.

use std::collections::BTreeMap;

use serde::Serialize;
use throughput::iteration::Constants;
use throughput::validation::ErrorTable;

use crate::target::{Row, Target};

/// Errors of one kind of target with groups of one kind left out.
#[derive(Serialize)]
pub(crate) struct Line {
    left_out: String,
    metric: String,
    rows: usize,
    median: f64,
    mean: f64,
    p90: f64,
}

/// The errors as rows of a table.
pub(crate) fn lines(left_out: &str, rows: &[&Row], residuals: &[f64]) -> Vec<Line> {
    let rounded = |share: f64| (share * 1e4).round() / 1e4;
    tables(rows, residuals)
        .into_iter()
        .filter_map(|(metric, table)| {
            let errors = table.slice()?;
            Some(Line {
                left_out: left_out.to_owned(),
                metric,
                rows: errors.count,
                median: rounded(errors.median),
                mean: rounded(errors.mean),
                p90: rounded(errors.p90),
            })
        })
        .collect()
}

fn tables(rows: &[&Row], residuals: &[f64]) -> BTreeMap<String, ErrorTable> {
    let mut tables: BTreeMap<String, ErrorTable> = BTreeMap::new();
    for (row, residual) in rows.iter().zip(residuals) {
        // As the measured quantity: a speed or a time.
        let ratio = if row.target == Target::Output {
            residual.exp()
        } else {
            (-residual).exp()
        };
        let kind = if row.case.deployment.llm.is_moe() {
            "mixture of experts"
        } else {
            "dense"
        };
        for slice in [
            format!("{:?}", row.target),
            format!("{:?}, {kind}", row.target),
        ] {
            tables.entry(slice).or_default().add(ratio, 1.0);
        }
    }
    tables
}

/// Prints error tables of residuals, overall and by slice.
pub(crate) fn errors(name: &str, rows: &[&Row], residuals: &[f64]) {
    println!("{name}");
    for (slice, table) in &tables(rows, residuals) {
        if let Some(errors) = table.slice() {
            println!(
                "  {slice:40} {:5} rows, median {:5.1} %, mean {:5.1} %, p90 {:5.1} %, bias {:+5.1} %",
                errors.count,
                errors.median * 100.0,
                errors.mean * 100.0,
                errors.p90 * 100.0,
                errors.bias * 100.0
            );
        }
    }
}

/// Prints the constants that moved by more than 1 %.
pub(crate) fn changes(before: &Constants, after: &Constants) {
    for (old, new) in before.rows().iter().zip(after.rows()) {
        if (old.value / new.value).ln().abs() > 0.01 {
            println!(
                "{:?} {:28} {:10.4} -> {:10.4} {}",
                old.term, old.scope, old.value, new.value, old.unit
            );
        }
    }
}
