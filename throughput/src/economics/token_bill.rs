//! Bills by kind of token, and prices per million of each kind.

use serde::{Deserialize, Serialize};

use super::demand::HOUR_S;
use crate::estimate::OperatingPoint;
use crate::scenario::Traffic;

/// Tokens of one million.
const MILLION: f64 = 1e6;

/// Tokens of each kind, in any one unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tokens {
    /// Input that is not cached.
    pub input: f64,
    /// Input found in the prefix cache.
    pub cached_input: f64,
    /// Output.
    pub output: f64,
}

impl Tokens {
    /// Mean tokens of one request.
    #[must_use]
    pub fn of_request(traffic: &Traffic) -> Self {
        let cached_input = traffic.isl * traffic.cache_hit;
        Self {
            input: traffic.isl - cached_input,
            cached_input,
            output: traffic.osl,
        }
    }

    /// Tokens of so many requests, in millions.
    #[must_use]
    pub fn millions(self, requests: f64) -> Self {
        let factor = requests / MILLION;
        Self {
            input: self.input * factor,
            cached_input: self.cached_input * factor,
            output: self.output * factor,
        }
    }

    /// What the tokens cost when each kind has this price for one of the unit.
    #[must_use]
    pub fn cost(self, input_usd: f64, cached_input_usd: f64, output_usd: f64) -> f64 {
        let parts = [
            self.input * input_usd,
            self.cached_input * cached_input_usd,
            self.output * output_usd,
        ];
        parts.into_iter().sum()
    }

    /// All kinds together.
    #[must_use]
    pub fn total(self) -> f64 {
        self.input + self.cached_input + self.output
    }
}

/// A bill split by kind of token; the three parts add up to `total_usd`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenBill {
    /// Tokens in millions.
    pub tokens_m: Tokens,
    /// US dollars for input that is not cached.
    pub input_usd: f64,
    /// US dollars for cached input.
    pub cached_input_usd: f64,
    /// US dollars for output.
    pub output_usd: f64,
    /// US dollars altogether.
    pub total_usd: f64,
}

/// US dollars per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenPrices {
    /// The whole bill over the output tokens alone.
    pub output_all_in: f64,
    /// Output tokens, their part of the bill.
    pub output: f64,
    /// Input tokens that are not cached, their part.
    pub input: f64,
    /// Cached input tokens, their part; 0 when there are none.
    pub cached_input: f64,
    /// All tokens together.
    pub blended: f64,
    /// Output tokens for one dollar: the reciprocal of `output_all_in`.
    pub tokens_per_usd: f64,
}

/// The share of a bill that each kind of token causes; the three add up to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct BillShares {
    pub(crate) input: f64,
    pub(crate) cached_input: f64,
    pub(crate) output: f64,
}

impl BillShares {
    /// The shares at an operating point: its prices times its traffic; `None` when it has no
    /// price.
    pub(crate) fn of_point(point: &OperatingPoint, per_request: Tokens) -> Option<Self> {
        let input = point.usd_per_m_input * per_request.input;
        let cached_input = point.usd_per_m_cached_input * per_request.cached_input;
        let output = point.usd_per_m_output * per_request.output;
        let sum = input + cached_input + output;
        (sum > 0.0 && sum.is_finite()).then(|| Self {
            input: input / sum,
            cached_input: cached_input / sum,
            output: output / sum,
        })
    }

    /// The shares of two bills paid together, the first being `weight` of the whole.
    pub(crate) fn mix(self, other: Self, weight: f64) -> Self {
        let mixed = |a: f64, b: f64| weight.mul_add(a, (1.0 - weight) * b);
        Self {
            input: mixed(self.input, other.input),
            cached_input: mixed(self.cached_input, other.cached_input),
            output: mixed(self.output, other.output),
        }
    }
}

impl TokenBill {
    /// Splits a bill.
    pub(crate) fn split(total_usd: f64, tokens_m: Tokens, shares: BillShares) -> Self {
        Self {
            tokens_m,
            input_usd: total_usd * shares.input,
            cached_input_usd: total_usd * shares.cached_input,
            output_usd: total_usd * shares.output,
            total_usd,
        }
    }

    /// The bill of one hour at an operating point, for GPUs that cost `usd_per_hour` altogether;
    /// `None` when the point has no price.
    ///
    /// ```text
    /// tokens per hour = requests per second x 3600 x tokens of a request
    /// ```
    #[must_use]
    pub fn of_hour(point: &OperatingPoint, traffic: &Traffic, usd_per_hour: f64) -> Option<Self> {
        let per_request = Tokens::of_request(traffic);
        let shares = BillShares::of_point(point, per_request)?;
        let tokens = per_request.millions(point.request_rate_per_s * HOUR_S);
        Some(Self::split(usd_per_hour, tokens, shares))
    }

    /// The price of a million tokens of each kind: its part of the bill over its tokens.
    #[must_use]
    pub fn prices(&self) -> TokenPrices {
        let per = |usd: f64, tokens: f64| if tokens > 0.0 { usd / tokens } else { 0.0 };
        let output_all_in = per(self.total_usd, self.tokens_m.output);
        TokenPrices {
            output_all_in,
            output: per(self.output_usd, self.tokens_m.output),
            input: per(self.input_usd, self.tokens_m.input),
            cached_input: per(self.cached_input_usd, self.tokens_m.cached_input),
            blended: per(self.total_usd, self.tokens_m.total()),
            tokens_per_usd: per(MILLION, output_all_in),
        }
    }
}
