//! When requests arrive.

use std::sync::Arc;

use super::{SimulationError, random::Random};

/// The process by which requests arrive.
#[derive(Debug, Clone, PartialEq)]
pub enum Arrivals {
    /// Independent exponential gaps.
    Poisson {
        /// Mean requests per second, positive.
        rate: f64,
    },
    /// Independent gamma gaps: burstier than Poisson above a coefficient of variation of 1, smoother
    /// below it.
    Gamma {
        /// Mean requests per second, positive.
        rate: f64,
        /// Standard deviation of a gap over its mean, 0 to 10; 0 is constant.
        cv: f64,
    },
    /// Equal gaps.
    Constant {
        /// Requests per second, positive.
        rate: f64,
    },
    /// Closed loop, as benchmark clients do it: this many requests are sent at time 0, and one more
    /// whenever one finishes.
    Closed {
        /// Requests in flight, at least 1.
        concurrency: u32,
    },
    /// Everything at time 0: offline batch.
    AllAtOnce,
    /// Seconds at which each request arrives, ascending and not negative. There must be as many as
    /// requests.
    Timestamps(Arc<[f64]>),
}

impl Arrivals {
    pub(super) fn check(&self, requests: u64) -> Result<(), SimulationError> {
        let positive = |rate: f64| rate > 0.0 && rate.is_finite();
        let problem = match self {
            Self::Poisson { rate } | Self::Constant { rate } if !positive(*rate) => {
                "the request rate must be positive"
            }
            Self::Gamma { rate, cv } if !(positive(*rate) && (0.0..=10.0).contains(cv)) => {
                "the request rate must be positive and the coefficient of variation from 0 to 10"
            }
            Self::Closed { concurrency: 0 } => "the concurrency must be at least 1",
            Self::Timestamps(times) if times.len() as u64 != requests => {
                "there must be one arrival time per request"
            }
            Self::Timestamps(times)
                if times.iter().any(|time| !time.is_finite() || *time < 0.0)
                    || !times.is_sorted() =>
            {
                "arrival times must be seconds from 0 on, in ascending order"
            }
            _ => return Ok(()),
        };
        Err(SimulationError::Arrivals(problem))
    }
}

/// Arrival times of an open process, one after the other.
#[derive(Debug, Clone)]
pub(super) struct ArrivalTimes {
    gaps: Gaps,
    random: Random,
    now: f64,
}

#[derive(Debug, Clone)]
enum Gaps {
    Exponential { mean: f64 },
    Gamma { shape: f64, scale: f64 },
    Constant { gap: f64 },
    Listed { times: Arc<[f64]>, next: usize },
}

impl ArrivalTimes {
    /// `None` for a closed loop, whose arrivals depend on its departures.
    pub(super) fn new(arrivals: &Arrivals, seed: u64) -> Option<Self> {
        let gaps = match arrivals {
            Arrivals::Poisson { rate } => Gaps::Exponential { mean: 1.0 / rate },
            Arrivals::Gamma { rate, cv } if *cv < 1e-3 => Gaps::Constant { gap: 1.0 / rate },
            Arrivals::Gamma { rate, cv } => Gaps::Gamma {
                shape: 1.0 / (cv * cv),
                scale: cv * cv / rate,
            },
            Arrivals::Constant { rate } => Gaps::Constant { gap: 1.0 / rate },
            Arrivals::AllAtOnce => Gaps::Constant { gap: 0.0 },
            Arrivals::Timestamps(times) => Gaps::Listed {
                times: Arc::clone(times),
                next: 0,
            },
            Arrivals::Closed { .. } => return None,
        };
        Some(Self {
            gaps,
            random: Random::new(seed, 0),
            now: 0.0,
        })
    }

    /// The next arrival time. A list that has ended goes on with infinity.
    pub(super) fn draw(&mut self) -> f64 {
        self.now += match &mut self.gaps {
            Gaps::Exponential { mean } => *mean * self.random.exponential(),
            Gaps::Gamma { shape, scale } => *scale * self.random.gamma(*shape),
            Gaps::Constant { gap } => *gap,
            Gaps::Listed { times, next } => {
                let time = times.get(*next).copied().unwrap_or(f64::INFINITY);
                *next += 1;
                return time;
            }
        };
        self.now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_have_the_rate_and_cv_asked_for() {
        for cv in [0.0, 0.5, 1.0, 2.0] {
            let arrivals = Arrivals::Gamma { rate: 4.0, cv };
            let mut times = ArrivalTimes::new(&arrivals, 5).unwrap();
            let n = 200_000;
            let (mut before, mut sum, mut squares) = (0.0, 0.0, 0.0);
            for _ in 0..n {
                let time = times.draw();
                sum += time - before;
                squares += (time - before).powi(2);
                before = time;
            }
            let mean = sum / f64::from(n);
            let deviation = (squares / f64::from(n) - mean * mean).max(0.0).sqrt();
            assert!((mean / 0.25 - 1.0).abs() < 0.02, "{mean}");
            assert!((deviation / mean - cv).abs() < 0.02, "{cv} {deviation}");
        }
    }

    #[test]
    fn bad_arrivals_are_refused() {
        let times = |times: &[f64]| Arrivals::Timestamps(times.into());
        assert!(Arrivals::Poisson { rate: 0.0 }.check(1).is_err());
        assert!(
            Arrivals::Gamma {
                rate: 1.0,
                cv: -1.0
            }
            .check(1)
            .is_err()
        );
        assert!(Arrivals::Closed { concurrency: 0 }.check(1).is_err());
        assert!(times(&[0.0, 2.0, 1.0]).check(3).is_err());
        assert!(times(&[0.0, f64::NAN, 1.0]).check(3).is_err());
        assert!(times(&[0.0]).check(2).is_err());
        assert!(times(&[0.0, 0.0, 1.0]).check(3).is_ok());
    }
}
