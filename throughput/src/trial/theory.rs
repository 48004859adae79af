//! What queueing theory says of a simulated load.

use serde::{Deserialize, Serialize};

use super::latency::Scale;
use super::run::Units;
use crate::estimate::Percentiles;
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

impl Theory {
    pub(super) fn of(latencies: &Latencies, units: Units) -> Self {
        Self {
            ttft_ms: percentiles(&latencies.ttft, units.first()),
            tpot_ms: percentiles(&latencies.tpot, units.token()),
            e2e_ms: percentiles(&latencies.e2e, units.first()),
        }
    }
}

fn percentiles(spread: &Spread, scale: Scale) -> Percentiles {
    Percentiles {
        mean: scale.milliseconds(spread.mean),
        p50: scale.milliseconds(spread.p50),
        p90: scale.milliseconds(spread.p90),
        p99: scale.milliseconds(spread.p99),
    }
}
