//! A logarithmic axis whose places are shares of its length.

/// An axis from one round number to another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Decades {
    low: f64,
    high: f64,
}

impl Decades {
    /// The axis that holds all values with a little room at both ends; `None` without a positive value.
    pub(crate) fn around(values: impl Iterator<Item = f64>) -> Option<Self> {
        let (low, high) = values
            .filter(|value| value.is_finite() && *value > 0.0)
            .fold((f64::INFINITY, 0.0_f64), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        (high > 0.0).then(|| Self {
            low: low / 1.25,
            high: high * 1.25,
        })
    }

    /// The share of the axis below a value, held within it.
    pub(crate) fn place(self, value: f64) -> f64 {
        ((value / self.low).ln() / self.length()).clamp(0.0, 1.0)
    }

    /// The share of the axis that a factor takes; negative below 1.
    pub(crate) fn length_of(self, factor: f64) -> f64 {
        factor.ln() / self.length()
    }

    /// Round numbers on it: powers of ten, and 2 and 5 times them when the axis is short.
    pub(crate) fn ticks(self) -> Vec<f64> {
        let is_short = self.high / self.low < 500.0;
        let steps: &[f64] = if is_short { &[1.0, 2.0, 5.0] } else { &[1.0] };
        (-6..=12)
            .flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)))
            .filter(|tick| (self.low..=self.high).contains(tick))
            .collect()
    }

    fn length(self) -> f64 {
        (self.high / self.low).ln()
    }
}

/// A share as an SVG length.
pub(crate) fn share(share: f64) -> String {
    format!("{:.2}%", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_by_their_logarithm() {
        let axis = Decades::around([8.0, 80.0].into_iter()).expect("values");
        assert_eq!(share(axis.place(6.4)), "0.00%");
        assert_eq!(share(axis.place(100.0)), "100.00%");
        assert_eq!(share(axis.place(640_f64.sqrt())), "50.00%");
        assert_eq!(share(axis.length_of(100.0 / 6.4)), "100.00%");
        assert_eq!(axis.ticks(), [10.0, 20.0, 50.0, 100.0]);
    }

    #[test]
    fn long_axes_have_powers_of_ten_alone() {
        let axis = Decades::around([3.0, 30_000.0].into_iter()).expect("values");
        assert_eq!(axis.ticks(), [10.0, 100.0, 1000.0, 10_000.0]);
    }

    #[test]
    fn nothing_positive_has_no_axis() {
        assert_eq!(Decades::around([0.0, f64::NAN].into_iter()), None);
    }
}
