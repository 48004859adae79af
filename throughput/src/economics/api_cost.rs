//! The same traffic behind an API.

use serde::{Deserialize, Serialize};

use super::offers::ApiOffer;
use super::question::ApiPrice;
use super::token_bill::Tokens;

/// Tokens of one million.
const MILLION: f64 = 1e6;

/// What one mean request costs behind an API, in US dollars.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RequestCost {
    /// In real time.
    pub real_time_usd: f64,
    /// As a batch job; the real-time price where no batch price is listed, or where that is
    /// cheaper thanks to the cache.
    pub batch_usd: f64,
    /// Both, by the share that can wait.
    pub mean_usd: f64,
}

impl RequestCost {
    /// Prices a request.
    ///
    /// ```text
    /// real time = (input x price + cached x cached price + output x price) / 1e6
    /// batch     = ((input + cached) x batch price + output x batch price) / 1e6
    /// mean      = (1 - batch share) x real time + batch share x min(batch, real time)
    /// ```
    ///
    /// In batch no cache hit is reckoned with: jobs run spread over hours, and providers promise
    /// none.
    #[must_use]
    pub fn new(price: &ApiPrice, tokens: Tokens, batch_share: f64) -> Self {
        let cached_price = price
            .cached_input_usd_per_m
            .unwrap_or(price.input_usd_per_m);
        let usd =
            |input: f64, cached: f64, output: f64| tokens.cost(input, cached, output) / MILLION;
        let real_time_usd = usd(price.input_usd_per_m, cached_price, price.output_usd_per_m);
        let batch = price
            .batch_input_usd_per_m
            .zip(price.batch_output_usd_per_m);
        let batch_usd = batch.map_or(real_time_usd, |(input, output)| {
            usd(input, input, output).min(real_time_usd)
        });
        Self {
            real_time_usd,
            batch_usd,
            mean_usd: batch_share.mul_add(batch_usd, (1.0 - batch_share) * real_time_usd),
        }
    }
}

impl From<&ApiOffer> for ApiPrice {
    fn from(offer: &ApiOffer) -> Self {
        Self {
            id: offer.id.clone(),
            input_usd_per_m: offer.input_usd_per_m,
            cached_input_usd_per_m: offer.cached_input_usd_per_m,
            output_usd_per_m: offer.output_usd_per_m,
            batch_input_usd_per_m: offer.batch_input_usd_per_m,
            batch_output_usd_per_m: offer.batch_output_usd_per_m,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price() -> ApiPrice {
        ApiPrice {
            id: "mine".to_owned(),
            input_usd_per_m: 0.75,
            cached_input_usd_per_m: Some(0.075),
            output_usd_per_m: 4.5,
            batch_input_usd_per_m: Some(0.375),
            batch_output_usd_per_m: Some(2.25),
        }
    }

    #[test]
    fn a_request_by_hand() {
        let tokens = Tokens {
            input: 600.0,
            cached_input: 400.0,
            output: 300.0,
        };
        // 600 x 0.75 + 400 x 0.075 + 300 x 4.5 = 1830; 1000 x 0.375 + 300 x 2.25 = 1050.
        let cost = RequestCost::new(&price(), tokens, 0.25);
        assert!((cost.real_time_usd - 0.001_830).abs() < 1e-15);
        assert!((cost.batch_usd - 0.001_050).abs() < 1e-15);
        assert!((cost.mean_usd - 0.001_635).abs() < 1e-15);
    }

    #[test]
    fn where_nothing_is_listed_the_real_time_price_stands() {
        let tokens = Tokens {
            input: 100.0,
            cached_input: 900.0,
            output: 10.0,
        };
        // Cached input in real time beats the batch price: 187.5 against 397.5 per million.
        let cached = RequestCost::new(&price(), tokens, 1.0);
        assert!((cached.mean_usd - cached.real_time_usd).abs() < 1e-15);
        let plain = ApiPrice {
            cached_input_usd_per_m: None,
            batch_input_usd_per_m: None,
            batch_output_usd_per_m: None,
            ..price()
        };
        let cost = RequestCost::new(&plain, tokens, 0.5);
        assert!((cost.mean_usd - 0.000_795).abs() < 1e-15);
    }
}
