//! How far an answer can be trusted: whether its kind of case was measured, and the errors there.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::estimate::Provenance;
use crate::scenario::Deployment;

/// How far measured throughput was from predicted, for one kind of case, on rows that the fit had
/// not seen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Band {
    /// Id of the engine, or `*` for all.
    pub engine: String,
    /// Whether the model has routed experts.
    pub experts: bool,
    /// Whether measurements of the GPU were in the fit.
    pub gpu_known: bool,
    /// Lower end, measured over predicted.
    pub low: f64,
    /// Upper end, measured over predicted.
    pub high: f64,
    /// Share of the rows that lie between.
    pub coverage: f64,
    /// Rows it was taken from.
    pub rows: usize,
}

/// GPUs and engines whose measurements were in the fit.
const MEASURED: &str = include_str!("../catalog/measured.csv");

static BANDS: LazyLock<Vec<Band>> = LazyLock::new(|| {
    csv::Reader::from_reader(include_str!("../catalog/bands.csv").as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .expect("the shipped table is read by a test")
});

/// The bands, in the order of the table.
#[must_use]
pub fn bands() -> &'static [Band] {
    &BANDS
}

/// What is known of a kind of case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Known {
    /// How the number was got.
    pub provenance: Provenance,
    /// The errors of its kind.
    pub band: &'static Band,
}

/// What is known of a deployment's kind: calibrated when measurements of its GPU were in the fit,
/// roofline when only its family's constants are.
#[must_use]
pub fn of(deployment: &Deployment) -> Known {
    let gpu_known = MEASURED.lines().any(|line| line == deployment.gpu.id);
    let experts = deployment.llm.is_moe();
    let of_kind = |engine: &str| {
        BANDS.iter().find(|band| {
            band.engine == engine && band.experts == experts && band.gpu_known == gpu_known
        })
    };
    let band = of_kind(&deployment.engine.id)
        .or_else(|| of_kind("*"))
        .expect("the table has every kind for all engines (tested)");
    let provenance = if gpu_known {
        Provenance::Calibrated
    } else {
        Provenance::Roofline
    };
    Known { provenance, band }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_band_for_all_engines() {
        for (experts, gpu_known) in [(false, false), (false, true), (true, false), (true, true)] {
            let band = bands()
                .iter()
                .find(|band| {
                    band.engine == "*" && band.experts == experts && band.gpu_known == gpu_known
                })
                .expect("a row");
            assert!(
                band.low < 1.0 && band.high > 1.0 && band.rows > 100,
                "{band:?}"
            );
        }
    }

    #[test]
    fn measured_gpus_are_in_the_catalogue() {
        for id in MEASURED.lines().skip(1) {
            assert!(
                crate::catalog::gpu(id).is_some_and(|gpu| gpu.id == id),
                "{id}"
            );
        }
    }
}
