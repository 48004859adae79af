//! Today's date, against which prices are stale.

use std::time::{SystemTime, UNIX_EPOCH};

use throughput::economics::Date;

/// Today by the clock of this machine, in UTC.
pub(super) fn today() -> Date {
    let since_1970 = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    date_of_day(since_1970.as_secs() / 86_400)
}

/// The date of a day counted from 1 January 1970.
///
/// ```text
/// Days are counted from 1 March of year 0 on, in eras of 400 years = 146,097 days; within an era
/// the year follows from the day by taking the leap days out (H. Hinnant's `civil_from_days`).
/// ```
fn date_of_day(day: u64) -> Date {
    let shifted = day + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    // A clock beyond the year 9999 is wrong; no price is stale on the last day that there is.
    format!("{:04}-{month:02}-{day:02}", year.min(9999))
        .parse()
        .expect("a day of the calendar (tested)")
}

#[cfg(test)]
mod tests {
    use super::date_of_day;

    #[test]
    fn days_are_those_of_the_calendar() {
        // `date -u -d @$((day * 86400)) +%F`
        for (day, date) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_788, "2026-12-01"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(date_of_day(day), date.parse().expect("a date"), "{day}");
        }
    }
}
