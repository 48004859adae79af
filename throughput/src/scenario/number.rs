//! Numbers as people type them.

/// Reads `1200`, `1,200.5`, `8k`, `1.5M`, `1e9` and `50%` as a finite number.
///
/// A comma is accepted between groups of three digits only, so that `1,5` is refused and not read
/// as fifteen. `k`, `m`, `b` (any case) are thousand, million and billion; `%` is a hundredth.
///
/// ```
/// use throughput::scenario::parse_number;
/// assert_eq!(parse_number("1,200.5"), Some(1200.5));
/// assert_eq!(parse_number("8k"), Some(8000.0));
/// assert_eq!(parse_number("1,5"), None);
/// ```
#[must_use]
pub fn parse_number(text: &str) -> Option<f64> {
    let text = text.trim().trim_start_matches('$').trim();
    let (digits, factor) = match text.chars().last()? {
        'k' | 'K' => (&text[..text.len() - 1], 1e3),
        'm' | 'M' => (&text[..text.len() - 1], 1e6),
        'b' | 'B' => (&text[..text.len() - 1], 1e9),
        '%' => (&text[..text.len() - 1], 0.01),
        _ => (text, 1.0),
    };
    let digits = digits.trim_end().replace(['_', ' '], "");
    let plain = if digits.contains(',') {
        ungroup(&digits)?
    } else {
        digits
    };
    // `f64::from_str` also reads "inf" and "nan": neither is a number that anybody types.
    if !plain.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
        return None;
    }
    plain
        .parse::<f64>()
        .ok()
        .map(|value| value * factor)
        .filter(|value| value.is_finite())
}

/// Takes the commas out of `1,234,567.8`; `None` where they do not stand between groups of three.
fn ungroup(digits: &str) -> Option<String> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut groups = whole.split(',');
    let first = groups.next()?.trim_start_matches(['+', '-']);
    let is_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let grouped = (1..=3).contains(&first.len())
        && is_digits(first)
        && groups.all(|group| group.len() == 3 && is_digits(group))
        && !fraction.contains(',');
    grouped.then(|| digits.replace(',', ""))
}

/// Writes a number in its shortest form that [`parse_number`] reads back exactly.
#[must_use]
pub fn format_number(value: f64) -> String {
    format!("{value}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_type() {
        for (text, value) in [
            ("2000", 2000.0),
            (" 2,000 ", 2000.0),
            ("1,234,567.25", 1_234_567.25),
            ("8k", 8000.0),
            ("1.5 M", 1.5e6),
            ("1e9", 1e9),
            ("$2.50", 2.5),
            ("50%", 0.5),
            ("-3", -3.0),
            (".5", 0.5),
        ] {
            assert_eq!(parse_number(text), Some(value), "{text}");
        }
    }

    #[test]
    fn refuses_what_has_no_one_meaning() {
        for text in [
            "",
            " ",
            "abc",
            "1,5",
            "1,23,4",
            "inf",
            "NaN",
            "1e999",
            "k",
            "1..2",
            "12 apples",
        ] {
            assert_eq!(parse_number(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for value in [0.1, 1e-9, 2000.0, 1.0 / 3.0, 6.02e23] {
            assert_eq!(parse_number(&format_number(value)), Some(value));
        }
    }
}
