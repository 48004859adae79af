//! Refits the constants of the model to a file of measurements and says what changed.
//!
//! ```text
//! cargo run --release -p throughput --example calibrate -- FILE.csv [--write] [--folds gpu|model|source]
//! ```

use std::collections::BTreeMap;

use nalgebra::{DMatrix, DVector};
use throughput::iteration::Constants;
use throughput::validation::{Case, ErrorTable, Measurement, Question, closed_loop, predict, read_measurements};

/// A fitted constant is drawn to its present value as if one measurement with this error, in log
/// units, had stated it.
const PRIOR_SIGMA: f64 = 0.35;
/// Errors far beyond this, in log units, count little: some rows are simply wrong.
const ROBUST_SIGMA: f64 = 0.12;
const ROUNDS: usize = 8;
/// Step of the finite differences, in log units: wide enough to smooth a simulation's jumps.
const STEP: f64 = 1e-2;

/// What a row of the fit is compared with.
#[derive(Clone, Copy, PartialEq)]
enum Target {
    /// Output tokens per second.
    Output,
    /// Seconds of a whole request in a closed loop.
    WholeRequest,
    /// Mean seconds between tokens of a closed loop in its steady state.
    Tpot,
    /// Mean time to first token, simulated.
    Ttft,
}

struct Row {
    case: Case,
    target: Target,
    measured: f64,
    groups: [String; 3],
    weight: f64,
}

/// Simulating each closed loop for each constant takes long; every third row says as much.
const TTFT_STRIDE: usize = 5;
const TTFT_WEIGHT: f64 = 0.3;

fn rows(measurements: &[Measurement]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (index, m) in measurements.iter().enumerate() {
        if let Some(reason) = doubtful(m) {
            eprintln!("left out: {} ({reason})", m.id);
            continue;
        }
        let Ok(case) = Case::from_row(m) else { continue };
        if predict(&case, Constants::shipped()).is_err() {
            continue;
        }
        let mut push = |target, measured: Option<f64>, weight| {
            let Some(measured) = measured.filter(|value| *value > 0.0) else { return };
            rows.push(Row {
                groups: [case.deployment.gpu.id.clone(), case.deployment.llm.id.clone(), m.source.clone()],
                case: case.clone(),
                target,
                measured,
                weight,
            });
        };
        let ttft = m.ttft_ms_mean.map(|ms| ms / 1e3);
        match case.question {
            Question::ClosedLoop { prompts: None, .. } => {
                push(Target::Tpot, m.tpot_ms_mean.map(|ms| ms / 1e3), 1.0);
            }
            Question::ClosedLoop { concurrency, .. } => {
                let decode = m.tpot_ms_mean.map(|ms| ms / 1e3 * (case.traffic.osl - 1.0));
                push(Target::WholeRequest, decode.zip(ttft).map(|(decode, ttft)| decode + ttft), 1.0);
                if index % TTFT_STRIDE == 0 && concurrency <= 64.0 {
                    push(Target::Ttft, ttft, TTFT_WEIGHT);
                }
            }
            Question::LonePrefill => push(Target::Ttft, ttft, 1.0),
            Question::Offline { .. } | Question::StaticBatch { .. } | Question::Wave { .. } => push(Target::Output, m.output_tok_s(), 1.0),
            _ => {}
        }
    }
    let cluster = |row: &Row| {
        let d = &row.case.deployment;
        format!("{}|{}|{}|{}|{}|{}", d.gpu.id, d.llm.id, d.engine.id, d.weights, row.groups[2], row.target as u8)
    };
    let mut sizes: BTreeMap<String, f64> = BTreeMap::new();
    for row in &rows {
        *sizes.entry(cluster(row)).or_default() += 1.0;
    }
    for row in &mut rows {
        row.weight *= sizes[&cluster(row)].powf(-0.3);
    }
    rows
}

/// Rows whose figures are not of what they state, with the evidence.
fn doubtful(m: &Measurement) -> Option<&'static str> {
    let deepseek = m.model.contains("DeepSeek");
    if deepseek && m.engine == "trtllm" && m.notes.contains("measured=2026-01-14") {
        return Some("TPOT is 1.6 to 2.2 times lower than the same software measured a month before: multi-token prediction is on");
    }
    None
}

/// ln(predicted / measured), as a speed: positive is too fast.
fn residual(row: &Row, constants: &Constants) -> f64 {
    let predicted = match row.target {
        Target::WholeRequest => closed_loop(&row.case, constants).map(|loop_| loop_.whole_request_s),
        Target::Tpot => closed_loop(&row.case, constants).map(|loop_| loop_.tpot_s),
        Target::Output => predict(&row.case, constants).ok().and_then(|p| p.output_tok_s),
        Target::Ttft => predict(&row.case, constants).ok().and_then(|p| p.ttft_s),
    };
    let ratio = predicted.map_or(0.0, |predicted| (predicted / row.measured).ln());
    if row.target == Target::Output { ratio } else { -ratio }
}

fn residuals(rows: &[&Row], constants: &Constants) -> Vec<f64> {
    let run = |part: &[&Row]| part.iter().map(|row| residual(row, constants)).collect::<Vec<_>>();
    let odd: Vec<&Row> = rows.iter().skip(1).step_by(2).copied().collect();
    let even: Vec<&Row> = rows.iter().step_by(2).copied().collect();
    let (even, odd) = std::thread::scope(|scope| {
        let odd = scope.spawn(|| run(&odd));
        (run(&even), odd.join().expect("the model does not panic"))
    });
    let mut all = vec![0.0; rows.len()];
    for (index, value) in even.into_iter().enumerate() { all[2 * index] = value; }
    for (index, value) in odd.into_iter().enumerate() { all[2 * index + 1] = value; }
    all
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
    if name == "FamilyOverhead" { 2.0 } else { 0.95 }
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
            moved[column] += STEP;
            let shifted = residuals(rows, &with(base, &fitted, &moved));
            for (i, (a, b)) in shifted.iter().zip(&r).enumerate() {
                jacobian[(i, column)] = (a - b) / STEP;
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
        let (kind, ratio) = match row.target {
            Target::Output => ("output", r.exp()),
            Target::WholeRequest => ("whole request", (-r).exp()),
            Target::Ttft => ("ttft", (-r).exp()),
            Target::Tpot => ("tpot", (-r).exp()),
        };
        all.add(ratio, 1.0);
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
