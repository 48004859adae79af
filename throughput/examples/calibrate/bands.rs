//! The error bands of the product, from residuals of rows that were not in the fit.

use std::collections::{BTreeMap, BTreeSet};

use throughput::provenance::Band;
use throughput::validation::quantile;

use crate::cross_validation::HeldOut;
use crate::target::Target;

/// Share of the cases that a band should hold.
const COVERAGE: f64 = 0.8;
/// A kind of case with fewer rows or models falls back to all engines.
const FEWEST_ROWS: usize = 60;
const FEWEST_MODELS: usize = 3;

/// Writes the bands: by engine, by dense or mixture of experts, and by whether the GPU was known.
pub(crate) fn write(held_out: &[HeldOut<'_>]) -> anyhow::Result<()> {
    let mut ratios: BTreeMap<(bool, bool, String), Vec<f64>> = BTreeMap::new();
    let mut models: BTreeMap<(bool, bool, String), BTreeSet<&str>> = BTreeMap::new();
    for held in held_out
        .iter()
        .filter(|held| held.row.target != Target::Ttft)
    {
        let served = &held.row.case.deployment;
        for engine in [served.engine.id.clone(), "*".to_owned()] {
            let kind = (held.gpu_known, served.llm.is_moe(), engine);
            models
                .entry(kind.clone())
                .or_default()
                .insert(&served.llm.id);
            ratios.entry(kind).or_default().push((-held.residual).exp());
        }
    }
    let mut bands = Vec::new();
    for (kind, mut measured_over_predicted) in ratios {
        let is_thin =
            measured_over_predicted.len() < FEWEST_ROWS || models[&kind].len() < FEWEST_MODELS;
        let (gpu_known, experts, engine) = kind;
        if engine != "*" && is_thin {
            continue;
        }
        measured_over_predicted.sort_by(f64::total_cmp);
        let at = |share: f64| (quantile(&measured_over_predicted, share) * 1e3).round() / 1e3;
        bands.push(Band {
            engine,
            experts,
            gpu_known,
            low: at((1.0 - COVERAGE) / 2.0),
            high: at((1.0 + COVERAGE) / 2.0),
            coverage: COVERAGE,
            rows: measured_over_predicted.len(),
        });
    }
    crate::write_table("bands.csv", &bands)
}
