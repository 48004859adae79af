//! A length's distribution as a few classes, and the moments that queueing needs.

use super::{
    super::length::Length,
    normal::{LEVELS, normal_above},
};

/// Edges of the classes in standard deviations: finer towards the long end, which makes the tail.
const EDGES: [f64; 9] = [-3.5, -1.5, -0.7, 0.0, 0.7, 1.3, 1.9, 2.5, 3.5];

/// Requests of about the same length.
#[derive(Debug, Clone, Copy)]
pub(super) struct Class {
    pub(super) share: f64,
    /// Mean length in tokens.
    pub(super) mean: f64,
    /// Shortest and longest.
    pub(super) low: f64,
    pub(super) high: f64,
}

/// What is known of a length.
#[derive(Debug, Clone)]
pub(super) struct Sizes {
    pub(super) classes: Vec<Class>,
    /// Mean.
    pub(super) mean: f64,
    /// Mean square over squared mean: 1 + squared coefficient of variation.
    pub(super) second: f64,
    /// Mean cube over cubed mean.
    pub(super) third: f64,
    /// Mean of the shorter of two, over the mean: how much of a request's life two requests that
    /// begin together share.
    pub(super) overlap: f64,
    /// Median, 90th and 99th percentile.
    pub(super) levels: [f64; 3],
}

impl Sizes {
    /// Of `length` less `less` tokens, but at least `least`.
    pub(super) fn of(length: &Length, less: f64, least: f64) -> Self {
        let at = |z: f64| match *length {
            Length::Fixed(tokens) => f64::from(tokens),
            Length::Uniform { min, max } => {
                f64::from(min) + f64::from(max - min) * (1.0 - normal_above(z))
            }
            Length::LogNormal { mu, sigma } => libm::exp(mu + sigma * z),
        };
        if length.squared_cv() <= 0.0 {
            let only = (length.mean() - less).max(least);
            return Self::from_classes(vec![Class::single(only)], [only; 3]);
        }
        let classes = EDGES.windows(2).map(|edges| {
            let (low, high) = (at(edges[0]), at(edges[1]));
            let share = class_share(edges);
            let mean = match *length {
                // The partial mean of a log-normal: mean * (Phi(b - sigma) - Phi(a - sigma)).
                Length::LogNormal { sigma, .. } => {
                    let shifted = [edges[0] - sigma, edges[1] - sigma];
                    length.mean() * class_share_of(&shifted, edges) / share
                }
                _ => f64::midpoint(low, high),
            };
            Class {
                share,
                mean,
                low,
                high,
            }
            .less(less, least)
        });
        let levels = LEVELS.map(|level| (at(level.z) - less).max(least));
        Self::from_classes(classes.collect(), levels)
    }

    /// Of a list of lengths, in any order.
    pub(super) fn of_list(mut lengths: Vec<u32>, less: f64, least: f64) -> Self {
        lengths.sort_unstable();
        let n = lengths.len();
        let rank = |share: f64| ((share * n as f64) as usize).min(n.saturating_sub(1));
        let mut classes = Vec::with_capacity(EDGES.len());
        let mut start = 0;
        for (index, edge) in EDGES.iter().enumerate().skip(1) {
            let last = index == EDGES.len() - 1;
            let end = if last {
                n
            } else {
                rank(1.0 - normal_above(*edge))
            };
            if let Some(part) = lengths.get(start..end).filter(|part| !part.is_empty()) {
                let sum: f64 = part.iter().map(|tokens| f64::from(*tokens)).sum();
                let class = Class {
                    share: part.len() as f64 / n as f64,
                    mean: sum / part.len() as f64,
                    low: f64::from(part[0]),
                    high: f64::from(part[part.len() - 1]),
                };
                classes.push(class.less(less, least));
                start = end;
            }
        }
        let levels = LEVELS.map(|level| (f64::from(lengths[rank(level.share)]) - less).max(least));
        Self::from_classes(classes, levels)
    }

    fn from_classes(classes: Vec<Class>, levels: [f64; 3]) -> Self {
        let moment = |power: i32| -> f64 {
            let within = |class: &Class| {
                // Uniform within its class, to second order.
                let spread = (class.high - class.low) / class.mean.max(1e-9);
                let extra = f64::from(power * (power - 1)) / 24.0 * spread * spread;
                let bounded = 1.0 + extra.min(0.5);
                class.share * class.mean.powi(power) * if power > 1 { bounded } else { 1.0 }
            };
            classes.iter().map(within).sum()
        };
        let mean = moment(1);
        let pairs = classes
            .iter()
            .flat_map(|a| classes.iter().map(move |b| (a, b)));
        let shorter: f64 = pairs
            .map(|(a, b)| a.share * b.share * a.mean.min(b.mean))
            .sum();
        let scale = mean.max(1e-9);
        Self {
            mean,
            second: (moment(2) / (scale * scale)).max(1.0),
            third: (moment(3) / (scale * scale * scale)).max(1.0),
            overlap: (shorter / scale).clamp(0.05, 1.0),
            classes,
            levels,
        }
    }

    /// Every length times a factor.
    pub(super) fn scale(&mut self, factor: f64) {
        self.mean *= factor;
        self.levels = self.levels.map(|level| level * factor);
        for class in &mut self.classes {
            class.mean *= factor;
            class.low *= factor;
            class.high *= factor;
        }
    }

    /// The same with a mean that is no less than this.
    pub(super) fn at_least(mut self, mean: f64) -> Self {
        self.mean = self.mean.max(mean);
        self
    }

    /// Squared coefficient of variation.
    pub(super) fn squared_cv(&self) -> f64 {
        self.second - 1.0
    }
}

impl Class {
    fn single(tokens: f64) -> Self {
        Self {
            share: 1.0,
            mean: tokens,
            low: tokens,
            high: tokens,
        }
    }

    fn less(self, less: f64, least: f64) -> Self {
        Self {
            share: self.share,
            mean: (self.mean - less).max(least),
            low: (self.low - less).max(least),
            high: (self.high - less).max(least),
        }
    }
}

/// Share of a standard normal between two edges, where the outermost ones reach to infinity.
fn class_share(edges: &[f64]) -> f64 {
    class_share_of(edges, edges)
}

fn class_share_of(shifted: &[f64], edges: &[f64]) -> f64 {
    let below_first = if edges[0] <= EDGES[0] {
        1.0
    } else {
        normal_above(shifted[0])
    };
    let above_last = if edges[1] >= EDGES[EDGES.len() - 1] {
        0.0
    } else {
        normal_above(shifted[1])
    };
    below_first - above_last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_keep_the_moments() {
        for cv in [0.3, 0.8, 1.2] {
            let length = Length::log_normal_cv(1000.0, cv).unwrap();
            let sizes = Sizes::of(&length, 0.0, 1.0);
            let square: f64 = 1.0 + cv * cv;
            assert!((sizes.mean / 1000.0 - 1.0).abs() < 1e-6);
            assert!(
                (sizes.second / square - 1.0).abs() < 0.05,
                "{cv} {}",
                sizes.second
            );
            assert!(
                (sizes.third / square.powi(3) - 1.0).abs() < 0.25,
                "{cv} {}",
                sizes.third
            );
            // Mean of the shorter of two log-normals: mean * erfc(sigma / 2).
            let overlap = libm::erfc(square.ln().sqrt() / 2.0);
            assert!(
                (sizes.overlap / overlap - 1.0).abs() < 0.08,
                "{cv} {} {overlap}",
                sizes.overlap
            );
        }
    }

    #[test]
    fn a_list_is_its_distribution() {
        let list: Vec<u32> = (1..=1000).rev().collect();
        let listed = Sizes::of_list(list, 1.0, 0.0);
        let uniform = Sizes::of(&Length::Uniform { min: 1, max: 1000 }, 1.0, 0.0);
        assert!((listed.mean / uniform.mean - 1.0).abs() < 0.01);
        assert!((listed.second / uniform.second - 1.0).abs() < 0.02);
        assert!((listed.levels[2] / uniform.levels[2] - 1.0).abs() < 0.01);
        assert!((listed.overlap - 2.0 / 3.0).abs() < 0.05);
    }
}
