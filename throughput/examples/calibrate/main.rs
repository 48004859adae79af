//! Refits the constants of the model to a file of measurements and says what changed.
//!
//! ```text
//! cargo run --release -p throughput --example calibrate -- FILE.csv [--write] [--cross-validate]
//! ```
//!
//! The fit starts from each constant's prior, so that the same file gives the same constants.
//! `--cross-validate` fits again with whole GPUs, whole models and whole sources left out and
//! reports the errors there; with `--write` it also writes the error bands that the product shows.

mod bands;
mod cross_validation;
mod fit;
mod report;
mod target;

use std::path::PathBuf;

use anyhow::Context;
use throughput::iteration::Constants;
use throughput::validation::read_measurements;

fn main() -> anyhow::Result<()> {
    let mut file = None;
    let (mut write, mut cross_validate) = (false, false);
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--write" => write = true,
            "--cross-validate" => cross_validate = true,
            _ => file = Some(PathBuf::from(argument)),
        }
    }
    let file = file.context("usage: calibrate FILE.csv [--write] [--cross-validate]")?;
    let text = std::fs::read_to_string(&file)
        .with_context(|| format!("cannot read {}", file.display()))?;
    let rows = target::rows(&read_measurements(&text)?);
    let shipped = Constants::shipped();
    if cross_validate {
        let (held_out, table) = cross_validation::run(shipped, &rows);
        if write {
            bands::write(&held_out)?;
            write_table("cross_validation.csv", &table)?;
        }
        return Ok(());
    }
    let all: Vec<&target::Row> = rows.iter().collect();
    let fitted = fit::fit(&shipped.at_priors(), &all, fit::ROUNDS);
    report::errors("shipped", &all, &fit::residuals(&all, shipped));
    report::errors("refitted", &all, &fit::residuals(&all, &fitted));
    report::changes(shipped, &fitted);
    if write {
        let mut constants = fitted.rows().to_vec();
        for row in &mut constants {
            row.value = format!("{:.4}", row.value).parse()?;
        }
        write_table("constants.csv", &constants)?;
    }
    Ok(())
}

/// Writes a table of the catalogue.
fn write_table(name: &str, rows: &[impl serde::Serialize]) -> anyhow::Result<()> {
    let path = format!("{}/catalog/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut writer = csv::Writer::from_path(&path)?;
    for row in rows {
        writer.serialize(row)?;
    }
    writer.flush()?;
    println!("wrote {path}");
    Ok(())
}
