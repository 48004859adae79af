//! The server's day.

use std::time::{SystemTime, UNIX_EPOCH};

use throughput::economics::Date;

/// The day in UTC; 1 January 1970 where the clock is set before that.
pub(super) fn today() -> Date {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    day(since.map_or(0, |time| time.as_secs() / 86_400))
}

/// The day so many days after 1 January 1970.
fn day(days: u64) -> Date {
    // Counted from 1 March of year 0, so that the leap day is a year's last.
    let days = days + 719_468;
    let era = days / 146_097;
    let of_era = days % 146_097;
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = era * 400 + year_of_era + u64::from(month < 3);
    format!("{year:04}-{month:02}-{day:02}")
        .parse()
        .expect("a day that was counted is one of the calendar")
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn days_are_counted_by_the_calendar() {
        for (days, text) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_423, "2025-12-01"),
        ] {
            assert_eq!(day(days).to_string(), text);
        }
    }
}
