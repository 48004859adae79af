//! Tails of the normal and of the shifted gamma distribution.

/// 1 / sqrt(2 pi).
const DENSITY_AT_0: f64 = 0.398_942_280_401_432_7;

/// A share of requests and the standard normal quantile that belongs to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    pub(super) share: f64,
    pub(super) z: f64,
}

/// The percentiles that are told.
pub(super) const LEVELS: [Level; 3] = [
    Level {
        share: 0.50,
        z: 0.0,
    },
    Level {
        share: 0.90,
        z: 1.281_551_565_544_600_4,
    },
    Level {
        share: 0.99,
        z: 2.326_347_874_040_840_8,
    },
];

/// P(Z > z).
pub(super) fn normal_above(z: f64) -> f64 {
    0.5 * libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}

/// Density of the standard normal.
pub(super) fn normal_density(z: f64) -> f64 {
    DENSITY_AT_0 * libm::exp(-0.5 * z * z)
}

/// A gamma distribution moved to any mean, by its first three moments. Its tails come from Wilson
/// and Hilferty (1931): the cube root of a gamma variable is nearly normal.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Gamma {
    pub(super) mean: f64,
    pub(super) deviation: f64,
    pub(super) skewness: f64,
}

impl Gamma {
    /// Shape k = 4 / skewness^2.
    fn shape(&self) -> f64 {
        let skewness = self.skewness.max(1e-3);
        4.0 / (skewness * skewness)
    }

    /// The standard normal quantile with the same share above it as `x` has.
    pub(super) fn z(&self, x: f64) -> f64 {
        let shape = self.shape();
        let root = shape.sqrt();
        let value = shape + (x - self.mean) / self.deviation.max(1e-300) * root;
        if value <= 0.0 {
            return -40.0;
        }
        3.0 * root * (libm::cbrt(value / shape) - 1.0 + 1.0 / (9.0 * shape))
    }

    /// The value whose standard normal quantile is `z`.
    pub(super) fn quantile(&self, z: f64) -> f64 {
        let shape = self.shape();
        let root = (1.0 - 1.0 / (9.0 * shape) + z / (3.0 * shape.sqrt())).max(0.0);
        let value = shape * root * root * root;
        self.mean + self.deviation * (value - shape) / shape.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chi-square tables: with 4 degrees of freedom (a gamma of shape 2, scale 2) the median is
    /// 3.357, the 90th percentile 7.779 and the 99th 13.277.
    #[test]
    fn quantiles_agree_with_tables() {
        let gamma = Gamma {
            mean: 4.0,
            deviation: 8f64.sqrt(),
            skewness: 2f64.sqrt(),
        };
        for (level, expected) in LEVELS.iter().zip([3.357, 7.779, 13.277]) {
            let quantile = gamma.quantile(level.z);
            assert!(
                (quantile / expected - 1.0).abs() < 0.01,
                "{quantile} {expected}"
            );
            assert!((normal_above(gamma.z(quantile)) - (1.0 - level.share)).abs() < 1e-9);
        }
    }
}
