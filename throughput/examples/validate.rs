//! Grades the model against a file of published measurements.
//!
//! ```text
//! cargo run --release -p throughput --example validate -- FILE.csv [--json] [--out FILE]
//! cargo run --release -p throughput --example validate -- --kv FILE.csv
//! ```
//!
//! `--kv` grades the cache capacity against what servers logged.

use std::path::{Path, PathBuf};

use anyhow::Context;
use throughput::iteration::Constants;
use throughput::provenance;
use throughput::validation::kv::{KvCase, RatioErrors, predict_kv};
use throughput::validation::{Graded, Report, grade, read_measurements};

#[derive(Default)]
struct Arguments {
    file: PathBuf,
    kv: bool,
    json: bool,
    out: Option<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let arguments = arguments()?;
    let text = std::fs::read_to_string(&arguments.file)
        .with_context(|| format!("cannot read {}", arguments.file.display()))?;
    if arguments.kv {
        print_kv(&predict_kv(&text)?);
        return Ok(());
    }
    let rows = read_measurements(&text)?;
    let graded = grade(&rows, Constants::shipped());
    if let Some(out) = &arguments.out {
        write_predictions(out, &text, &graded)?;
    }
    let report = Report::new(&graded);
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print(&report);
    }
    Ok(())
}

fn arguments() -> anyhow::Result<Arguments> {
    let mut arguments = Arguments::default();
    let mut given = std::env::args_os().skip(1);
    while let Some(word) = given.next() {
        match word.to_str() {
            Some("--kv") => arguments.kv = true,
            Some("--json") => arguments.json = true,
            Some("--out") => {
                arguments.out = Some(given.next().context("--out needs a file")?.into())
            }
            _ => arguments.file = word.into(),
        }
    }
    anyhow::ensure!(
        !arguments.file.as_os_str().is_empty(),
        "usage: validate FILE.csv [--json] [--out FILE], or validate --kv FILE.csv"
    );
    Ok(arguments)
}

/// The input's columns, and the predictions beside them.
fn write_predictions(path: &Path, text: &str, graded: &[Graded<'_>]) -> anyhow::Result<()> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut writer = csv::Writer::from_path(path)?;
    let mut header = reader.headers()?.clone();
    for column in [
        "pred_output_tok_s_total",
        "pred_tpot_ms",
        "pred_ttft_ms",
        "pred_ttft_p99_ms",
        "pred_tpot_p99_ms",
        "band_low",
        "band_high",
        "provenance",
        "unanswered",
    ] {
        header.push_field(column);
    }
    writer.write_record(&header)?;
    for (record, graded) in reader.records().zip(graded) {
        let mut record = record?;
        let mut push = |value: Option<f64>| {
            record.push_field(&value.map_or_else(String::new, |value| format!("{value:.4}")))
        };
        match &graded.answer {
            Ok((case, predicted)) => {
                let known = provenance::of(&case.deployment);
                let milliseconds = |seconds: Option<f64>| seconds.map(|seconds| seconds * 1e3);
                push(predicted.output_tok_s);
                push(milliseconds(predicted.tpot_s));
                push(milliseconds(predicted.ttft_s));
                push(milliseconds(predicted.ttft_p99_s));
                push(milliseconds(predicted.tpot_p99_s));
                push(predicted.output_tok_s.map(|value| value * known.band.low));
                push(predicted.output_tok_s.map(|value| value * known.band.high));
                record.push_field(
                    serde_json::to_value(known.provenance)?
                        .as_str()
                        .unwrap_or_default(),
                );
                record.push_field("");
            }
            Err(reason) => {
                (0..7).for_each(|_| push(None));
                record.push_field("");
                record.push_field(&reason.to_string());
            }
        }
        writer.write_record(&record)?;
    }
    Ok(writer.flush()?)
}

fn print(report: &Report) {
    println!("{} rows, {} answered", report.rows, report.answered);
    println!(
        "{:20} {:9} {:52} {:>5} {:>7} {:>7} {:>7} {:>7} {:>7}",
        "metric", "by", "", "rows", "median", "mean", "p90", "bias", "in 20%"
    );
    for line in &report.lines {
        let errors = &line.errors;
        let percent = |share: f64| format!("{:.1}", share * 100.0);
        println!(
            "{:20} {:9} {:52.52} {:>5} {:>7} {:>7} {:>7} {:>7} {:>7}",
            format!("{:?}", line.metric),
            line.by,
            line.of,
            errors.count,
            percent(errors.median),
            percent(errors.mean),
            percent(errors.p90),
            percent(errors.bias),
            percent(errors.within_20),
        );
    }
    for (reason, ids) in &report.unanswered {
        println!("not answered: {:5} {reason}", ids.len());
    }
}

fn print_kv(cases: &[KvCase]) {
    let answered = cases.iter().filter(|case| case.outcome.is_ok()).count();
    println!("{} logs, {answered} answered", cases.len());
    println!(
        "{:24} {:>5} {:>7} {:>7} {:>7}",
        "", "logs", "median", "p90", "bias"
    );
    let line = |of: &str, errors: Option<RatioErrors>| {
        if let Some(errors) = errors {
            println!(
                "{of:24} {:>5} {:>7.1} {:>7.1} {:>7.1}",
                errors.count,
                errors.median * 100.0,
                errors.p90 * 100.0,
                errors.bias * 100.0
            );
        }
    };
    line(
        "KV tokens",
        RatioErrors::of(cases.iter().filter_map(KvCase::token_ratio)),
    );
    line(
        "weights on one GPU",
        RatioErrors::of(cases.iter().filter_map(KvCase::weight_ratio)),
    );
    for case in cases {
        match (&case.outcome, case.measured_tokens, case.token_ratio()) {
            (Ok(predicted), Some(measured), Some(ratio)) => println!(
                "{:8} {measured:>10.0} tokens, predicted {:>10.0} ({:+.1} %)",
                case.id,
                predicted.kv_tokens,
                (ratio - 1.0) * 100.0
            ),
            (Err(reason), ..) => println!("{:8} not answered: {reason}", case.id),
            _ => {}
        }
    }
}
