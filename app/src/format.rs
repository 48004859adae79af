//! Numbers as the page shows them: never more digits than they carry, units always said.

/// Between groups of thousands: narrow, and no line break.
pub const THIN: char = '\u{202f}';

/// Between a number and its unit: no line break.
pub const SPACE: char = '\u{a0}';

/// US dollars by magnitude: `$0.0043`, `$0.62`, `$12.40`, `$1 240`, `$1.2 M`.
///
/// Cents count from ten cents up to a hundred dollars; below that two significant digits stand,
/// above it whole dollars, and from a million on two or three digits.
#[must_use]
pub fn usd(amount: f64) -> String {
    let sign = if amount < 0.0 { "\u{2212}" } else { "" };
    let size = amount.abs();
    let text = if size < 0.095 {
        significant(size, 2)
    } else if size < 99.995 {
        format!("{size:.2}")
    } else if size < 999_999.5 {
        grouped(size, 0)
    } else {
        scaled(size)
    };
    format!("{sign}${text}")
}

/// A count of things, such as tokens per dollar, to three digits: `850`, `16 200`, `1.61 M`.
#[must_use]
pub fn count(number: f64) -> String {
    if number.abs() < 999_500.0 {
        grouped(significant_value(number, 3), 0)
    } else {
        scaled(number)
    }
}

/// A rate in tok/s or a concurrency: `15 220`, `141`, `7.4`, `0.52`.
///
/// Whole from a hundred on, three significant digits below.
#[must_use]
pub fn rate(number: f64) -> String {
    if number.abs() < 99.95 {
        significant(number, 3)
    } else {
        grouped(number, 0)
    }
}

/// A number that somebody gave, such as a length: all its digits to the thousandth, none more.
#[must_use]
pub fn given(number: f64) -> String {
    let plain = format!("{}", (number * 1e3).round() / 1e3);
    let decimals = plain
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len());
    grouped(number, decimals)
}

/// A latency given in milliseconds: `0.84 ms`, `41 ms`, `310 ms`, `1.98 s`, `2 min 5 s`.
#[must_use]
pub fn latency_ms(ms: f64) -> String {
    let (figure, unit) = latency_parts(ms);
    format!("{figure}{SPACE}{unit}")
}

/// Two latencies, the unit once where both have the same: `41 · 50 ms`, `310 ms · 1.98 s`.
#[must_use]
pub fn latency_pair(first_ms: f64, second_ms: f64) -> String {
    let ((first, unit), (second, second_unit)) =
        (latency_parts(first_ms), latency_parts(second_ms));
    if unit == second_unit && unit != "s" {
        format!("{first} · {second}{SPACE}{unit}")
    } else {
        format!("{} · {}", latency_ms(first_ms), latency_ms(second_ms))
    }
}

fn latency_parts(ms: f64) -> (String, &'static str) {
    if ms < 9.95 {
        (significant(ms, 2), "ms")
    } else if ms < 999.5 {
        (format!("{ms:.0}"), "ms")
    } else if ms < 99_950.0 {
        (significant(ms / 1e3, 3), "s")
    } else if ms < 3_600_000.0 {
        let seconds = (ms / 1e3).round();
        let minutes = (seconds / 60.0).floor();
        (
            format!(
                "{minutes}{SPACE}min{SPACE}{}",
                60.0_f64.mul_add(-minutes, seconds)
            ),
            "s",
        )
    } else {
        (significant(ms / 3.6e6, 3), "h")
    }
}

/// A limit that somebody set, given in milliseconds: `50 ms`, `2 s`, `1.5 s`, with every digit that
/// was typed and none more.
#[must_use]
pub fn limit_ms(ms: f64) -> String {
    // To the microsecond: what is beyond that is left over from binary fractions.
    let ms = (ms * 1e3).round() / 1e3;
    if ms < 1e3 {
        format!("{ms}{SPACE}ms")
    } else {
        format!("{}{SPACE}s", ms / 1e3)
    }
}

/// Bytes in decimal units: `330 kB`, `35.3 GB`, `1.34 TB`.
#[must_use]
pub fn bytes(bytes: f64) -> String {
    let (factor, unit) = match bytes.abs() {
        size if size < 999.5 => (1.0, "B"),
        size if size < 999.5e3 => (1e3, "kB"),
        size if size < 999.5e6 => (1e6, "MB"),
        size if size < 999.5e9 => (1e9, "GB"),
        _ => (1e12, "TB"),
    };
    format!("{}{SPACE}{unit}", significant(bytes / factor, 3))
}

/// Bytes in binary gigabytes, the unit in which drivers and data sheets count memory: `79.2 GiB`.
#[must_use]
pub fn gib(bytes: f64) -> String {
    format!(
        "{}{SPACE}GiB",
        significant(bytes / f64::from(1_u32 << 30), 3)
    )
}

/// A share as a percentage: `0.52` is `52 %`.
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{:.0}{SPACE}%", share * 100.0)
}

/// A parameter count given in billions, hertz, FLOP/s and the like with an SI prefix:
/// `1.98 PFLOP/s` for `1.98e15` and `FLOP/s`.
#[must_use]
pub fn si(value: f64, unit: &str) -> String {
    let (factor, prefix) = match value.abs() {
        size if size < 999.5 => (1.0, ""),
        size if size < 999.5e3 => (1e3, "k"),
        size if size < 999.5e6 => (1e6, "M"),
        size if size < 999.5e9 => (1e9, "G"),
        size if size < 999.5e12 => (1e12, "T"),
        _ => (1e15, "P"),
    };
    format!("{}{SPACE}{prefix}{unit}", significant(value / factor, 3))
}

/// A large number in millions, billions or trillions with three digits.
fn scaled(number: f64) -> String {
    let (factor, letter) = match number.abs() {
        size if size < 999.5e6 => (1e6, 'M'),
        size if size < 999.5e9 => (1e9, 'B'),
        _ => (1e12, 'T'),
    };
    format!("{}{SPACE}{letter}", significant(number / factor, 3))
}

/// A number with so many significant digits and grouped thousands; trailing zeros stay, because
/// they are digits that are known.
#[must_use]
pub fn significant(number: f64, digits: u32) -> String {
    if number == 0.0 || !number.is_finite() {
        return "0".to_owned();
    }
    let value = significant_value(number, digits);
    let places = i64::from(digits) - 1 - magnitude(value);
    grouped(value, usize::try_from(places).unwrap_or(0))
}

/// The number rounded to so many significant digits.
fn significant_value(number: f64, digits: u32) -> f64 {
    if number == 0.0 || !number.is_finite() {
        return 0.0;
    }
    let places = i64::from(digits) - 1 - magnitude(number);
    // Scaling by a positive power of ten in either direction keeps 0.62 exactly 0.62.
    let power = |exponent: i64| 10_f64.powi(i32::try_from(exponent).unwrap_or(i32::MAX));
    if places >= 0 {
        (number * power(places)).round() / power(places)
    } else {
        (number / power(-places)).round() * power(-places)
    }
}

/// The power of ten of the leading digit: 2 for 310, -2 for 0.043.
fn magnitude(number: f64) -> i64 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the logarithm of a finite number is below 400"
    )]
    let power = number.abs().log10().floor() as i64;
    power
}

/// A number with so many decimals and a thin space between groups of three digits.
#[must_use]
pub fn grouped(number: f64, decimals: usize) -> String {
    let plain = format!("{number:.decimals$}");
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(digits) if digits.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) => {
            ("\u{2212}", digits)
        }
        Some(digits) => ("", digits),
        None => ("", plain.as_str()),
    };
    let (whole, fraction) = digits
        .split_once('.')
        .map_or((digits, None), |(w, f)| (w, Some(f)));
    let mut text = String::from(sign);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(THIN);
        }
        text.push(digit);
    }
    if let Some(fraction) = fraction {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All spaces as plain ones, so that the expectations below can be read.
    fn plain(text: &str) -> String {
        text.replace([THIN, SPACE], " ")
    }

    #[test]
    fn money_has_the_digits_of_its_magnitude() {
        for (amount, text) in [
            (0.0, "$0"),
            (0.004_321, "$0.0043"),
            (0.0432, "$0.043"),
            (0.0951, "$0.10"),
            (0.6234, "$0.62"),
            (12.4, "$12.40"),
            (99.99, "$99.99"),
            (123.4, "$123"),
            (1_240.2, "$1 240"),
            (1_234_567.0, "$1.23 M"),
            (-2.5, "\u{2212}$2.50"),
        ] {
            assert_eq!(plain(&usd(amount)), text, "{amount}");
        }
    }

    #[test]
    fn counts_and_rates_are_grouped() {
        assert_eq!(plain(&count(1_612_345.0)), "1.61 M");
        assert_eq!(plain(&count(16_234.0)), "16 200");
        assert_eq!(plain(&count(824_300.0)), "824 000");
        assert_eq!(plain(&given(50.0)), "50");
        assert_eq!(plain(&given(1_234.5)), "1 234.5");
        assert_eq!(plain(&rate(15_220.4)), "15 220");
        assert_eq!(plain(&rate(99.96)), "100");
        assert_eq!(plain(&rate(7.449)), "7.45");
        assert_eq!(plain(&rate(0.518)), "0.518");
    }

    #[test]
    fn latencies_change_their_unit() {
        for (ms, text) in [
            (0.842, "0.84 ms"),
            (41.4, "41 ms"),
            (999.4, "999 ms"),
            (999.6, "1.00 s"),
            (1_984.0, "1.98 s"),
            (99_960.0, "1 min 40 s"),
            (125_000.0, "2 min 5 s"),
            (7_200_000.0, "2.00 h"),
        ] {
            assert_eq!(plain(&latency_ms(ms)), text, "{ms}");
        }
        assert_eq!(plain(&limit_ms(2_000.0)), "2 s");
        assert_eq!(plain(&limit_ms(0.033_3 * 1e3)), "33.3 ms");
        assert_eq!(plain(&latency_pair(41.0, 50.0)), "41 · 50 ms");
        assert_eq!(plain(&latency_pair(310.0, 1_980.0)), "310 ms · 1.98 s");
    }

    #[test]
    fn bytes_say_which_giga_they_mean() {
        assert_eq!(plain(&bytes(327_680.0)), "328 kB");
        assert_eq!(plain(&bytes(85.04e9)), "85.0 GB");
        assert_eq!(plain(&gib(85.04e9)), "79.2 GiB");
        assert_eq!(plain(&si(1.9789e15, "FLOP/s")), "1.98 PFLOP/s");
    }

    #[test]
    fn rounding_never_shows_a_fourth_digit_or_a_signed_zero() {
        assert_eq!(significant(9.999, 3), "10.0");
        assert_eq!(grouped(-0.2, 0), "0");
        assert_eq!(plain(&grouped(-1234.0, 0)), "\u{2212}1 234");
        assert_eq!(percent(0.528), format!("53{SPACE}%"));
    }
}
