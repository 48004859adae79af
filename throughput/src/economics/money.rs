//! Money as text: as many digits as the figure carries, and no more.

use serde::{Deserialize, Serialize};

/// Writes US dollars by magnitude: two significant digits below a dollar, cents below a hundred,
/// three significant digits below a million, two above.
///
/// A figure that cannot be (not a number, infinite) is written `n/a`.
///
/// ```
/// use throughput::economics::format_usd;
/// assert_eq!(format_usd(0.0432), "$0.043");
/// assert_eq!(format_usd(12.4), "$12.40");
/// assert_eq!(format_usd(1_234.0), "$1,230");
/// assert_eq!(format_usd(1_234_567.0), "$1.2 M");
/// ```
#[must_use]
pub fn format_usd(usd: f64) -> String {
    Currency::default().format(usd)
}

/// Writes US dollars to the cent, for bills whose lines must add up: `$12,345.67`.
#[must_use]
pub fn format_usd_cents(usd: f64) -> String {
    Currency::default().format_cents(usd)
}

/// A currency to show money in. All sums are worked out in US dollars.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Currency {
    /// ISO 4217 code, three capital letters.
    pub code: String,
    /// Units of it for one US dollar, above 0; typed by the user, never looked up.
    pub per_usd: f64,
}

impl Default for Currency {
    fn default() -> Self {
        Self {
            code: "USD".to_owned(),
            per_usd: 1.0,
        }
    }
}

impl Currency {
    /// Writes a sum in this currency by magnitude; see [`format_usd`].
    #[must_use]
    pub fn format(&self, usd: f64) -> String {
        self.write(usd, by_magnitude)
    }

    /// Writes a sum in this currency to the hundredth.
    #[must_use]
    pub fn format_cents(&self, usd: f64) -> String {
        self.write(usd, |value| group(&format!("{value:.2}")))
    }

    fn write(&self, usd: f64, digits: impl Fn(f64) -> String) -> String {
        let value = usd * self.per_usd;
        if !value.is_finite() {
            return "n/a".to_owned();
        }
        let sign = if value < 0.0 { "-" } else { "" };
        let digits = digits(value.abs());
        // What rounds to nothing has no sign.
        let sign = if digits.chars().any(|c| ('1'..='9').contains(&c)) {
            sign
        } else {
            ""
        };
        match self.code.as_str() {
            "USD" => format!("{sign}${digits}"),
            "EUR" => format!("{sign}€{digits}"),
            "GBP" => format!("{sign}£{digits}"),
            code => format!("{sign}{code} {digits}"),
        }
    }
}

/// The smallest sum that is written out; below it only the order of magnitude is stated.
const SMALLEST: f64 = 1e-6;

fn by_magnitude(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if value < SMALLEST {
        return "0.000001 or less".to_owned();
    }
    // Rounding first decides the class: 999,600 is 1.0 M and not 1,000,000.
    let rounded = match value {
        _ if value < 1.0 => significant(value, 2),
        _ if value < 100.0 => (value * 100.0).round() / 100.0,
        _ if value < 1e6 => significant(value, 3),
        _ => significant(value, 2),
    };
    match rounded {
        _ if rounded < 0.1 => {
            let decimals = 1.0 - rounded.log10().floor();
            format!("{rounded:.*}", whole(decimals))
        }
        _ if rounded < 100.0 => format!("{rounded:.2}"),
        _ if rounded < 1e6 => group(&format!("{rounded:.0}")),
        _ if rounded < 1e9 => scaled(rounded / 1e6, "M"),
        _ if rounded < 1e12 => scaled(rounded / 1e9, "B"),
        _ => scaled(rounded / 1e12, "T"),
    }
}

fn scaled(value: f64, unit: &str) -> String {
    if value < 9.95 {
        format!("{value:.1} {unit}")
    } else {
        format!("{} {unit}", group(&format!("{value:.0}")))
    }
}

/// Rounds to so many significant digits; `value` is positive.
pub(crate) fn significant(value: f64, digits: i32) -> f64 {
    // Through text: powers of ten below one are no binary fractions and would leave a residue.
    let decimals = whole(f64::from(digits - 1));
    format!("{value:.decimals$e}").parse().unwrap_or(value)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a small whole number of digits"
)]
fn whole(value: f64) -> usize {
    value.max(0.0) as usize
}

/// Puts commas between groups of three: `1234.5` is `1,234.5`.
pub(crate) fn group(digits: &str) -> String {
    let (integer, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut grouped = String::new();
    for (index, digit) in integer.chars().enumerate() {
        if index > 0 && (integer.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if !fraction.is_empty() {
        grouped.push('.');
        grouped.push_str(fraction);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_has_the_digits_of_its_magnitude() {
        for (usd, text) in [
            (0.0, "$0"),
            (0.000_000_2, "$0.000001 or less"),
            (0.000_012_34, "$0.000012"),
            (0.043, "$0.043"),
            (0.0996, "$0.10"),
            (0.1, "$0.10"),
            (0.437, "$0.44"),
            (0.996, "$1.00"),
            (1.0, "$1.00"),
            (12.4, "$12.40"),
            (99.994, "$99.99"),
            (99.996, "$100"),
            (123.4, "$123"),
            (999.6, "$1,000"),
            (1_234.0, "$1,230"),
            (12_345.0, "$12,300"),
            (999_499.0, "$999,000"),
            (999_600.0, "$1.0 M"),
            (1_234_567.0, "$1.2 M"),
            (9_960_000.0, "$10 M"),
            (123_456_789.0, "$120 M"),
            (996e6, "$1.0 B"),
            (2.5e12, "$2.5 T"),
            (4.4e15, "$4,400 T"),
            (-1_234.0, "-$1,230"),
            (-0.0, "$0"),
            (f64::NAN, "n/a"),
            (f64::INFINITY, "n/a"),
        ] {
            assert_eq!(format_usd(usd), text, "{usd}");
        }
    }

    #[test]
    fn cents_are_exact_and_grouped() {
        assert_eq!(format_usd_cents(1_234_567.891), "$1,234,567.89");
        assert_eq!(format_usd_cents(-0.004), "$0.00");
        assert_eq!(format_usd_cents(-12.0), "-$12.00");
        assert_eq!(format_usd_cents(999.999), "$1,000.00");
    }

    #[test]
    fn another_currency_is_a_rate_and_a_code() {
        let euro = Currency {
            code: "EUR".to_owned(),
            per_usd: 0.9,
        };
        assert_eq!(euro.format(100.0), "€90.00");
        let franc = Currency {
            code: "CHF".to_owned(),
            per_usd: 0.8,
        };
        assert_eq!(franc.format(-2_000_000.0), "-CHF 1.6 M");
    }
}
