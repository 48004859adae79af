//! Random numbers that are the same in every build.
//!
//! xoshiro256++ (Blackman and Vigna, 2019, public domain) seeded through `SplitMix64`. Logarithms
//! and powers come from `libm`, whose results do not depend on the platform's C library.

/// A stream of random numbers, fixed by a seed and a stream number.
#[derive(Debug, Clone)]
pub(super) struct Random {
    state: [u64; 4],
}

impl Random {
    /// Streams with the same seed and other numbers are independent of one another.
    pub(super) fn new(seed: u64, stream: u64) -> Self {
        let mut mixer = seed ^ stream.wrapping_mul(0xD605_1D2C_F3A9_97B5);
        let mut next = || {
            mixer = mixer.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let z = (mixer ^ (mixer >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ (z >> 31)
        };
        Self {
            state: [next(), next(), next(), next()],
        }
    }

    fn next(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// Uniform on (0, 1].
    pub(super) fn unit(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
        ((self.next() >> 11) + 1) as f64 * STEP
    }

    /// Exponential with mean 1.
    pub(super) fn exponential(&mut self) -> f64 {
        -libm::log(self.unit())
    }

    /// Standard normal, by Marsaglia's polar method.
    pub(super) fn normal(&mut self) -> f64 {
        loop {
            let x = 2.0f64.mul_add(self.unit(), -1.0);
            let y = 2.0f64.mul_add(self.unit(), -1.0);
            let square = x.mul_add(x, y * y);
            if square < 1.0 && square > 0.0 {
                return x * (-2.0 * libm::log(square) / square).sqrt();
            }
        }
    }

    /// Gamma with the given shape and scale 1 (Marsaglia and Tsang, 2000).
    pub(super) fn gamma(&mut self, shape: f64) -> f64 {
        if shape < 1.0 {
            let boost = libm::pow(self.unit(), 1.0 / shape);
            return self.gamma(shape + 1.0) * boost;
        }
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let x = self.normal();
            let root = c.mul_add(x, 1.0);
            let v = root * root * root;
            if v > 0.0
                && libm::log(self.unit()) < 0.5f64.mul_add(x * x, d * (1.0 - v + libm::log(v)))
            {
                return d * v;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(mut sample: impl FnMut() -> f64) -> (f64, f64) {
        let n = 200_000;
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..n {
            let x = sample();
            sum += x;
            squares += x * x;
        }
        let mean = sum / f64::from(n);
        (mean, squares / f64::from(n) - mean * mean)
    }

    /// The first outputs for the state 1, 2, 3, 4, as published with the reference code and used
    /// as the test vector of the `rand_xoshiro` crate.
    #[test]
    fn agrees_with_the_reference() {
        let mut random = Random {
            state: [1, 2, 3, 4],
        };
        let expected = [41_943_041, 58_720_359, 3_588_806_011_781_223];
        assert_eq!(expected, [random.next(), random.next(), random.next()]);
    }

    #[test]
    fn has_the_moments_of_its_distributions() {
        let mut random = Random::new(7, 0);
        let near = |got: (f64, f64), mean: f64, variance: f64| {
            assert!((got.0 - mean).abs() < 0.02 * variance.sqrt(), "{got:?}");
            assert!((got.1 / variance - 1.0).abs() < 0.05, "{got:?}");
        };
        near(moments(|| random.unit()), 0.5, 1.0 / 12.0);
        near(moments(|| random.exponential()), 1.0, 1.0);
        near(moments(|| random.normal()), 0.0, 1.0);
        near(moments(|| random.gamma(4.0)), 4.0, 4.0);
        near(moments(|| random.gamma(0.25)), 0.25, 0.25);
    }
}
