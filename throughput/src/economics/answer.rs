//! The whole answer of the economics: plain data, the same in the page and in the JSON API.

use serde::{Deserialize, Serialize};

use super::comparison::{ApiComparison, compare};
use super::customers::{DeploymentTpm, TierCustomers, tier_customers};
use super::date::Date;
use super::demand::Demand;
use super::discount::{BatchDiscount, DiscountPoint, discount_curve};
use super::fleet::{Fleet, FleetModel, FleetOutcome};
use super::gpu_price::{GpuPrice, gpu_price, priced_scenario};
use super::offers::PublishedSpeed;
use super::price_book::speeds_for;
use super::question::EconomicsQuestion;
use super::sensitivity::{Sensitivity, sensitivity};
use super::token_bill::{TokenBill, TokenPrices};
use crate::estimate::{Estimate, Outcome};
use crate::scenario::{Field, FieldError, Scenario};

/// The whole answer. Every sum is in US dollars; see [`Currency`](super::Currency) to show it in
/// another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EconomicsAnswer {
    /// The question as understood, defaults filled in.
    pub question: EconomicsQuestion,
    /// What a GPU-hour costs, and why.
    pub gpu_price: GpuPrice,
    /// The traffic.
    pub demand: Demand,
    /// The scenario's deployment for one hour at its real-time point: the bill by kind of token.
    pub real_time_hour: Option<TokenBill>,
    /// Prices at the real-time point, nothing idle.
    pub real_time_prices: Option<TokenPrices>,
    /// Prices at the batch point, nothing idle.
    pub batch_prices: Option<TokenPrices>,
    /// The fleet that serves the traffic.
    pub fleet: FleetOutcome,
    /// The same fleet kept the other way: always on if `fleet` is autoscaled, else autoscaled.
    pub fleet_scaled_otherwise: Option<Box<Fleet>>,
    /// What waiting is worth.
    pub batch_discount: Option<BatchDiscount>,
    /// The same over the TTFT target; empty unless asked for by [`study`].
    pub discount_curve: Vec<DiscountPoint>,
    /// Tokens per minute of the scenario's deployment at its real-time point.
    pub deployment_tpm: Option<DeploymentTpm>,
    /// Customers of rate-limit tiers that it serves.
    pub customers: Vec<TierCustomers>,
    /// The fleet beside APIs: the same model first, each kind cheapest first.
    pub apis: Vec<ApiComparison>,
    /// The sentence of the first of them.
    pub verdict: Option<String>,
    /// Published speeds of the model on other machines.
    pub speeds: Vec<PublishedSpeed>,
    /// What moves the price most; `None` unless asked for by [`study`].
    pub sensitivity: Option<Sensitivity>,
}

impl EconomicsAnswer {
    /// Marks every price that is stale on `today`.
    pub fn mark_stale(&mut self, today: Date) {
        let gpu_date = self.gpu_price.date;
        self.gpu_price.stale = gpu_date.map(|date| date.is_stale(today));
        for api in &mut self.apis {
            api.stale = api.date.map(|date| date.is_stale(today));
        }
    }
}

/// Works the money out for an estimate of `scenario`.
///
/// The question may name another price of the GPU than the scenario has; prices are proportional
/// to it.
///
/// # Errors
///
/// Names the field when the GPU has no price or the estimate was made at a price of zero; see
/// [`gpu_price`].
pub fn economics(
    scenario: &Scenario,
    question: &EconomicsQuestion,
    estimate: &Estimate,
) -> Result<EconomicsAnswer, Vec<FieldError>> {
    let price = gpu_price(scenario, question)?;
    let estimated_at = estimate.scenario.gpu_usd_per_hour();
    if estimated_at <= 0.0 {
        let detail = "The estimate was made at a price of zero. Type a price of the GPU.";
        return Err(vec![FieldError::new(Field::GpuUsdHour.key(), detail)]);
    }
    let usd_per_hour = price.usd_per_hour * f64::from(scenario.gpus());
    let hour =
        |outcome: &Outcome| TokenBill::of_hour(outcome.point()?, scenario.traffic(), usd_per_hour);
    let demand = Demand::new(question.demand());
    let model = FleetModel::new(estimate, question, &demand, price.usd_per_hour);
    let fleet = match &model {
        Ok(model) => FleetOutcome::Fleet(Box::new(model.fleet(demand.requests_per_day))),
        Err(reason) => FleetOutcome::None {
            reason: reason.clone(),
        },
    };
    let fleet_scaled_otherwise = model.as_ref().ok().map(|model| {
        let other = model.with_autoscale(!question.fleet().autoscale);
        Box::new(other.fleet(demand.requests_per_day))
    });
    let priced_fleet = model.as_ref().ok().zip(fleet.fleet());
    let apis = compare(scenario, question, &demand, priced_fleet);
    let point = estimate.real_time.point();
    let real_time_hour = hour(&estimate.real_time);
    Ok(EconomicsAnswer {
        real_time_prices: real_time_hour.map(|bill| bill.prices()),
        real_time_hour,
        batch_prices: hour(&estimate.batch).map(|bill| bill.prices()),
        batch_discount: BatchDiscount::of(
            estimate,
            price.usd_per_hour / estimated_at,
            question.currency(),
        ),
        discount_curve: Vec::new(),
        deployment_tpm: point.map(|point| DeploymentTpm::of(point, scenario)),
        customers: point
            .map(|point| tier_customers(point, scenario, question.limits()))
            .unwrap_or_default(),
        verdict: apis.first().map(|api| api.verdict.clone()),
        apis,
        speeds: speeds_for(&scenario.deployment().llm)
            .into_iter()
            .cloned()
            .collect(),
        sensitivity: None,
        question: question.clone(),
        gpu_price: price,
        demand,
        fleet,
        fleet_scaled_otherwise,
    })
}

/// Works everything out, the curve over the TTFT target and the sensitivity among it, which run
/// the estimate some 25 times more.
///
/// # Errors
///
/// Those of [`economics`].
pub fn study(
    scenario: &Scenario,
    question: &EconomicsQuestion,
    estimate: impl Fn(&Scenario) -> Estimate,
) -> Result<EconomicsAnswer, Vec<FieldError>> {
    let priced = priced_scenario(scenario, question)?;
    let base = estimate(&priced);
    let mut answer = economics(&priced, question, &base)?;
    answer.gpu_price = gpu_price(scenario, question)?;
    answer.discount_curve = discount_curve(&priced, &estimate);
    answer.sensitivity = answer.fleet.fleet().and_then(|fleet| {
        let batch_share = question.demand().batch_share;
        sensitivity(&priced, &base, fleet, batch_share, &estimate)
    });
    Ok(answer)
}
