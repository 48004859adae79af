//! Means and percentiles with their confidence intervals.

use super::{distribution::Distribution, ramp::Ramp};

/// Sections into which a run's measured requests are cut for the confidence intervals.
pub(super) const SECTIONS: u64 = 20;
/// Fewest measured requests a section may hold.
const SECTION_AT_LEAST: u64 = 5;
/// Two-sided 95 % point of Student's t with 19 degrees of freedom.
const T_19: f64 = 2.093;

/// A simulated figure in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Estimate {
    /// The figure over all that was measured.
    pub value: f64,
    /// Half the width of its 95 % confidence interval; `None` when fewer than 100 requests were
    /// measured.
    pub half_width: Option<f64>,
}

/// Mean and percentiles of a time, in seconds.
///
/// Neighbouring requests share their queue, so they are not independent, and an interval from the
/// plain standard error would be far too narrow. The run is cut into 20 consecutive sections, the
/// figure is taken of each, and their spread about the figure of the whole gives the interval
/// (sectioning: Asmussen and Glynn, *Stochastic Simulation*, 2007, III.5):
///
/// ```text
/// half width = t(0.975, 19) sqrt(sum (section - whole)^2 / (20 * 19))
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Summary {
    /// Mean.
    pub mean: Estimate,
    /// Median.
    pub p50: Estimate,
    /// 90th percentile.
    pub p90: Estimate,
    /// 95th percentile.
    pub p95: Estimate,
    /// 99th percentile.
    pub p99: Estimate,
    /// The whole distribution.
    pub distribution: Distribution,
}

type Figures = [f64; 5];

fn figures(distribution: &Distribution) -> Figures {
    [
        distribution.mean(),
        distribution.quantile(0.50),
        distribution.quantile(0.90),
        distribution.quantile(0.95),
        distribution.quantile(0.99),
    ]
}

/// Collects one kind of time, section by section.
#[derive(Debug, Default)]
pub(super) struct Collector {
    whole: Distribution,
    section: Distribution,
    sections: Vec<Figures>,
}

impl Collector {
    pub(super) fn add(&mut self, seconds: f64, weight: u64) {
        self.section.add(seconds, weight);
    }

    pub(super) fn add_ramp(&mut self, ramp: &Ramp, weight: u64) {
        self.section
            .add_ramp(ramp.first, ramp.last, ramp.iterations, weight);
    }

    pub(super) fn end_section(&mut self) {
        if self.section.count() > 0 {
            self.sections.push(figures(&self.section));
            self.whole.merge(&self.section);
            self.section.clear();
        }
    }

    pub(super) fn finish(mut self, intervals: bool) -> Summary {
        // What is left after the last full section counts, without a section of its own.
        self.whole.merge(&self.section);
        let values = figures(&self.whole);
        let estimate = |index: usize| {
            let n = self.sections.len() as f64;
            let squares: f64 = self
                .sections
                .iter()
                .map(|section| (section[index] - values[index]).powi(2))
                .sum();
            Estimate {
                value: values[index],
                half_width: (intervals && self.sections.len() as u64 >= SECTIONS)
                    .then(|| T_19 * (squares / (n * (n - 1.0))).sqrt()),
            }
        };
        Summary {
            mean: estimate(0),
            p50: estimate(1),
            p90: estimate(2),
            p95: estimate(3),
            p99: estimate(4),
            distribution: self.whole,
        }
    }
}

/// Requests in a section when `measured` are measured; `None` when they are too few for intervals.
pub(super) fn section_requests(measured: u64) -> Option<u64> {
    let size = measured / SECTIONS;
    (size >= SECTION_AT_LEAST).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;

    /// Independent exponentials: about 95 % of the intervals must hold the true mean 1 and the true
    /// p90 ln 10. 200 trials: 95 % +- 3 standard deviations is 90.4 % or more.
    #[test]
    fn intervals_cover_the_truth() {
        let (mut mean, mut p90) = (0, 0);
        for seed in 0..200 {
            let mut random = Random::new(seed, 9);
            let mut collector = Collector::default();
            for _ in 0..20 {
                for _ in 0..200 {
                    collector.add(random.exponential(), 1);
                }
                collector.end_section();
            }
            let summary = collector.finish(true);
            let covers = |estimate: Estimate, truth: f64| {
                u32::from((estimate.value - truth).abs() <= estimate.half_width.unwrap())
            };
            mean += covers(summary.mean, 1.0);
            p90 += covers(summary.p90, 10f64.ln());
        }
        assert!(mean >= 180 && p90 >= 178, "{mean} {p90} of 200");
    }
}
