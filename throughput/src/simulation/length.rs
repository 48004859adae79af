//! How long prompts and answers are.

use std::sync::Arc;

use super::{SimulationError, random::Random};

/// z of the standard normal's 95th percentile.
const Z_95: f64 = 1.644_853_626_951_472_2;

/// A distribution of a length in tokens. Draws are rounded to whole tokens, at least 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Length {
    /// Always the same.
    Fixed(u32),
    /// Each whole number from `min` to `max`, both included, equally often.
    Uniform {
        /// Shortest, at least 1.
        min: u32,
        /// Longest, at least `min`.
        max: u32,
    },
    /// The logarithm of the length is normal with this mean and standard deviation
    /// ([`Length::log_normal_p95`] and [`Length::log_normal_cv`] find the two).
    LogNormal {
        /// Mean of ln(tokens).
        mu: f64,
        /// Standard deviation of ln(tokens), not negative.
        sigma: f64,
    },
}

impl Length {
    /// Log-normal by its mean and its 95th percentile, in tokens.
    ///
    /// ```text
    /// ln mean = mu + sigma^2 / 2,  ln p95 = mu + z sigma  =>  sigma = z - sqrt(z^2 - 2 ln(p95 / mean))
    /// ```
    ///
    /// # Errors
    /// Unless 1 <= mean <= p95 < 3.868 mean: no log-normal has a higher p95 for its mean.
    pub fn log_normal_p95(mean: f64, p95: f64) -> Result<Self, SimulationError> {
        let spread = Z_95.mul_add(Z_95, -2.0 * libm::log(p95 / mean));
        if !(mean >= 1.0 && mean.is_finite() && p95 >= mean && spread >= 0.0) {
            return Err(SimulationError::Lengths(
                "the 95th percentile of a log-normal length must lie between its mean, at least 1, and 3.868 times its mean",
            ));
        }
        let sigma = Z_95 - spread.sqrt();
        let mu = libm::log(mean) - sigma * sigma / 2.0;
        Ok(Self::LogNormal { mu, sigma })
    }

    /// Log-normal by its mean in tokens and its coefficient of variation (standard deviation over
    /// mean): sigma^2 = ln(1 + cv^2).
    ///
    /// # Errors
    /// Unless mean >= 1 and 0 <= cv <= 10.
    pub fn log_normal_cv(mean: f64, cv: f64) -> Result<Self, SimulationError> {
        if !(mean >= 1.0 && mean.is_finite() && (0.0..=10.0).contains(&cv)) {
            return Err(SimulationError::Lengths(
                "a log-normal length needs a mean of at least 1 token and a coefficient of variation from 0 to 10",
            ));
        }
        let variance = libm::log1p(cv * cv);
        Ok(Self::LogNormal {
            mu: libm::log(mean) - variance / 2.0,
            sigma: variance.sqrt(),
        })
    }

    /// Mean in tokens, before rounding.
    #[must_use]
    pub fn mean(&self) -> f64 {
        match *self {
            Self::Fixed(tokens) => f64::from(tokens),
            Self::Uniform { min, max } => f64::midpoint(f64::from(min), f64::from(max)),
            Self::LogNormal { mu, sigma } => libm::exp(mu + sigma * sigma / 2.0),
        }
    }

    /// Squared coefficient of variation, before rounding: variance over squared mean.
    #[must_use]
    pub fn squared_cv(&self) -> f64 {
        match *self {
            Self::Fixed(_) => 0.0,
            Self::Uniform { min, max } => {
                let n = f64::from(max - min) + 1.0;
                (n * n - 1.0) / 12.0 / self.mean().powi(2)
            }
            Self::LogNormal { sigma, .. } => libm::expm1(sigma * sigma),
        }
    }

    pub(super) fn check(&self) -> Result<(), SimulationError> {
        let good = match *self {
            Self::Fixed(tokens) => tokens >= 1,
            Self::Uniform { min, max } => 1 <= min && min <= max,
            Self::LogNormal { mu, sigma } => mu.is_finite() && sigma.is_finite() && sigma >= 0.0,
        };
        if good {
            Ok(())
        } else {
            Err(SimulationError::Lengths(
                "lengths must be whole tokens, at least 1, with min no more than max",
            ))
        }
    }

    fn draw(&self, random: &mut Random) -> u32 {
        match *self {
            Self::Fixed(tokens) => tokens,
            Self::Uniform { min, max } => {
                let n = f64::from(max - min) + 1.0;
                min + ((1.0 - random.unit()) * n) as u32
            }
            Self::LogNormal { mu, sigma } => {
                let tokens = libm::exp(sigma.mul_add(random.normal(), mu));
                tokens.round().clamp(1.0, f64::from(u32::MAX)) as u32
            }
        }
    }
}

/// Lengths of a request's prompt (ISL) and answer (OSL).
#[derive(Debug, Clone, PartialEq)]
pub enum Lengths {
    /// Drawn apart from one another. Draws that do not fit the KV cache are cut to what does.
    Independent {
        /// ISL, prompt tokens.
        input: Length,
        /// OSL, answer tokens.
        output: Length,
    },
    /// (ISL, OSL) of each request in turn, from the start again when there are more requests.
    Pairs(Arc<[(u32, u32)]>),
}

impl Lengths {
    /// Every request alike.
    #[must_use]
    pub fn fixed(input: u32, output: u32) -> Self {
        Self::Independent {
            input: Length::Fixed(input),
            output: Length::Fixed(output),
        }
    }

    /// Mean ISL and mean OSL, before rounding and cutting.
    #[must_use]
    pub fn means(&self) -> (f64, f64) {
        match self {
            Self::Independent { input, output } => (input.mean(), output.mean()),
            Self::Pairs(pairs) => {
                let n = pairs.len().max(1) as f64;
                let sum = |of: fn(&(u32, u32)) -> u32| {
                    pairs.iter().map(|pair| f64::from(of(pair))).sum::<f64>()
                };
                (sum(|pair| pair.0) / n, sum(|pair| pair.1) / n)
            }
        }
    }

    pub(super) fn check(&self, longest: u64) -> Result<(), SimulationError> {
        let fits = |input: u32, output: u32| {
            let asked = u64::from(input) + u64::from(output);
            if asked > longest {
                return Err(SimulationError::TooLong { asked, longest });
            }
            Ok(())
        };
        match self {
            Self::Independent { input, output } => {
                input.check()?;
                output.check()?;
                if let (Length::Fixed(input), Length::Fixed(output)) = (input, output) {
                    fits(*input, *output)?;
                }
                Ok(())
            }
            Self::Pairs(pairs) => {
                if pairs.is_empty() || pairs.iter().any(|pair| pair.0 == 0 || pair.1 == 0) {
                    return Err(SimulationError::Lengths(
                        "a list of lengths must hold at least one pair, each of at least one token in and out",
                    ));
                }
                pairs.iter().try_for_each(|pair| fits(pair.0, pair.1))
            }
        }
    }
}

/// Draws the lengths of one request after the other.
#[derive(Debug, Clone)]
pub(super) struct LengthStream {
    lengths: Lengths,
    input: Random,
    output: Random,
    longest: u32,
    next: usize,
}

impl LengthStream {
    /// `longest` is the most tokens that one request may hold, at least 2.
    pub(super) fn new(lengths: Lengths, seed: u64, longest: u64) -> Self {
        Self {
            lengths,
            input: Random::new(seed, 1),
            output: Random::new(seed, 2),
            longest: u32::try_from(longest).unwrap_or(u32::MAX),
            next: 0,
        }
    }

    pub(super) fn draw(&mut self) -> (u32, u32) {
        match &self.lengths {
            Lengths::Independent { input, output } => {
                let input = input.draw(&mut self.input).min(self.longest - 1);
                let output = output.draw(&mut self.output).min(self.longest - input);
                (input, output)
            }
            Lengths::Pairs(pairs) => {
                let pair = pairs[self.next];
                self.next = (self.next + 1) % pairs.len();
                pair
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(length: Length) -> Vec<f64> {
        let lengths = Lengths::Independent {
            input: length,
            output: Length::Fixed(1),
        };
        let mut stream = LengthStream::new(lengths, 3, u64::from(u32::MAX));
        let mut drawn: Vec<f64> = (0..100_000).map(|_| f64::from(stream.draw().0)).collect();
        drawn.sort_by(f64::total_cmp);
        drawn
    }

    #[test]
    fn log_normal_has_the_mean_and_p95_asked_for() {
        let length = Length::log_normal_p95(1000.0, 2500.0).unwrap();
        let drawn = drawn(length);
        let mean = drawn.iter().sum::<f64>() / drawn.len() as f64;
        assert!((mean / 1000.0 - 1.0).abs() < 0.01, "{mean}");
        assert!(
            (drawn[95_000] / 2500.0 - 1.0).abs() < 0.02,
            "{}",
            drawn[95_000]
        );
        assert!((length.mean() - 1000.0).abs() < 1e-9);
    }

    #[test]
    fn log_normal_has_the_cv_asked_for() {
        let length = Length::log_normal_cv(500.0, 1.5).unwrap();
        assert!((length.mean() - 500.0).abs() < 1e-9);
        assert!((length.squared_cv() - 2.25).abs() < 1e-9);
    }

    #[test]
    fn impossible_log_normals_are_refused() {
        assert!(Length::log_normal_p95(1000.0, 900.0).is_err());
        assert!(Length::log_normal_p95(1000.0, 3_900.0).is_err());
        assert!(Length::log_normal_p95(f64::NAN, 900.0).is_err());
        assert!(Length::log_normal_cv(0.0, 1.0).is_err());
    }

    #[test]
    fn uniform_reaches_both_ends() {
        let drawn = drawn(Length::Uniform { min: 2, max: 5 });
        let near = |x: &f64, tokens: f64| (x - tokens).abs() < 0.5;
        let share = |tokens: f64| drawn.iter().filter(|x| near(x, tokens)).count();
        for tokens in [2.0, 3.0, 4.0, 5.0] {
            assert!((24_000..26_000).contains(&share(tokens)), "{tokens}");
        }
    }
}
