//! A distribution that is a sum of uniform ones.

/// Bins of the grid.
const BINS: usize = 256;

/// Weights of times on a grid, spread evenly within what is added.
pub(super) struct Histogram {
    width: f64,
    /// Second differences of the cumulative distribution.
    bends: [f64; BINS + 2],
    mean: f64,
    total: f64,
}

impl Histogram {
    /// Of times up to `longest` seconds; longer ones fall into the last bin.
    pub(super) fn new(longest: f64) -> Self {
        Self {
            width: longest / BINS as f64,
            bends: [0.0; BINS + 2],
            mean: 0.0,
            total: 0.0,
        }
    }

    fn bend(&mut self, at: f64, weight: f64) {
        let place = (at / self.width).min(BINS as f64);
        let bin = place as usize;
        let part = place - bin as f64;
        self.bends[bin] += weight * (1.0 - part);
        self.bends[bin + 1] += weight * part;
    }

    /// Uniform from `low` on, `span` wide.
    pub(super) fn add(&mut self, low: f64, span: f64, weight: f64) {
        let span = span.max(self.width);
        self.bend(low, weight / span);
        self.bend(low + span, -weight / span);
        self.mean += weight * (low + 0.5 * span);
        self.total += weight;
    }

    /// Mean in seconds.
    pub(super) fn mean(&self) -> f64 {
        self.mean / self.total
    }

    /// The tail of it.
    pub(super) fn tail(&self) -> HistogramTail {
        HistogramTail {
            width: self.width,
            cumulative: self.cumulative(),
        }
    }

    /// Shares of at most bin by bin.
    fn cumulative(&self) -> [f64; BINS + 1] {
        let (mut slope, mut sum) = (0.0, 0.0);
        let mut cumulative = [0.0; BINS + 1];
        for (entry, bend) in cumulative.iter_mut().zip(&self.bends) {
            *entry = (sum / self.total).min(1.0);
            slope += bend;
            sum += slope * self.width;
        }
        cumulative
    }
}

/// Shares above, to be looked up.
pub(super) struct HistogramTail {
    width: f64,
    cumulative: [f64; BINS + 1],
}

impl HistogramTail {
    /// Seconds that nothing exceeds.
    pub(super) fn longest(&self) -> f64 {
        self.width * BINS as f64
    }

    /// Share above so many seconds.
    pub(super) fn above(&self, seconds: f64) -> f64 {
        let place = seconds / self.width;
        if place >= BINS as f64 {
            return 0.0;
        }
        let bin = place as usize;
        let (low, high) = (self.cumulative[bin], self.cumulative[bin + 1]);
        1.0 - low - (high - low) * (place - bin as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniforms_add_up() {
        let mut histogram = Histogram::new(10.0);
        histogram.add(1.0, 4.0, 3.0);
        histogram.add(2.0, 6.0, 1.0);
        let tail = histogram.tail();
        // 3/4 of it uniform from 1 to 5, 1/4 from 2 to 8.
        assert!((histogram.mean() - 3.5).abs() < 1e-9);
        for (seconds, above) in [
            (0.5, 1.0),
            (3.0, 0.375 + 5.0 / 24.0),
            (5.0, 0.125),
            (8.5, 0.0),
        ] {
            assert!(
                (tail.above(seconds) - above).abs() < 5e-3,
                "{seconds} {}",
                tail.above(seconds)
            );
        }
    }
}
