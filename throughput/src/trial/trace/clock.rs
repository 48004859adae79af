//! Times of a trace.

/// Reads `12.5` as seconds, and `2023-11-16 18:17:03.9799600` (a space or a `T` in between, `Z` or
/// `+00:00` behind) as seconds after the start of the year 0; finite and not negative.
pub(super) fn seconds(text: &str) -> Option<f64> {
    let seconds = match text.parse::<f64>() {
        Ok(seconds) => seconds,
        Err(_) => date_time(text)?,
    };
    (seconds.is_finite() && (0.0..1e15).contains(&seconds)).then_some(seconds)
}

fn date_time(text: &str) -> Option<f64> {
    let text = text
        .strip_suffix('Z')
        .or_else(|| text.strip_suffix("+00:00"))
        .unwrap_or(text);
    let (date, time) = text.split_once(['T', ' '])?;
    let [year, month, day] = parts(date, '-')?;
    let [hour, minute, second] = parts(time, ':')?;
    let is_date = (1..=12).contains(&(month as u32)) && (1..=31).contains(&(day as u32));
    let is_time = hour < 24.0 && minute < 60.0 && second < 61.0;
    if !is_date || !is_time {
        return None;
    }
    Some(
        day_number(year, month, day)
            .mul_add(86_400.0, hour.mul_add(3600.0, minute.mul_add(60.0, second))),
    )
}

/// Three numbers of digits with a separator between them; the last one may have a fraction.
fn parts(text: &str, separator: char) -> Option<[f64; 3]> {
    let mut parts = text.split(separator).map(|part| {
        let is_number = part
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
        part.parse::<f64>().ok().filter(|_| is_number)
    });
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(numbers)
}

/// Days since 1 March of the year 0. Years begin in March, so that the leap day comes last.
fn day_number(year: f64, month: f64, day: f64) -> f64 {
    let year = if month < 3.0 { year - 1.0 } else { year };
    let from_march = (month + 9.0) % 12.0;
    let leap_days = (year / 4.0).floor() - (year / 100.0).floor() + (year / 400.0).floor();
    365.0_f64.mul_add(year, leap_days) + (306.0_f64.mul_add(from_march, 5.0) / 10.0).floor() + day
}

#[cfg(test)]
mod tests {
    use super::seconds;

    fn between(first: &str, second: &str) -> f64 {
        seconds(second).expect(second) - seconds(first).expect(first)
    }

    #[test]
    fn seconds_pass_over_months_and_leap_days() {
        assert!((between("2024-02-28T23:59:59", "2024-03-01T00:00:00Z") - 86_401.0).abs() < 1e-4);
        assert!((between("2023-02-28 23:59:59", "2023-03-01 00:00:00.25") - 1.25).abs() < 1e-4);
        assert!(
            (between("2023-12-31 00:00:00+00:00", "2024-01-01 00:00:00") - 86_400.0).abs() < 1e-4
        );
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in [
            "",
            "-1",
            "inf",
            "nan",
            "1e300",
            "2024-13-01 00:00:00",
            "2024-01-01",
            "a b",
            "1:2:3",
        ] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
