//! What waiting is worth: the batch operating point's price against the real-time one's.

use serde::{Deserialize, Serialize};

use super::gpu_price::with_field;
use super::money::Currency;
use crate::estimate::Estimate;
use crate::scenario::{Field, Scenario};

/// The discount that batch APIs commonly give: OpenAI, Anthropic and Google list half the price.
pub const COMMON_BATCH_DISCOUNT: f64 = 0.5;

/// TTFT targets of the curve, in milliseconds.
const TTFT_TARGETS_MS: [f64; 10] = [
    100.0, 200.0, 300.0, 500.0, 1000.0, 2000.0, 5000.0, 10_000.0, 30_000.0, 60_000.0,
];

/// The discount that the deployment itself supports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BatchDiscount {
    /// US dollars per million output tokens, all in, at the real-time point.
    pub real_time_usd_per_m: f64,
    /// The same at the batch point.
    pub batch_usd_per_m: f64,
    /// 1 - batch / real time; negative if batch were dearer.
    pub discount: f64,
    /// A sentence that sets it against the common discount of batch APIs.
    pub sentence: String,
}

/// The discount at one TTFT target.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DiscountPoint {
    /// Limit on p99 time to first token, in milliseconds.
    pub ttft_p99_ms: f64,
    /// US dollars per million output tokens, all in, in real time; `None` where it cannot be met.
    pub real_time_usd_per_m: Option<f64>,
    /// The same at the batch point.
    pub batch_usd_per_m: Option<f64>,
    /// 1 - batch / real time.
    pub discount: Option<f64>,
    /// Why there is no real-time point.
    pub reason: Option<String>,
}

impl BatchDiscount {
    /// The discount of an estimate, prices times `price_ratio`; `None` without both points or
    /// without a price.
    #[must_use]
    pub fn of(estimate: &Estimate, price_ratio: f64, currency: &Currency) -> Option<Self> {
        let usd = |outcome: &crate::estimate::Outcome| {
            let usd = outcome.point()?.usd_per_m_output_all_in * price_ratio;
            (usd > 0.0 && usd.is_finite()).then_some(usd)
        };
        let real_time = usd(&estimate.real_time)?;
        let batch = usd(&estimate.batch)?;
        let discount = 1.0 - batch / real_time;
        Some(Self {
            real_time_usd_per_m: real_time,
            batch_usd_per_m: batch,
            discount,
            sentence: sentence(real_time, batch, discount, currency),
        })
    }
}

fn sentence(real_time: f64, batch: f64, discount: f64, currency: &Currency) -> String {
    let prices = format!(
        "{} against {} per million output tokens",
        currency.format(batch),
        currency.format(real_time)
    );
    let percent = 100.0 * discount;
    let common = 100.0 * COMMON_BATCH_DISCOUNT;
    if percent < 0.5 {
        return format!(
            "At this promise batch is no cheaper than real time ({prices}); the {common:.0} % \
             that batch APIs give would have to come out of idle hours or margin."
        );
    }
    let verdict = if percent < common - 0.5 {
        format!(
            "less than the {common:.0} % that batch APIs give, whose rest comes from idle hours \
             or margin"
        )
    } else if percent > common + 0.5 {
        format!("more than the {common:.0} % that batch APIs give")
    } else {
        format!("just the {common:.0} % that batch APIs give")
    };
    format!("Batch is {percent:.0} % cheaper than real time ({prices}): {verdict}.")
}

/// How the discount changes with the TTFT target: each target is estimated anew, the scenario's
/// own among them, in rising order.
pub fn discount_curve(
    scenario: &Scenario,
    estimate: impl Fn(&Scenario) -> Estimate,
) -> Vec<DiscountPoint> {
    let own = scenario.slo().ttft_p99_s * 1000.0;
    let mut targets = TTFT_TARGETS_MS.to_vec();
    if !targets
        .iter()
        .any(|target| (target / own - 1.0).abs() < 1e-6)
    {
        targets.push(own);
    }
    targets.sort_by(f64::total_cmp);
    let point = |ttft_p99_ms: f64| {
        let moved = with_field(scenario, Field::TtftP99Ms, ttft_p99_ms).ok()?;
        let answer = estimate(&moved);
        let found = BatchDiscount::of(&answer, 1.0, &Currency::default());
        let reason = match &answer.real_time {
            crate::estimate::Outcome::Point(_) => None,
            crate::estimate::Outcome::None(none) => Some(none.reason.clone()),
        };
        let batch = answer
            .batch
            .point()
            .map(|point| point.usd_per_m_output_all_in);
        Some(DiscountPoint {
            ttft_p99_ms,
            real_time_usd_per_m: found.as_ref().map(|found| found.real_time_usd_per_m),
            batch_usd_per_m: batch,
            discount: found.map(|found| found.discount),
            reason,
        })
    };
    targets.into_iter().filter_map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_says_what_the_ratio_says() {
        let say = |real_time: f64, batch: f64| {
            sentence(
                real_time,
                batch,
                1.0 - batch / real_time,
                &Currency::default(),
            )
        };
        let less = say(1.0, 0.63);
        assert!(less.starts_with("Batch is 37 % cheaper"), "{less}");
        assert!(less.contains("$0.63 against $1.00") && less.contains("less than the 50 %"));
        assert!(say(1.0, 0.3).contains("more than the 50 %"));
        assert!(say(1.0, 0.5).contains("just the 50 %"));
        assert!(say(1.0, 1.2).contains("no cheaper"));
    }
}
