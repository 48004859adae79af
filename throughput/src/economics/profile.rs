//! The shape of a day: how the requests fall on its hours.

use serde::{Deserialize, Serialize};

/// Hours of a day.
pub const HOURS: usize = 24;

/// The shape of a day. Every day of the month is taken to be alike.
///
/// The named shapes are assumptions to start from, not measurements: who knows the traffic types
/// the 24 values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Every hour alike.
    Flat,
    /// One region's working day: busy from 9 to 17, a tenth of that at night; peak 1.98 x mean.
    Office,
    /// Users around the globe: the quietest hour at 70 % of the busiest; peak 1.13 x mean.
    Global,
    /// Weights of the hours as typed, none negative, not all zero.
    Custom([f64; HOURS]),
}

/// Weights of an office day from midnight on; they add up to 12.1.
const OFFICE: [f64; HOURS] = [
    0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.4, 0.8, 1.0, 1.0, 1.0, 0.8, 1.0, 1.0, 1.0, 1.0, 0.8, 0.5,
    0.3, 0.2, 0.2, 0.2, 0.2,
];

/// Weights of a global day from midnight on; they add up to 21.3.
const GLOBAL: [f64; HOURS] = [
    0.8, 0.75, 0.7, 0.7, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
    0.95, 0.95, 0.9, 0.9, 0.85, 0.85,
];

impl Profile {
    /// The shape's id in a link.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Office => "office",
            Self::Global => "global",
            Self::Custom(_) => "custom",
        }
    }

    /// The share of the day's requests that falls on each hour, from midnight on; adds up to 1.
    ///
    /// ```text
    /// share(h) = weight(h) / sum of weights
    /// ```
    #[must_use]
    pub fn shares(&self) -> [f64; HOURS] {
        let weights = match self {
            Self::Flat => [1.0; HOURS],
            Self::Office => OFFICE,
            Self::Global => GLOBAL,
            Self::Custom(weights) => *weights,
        };
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }

    /// The busiest hour over the mean hour: 24 x the largest share, at least 1.
    #[must_use]
    pub fn peak_to_mean(&self) -> f64 {
        24.0 * self.shares().into_iter().fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_and_the_peak_is_as_said() {
        let mut spike = [0.0; HOURS];
        spike[12] = 3.0;
        for (profile, peak) in [
            (Profile::Flat, 1.0),
            (Profile::Office, 24.0 / 12.1),
            (Profile::Global, 24.0 / 21.3),
            (Profile::Custom(spike), 24.0),
        ] {
            let sum: f64 = profile.shares().iter().sum();
            assert!((sum - 1.0).abs() < 1e-12, "{profile:?}");
            assert!((profile.peak_to_mean() - peak).abs() < 1e-12, "{profile:?}");
        }
    }
}
