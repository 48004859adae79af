//! Calendar days of prices. Today is always handed in; nothing here reads a clock.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A price older than this many days is stale.
pub const STALE_AFTER_DAYS: i64 = 90;

/// One day of the Gregorian calendar, from year 1 to 9999.
///
/// ```
/// use throughput::economics::Date;
/// let price: Date = "2026-09-01".parse()?;
/// assert!(!price.is_stale("2026-11-30".parse()?)); // 90 days
/// assert!(price.is_stale("2026-12-01".parse()?)); // 91 days
/// # Ok::<(), throughput::economics::ParseDateError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Date {
    year: i64,
    month: i64,
    day: i64,
}

/// A text that is no day of the calendar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no date like 2026-12-01")]
pub struct ParseDateError(String);

impl Date {
    /// Days from `earlier` to this day; negative when this day is the earlier one.
    #[must_use]
    pub const fn days_since(self, earlier: Self) -> i64 {
        self.day_number() - earlier.day_number()
    }

    /// Whether a price of this day is stale on `today`: older than [`STALE_AFTER_DAYS`].
    #[must_use]
    pub const fn is_stale(self, today: Self) -> bool {
        today.days_since(self) > STALE_AFTER_DAYS
    }

    /// Days since 1 March of year 0. Years begin in March, so that the leap day comes last.
    const fn day_number(self) -> i64 {
        let from_march = (self.month + 9) % 12;
        let year = if self.month < 3 {
            self.year - 1
        } else {
            self.year
        };
        365 * year + year / 4 - year / 100 + year / 400 + (306 * from_march + 5) / 10 + self.day - 1
    }
}

impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || ParseDateError(text.to_owned());
        let part = |range: std::ops::Range<usize>| {
            let digits = text
                .get(range)
                .filter(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
            digits.and_then(|digits| digits.parse::<i64>().ok())
        };
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
            return Err(wrong());
        }
        let (Some(year), Some(month), Some(day)) = (part(0..4), part(5..7), part(8..10)) else {
            return Err(wrong());
        };
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let longest = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if is_leap => 29,
            2 => 28,
            _ => return Err(wrong()),
        };
        if year < 1 || !(1..=longest).contains(&day) {
            return Err(wrong());
        }
        Ok(Self { year, month, day })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{:04}-{:02}-{:02}",
            self.year, self.month, self.day
        )
    }
}

impl From<Date> for String {
    fn from(date: Date) -> Self {
        date.to_string()
    }
}

impl TryFrom<String> for Date {
    type Error = ParseDateError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Date {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        use utoipa::openapi::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
        let format = SchemaFormat::KnownFormat(KnownFormat::Date);
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(format))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Date {}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().expect(text)
    }

    #[test]
    fn days_are_counted_over_leap_days_and_centuries() {
        for (from, to, days) in [
            ("1970-01-01", "2000-01-01", 10_957), // Unix time 946,684,800 s
            ("2000-02-28", "2000-03-01", 2),
            ("2026-02-28", "2026-03-01", 1),
            ("1900-02-28", "1900-03-01", 1),
            ("2026-09-25", "2026-12-01", 67),
        ] {
            assert_eq!(date(to).days_since(date(from)), days, "{from} to {to}");
            assert_eq!(date(from).days_since(date(to)), -days);
        }
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "",
            "2026-13-01",
            "2026-02-29",
            "2026-1-1",
            "01.12.2026",
            "2026-12-01T00",
            "0000-01-01",
            "2026-00-10",
            "2026-04-31",
            "+026-04-30",
            "２026-1-",
        ] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
        assert_eq!(date("2024-02-29").to_string(), "2024-02-29");
    }
}
