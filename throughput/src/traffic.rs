//! Traffic of real services, as their published traces have it.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::scenario::{Field, RawScenario, format_number};

/// What the requests of a kind of service are like.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TrafficProfile {
    /// Stable id, such as `chat`.
    pub id: String,
    /// Name to show.
    pub name: String,
    /// Mean input tokens.
    pub isl: f64,
    /// 99th percentile of the input tokens, if published.
    pub isl_p99: Option<f64>,
    /// Mean output tokens.
    pub osl: f64,
    /// 99th percentile of the output tokens, if published.
    pub osl_p99: Option<f64>,
    /// Share of the input that a prefix cache holds.
    pub cached: f64,
    /// What was traced, and what the cached share is of.
    pub source: String,
    /// Where it is published.
    pub url: String,
    /// When it was traced or published, ISO date.
    pub date: String,
}

/// Every profile, in the order of the table.
#[must_use]
pub fn traffic_profiles() -> &'static [TrafficProfile] {
    static PROFILES: LazyLock<Vec<TrafficProfile>> = LazyLock::new(|| {
        csv::Reader::from_reader(include_str!("../catalog/traffic.csv").as_bytes())
            .deserialize()
            .collect::<Result<_, _>>()
            .expect("the shipped table is read by a test")
    });
    &PROFILES
}

impl TrafficProfile {
    /// Coefficient of variation of the input length; 0 where only the mean is published.
    #[must_use]
    pub fn isl_cv(&self) -> f64 {
        spread(self.isl, self.isl_p99)
    }

    /// Coefficient of variation of the output length; 0 where only the mean is published.
    #[must_use]
    pub fn osl_cv(&self) -> f64 {
        spread(self.osl, self.osl_p99)
    }

    /// The fields of a scenario that the profile sets.
    #[must_use]
    pub fn fields(&self) -> [(Field, String); 5] {
        let rounded = |value: f64| format_number((value * 100.0).round() / 100.0);
        [
            (Field::Isl, format_number(self.isl)),
            (Field::Osl, format_number(self.osl)),
            (Field::IslCv, rounded(self.isl_cv().min(WIDEST))),
            (Field::OslCv, rounded(self.osl_cv().min(WIDEST))),
            (Field::CacheHit, format_number(self.cached)),
        ]
    }

    /// The same question with this traffic.
    #[must_use]
    pub fn applied_to(&self, scenario: &RawScenario) -> RawScenario {
        let mut asked = scenario.clone();
        for (field, text) in self.fields() {
            asked.set(field, text);
        }
        asked
    }
}

/// The widest spread that a scenario takes.
const WIDEST: f64 = 3.0;

/// The coefficient of variation of the log-normal distribution with this mean and 99th percentile.
///
/// ```text
/// ln(p99 / mean) = z s - s^2 / 2,  z = 2.326     CV = sqrt(exp(s^2) - 1)
/// ```
///
/// Of the two solutions the smaller; none where p99 is more than exp(z^2 / 2), 15 times, the mean.
fn spread(mean: f64, p99: Option<f64>) -> f64 {
    const Z99: f64 = 2.326_347_9;
    let ratio = p99.map_or(1.0, |p99| (p99 / mean).max(1.0));
    let sigma = Z99 - libm::sqrt(Z99.mul_add(Z99, -2.0 * libm::log(ratio)).max(0.0));
    libm::sqrt(libm::expm1(sigma * sigma))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    #[test]
    fn the_spread_gives_the_percentile_back() {
        let (mean, p99) = (2331.0, 14359.0);
        let cv = spread(mean, Some(p99));
        let sigma = libm::sqrt(libm::log1p(cv * cv));
        let back = mean * libm::exp(2.326_347_9_f64.mul_add(sigma, -sigma * sigma / 2.0));
        assert!((back / p99 - 1.0).abs() < 1e-6, "{back}");
        assert!(spread(100.0, None).abs() < 1e-12);
    }

    #[test]
    fn every_profile_is_a_valid_question_and_says_where_it_is_from() {
        for profile in traffic_profiles() {
            let asked = profile.applied_to(&RawScenario::default());
            assert!(Scenario::parse(&asked).is_ok(), "{}", profile.id);
            assert!(profile.url.starts_with("https://"), "{}", profile.id);
            assert!(!profile.source.is_empty() && profile.date.starts_with("20"));
        }
        assert!(traffic_profiles().len() >= 5);
    }
}
