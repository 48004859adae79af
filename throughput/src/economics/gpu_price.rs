//! The price of one GPU-hour that the economics reckon with, and where it is from.

use serde::{Deserialize, Serialize};

use super::date::Date;
use super::offers::{GpuOffer, Term};
use super::owned::OwnedCost;
use super::price_book::gpu_offers_for;
use super::question::{EconomicsQuestion, Provisioning};
use crate::scenario::{Field, FieldError, RawScenario, Scenario, format_number};

/// The price of one GPU for one hour.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GpuPrice {
    /// How the GPU is paid for.
    pub provisioning: Provisioning,
    /// US dollars, above 0.
    pub usd_per_hour: f64,
    /// Who asks it or how it was got.
    pub source: String,
    /// When it was read; `None` for a price that was typed or worked out.
    pub date: Option<Date>,
    /// Whether it is stale; `None` until [`mark_stale`](super::EconomicsAnswer::mark_stale).
    pub stale: Option<bool>,
    /// The parts, when the GPU is owned.
    pub owned: Option<OwnedCost>,
}

/// Finds the price that a question asks for.
///
/// # Errors
///
/// Names the field when no price is known, when the book has none on that term, or when the
/// provider has no such GPU.
pub fn gpu_price(
    scenario: &Scenario,
    question: &EconomicsQuestion,
) -> Result<GpuPrice, Vec<FieldError>> {
    let price = question.price();
    match price.provisioning {
        Provisioning::Rented => rented(scenario),
        Provisioning::OnDemand => from_book(scenario, question, Term::OnDemand),
        Provisioning::Reserved => from_book(scenario, question, Term::Reserved),
        Provisioning::Spot => from_book(scenario, question, Term::Spot),
        Provisioning::Owned => {
            let cost = price
                .owned
                .cost(scenario.deployment().gpu.tdp_w)
                .expect("an owned GPU has a purchase price, or the question does not parse");
            Ok(GpuPrice {
                provisioning: Provisioning::Owned,
                usd_per_hour: cost.usd_per_hour,
                source: "worked out from the purchase".to_owned(),
                date: None,
                stale: None,
                owned: Some(cost),
            })
        }
    }
}

/// The scenario at the price that a question asks for; estimate this one.
///
/// # Errors
///
/// Those of [`gpu_price`].
pub fn priced_scenario(
    scenario: &Scenario,
    question: &EconomicsQuestion,
) -> Result<Scenario, Vec<FieldError>> {
    let price = gpu_price(scenario, question)?;
    if question.price().provisioning == Provisioning::Rented {
        return Ok(scenario.clone());
    }
    with_field(scenario, Field::GpuUsdHour, price.usd_per_hour)
}

/// The scenario with one number changed.
pub(crate) fn with_field(
    scenario: &Scenario,
    field: Field,
    value: f64,
) -> Result<Scenario, Vec<FieldError>> {
    let mut raw: RawScenario = scenario.to_raw();
    raw.set(field, format_number(value));
    Scenario::parse(&raw)
}

fn rented(scenario: &Scenario) -> Result<GpuPrice, Vec<FieldError>> {
    let gpu = scenario.deployment().gpu;
    let usd_per_hour = scenario.gpu_usd_per_hour();
    if usd_per_hour <= 0.0 {
        let detail = format!(
            "No price of {} is known. Type what one costs for an hour.",
            gpu.name
        );
        return Err(vec![FieldError::new(Field::GpuUsdHour.key(), detail)]);
    }
    let is_listed = (usd_per_hour - gpu.usd_per_hour).abs() < 1e-9;
    Ok(GpuPrice {
        provisioning: Provisioning::Rented,
        usd_per_hour,
        source: if is_listed {
            gpu.price_source.to_string()
        } else {
            "typed".to_owned()
        },
        date: is_listed.then(|| gpu.price_date.parse().ok()).flatten(),
        stale: None,
        owned: None,
    })
}

fn from_book(
    scenario: &Scenario,
    question: &EconomicsQuestion,
    term: Term,
) -> Result<GpuPrice, Vec<FieldError>> {
    let gpu = scenario.deployment().gpu;
    let price = question.price();
    let fail = |field: &str, detail: String| Err(vec![FieldError::new(field, detail)]);
    let offers = gpu_offers_for(&gpu.id, term);
    let id = price.provisioning.id();
    let Some(middle) = offers.get(offers.len().saturating_sub(1) / 2).copied() else {
        let detail = format!(
            "The price book has no {id} price of {}. Type one as gpu_usd_hour.",
            gpu.name
        );
        return fail("provisioning", detail);
    };
    let offer: &GpuOffer = match &price.provider {
        None => middle,
        Some(wanted) => {
            let by_name = |offer: &&&GpuOffer| offer.provider.eq_ignore_ascii_case(wanted);
            let Some(offer) = offers.iter().find(by_name) else {
                let mut names: Vec<_> = offers.iter().map(|o| o.provider.as_str()).collect();
                names.sort_unstable();
                names.dedup();
                let detail = format!(
                    "{wanted} has no {id} price of {} in the book. These have: {}.",
                    gpu.name,
                    names.join(", ")
                );
                return fail("provider", detail);
            };
            offer
        }
    };
    Ok(GpuPrice {
        provisioning: price.provisioning,
        usd_per_hour: offer.usd_per_gpu_hour,
        source: format!("{}, {}", offer.provider, offer.source),
        date: Some(offer.date),
        stale: None,
        owned: None,
    })
}
