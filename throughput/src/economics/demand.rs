//! The traffic of a day, hour by hour, and its peak.

use serde::{Deserialize, Serialize};

use super::HOURS_PER_MONTH;
use super::profile::HOURS;
use super::question::{DemandQuestion, Load};

/// Seconds of an hour.
pub(crate) const HOUR_S: f64 = 3600.0;
/// Days of a month of 730 hours: 30.42.
pub const DAYS_PER_MONTH: f64 = HOURS_PER_MONTH / 24.0;

/// The traffic, real-time and batch together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Demand {
    /// Requests of a day.
    pub requests_per_day: f64,
    /// Requests of a month of 730 hours: those of a day x 730 / 24.
    pub requests_per_month: f64,
    /// Requests per second, mean of the day.
    pub mean_requests_per_s: f64,
    /// Requests per second that the fleet must bear at the peak: the mean x `peak_to_mean`.
    pub peak_requests_per_s: f64,
    /// Peak over the mean of the day.
    pub peak_to_mean: f64,
    /// How far the peak stands above the mean of the busiest hour, at least 1: every hour is
    /// sized for its mean x this.
    pub burst: f64,
    /// Mean requests per second of each hour, from midnight on.
    pub hourly_requests_per_s: [f64; HOURS],
}

impl Demand {
    /// Works the traffic out.
    ///
    /// ```text
    /// users: requests per second of the busiest hour = users x requests per user and hour / 3600
    /// peak:  mean = peak / peak to mean
    /// hour:  requests per second = requests per day x share of the hour / 3600
    /// ```
    #[must_use]
    pub fn new(question: &DemandQuestion) -> Self {
        let profile_peak = question.profile.peak_to_mean();
        let peak_to_mean = question.peak_to_mean.unwrap_or(profile_peak);
        let per_day = 24.0 * HOUR_S;
        let requests_per_day = match question.load {
            Load::RequestsPerDay(requests) => requests,
            Load::PeakRequestsPerS(peak) => peak / peak_to_mean * per_day,
            Load::Users {
                users,
                requests_per_user_hour,
            } => users * requests_per_user_hour / HOUR_S / profile_peak * per_day,
        };
        let mean = requests_per_day / per_day;
        Self {
            requests_per_day,
            requests_per_month: requests_per_day * DAYS_PER_MONTH,
            mean_requests_per_s: mean,
            peak_requests_per_s: mean * peak_to_mean,
            peak_to_mean,
            burst: (peak_to_mean / profile_peak).max(1.0),
            hourly_requests_per_s: question
                .profile
                .shares()
                .map(|share| requests_per_day * share / HOUR_S),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::economics::Profile;

    fn demand(load: Load, profile: Profile, peak_to_mean: Option<f64>) -> Demand {
        Demand::new(&DemandQuestion {
            load,
            profile,
            peak_to_mean,
            batch_share: 0.0,
        })
    }

    fn close(got: f64, by_hand: f64) {
        assert!(
            (got / by_hand - 1.0).abs() < 1e-9,
            "{got} against {by_hand}"
        );
    }

    #[test]
    fn a_day_of_requests_by_hand() {
        // 86,400 requests a day are 1 a second; an office hour of weight 1 has 24 / 12.1 of it.
        let office = demand(Load::RequestsPerDay(86_400.0), Profile::Office, None);
        close(office.mean_requests_per_s, 1.0);
        close(office.peak_requests_per_s, 24.0 / 12.1);
        close(office.hourly_requests_per_s[10], 24.0 / 12.1);
        close(office.hourly_requests_per_s[0], 2.4 / 12.1);
        close(office.requests_per_month, 2_628_000.0);
        close(office.burst, 1.0);
    }

    #[test]
    fn users_peak_and_requests_say_the_same() {
        // 1,200 users x 6 an hour = 7,200 an hour = 2 a second in the busiest hour.
        let users = Load::Users {
            users: 1200.0,
            requests_per_user_hour: 6.0,
        };
        let by_users = demand(users, Profile::Office, None);
        close(by_users.hourly_requests_per_s[10], 2.0);
        let by_peak = demand(Load::PeakRequestsPerS(2.0), Profile::Office, None);
        close(by_peak.requests_per_day, by_users.requests_per_day);
        close(by_users.requests_per_day, 2.0 * 12.1 / 24.0 * 86_400.0);
    }

    #[test]
    fn a_peak_within_the_hour_raises_the_need_and_not_the_traffic() {
        let load = Load::RequestsPerDay(86_400.0);
        let bursty = demand(load, Profile::Flat, Some(3.0));
        close(bursty.peak_requests_per_s, 3.0);
        close(bursty.burst, 3.0);
        close(bursty.hourly_requests_per_s[5], 1.0);
    }
}
