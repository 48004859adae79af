//! Simulated times: mean, percentiles, distribution.

use serde::{Deserialize, Serialize};

use super::run::Units;
use crate::simulation::{Distribution, Estimate, Report, Summary};

/// Points of a distribution.
const CDF_POINTS: usize = 100;

/// Mean and percentiles of a time in milliseconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Latency {
    /// Mean.
    pub mean: Figure,
    /// Median.
    pub p50: Figure,
    /// 90th percentile.
    pub p90: Figure,
    /// 95th percentile.
    pub p95: Figure,
    /// 99th percentile.
    pub p99: Figure,
}

/// A simulated figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Figure {
    /// The figure.
    pub value: f64,
    /// Half the width of its 95 % confidence interval; null when fewer than 100 requests were
    /// measured.
    pub half_width: Option<f64>,
}

/// Distributions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Cdf {
    /// Time to first token.
    pub ttft_ms: Vec<CdfPoint>,
    /// Time per output token.
    pub tpot_ms: Vec<CdfPoint>,
    /// Gap between tokens.
    pub itl_ms: Vec<CdfPoint>,
    /// Whole request.
    pub e2e_ms: Vec<CdfPoint>,
}

/// A point of a cumulative distribution.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CdfPoint {
    /// Milliseconds.
    pub ms: f64,
    /// Share, within (0, 1], that took no longer.
    pub share: f64,
}

/// From a time of the simulator to one of the client: `factor x time + offset`, in seconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    factor: f64,
    offset_s: f64,
}

impl Scale {
    /// The same time.
    pub(super) const NONE: Self = Self {
        factor: 1.0,
        offset_s: 0.0,
    };

    pub(super) fn milliseconds(self, seconds: f64) -> f64 {
        seconds.mul_add(self.factor, self.offset_s) * 1e3
    }

    /// The simulator's time for one of the client.
    pub(super) fn back(self, seconds: f64) -> f64 {
        (seconds - self.offset_s) / self.factor
    }
}

impl Units {
    /// Of times that begin with the request.
    pub(super) const fn first(self) -> Scale {
        Scale {
            factor: 1.0,
            offset_s: self.request_s,
        }
    }

    /// Of times per token.
    pub(super) const fn token(self) -> Scale {
        Scale {
            factor: 1.0 / self.tokens_per_step,
            offset_s: 0.0,
        }
    }
}

impl Latency {
    pub(super) fn of(summary: &Summary, scale: Scale) -> Self {
        let figure = |estimate: Estimate| Figure {
            value: scale.milliseconds(estimate.value),
            half_width: estimate
                .half_width
                .map(|seconds| seconds * scale.factor * 1e3),
        };
        Self {
            mean: figure(summary.mean),
            p50: figure(summary.p50),
            p90: figure(summary.p90),
            p95: figure(summary.p95),
            p99: figure(summary.p99),
        }
    }
}

impl Cdf {
    pub(super) fn of(report: &Report, units: Units) -> Self {
        Self {
            ttft_ms: points(&report.ttft.distribution, units.first()),
            tpot_ms: points(&report.tpot.distribution, units.token()),
            itl_ms: points(&report.itl.distribution, Scale::NONE),
            e2e_ms: points(&report.e2e.distribution, units.first()),
        }
    }
}

fn points(distribution: &Distribution, scale: Scale) -> Vec<CdfPoint> {
    let points = distribution.cumulative(CDF_POINTS).into_iter();
    points
        .map(|(seconds, share)| CdfPoint {
            ms: scale.milliseconds(seconds),
            share,
        })
        .collect()
}
