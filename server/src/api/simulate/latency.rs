//! Simulated times: mean, percentiles, distribution.

use serde::Serialize;
use throughput::simulation::{Distribution, Estimate, Report, Summary};
use utoipa::ToSchema;

use super::run::Units;

/// Points of a distribution.
const CDF_POINTS: usize = 100;

/// Mean and percentiles of a time in milliseconds.
#[derive(Serialize, ToSchema)]
pub(super) struct Latency {
    /// Mean.
    mean: Figure,
    /// Median.
    p50: Figure,
    /// 90th percentile.
    p90: Figure,
    /// 95th percentile.
    p95: Figure,
    /// 99th percentile.
    p99: Figure,
}

/// A simulated figure.
#[derive(Serialize, ToSchema)]
struct Figure {
    /// The figure.
    value: f64,
    /// Half the width of its 95 % confidence interval; null when fewer than 100 requests were
    /// measured.
    half_width: Option<f64>,
}

/// Distributions.
#[derive(Serialize, ToSchema)]
pub(super) struct Cdf {
    /// Time to first token.
    ttft_ms: Vec<CdfPoint>,
    /// Time per output token.
    tpot_ms: Vec<CdfPoint>,
    /// Gap between tokens.
    itl_ms: Vec<CdfPoint>,
    /// Whole request.
    e2e_ms: Vec<CdfPoint>,
}

/// A point of a cumulative distribution.
#[derive(Serialize, ToSchema)]
struct CdfPoint {
    /// Milliseconds.
    ms: f64,
    /// Share, within (0, 1], that took no longer.
    share: f64,
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

    fn milliseconds(self, seconds: f64) -> f64 {
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
