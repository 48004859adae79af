//! Money and counts as the page about money shows them.

use throughput::economics::Currency;

use crate::format::{self, SPACE, THIN};

/// Writes sums that were worked out in US dollars in the currency that was asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Money(Currency);

impl Money {
    /// In this currency.
    #[must_use]
    pub const fn new(currency: Currency) -> Self {
        Self(currency)
    }

    /// By magnitude, with as many digits as the sum carries.
    #[must_use]
    pub fn rough(&self, usd: f64) -> String {
        tidy(&self.0.format(usd))
    }

    /// The same, with a plus before what is above zero.
    #[must_use]
    pub fn difference(&self, usd: f64) -> String {
        let sign = if usd > 0.0 { "+" } else { "" };
        format!("{sign}{}", self.rough(usd))
    }

    /// To the hundredth.
    #[must_use]
    pub fn cents(&self, usd: f64) -> String {
        tidy(&self.0.format_cents(usd))
    }

    /// With enough digits to go on reckoning with.
    #[must_use]
    pub fn exact(&self, usd: f64) -> String {
        let figure = with_cents(usd.abs() * self.0.per_usd);
        let sign = if usd < 0.0 { "\u{2212}" } else { "" };
        match self.0.code.as_str() {
            "USD" => format!("{sign}${figure}"),
            "EUR" => format!("{sign}€{figure}"),
            "GBP" => format!("{sign}£{figure}"),
            code => format!("{sign}{code}{SPACE}{figure}"),
        }
    }

    /// Parts of a sum, each to the hundredth, so that what is shown adds up to what is shown of
    /// the sum: hundredths that rounding leaves over go to the parts that lost most by it.
    #[must_use]
    pub fn cents_adding_up<const N: usize>(&self, parts_usd: [f64; N]) -> ([String; N], String) {
        let hundredths = parts_usd.map(|usd| usd * self.0.per_usd * 100.0);
        let total = hundredths.into_iter().sum::<f64>().round();
        let mut whole = hundredths.map(f64::floor);
        let mut left = total - whole.into_iter().sum::<f64>();
        let mut order: [usize; N] = std::array::from_fn(|index| index);
        let lost = |index: &usize| hundredths[*index] - hundredths[*index].floor();
        order.sort_by(|a, b| lost(b).total_cmp(&lost(a)));
        for index in order {
            if left >= 0.5 {
                whole[index] += 1.0;
                left -= 1.0;
            }
        }
        let said = |hundredths: f64| self.cents(hundredths / 100.0 / self.0.per_usd);
        (whole.map(said), said(total))
    }

    /// The code of the currency.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.0.code
    }
}

/// A sum with at least its cents where they are of interest.
fn with_cents(amount: f64) -> String {
    let text = exact(amount);
    let decimals = text
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    if amount > 0.0 && amount < 1e3 && decimals < 2 {
        format::grouped(amount, 2)
    } else {
        text
    }
}

/// A number with up to seven digits, none of them a trailing zero, or all of a larger whole one.
#[must_use]
pub fn exact(number: f64) -> String {
    if number.abs() >= 1e7 {
        return format::grouped(number, 0);
    }
    let text = format::significant(number, 7);
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// A share as a percentage with a digit after the point: `26.0 %`.
#[must_use]
pub fn percent_1(share: f64) -> String {
    format!("{}{SPACE}%", format::grouped(share * 100.0, 1))
}

/// Thin spaces in place of commas between thousands, and a real minus.
#[must_use]
pub fn tidy(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_digit = |index: Option<usize>| {
        index
            .and_then(|index| letters.get(index))
            .is_some_and(char::is_ascii_digit)
    };
    let is_scale = |index: usize| {
        let ends = letters.get(index + 1).is_none_or(|c| !c.is_alphanumeric());
        matches!(letters.get(index), Some('M' | 'B' | 'T' | '%')) && ends
    };
    let tidied = |(index, letter): (usize, &char)| {
        let after_digit = is_digit(index.checked_sub(1));
        match letter {
            ',' if after_digit && is_digit(Some(index + 1)) => THIN,
            ' ' if after_digit && is_scale(index + 1) => SPACE,
            '-' if index == 0 => '\u{2212}',
            other => *other,
        }
    };
    letters.iter().enumerate().map(tidied).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        text.replace([THIN, SPACE], " ")
    }

    #[test]
    fn parts_as_shown_add_up_to_the_sum_as_shown() {
        let money = Money::new(Currency::default());
        let third = 100.0 / 3.0;
        let (parts, sum) = money.cents_adding_up([third, third, third]);
        assert_eq!(parts, ["$33.34", "$33.33", "$33.33"]);
        assert_eq!(sum, "$100.00");
        let (parts, sum) = money.cents_adding_up([7485.74, 337.2, 7463.26]);
        assert_eq!(
            parts.map(|part| plain(&part)),
            ["$7 485.74", "$337.20", "$7 463.26"]
        );
        assert_eq!(plain(&sum), "$15 286.20");
    }

    #[test]
    fn commas_of_thousands_become_thin_spaces_and_others_stay() {
        let sentence = tidy("Renting 1,200 GPUs, at $1.2 M: 205,000 a day, is 50 % more.");
        assert_eq!(
            plain(&sentence),
            "Renting 1 200 GPUs, at $1.2 M: 205 000 a day, is 50 % more."
        );
        assert!(sentence.contains("1.2\u{a0}M"));
        assert_eq!(tidy("-$5.00"), "\u{2212}$5.00");
    }

    #[test]
    fn exact_numbers_have_the_digits_to_reckon_with() {
        assert_eq!(exact(5.6), "5.6");
        assert_eq!(exact(300.0), "300");
        assert_eq!(plain(&exact(12_166_666.7)), "12 166 667");
        assert_eq!(exact(0.000_960_1), "0.0009601");
        let euro = Money::new(Currency {
            code: "EUR".to_owned(),
            per_usd: 0.9,
        });
        assert_eq!(euro.exact(10.0), "€9.00");
    }
}
