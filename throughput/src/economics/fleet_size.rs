//! How many replicas a fleet runs for a volume of traffic: a step function that never falls.

use super::demand::HOUR_S;
use super::profile::HOURS;
use super::question::FleetQuestion;

/// Rounding residue that is no reason for one more replica.
const RESIDUE: f64 = 1e-9;

/// The smallest whole number that is not below `need`, but for rounding residue.
fn whole(need: f64) -> f64 {
    RESIDUE.mul_add(-need.max(1.0), need).ceil().max(0.0)
}

/// What sizes a fleet, per request of a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FleetSizer {
    /// Replicas that one real-time request a day needs in each hour.
    need_per_request: [f64; HOURS],
    /// Share of the requests that can wait.
    batch_share: f64,
    /// Requests that a replica serves in an hour at the real-time point.
    real_time_per_hour: f64,
    /// The same at the batch point; not below it, for batch work can run there too.
    batch_per_hour: f64,
    /// How the fleet is kept.
    pub(crate) fleet: FleetQuestion,
}

/// A fleet for one volume. Every count of replicas and paid hours is a whole number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FleetSize {
    /// Replicas that real-time requests need in each hour.
    pub(crate) busy: [f64; HOURS],
    /// Replicas that run in each hour for real time and by the minimum, spares not counted.
    pub(crate) running: [f64; HOURS],
    /// Batch requests a day that ride along on busy replicas.
    pub(crate) mixed_batch_requests: f64,
    /// Replica-hours a day at the batch point that the other batch requests take.
    pub(crate) batch_hours: f64,
    /// Replica-hours a day that are added because those do not fit into idle replicas.
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
        let real_time_per_hour = HOUR_S * real_time_per_s;
        let real_time = (1.0 - batch_share) / real_time_per_hour;
        Self {
            need_per_request: shares.map(|share| share * burst * real_time),
            batch_share,
            real_time_per_hour,
            batch_per_hour: (HOUR_S * batch_per_s).max(real_time_per_hour),
            fleet,
        }
    }

    /// Replica-hours of real-time work a day at full rate.
    pub(crate) fn real_time_work_hours(&self, requests_per_day: f64) -> f64 {
        requests_per_day * (1.0 - self.batch_share) / self.real_time_per_hour
    }

    /// Replica-hours of all work a day at full rate: what would be paid if nothing idled.
    pub(crate) fn work_hours(&self, requests_per_day: f64) -> f64 {
        let batch = requests_per_day * self.batch_share / self.batch_per_hour;
        self.real_time_work_hours(requests_per_day) + batch
    }

    /// Replica-hours that each further request a day costs in the long run, steps smoothed.
    pub(crate) fn hours_per_request(&self) -> f64 {
        let sum: f64 = self.need_per_request.iter().sum();
        let all = sum + self.batch_share / self.batch_per_hour;
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
    /// Real-time work needs whole replicas in every hour. Batch work first rides along on those,
    /// in what real-time work leaves of them and at the real-time point's rate, so that the
    /// promise holds; the rest runs at the batch point on replicas that are idle for an hour
    /// (spares excepted), and takes further ones when those are not enough.
    ///
    /// ```text
    /// need(h)  = requests a day x share(h) x burst x (1 - batch share) / 3600 / real-time rate
    /// busy(h)  = whole(need(h))
    /// mixed    = sum of (busy - need) x 3600 x real-time rate, at most the batch requests
    /// batch    = (batch requests - mixed) / (3600 x batch rate), in replica-hours
    /// not autoscaled: running = max(minimum, largest busy, whole((batch + sum of busy) / 24))
    ///                 paid = 24 x (running + spare)
    /// autoscaled:     running(h) = max(minimum, busy(h))
    ///                 extra = whole(batch - sum of (running - busy)), if positive
    ///                 paid = sum of running + extra + 24 x spare
    /// ```
    pub(crate) fn size(&self, requests_per_day: f64) -> FleetSize {
        let need = self.need_per_request.map(|need| requests_per_day * need);
        let busy = need.map(whole);
        let busy_sum: f64 = busy.iter().sum();
        let left: f64 = busy_sum - need.iter().sum::<f64>();
        let batch_requests = requests_per_day * self.batch_share;
        let mixed = (left.max(0.0) * self.real_time_per_hour).min(batch_requests);
        let batch_hours = (batch_requests - mixed) / self.batch_per_hour;
        let minimum = f64::from(self.fleet.min_replicas);
        let spare = f64::from(self.fleet.spare_replicas);
        let busiest = busy.into_iter().fold(0.0, f64::max);
        let mut size = FleetSize {
            busy,
            running: busy.map(|replicas| replicas.max(minimum)),
            mixed_batch_requests: mixed,
            batch_hours,
            extra_batch_hours: 0.0,
            replicas: 0.0,
            replica_hours: 0.0,
        };
        if self.fleet.autoscale {
            let running: f64 = size.running.iter().sum();
            size.extra_batch_hours = whole(batch_hours - (running - busy_sum));
            let paid = running + size.extra_batch_hours;
            size.replicas = busiest.max(minimum).max(whole(paid / 24.0)) + spare;
            size.replica_hours = 24.0f64.mul_add(spare, paid);
        } else {
            let for_real_time = busiest.max(minimum);
            let most = for_real_time.max(whole((batch_hours + busy_sum) / 24.0));
            size.running = [most; HOURS];
            size.extra_batch_hours = 24.0 * (most - for_real_time);
            size.replicas = most + spare;
            size.replica_hours = 24.0 * (most + spare);
        }
        size
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
    fn batch_work_rides_along_then_fills_idle_hours_then_takes_more() {
        // The real-time part is the office day above: 65 busy hours with 60.5 hours of work, so
        // 4.5 x 3600 = 16,200 batch requests ride along. Of 217,800 the other 201,600 take
        // 201,600 / 7200 = 28 hours; 65 + 28 fit into 5 x 24 = 120.
        let fits = sizer(&Profile::Office, 0.5, kept(1, 0, false)).size(435_600.0);
        assert!(
            (fits.mixed_batch_requests - 16_200.0).abs() < 1e-6,
            "{fits:?}"
        );
        assert!((fits.batch_hours - 28.0).abs() < 1e-9, "{fits:?}");
        assert_counts(&fits, 5.0, 120.0);
        // Three quarters of 871,200 wait: (653,400 - 16,200) / 7200 = 88.5 hours, 65 + 88.5 > 144:
        // a sixth and a seventh replica, 168 hours.
        let more = sizer(&Profile::Office, 0.75, kept(1, 0, false)).size(871_200.0);
        assert_counts(&more, 7.0, 168.0);
        assert!((more.extra_batch_hours - 48.0).abs() < 1e-9);
        // Autoscaled no replica idles for an hour, so the 28 hours come on top.
        let scaled = sizer(&Profile::Office, 0.5, kept(1, 0, true)).size(435_600.0);
        assert_counts(&scaled, 5.0, 65.0 + 28.0);
    }

    #[test]
    fn a_little_batch_work_needs_no_replica_of_its_own() {
        let little = sizer(&Profile::Flat, 0.1, kept(1, 0, false)).size(1000.0);
        assert_counts(&little, 1.0, 24.0);
        assert!((little.mixed_batch_requests - 100.0).abs() < 1e-9);
    }

    #[test]
    fn a_fleet_may_scale_to_nothing() {
        let mut noon = [0.0; HOURS];
        noon[12] = 1.0;
        let nightly = sizer(&Profile::Custom(noon), 0.0, kept(0, 0, true));
        assert_counts(&nightly.size(3600.0), 1.0, 1.0);
    }
}
