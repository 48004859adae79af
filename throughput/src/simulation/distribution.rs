//! Distributions of times in bounded memory.

/// Bits of the mantissa that tell buckets apart: a bucket is at most 2^-8 = 0.39 % wide.
const MANTISSA_BITS: u32 = 8;
/// Times below 2^-20 s (about 1 µs) share the first bucket.
const LOWEST_EXPONENT: u64 = 1023 - 20;
/// Times above 2^18 s (about three days) share the last one.
const OCTAVES: usize = 38;
const BUCKETS: usize = OCTAVES << MANTISSA_BITS;

/// How times in seconds are distributed, as a histogram of log-spaced buckets.
///
/// Mean, least and greatest are exact. A quantile is interpolated within its bucket, so it is off by
/// less than the bucket's width of at most 0.39 % (between 1 µs and three days), however many times
/// were added; 76 kB hold any number of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    buckets: Vec<u64>,
    count: u64,
    sum: f64,
    min: f64,
    max: f64,
}

impl Default for Distribution {
    fn default() -> Self {
        Self {
            buckets: vec![0; BUCKETS],
            count: 0,
            sum: 0.0,
            min: f64::INFINITY,
            max: f64::NEG_INFINITY,
        }
    }
}

fn bucket(seconds: f64) -> usize {
    let key = seconds.max(0.0).to_bits() >> (52 - MANTISSA_BITS);
    (key.saturating_sub(LOWEST_EXPONENT << MANTISSA_BITS) as usize).min(BUCKETS - 1)
}

fn lower_edge(bucket: usize) -> f64 {
    f64::from_bits((bucket as u64 + (LOWEST_EXPONENT << MANTISSA_BITS)) << (52 - MANTISSA_BITS))
}

impl Distribution {
    /// Adds a time of `seconds`, not negative, `weight` times.
    pub fn add(&mut self, seconds: f64, weight: u64) {
        if weight == 0 {
            return;
        }
        self.buckets[bucket(seconds)] += weight;
        self.count += weight;
        self.sum += seconds * weight as f64;
        self.min = self.min.min(seconds);
        self.max = self.max.max(seconds);
    }

    /// Adds `steps` times that grow evenly from `first` to `last`, `weight` times each.
    pub(super) fn add_ramp(&mut self, first: f64, last: f64, steps: u64, weight: u64) {
        if steps <= 1 || bucket(first) == bucket(last) {
            let before = self.sum;
            self.add(first, steps * weight);
            self.max = self.max.max(last);
            self.sum = before + f64::midpoint(first, last) * (steps * weight) as f64;
            return;
        }
        let slope = (last - first) / (steps - 1) as f64;
        let mut done = 0;
        while done < steps {
            let here = first + slope * done as f64;
            let edge = lower_edge(bucket(here) + 1);
            let until = (((edge - first) / slope).ceil().max(0.0) as u64).clamp(done + 1, steps);
            self.add(
                first + slope * (done + until - 1) as f64 / 2.0,
                (until - done) * weight,
            );
            done = until;
        }
        self.min = self.min.min(first);
        self.max = self.max.max(last);
    }

    /// Adds all of `other`.
    pub fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.buckets.iter_mut().zip(&other.buckets) {
            *mine += theirs;
        }
        self.count += other.count;
        self.sum += other.sum;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if self.count > 0 {
            let used = bucket(self.min)..=bucket(self.max);
            self.buckets[used].fill(0);
        }
        self.count = 0;
        self.sum = 0.0;
        self.min = f64::INFINITY;
        self.max = f64::NEG_INFINITY;
    }

    /// How many times were added.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Mean in seconds; 0 when empty.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.count == 0 {
            0.0
        } else {
            self.sum / self.count as f64
        }
    }

    /// Greatest in seconds; 0 when empty.
    #[must_use]
    pub fn max(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.max }
    }

    /// Least in seconds; 0 when empty.
    #[must_use]
    pub fn min(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.min }
    }

    /// The time in seconds that a share `q` (0 to 1) of the times does not exceed: the
    /// ceil(q n)-th of n in ascending order (nearest rank), interpolated within its bucket. 0 when
    /// empty.
    #[must_use]
    pub fn quantile(&self, q: f64) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        let rank = ((q * self.count as f64).ceil() as u64).clamp(1, self.count);
        let mut below = 0;
        for (index, weight) in self.occupied() {
            if below + weight >= rank {
                let share = (rank - below) as f64 / weight as f64;
                let (low, high) = (lower_edge(index), lower_edge(index + 1));
                return (low + (high - low) * share).clamp(self.min, self.max);
            }
            below += weight;
        }
        self.max
    }

    /// Share of the times, 0 to 1, that do not exceed `seconds`, to within one bucket.
    #[must_use]
    pub fn share_within(&self, seconds: f64) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        let last = bucket(seconds);
        let within: u64 = self
            .occupied()
            .take_while(|(index, _)| *index <= last)
            .map(|(_, weight)| weight)
            .sum();
        within as f64 / self.count as f64
    }

    /// At most `points` points (seconds, share of times not above) of the cumulative distribution,
    /// evenly spaced in share; empty when nothing was added.
    #[must_use]
    pub fn cumulative(&self, points: usize) -> Vec<(f64, f64)> {
        if self.count == 0 {
            return Vec::new();
        }
        (1..=points)
            .map(|point| {
                let share = point as f64 / points as f64;
                (self.quantile(share), share)
            })
            .collect()
    }

    /// Buckets that are not empty: index and weight, ascending.
    fn occupied(&self) -> impl Iterator<Item = (usize, u64)> {
        let range = if self.count == 0 {
            0..0
        } else {
            bucket(self.min)..bucket(self.max) + 1
        };
        let start = range.start;
        self.buckets[range]
            .iter()
            .enumerate()
            .filter(|(_, weight)| **weight > 0)
            .map(move |(offset, weight)| (start + offset, *weight))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_within_the_resolution() {
        let mut distribution = Distribution::default();
        for i in 1..=10_000 {
            distribution.add(f64::from(i) * 1e-4, 1);
        }
        for q in [0.01, 0.5, 0.9, 0.99, 0.999] {
            let got = distribution.quantile(q);
            assert!((got / q - 1.0).abs() < 0.004, "{q} {got}");
            assert!((distribution.share_within(q) - q).abs() < 0.004);
        }
        assert!((distribution.mean() - 0.500_05).abs() < 1e-12);
    }

    #[test]
    fn a_single_value_is_exact() {
        let mut distribution = Distribution::default();
        distribution.add(0.123, 5);
        for q in [0.0, 0.5, 1.0] {
            assert!((distribution.quantile(q) - 0.123).abs() < 1e-15);
        }
    }

    #[test]
    fn a_ramp_is_its_steps() {
        let (mut ramp, mut steps) = (Distribution::default(), Distribution::default());
        ramp.add_ramp(0.010, 0.025, 1000, 3);
        for i in 0..1000 {
            steps.add(0.015f64.mul_add(f64::from(i) / 999.0, 0.010), 3);
        }
        assert_eq!(ramp.count(), steps.count());
        assert!((ramp.mean() / steps.mean() - 1.0).abs() < 1e-12);
        for q in [0.1, 0.5, 0.99] {
            assert!((ramp.quantile(q) / steps.quantile(q) - 1.0).abs() < 1e-3);
        }
    }

    #[test]
    fn out_of_range_times_keep_their_extremes() {
        let mut distribution = Distribution::default();
        distribution.add(0.0, 1);
        distribution.add(1e9, 1);
        assert_eq!((0.0, 1e9), (distribution.min(), distribution.max()));
        assert!(distribution.quantile(1.0) > 1e5);
        distribution.clear();
        assert_eq!(distribution, Distribution::default());
    }
}
