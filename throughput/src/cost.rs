//! From throughput to dollars, and the split of the bill between input, cached input and output.

use crate::iteration::{IterationLoad, IterationModel, IterationTime};
use crate::scenario::Traffic;
use crate::steady_state::SteadyState;

/// Tokens of one million, the unit of prices.
const MILLION: f64 = 1e6;
/// Seconds of one hour.
const HOUR_S: f64 = 3600.0;

/// What a million tokens of each kind cost in US dollars.
///
/// Input, cached input and output, each times its traffic, add up to the whole bill.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UsdPerMillion {
    /// The whole bill over the output tokens alone.
    pub output_all_in: f64,
    /// Output tokens, their share of the bill.
    pub output: f64,
    /// Input tokens that were not cached.
    pub input: f64,
    /// Input tokens found in the prefix cache.
    pub cached_input: f64,
    /// Input and output tokens together.
    pub blended: f64,
}

/// The shares of an iteration's time that each kind of token causes; they add up to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimeShares {
    /// Prefill of input that was not cached, and reading its KV cache in decode.
    pub input: f64,
    /// Reading the KV cache of cached input in decode.
    pub cached_input: f64,
    /// The rest: weights read for decode, the output's own KV cache, overheads.
    pub output: f64,
}

impl TimeShares {
    /// Shares in a steady state.
    ///
    /// ```text
    /// prefill = t_step - t(d, context)            what the chunks add to a decode step
    /// keeping = t(d, context) - t(d, OSL / 2)     what the prompt's KV cache adds to it
    /// ```
    ///
    /// Uncached input pays for prefill and its part of keeping, cached input for its part of
    /// keeping, output for the rest.
    #[must_use]
    pub fn of(model: &IterationModel, traffic: Traffic, state: &SteadyState) -> Self {
        let step = state.parts.total_s();
        let decode = |context: f64| model.seconds(&IterationLoad::decode(state.decoding, context));
        let with_prompt = decode(traffic.isl + traffic.osl / 2.0).min(step);
        let keeping = (with_prompt - decode(traffic.osl / 2.0)).max(0.0);
        let prefill = step - with_prompt;
        let input = keeping.mul_add(1.0 - traffic.cache_hit, prefill) / step;
        let cached_input = keeping * traffic.cache_hit / step;
        Self {
            input,
            cached_input,
            output: 1.0 - input - cached_input,
        }
    }
}

impl UsdPerMillion {
    /// Prices at a request rate, for GPUs that cost `usd_per_hour` altogether.
    #[must_use]
    pub fn new(
        usd_per_hour: f64,
        request_rate_per_s: f64,
        traffic: Traffic,
        shares: TimeShares,
    ) -> Self {
        let per_million = |share: f64, tokens: f64| {
            if tokens > 0.0 {
                share * usd_per_hour / (HOUR_S * request_rate_per_s * tokens) * MILLION
            } else {
                0.0
            }
        };
        let cached = traffic.isl * traffic.cache_hit;
        Self {
            output_all_in: per_million(1.0, traffic.osl),
            output: per_million(shares.output, traffic.osl),
            input: per_million(shares.input, traffic.isl - cached),
            cached_input: per_million(shares.cached_input, cached),
            blended: per_million(1.0, traffic.isl + traffic.osl),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_h100_at_four_thousand_tokens_a_second_by_hand() {
        let traffic = Traffic {
            isl: 1000.0,
            osl: 1000.0,
            isl_cv: 0.0,
            osl_cv: 0.0,
            cache_hit: 0.0,
            arrival_cv: 1.0,
        };
        let shares = TimeShares {
            input: 0.25,
            cached_input: 0.0,
            output: 0.75,
        };
        // 2 x $3.60 / h = $0.002 / s; 4 requests/s are 4,000 output tokens/s:
        // $0.002 / 4,000 x 1e6 = $0.50 per million output tokens, all in.
        let usd = UsdPerMillion::new(7.20, 4.0, traffic, shares);
        assert!((usd.output_all_in - 0.5).abs() < 1e-12);
        assert!((usd.output - 0.375).abs() < 1e-12);
        assert!((usd.input - 0.125).abs() < 1e-12);
        assert!((usd.blended - 0.25).abs() < 1e-12);
    }
}
