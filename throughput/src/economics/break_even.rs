//! The volume from which a fleet is cheaper than an API.
//!
//! An API's bill is proportional to the requests. A fleet's bill is a step function: it rises by
//! whole replicas and never falls. The two can therefore cross several times: just before a step
//! the fleet is full and may be cheaper, just after it is not. So there are two answers: the first
//! volume at which the fleet costs no more, and the volume from which it never costs more again.

use serde::{Deserialize, Serialize};

use super::demand::DAYS_PER_MONTH;
use super::fleet_size::FleetSizer;

/// The fleet counts as never cheaper when a full one is not at least this much cheaper per
/// request: less is nothing beside the error of any throughput estimate.
pub const BREAK_EVEN_MARGIN: f64 = 0.005;

/// When a fleet is cheaper than an API.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BreakEven {
    /// At no volume for good: even full, a request costs as much as behind the API.
    Never {
        /// US dollars for a request on a large fleet, its steps smoothed, its idle hours paid.
        fleet_usd_per_request: f64,
        /// US dollars for a request behind the API.
        api_usd_per_request: f64,
    },
    /// From some volume on.
    From {
        /// The smallest volume, in requests of a day, at which the fleet costs no more.
        first_requests_per_day: f64,
        /// The smallest volume from which on the fleet never costs more again; not below the
        /// first.
        always_requests_per_day: f64,
    },
}

impl BreakEven {
    /// Finds both volumes exactly.
    ///
    /// With `fleet(N)` the bill of the step function and `a` the API's price of a request a day
    /// for a month, break-even volumes solve `N = fleet(N) / a`. `fleet` never falls, so repeating
    /// `N <- fleet(N) / a` climbs from below to the smallest solution and descends from above to
    /// the largest (Knaster and Tarski); both end after finitely many steps, because `fleet` has
    /// only finitely many between.
    pub(crate) fn find(
        sizer: &FleetSizer,
        usd_per_replica_hour: f64,
        api_usd_per_request: f64,
    ) -> Self {
        let hours_per_request = sizer.hours_per_request();
        // Replica-hours that the API's price of a request would pay.
        let affordable = api_usd_per_request / usd_per_replica_hour;
        if affordable <= hours_per_request * (1.0 + BREAK_EVEN_MARGIN) {
            return Self::Never {
                fleet_usd_per_request: hours_per_request * usd_per_replica_hour,
                api_usd_per_request,
            };
        }
        let settle = |mut requests: f64| {
            let mut hours = sizer.size(requests).replica_hours;
            loop {
                requests = (hours / affordable).max(1.0);
                let next = sizer.size(requests).replica_hours;
                // Replica-hours are whole numbers.
                if (next - hours).abs() < 0.5 {
                    return requests;
                }
                hours = next;
            }
        };
        let first = settle(1.0);
        let above = sizer.hours_above() / (affordable - hours_per_request);
        let always = settle(above.max(first));
        Self::From {
            first_requests_per_day: first,
            always_requests_per_day: always.max(first),
        }
    }
}

/// US dollars a month for requests of a day at a price of a request.
pub(crate) fn api_usd_per_month(requests_per_day: f64, usd_per_request: f64) -> f64 {
    requests_per_day * DAYS_PER_MONTH * usd_per_request
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::economics::{FleetQuestion, Profile};

    fn flat(spare_replicas: u32) -> FleetSizer {
        let fleet = FleetQuestion {
            min_replicas: 1,
            spare_replicas,
            autoscale: false,
        };
        // One replica serves 1 request per second: 86,400 a day.
        FleetSizer::new(&Profile::Flat.shares(), 1.0, 0.0, 1.0, 1.0, fleet)
    }

    fn volumes(sizer: &FleetSizer, api_usd_per_request: f64) -> (f64, f64) {
        match BreakEven::find(sizer, 3.6, api_usd_per_request) {
            BreakEven::From {
                first_requests_per_day,
                always_requests_per_day,
            } => (first_requests_per_day, always_requests_per_day),
            never @ BreakEven::Never { .. } => panic!("{never:?}"),
        }
    }

    #[test]
    fn one_replica_against_an_api_by_hand() {
        // $3.60 an hour is $86.40 a day, $0.001 a request when full. At $0.002 behind the API:
        // 43,200 requests a day pay one replica. The second comes at 86,400, where the API's bill
        // is $172.80, just that of two: never dearer again.
        let (first, always) = volumes(&flat(0), 0.002);
        assert!((first - 43_200.0).abs() < 1e-6, "{first}");
        assert!((always - 43_200.0).abs() < 1e-6, "{always}");
    }

    #[test]
    fn a_step_makes_the_api_cheaper_again() {
        // At $0.0015: one replica pays from 57,600. Behind 86,400 two cost $172.80, which the API
        // reaches at 115,200; behind 172,800 three cost $259.20, the API's bill there: the end.
        let (first, always) = volumes(&flat(0), 0.0015);
        assert!((first - 57_600.0).abs() < 1e-6, "{first}");
        assert!((always - 115_200.0).abs() < 1e-6, "{always}");
    }

    #[test]
    fn a_spare_moves_both() {
        // At $0.0015 with a spare: R + 1 replicas cost 86.4 (R + 1), the API at R full replicas
        // 129.6 R: first at R = 2, 259.2 / 0.0015 = 172,800. A step to R + 2 at volume R is paid
        // from 129.6 R >= 86.4 (R + 2), R = 4: the last dearer step is from 3 to 4, five
        // replicas, $432 / 0.0015 = 288,000.
        let (first, always) = volumes(&flat(1), 0.0015);
        assert!((first - 172_800.0).abs() < 1e-6, "{first}");
        assert!((always - 288_000.0).abs() < 1e-6, "{always}");
    }

    #[test]
    fn an_api_below_a_full_replica_is_never_beaten() {
        let never = BreakEven::find(&flat(0), 3.6, 0.0009);
        let BreakEven::Never {
            fleet_usd_per_request,
            ..
        } = never
        else {
            panic!("{never:?}");
        };
        assert!((fleet_usd_per_request - 0.001).abs() < 1e-12);
    }
}
