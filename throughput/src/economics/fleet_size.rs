//! How many replicas a fleet runs for a volume of traffic: a step function that never falls.

use super::demand::HOUR_S;
use super::profile::HOURS;
use super::question::FleetQuestion;

/// Rounding residue that is no reason for one more replica.
const RESIDUE: f64 = 1e-9;

/// The smallest whole number that is not below `need`, but for rounding residue.
fn whole(need: f64) -> f64 {
    (need - RESIDUE * need.max(1.0)).ceil().max(0.0)
}

/// What sizes a fleet, per request of a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FleetSizer {
    /// Replicas that one real-time request a day needs in each hour.
    pub(crate) need_per_request: [f64; HOURS],
    /// Replica-hours of work at full real-time rate that one request a day makes.
    pub(crate) real_time_hours_per_request: f64,
    /// Replica-hours of batch work that one request a day makes.
    pub(crate) batch_hours_per_request: f64,
    /// How the fleet is kept.
    pub(crate) fleet: FleetQuestion,
}

/// A fleet for one volume. Every count is a whole number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FleetSize {
    /// Replicas that real-time requests need in each hour.
    pub(crate) busy: [f64; HOURS],
    /// Replicas that run in each hour for real time and by the minimum, spares not counted.
    pub(crate) running: [f64; HOURS],
    /// Replica-hours a day that are added because batch work does not fit into idle ones.
    pub(crate) extra_batch_hours: f64,
    /// Most replicas at once, spares counted.
    pub(crate) replicas: f64,
    /// Replica-hours of a day, spares counted: what is paid.
    pub(crate) replica_hours: f64,
}

impl FleetSizer {
    /// A sizer from the day's shape and what one replica serves.
    ///
    /// `shares` add up to 1; `burst` is at least 1; rates are requests per second of one replica,
    /// above 0.
    pub(crate) fn new(
        shares: &[f64; HOURS],
        burst: f64,
        batch_share: f64,
        real_time_per_s: f64,
        batch_per_s: f64,
        fleet: FleetQuestion,
    ) -> Self {
        let real_time = (1.0 - batch_share) / (HOUR_S * real_time_per_s);
        Self {
            need_per_request: shares.map(|share| share * burst * real_time),
            real_time_hours_per_request: real_time,
            batch_hours_per_request: batch_share / (HOUR_S * batch_per_s),
            fleet,
        }
    }

    /// Replica-hours of work a day at full rate: what would be paid if nothing idled.
    pub(crate) fn work_hours(&self, requests_per_day: f64) -> f64 {
        requests_per_day * (self.real_time_hours_per_request + self.batch_hours_per_request)
    }

    /// Replica-hours that each further request a day costs in the long run, steps smoothed.
    pub(crate) fn hours_per_request(&self) -> f64 {
        let sum: f64 = self.need_per_request.iter().sum();
        let all = sum + self.batch_hours_per_request;
        if self.fleet.autoscale {
            all
        } else {
            let peak = self.need_per_request.into_iter().fold(0.0, f64::max);
            all.max(24.0 * peak)
        }
    }

    /// How far the step function can stand above `hours_per_request` x volume, in replica-hours.
    pub(crate) fn hours_above(&self) -> f64 {
        24.0 * f64::from(self.fleet.min_replicas + self.fleet.spare_replicas + 2)
    }

    /// The fleet for a volume.
    ///
    /// Real-time work needs whole replicas in every hour; batch work fills the hours in which
    /// replicas run without real-time work (spares excepted) and takes further ones when those
    /// are not enough. A replica does one or the other in a given hour.
    ///
    /// ```text
    /// busy(h) = whole(requests a day x share(h) x burst x (1 - batch share) / 3600 / rate)
    /// not autoscaled: running = max(minimum, largest busy, whole((batch + sum of busy) / 24))
    ///                 paid = 24 x (running + spare)
    /// autoscaled:     running(h) = max(minimum, busy(h))
    ///                 extra = whole(batch - sum of (running - busy)), if positive
    ///                 paid = sum of running + extra + 24 x spare
    /// ```
    pub(crate) fn size(&self, requests_per_day: f64) -> FleetSize {
        let busy = self
            .need_per_request
            .map(|need| whole(requests_per_day * need));
        let busy_sum: f64 = busy.iter().sum();
        let batch_hours = requests_per_day * self.batch_hours_per_request;
        let minimum = f64::from(self.fleet.min_replicas);
        let spare = f64::from(self.fleet.spare_replicas);
        let busiest = busy.into_iter().fold(0.0, f64::max);
        if self.fleet.autoscale {
            let running = busy.map(|replicas| replicas.max(minimum));
            let running_sum: f64 = running.iter().sum();
            let extra = whole(batch_hours - (running_sum - busy_sum));
            let most = busiest
                .max(minimum)
                .max(whole((running_sum + extra) / 24.0));
            FleetSize {
                busy,
                running,
                extra_batch_hours: extra,
                replicas: most + spare,
                replica_hours: 24.0f64.mul_add(spare, running_sum + extra),
            }
        } else {
            let for_real_time = busiest.max(minimum);
            let most = for_real_time.max(whole((batch_hours + busy_sum) / 24.0));
            FleetSize {
                busy,
                running: [most; HOURS],
                extra_batch_hours: 24.0 * (most - for_real_time),
                replicas: most + spare,
                replica_hours: 24.0 * (most + spare),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::economics::Profile;

    fn sizer(profile: &Profile, batch_share: f64, fleet: FleetQuestion) -> FleetSizer {
        // A replica serves 1 real-time or 2 batch requests per second.
        FleetSizer::new(&profile.shares(), 1.0, batch_share, 1.0, 2.0, fleet)
    }

    fn kept(min_replicas: u32, spare_replicas: u32, autoscale: bool) -> FleetQuestion {
        FleetQuestion {
            min_replicas,
            spare_replicas,
            autoscale,
        }
    }

    fn assert_counts(size: &FleetSize, replicas: f64, replica_hours: f64) {
        assert!((size.replicas - replicas).abs() < 1e-12, "{size:?}");
        assert!(
            (size.replica_hours - replica_hours).abs() < 1e-12,
            "{size:?}"
        );
    }

    #[test]
    fn an_office_day_by_hand() {
        // 217,800 a day = 60.5 replica-hours; weight 1.0 is 217,800 / 12.1 / 3600 = 5 replicas,
        // 0.1 half a one, 0.4 two, 0.8 four, 0.5 two and a half, 0.3 one and a half, 0.2 one.
        let day = 217_800.0;
        let office = Profile::Office;
        let always_on = sizer(&office, 0.0, kept(1, 1, false)).size(day);
        assert_counts(&always_on, 6.0, 144.0);
        // 7 x 1 + 2 + 4 + 3 x 5 + 4 + 4 x 5 + 4 + 3 + 2 + 4 x 1 = 65, and a spare all day.
        let scaled = sizer(&office, 0.0, kept(1, 1, true)).size(day);
        assert_counts(&scaled, 6.0, 65.0 + 24.0);
        let at_least_two = sizer(&office, 0.0, kept(2, 0, true)).size(day);
        assert_counts(&at_least_two, 5.0, 65.0 + 11.0);
    }

    #[test]
    fn a_whole_replica_is_not_two_for_rounding() {
        let flat = sizer(&Profile::Flat, 0.0, kept(1, 0, false));
        assert_counts(&flat.size(86_400.0), 1.0, 24.0);
        assert_counts(&flat.size(3.0 * 86_400.0), 3.0, 72.0);
        assert_counts(&flat.size(86_401.0), 2.0, 48.0);
    }

    #[test]
    fn batch_work_fills_idle_hours_before_it_takes_more() {
        // Half of 435,600 waits: the real-time half is the office day above (65 busy hours of
        // 5 x 24 = 120), the other half 217,800 / 7200 = 30.25 replica-hours: they fit.
        let day = 435_600.0;
        let fits = sizer(&Profile::Office, 0.5, kept(1, 0, false)).size(day);
        assert_counts(&fits, 5.0, 120.0);
        // Three quarters of 871,200 wait: 653,400 / 7200 = 90.75 hours, 65 + 90.75 > 120: a
        // sixth and a seventh replica, 168 hours.
        let more = sizer(&Profile::Office, 0.75, kept(1, 0, false)).size(871_200.0);
        assert_counts(&more, 7.0, 168.0);
        // Autoscaled nothing idles (every hour is busy), so 30.25 hours are 31 more.
        let scaled = sizer(&Profile::Office, 0.5, kept(1, 0, true)).size(day);
        assert_counts(&scaled, 5.0, 65.0 + 31.0);
    }

    #[test]
    fn a_fleet_may_scale_to_nothing() {
        let mut noon = [0.0; HOURS];
        noon[12] = 1.0;
        let nightly = sizer(&Profile::Custom(noon), 0.0, kept(0, 0, true));
        assert_counts(&nightly.size(3600.0), 1.0, 1.0);
    }
}
