//! Round numbers for the axes.

/// Multiples of 1, 2, 2.5 or 5 times a power of ten from 0 to `highest`, at most `most` steps.
#[must_use]
pub(crate) fn linear(highest: f64, most: u32) -> Vec<f64> {
    if !(highest > 0.0 && highest.is_finite()) || most == 0 {
        return vec![0.0];
    }
    let rough = highest / f64::from(most);
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough * (1.0 - 1e-9))
        .unwrap_or(10.0 * power);
    (0..=most)
        .map(|index| f64::from(index) * step)
        .filter(|tick| *tick <= highest * 1.000_001)
        .collect()
}

/// Powers of two from `low` to `high`, thinned evenly to at most `most` of them.
#[must_use]
pub(crate) fn powers_of_two(low: f64, high: f64, most: usize) -> Vec<f64> {
    if !(low > 0.0 && high >= low && high.is_finite()) {
        return Vec::new();
    }
    let (first, last) = (low.log2() - 1e-9, high.log2() + 1e-9);
    let all: Vec<f64> = (-20..=40)
        .filter(|power| (first..=last).contains(&f64::from(*power)))
        .map(|power| 2_f64.powi(power))
        .collect();
    let every = all.len().div_ceil(most.max(1)).max(1);
    all.into_iter().step_by(every).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_ticks_are_round_and_few() {
        assert_eq!(linear(6680.0, 4), [0.0, 2000.0, 4000.0, 6000.0]);
        assert_eq!(linear(92.0, 4), [0.0, 25.0, 50.0, 75.0]);
        assert_eq!(
            linear(80.0, 8),
            [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0]
        );
        assert_eq!(linear(f64::NAN, 4), [0.0]);
    }

    #[test]
    fn powers_of_two_are_thinned_from_the_left() {
        assert_eq!(powers_of_two(1.0, 8.0, 9), [1.0, 2.0, 4.0, 8.0]);
        assert_eq!(
            powers_of_two(1.0, 1024.0, 6),
            [1.0, 4.0, 16.0, 64.0, 256.0, 1024.0]
        );
        assert!(powers_of_two(0.0, 8.0, 9).is_empty());
    }
}
