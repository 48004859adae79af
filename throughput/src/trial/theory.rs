//! What queueing theory says of a simulated load.

use serde::{Deserialize, Serialize};

use super::latency::Scale;
use super::run::Units;
use crate::latency::{Latencies, Spread};

/// Latencies by queueing theory, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Theory {
    /// Time to first token.
    pub ttft_ms: Percentiles,
    /// Time per output token.
    pub tpot_ms: Percentiles,
    /// Whole request.
    pub e2e_ms: Percentiles,
}

/// Mean and percentiles.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Percentiles {
    /// Mean.
    pub mean: f64,
    /// Median.
    pub p50: f64,
    /// 90th percentile.
    pub p90: f64,
    /// 99th percentile.
    pub p99: f64,
}

impl Theory {
    pub(super) fn of(latencies: &Latencies, units: Units) -> Self {
        Self {
            ttft_ms: Percentiles::of(&latencies.ttft, units.first()),
            tpot_ms: Percentiles::of(&latencies.tpot, units.token()),
            e2e_ms: Percentiles::of(&latencies.e2e, units.first()),
        }
    }
}

impl Percentiles {
    fn of(spread: &Spread, scale: Scale) -> Self {
        Self {
            mean: scale.milliseconds(spread.mean),
            p50: scale.milliseconds(spread.p50),
            p90: scale.milliseconds(spread.p90),
            p99: scale.milliseconds(spread.p99),
        }
    }
}
