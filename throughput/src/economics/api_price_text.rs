//! API prices as one text, the way they travel in a link:
//! `id:input/cached/output/batch input/batch output;...`.

use super::question::ApiPrice;
use crate::scenario::{format_number, parse_number};

/// What a price per million tokens can be, in US dollars.
const LOWEST: f64 = 1e-4;
const HIGHEST: f64 = 1e4;

/// Reads prices as typed: `id:input/output`, `id:input/cached/output` or all five, several of
/// them separated by semicolons; a cached or batch price may be blank.
///
/// # Errors
///
/// A sentence that names the entry which is wrong.
pub(crate) fn parse_api_prices(text: &str) -> Result<Vec<ApiPrice>, String> {
    let mut prices: Vec<ApiPrice> = Vec::new();
    for entry in text
        .split(';')
        .map(str::trim)
        .filter(|entry| !entry.is_empty())
    {
        let price = parse_entry(entry)?;
        if prices.iter().any(|known| known.id == price.id) {
            return Err(format!("“{}” has two prices.", price.id));
        }
        prices.push(price);
    }
    if prices.len() > 100 {
        return Err(format!(
            "{} prices are more than the 100 that are read.",
            prices.len()
        ));
    }
    Ok(prices)
}

fn parse_entry(entry: &str) -> Result<ApiPrice, String> {
    let form = || {
        format!(
            "“{entry}” is not of the form name:input/output, name:input/cached/output or \
             name:input/cached/output/batch input/batch output, in US dollars per million tokens."
        )
    };
    let (id, numbers) = entry.rsplit_once(':').ok_or_else(form)?;
    let id = id.trim();
    if id.is_empty() || id.len() > 100 {
        return Err(form());
    }
    let parts: Vec<&str> = numbers.split('/').map(str::trim).collect();
    let [input, cached, output, batch_input, batch_output] = match parts[..] {
        [input, output] => [input, "", output, "", ""],
        [input, cached, output] => [input, cached, output, "", ""],
        [a, b, c, d, e] => [a, b, c, d, e],
        _ => return Err(form()),
    };
    let price = |text: &str| -> Result<f64, String> {
        let value = parse_number(text).ok_or_else(form)?;
        if (LOWEST..=HIGHEST).contains(&value) {
            Ok(value)
        } else {
            let value = format_number(value);
            Err(format!(
                "{value} US dollars per million tokens in “{entry}” is outside 0.0001 to 10,000."
            ))
        }
    };
    let optional = |text: &str| -> Result<Option<f64>, String> {
        if text.is_empty() {
            Ok(None)
        } else {
            price(text).map(Some)
        }
    };
    if batch_input.is_empty() != batch_output.is_empty() {
        return Err(format!("“{entry}” needs both batch prices or neither."));
    }
    Ok(ApiPrice {
        id: id.to_owned(),
        input_usd_per_m: price(input)?,
        cached_input_usd_per_m: optional(cached)?,
        output_usd_per_m: price(output)?,
        batch_input_usd_per_m: optional(batch_input)?,
        batch_output_usd_per_m: optional(batch_output)?,
    })
}

/// Writes prices so that [`parse_api_prices`] reads them back.
pub(crate) fn format_api_prices(prices: &[ApiPrice]) -> String {
    let optional = |value: Option<f64>| value.map(format_number).unwrap_or_default();
    let entry = |price: &ApiPrice| {
        let mut text = format!(
            "{}:{}/{}/{}",
            price.id,
            format_number(price.input_usd_per_m),
            optional(price.cached_input_usd_per_m),
            format_number(price.output_usd_per_m),
        );
        if price.batch_input_usd_per_m.is_some() {
            text.push('/');
            text.push_str(&optional(price.batch_input_usd_per_m));
            text.push('/');
            text.push_str(&optional(price.batch_output_usd_per_m));
        }
        text
    };
    prices.iter().map(entry).collect::<Vec<_>>().join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_read_in_each_form_and_written_back() {
        let text = "mine: 0.5/1.5; groq/gpt-oss-120b:0.15/0.075/0.6;x:1//2/0.5/1";
        let prices = parse_api_prices(text).expect("three prices");
        assert_eq!(prices.len(), 3);
        assert_eq!(prices[0].cached_input_usd_per_m, None);
        assert_eq!(prices[1].cached_input_usd_per_m, Some(0.075));
        assert_eq!(prices[2].batch_output_usd_per_m, Some(1.0));
        assert_eq!(parse_api_prices(&format_api_prices(&prices)), Ok(prices));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, says) in [
            ("mine", "form"),
            (":1/2", "form"),
            ("mine:1", "form"),
            ("mine:a/2", "form"),
            ("mine:0/2", "0 US dollars"),
            ("mine:-1/2", "-1 US dollars"),
            ("mine:1e9/2", "outside"),
            ("mine:1//2/1/", "both batch"),
            ("a:1/2;a:3/4", "two prices"),
        ] {
            let error = parse_api_prices(text).expect_err(text);
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
