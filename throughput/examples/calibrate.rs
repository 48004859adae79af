//! Refits the constants of the model to a file of measurements and says what changed.
//!
//! ```text
//! cargo run --release -p throughput --example calibrate -- FILE.csv [--write] [--folds gpu|model|source]
//! ```

use std::collections::BTreeMap;

use nalgebra::{DMatrix, DVector};
use throughput::iteration::Constants;
use throughput::validation::{Case, ErrorTable, Measurement, Question, predict, read_measurements};

/// A fitted constant is drawn to its present value as if one measurement with this error, in log
/// units, had stated it.
const PRIOR_SIGMA: f64 = 0.35;
/// Errors far beyond this, in log units, count little: some rows are simply wrong.
const ROBUST_SIGMA: f64 = 0.12;
const ROUNDS: usize = 12;

struct Row {
    case: Case,
    measured_output: Option<f64>,
    measured_tpot: Option<f64>,
    groups: [String; 3],
    weight: f64,
}

fn rows(measurements: &[Measurement]) -> Vec<Row> {
    let mut rows: Vec<Row> = measurements
        .iter()
        .filter_map(|m| {
            let case = Case::from_row(m).ok()?;
            predict(&case, Constants::shipped()).ok()?;
            let (measured_output, measured_tpot) = match case.question {
                Question::ClosedLoop { .. } => (None, m.tpot_ms_mean.map(|ms| ms / 1e3)),
                Question::Offline | Question::StaticBatch { .. } | Question::DecodeOnly { .. } => (m.output_tok_s(), None),
                Question::Wave { .. } => (m.output_tok_s(), None),
                _ => (None, None),
            };
            (measured_output.is_some() || measured_tpot.is_some()).then(|| Row {
                groups: [case.deployment.gpu.id.clone(), case.deployment.llm.id.clone(), m.source.clone()],
                case,
                measured_output,
                measured_tpot,
                weight: 1.0,
            })
        })
        .collect();
    let cluster = |row: &Row| {
        let d = &row.case.deployment;
        format!("{}|{}|{}|{}|{}", d.gpu.id, d.llm.id, d.engine.id, d.weights, row.groups[2])
    };
    let mut sizes: BTreeMap<String, f64> = BTreeMap::new();
    for row in &rows {
        *sizes.entry(cluster(row)).or_default() += 1.0;
    }
    for row in &mut rows {
        row.weight = sizes[&cluster(row)].powf(-0.3);
    }
    rows
}

fn residual(row: &Row, constants: &Constants) -> f64 {
    let Ok(p) = predict(&row.case, constants) else { return 0.0 };
    match (row.measured_output.zip(p.output_tok_s), row.measured_tpot.zip(p.tpot_s)) {
        (Some((m, p)), _) => (p / m).ln(),
        (None, Some((m, p))) => -(p / m).ln(),
        _ => 0.0,
    }
}

fn residuals(rows: &[&Row], constants: &Constants) -> Vec<f64> {
    let half = rows.len() / 2;
    let run = |part: &[&Row]| part.iter().map(|row| residual(row, constants)).collect::<Vec<_>>();
    std::thread::scope(|scope| {
        let first = scope.spawn(|| run(&rows[..half]));
        let mut second = run(&rows[half..]);
        let mut all = first.join().expect("no panic in the model");
        all.append(&mut second);
        all
    })
}

fn cost(rows: &[&Row], r: &[f64], theta: &[f64]) -> f64 {
    let data: f64 = rows.iter().zip(r).map(|(row, r)| row.weight * (1.0 + (r / ROBUST_SIGMA).powi(2)).ln()).sum();
    data + theta.iter().map(|t| (t / PRIOR_SIGMA).powi(2)).sum::<f64>()
}

fn with(base: &Constants, fitted: &[usize], theta: &[f64]) -> Constants {
    let mut constants = base.clone();
    for (&row, t) in fitted.iter().zip(theta) {
        let value = base.rows()[row].value * t.exp();
        let capped = if base.rows()[row].unit == "1" { value.min(cap(base, row)) } else { value };
        constants.set(row, capped);
    }
    constants
}

fn cap(base: &Constants, row: usize) -> f64 {
    let name = format!("{:?}", base.rows()[row].term);
    if name == "FamilyOverhead" || name.starts_with("WeightReadFp") || name.starts_with("WeightReadInt") { 2.0 } else { 1.0 }
}

fn fit(base: &Constants, rows: &[&Row], rounds: usize, verbose: bool) -> Constants {
    let fitted: Vec<usize> = (0..base.rows().len()).filter(|&i| base.rows()[i].fitted).collect();
    let n = fitted.len();
    let mut theta = vec![0.0; n];
    let mut lambda = 1e-2;
    let mut r = residuals(rows, base);
    let mut best = cost(rows, &r, &theta);
    for round in 0..rounds {
        let mut jacobian = DMatrix::<f64>::zeros(rows.len(), n);
        for column in 0..n {
            let mut moved = theta.clone();
            moved[column] += 1e-3;
            let shifted = residuals(rows, &with(base, &fitted, &moved));
            for (i, (a, b)) in shifted.iter().zip(&r).enumerate() {
                jacobian[(i, column)] = (a - b) / 1e-3;
            }
        }
        let weights: Vec<f64> = rows.iter().zip(&r).map(|(row, r)| row.weight / (ROBUST_SIGMA.powi(2) * (1.0 + (r / ROBUST_SIGMA).powi(2)))).collect();
        let mut normal = DMatrix::<f64>::zeros(n, n);
        let mut gradient = DVector::<f64>::zeros(n);
        for (i, w) in weights.iter().enumerate() {
            for a in 0..n {
                let ja = jacobian[(i, a)];
                if ja == 0.0 { continue; }
                gradient[a] += w * ja * r[i];
                for b in 0..n {
                    normal[(a, b)] += w * ja * jacobian[(i, b)];
                }
            }
        }
        for a in 0..n {
            normal[(a, a)] += 1.0 / PRIOR_SIGMA.powi(2);
            gradient[a] += theta[a] / PRIOR_SIGMA.powi(2);
        }
        let mut improved = false;
        for _ in 0..6 {
            let mut damped = normal.clone();
            for a in 0..n {
                damped[(a, a)] *= 1.0 + lambda;
            }
            let Some(step) = damped.cholesky().map(|c| c.solve(&gradient)) else { lambda *= 10.0; continue };
            let trial: Vec<f64> = theta.iter().zip(step.iter()).map(|(t, s)| t - s.clamp(-0.7, 0.7)).collect();
            let trial_r = residuals(rows, &with(base, &fitted, &trial));
            let trial_cost = cost(rows, &trial_r, &trial);
            if trial_cost < best {
                let gain = best - trial_cost;
                theta = trial; r = trial_r; best = trial_cost; lambda = (lambda * 0.3).max(1e-6);
                improved = gain > 1e-3 * best.max(1.0) * 0.1;
                break;
            }
            lambda *= 5.0;
        }
        if verbose { eprintln!("round {round}: cost {best:.2}"); }
        if !improved { break; }
    }
    with(base, &fitted, &theta)
}

fn report(name: &str, rows: &[&Row], r: &[f64]) {
    let mut all = ErrorTable::default();
    let mut parts: BTreeMap<String, ErrorTable> = BTreeMap::new();
    for (row, r) in rows.iter().zip(r) {
        // As throughput or TPOT, whichever was measured.
        let ratio = if row.measured_output.is_some() { r.exp() } else { (-r).exp() };
        all.add(ratio, 1.0);
        let kind = if row.measured_output.is_some() { "thr" } else { "tpot" };
        parts.entry(format!("{kind}")).or_default().add(ratio, 1.0);
        parts.entry(format!("{kind} moe={}", row.case.deployment.llm.is_moe())).or_default().add(ratio, 1.0);
        parts.entry(format!("{kind} gpu {}", row.groups[0])).or_default().add(ratio, 1.0);
        parts.entry(format!("{kind} model {}", row.groups[1])).or_default().add(ratio, 1.0);
        parts.entry(format!("{kind} eng {}", row.case.deployment.engine.id)).or_default().add(ratio, 1.0);
        parts.entry(format!("{kind} src {}", row.groups[2])).or_default().add(ratio, 1.0);
    }
    let print = |name: &str, table: &ErrorTable| if let Some(s) = table.slice() {
        println!("{name:55} n {:5} median {:5.1} mean {:6.1} p90 {:6.1} bias {:6.1}", s.count, s.median * 100.0, s.mean * 100.0, s.p90 * 100.0, s.bias * 100.0);
    };
    print(name, &all);
    for (part, table) in &parts { print(&format!("  {part}"), table); }
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = arguments.first().ok_or_else(|| anyhow::anyhow!("give a file of measurements"))?;
    let measurements = read_measurements(&std::fs::read_to_string(file)?)?;
    let rows = rows(&measurements);
    let all: Vec<&Row> = rows.iter().collect();
    let base = Constants::shipped();
    report("before", &all, &residuals(&all, base));
    let fold_by = arguments.iter().position(|a| a == "--folds").map(|i| match arguments[i + 1].as_str() { "gpu" => 0, "model" => 1, _ => 2 });
    if let Some(by) = fold_by {
        let mut names: Vec<String> = rows.iter().map(|row| row.groups[by].clone()).collect();
        names.sort(); names.dedup();
        let folds = names.len().min(8);
        let mut out = vec![0.0; rows.len()];
        for fold in 0..folds {
            let held = |row: &Row| names.iter().position(|n| *n == row.groups[by]).expect("listed") % folds == fold;
            let train: Vec<&Row> = rows.iter().filter(|row| !held(row)).collect();
            let constants = fit(base, &train, 6, false);
            for (i, row) in rows.iter().enumerate() { if held(row) { out[i] = residual(row, &constants); } }
            eprintln!("fold {fold} done");
        }
        report("left out", &all, &out);
        return Ok(());
    }
    let constants = fit(base, &all, ROUNDS, true);
    report("after", &all, &residuals(&all, &constants));
    for (old, new) in base.rows().iter().zip(constants.rows()) {
        if (old.value / new.value).ln().abs() > 0.01 {
            println!("{:?} {:24} {:9.4} -> {:9.4} {}", old.term, old.scope, old.value, new.value, old.unit);
        }
    }
    if arguments.iter().any(|a| a == "--write") {
        let mut writer = csv::Writer::from_path(concat!(env!("CARGO_MANIFEST_DIR"), "/catalog/constants.csv"))?;
        for row in constants.rows() { let mut row = row.clone(); row.value = format!("{:.4}", row.value).parse()?; writer.serialize(row)?; }
        writer.flush()?;
    }
    Ok(())
}
