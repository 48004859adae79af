//! What the form about money says of each field: label, unit, hint, and what can be chosen.

use throughput::economics::{
    EconomicsField as E, SERVER_POWER_FACTOR, Term, gpu_offers_for, rate_tiers,
};

use super::field::StudyField;
use super::money::exact;
use super::typed::TypedStudy;
use crate::choices::Choice;
use crate::format;

/// The field's label.
#[must_use]
pub const fn label(field: StudyField) -> &'static str {
    let StudyField::Money(field) = field else {
        return "Price of a GPU";
    };
    match field {
        E::Load => "How much traffic",
        E::RequestsPerDay => "Requests a day",
        E::PeakRps => "Requests at the peak",
        E::Users => "Active users",
        E::RequestsPerUserHour => "Requests of each",
        E::Profile => "Shape of the day",
        E::Hourly => "The 24 hours",
        E::PeakToMean => "Peak over mean",
        E::BatchShare => "Share that can wait",
        E::MinReplicas => "Least replicas",
        E::SpareReplicas => "Spare replicas",
        E::Autoscale => "Replicas run",
        E::Provisioning => "GPUs are",
        E::Provider => "Provider",
        E::PurchaseUsd => "Purchase price",
        E::OwnedYears => "Written off in",
        E::Residual => "Value left then",
        E::FinanceRate => "Cost of capital",
        E::PowerW => "Power",
        E::Pue => "PUE",
        E::UsdPerKwh => "Electricity",
        E::HostingUsdMonth => "Hosting",
        E::ApiPrices => "Your API prices",
        E::Tier => "Rate-limit tier",
        E::TierRpm => "Own limit: requests",
        E::TierInputTpm => "Own limit: input",
        E::TierOutputTpm => "Own limit: output",
        E::TierTotalTpm => "Own limit: both",
        E::UseFactor => "Use of the limit",
        E::NodeGpus => "GPUs of a node",
        E::Currency => "Currency",
        E::CurrencyPerUsd => "Rate",
    }
}

/// The unit that stands inside the field.
#[must_use]
pub const fn unit(field: StudyField) -> &'static str {
    let StudyField::Money(field) = field else {
        return "$ / hour";
    };
    match field {
        E::PeakRps => "per second",
        E::RequestsPerUserHour => "per hour",
        E::BatchShare | E::Residual | E::UseFactor => "0 to 1",
        E::FinanceRate => "a year",
        E::PurchaseUsd => "$",
        E::OwnedYears => "years",
        E::PowerW => "W",
        E::UsdPerKwh => "$ / kWh",
        E::HostingUsdMonth => "$ / month",
        E::TierRpm => "per min",
        E::TierInputTpm | E::TierOutputTpm | E::TierTotalTpm => "TPM",
        E::CurrencyPerUsd => "per $",
        _ => "",
    }
}

/// A short hint.
#[must_use]
pub fn hint(field: StudyField, typed: &TypedStudy) -> String {
    let StudyField::Money(field) = field else {
        return match typed.gpu() {
            Some(gpu) if gpu.usd_per_hour > 0.0 => {
                format!(
                    "Blank: list price of {}",
                    gpu.price_date.replace('-', "\u{2011}")
                )
            }
            _ => "No public price known: type yours".to_owned(),
        };
    };
    let fixed = match field {
        E::RequestsPerDay => "Real time and batch; 100k is 100 000",
        E::Users => "In the busiest hour",
        E::Hourly => "From midnight on, separated by semicolons",
        E::PeakToMean => "Blank: as the shape has it",
        E::BatchShare => "For hours, as batch work",
        E::MinReplicas => "Spares not counted",
        E::SpareReplicas => "For a failed one",
        E::PurchaseUsd => "One GPU with its share of the server",
        E::Residual => "Share of the purchase price",
        E::FinanceRate => "0.08 is 8 %; 0 leaves it out",
        E::Pue => "Of the data centre",
        E::HostingUsdMonth => "Space, network, hands, a GPU",
        E::ApiPrices => {
            "name:input/output or name:input/cached/output, in $ per million tokens, several \
             separated by semicolons. A row’s id in the table replaces its price."
        }
        E::TierRpm => "Requests a minute",
        E::TierInputTpm => "Tokens a minute, cached ones not counted",
        E::TierOutputTpm => "Tokens a minute",
        E::TierTotalTpm => "Input and output together",
        E::UseFactor => "What customers use of it at the peak",
        E::NodeGpus => "For customers per node",
        E::Currency => "Three letters, such as EUR",
        E::CurrencyPerUsd => "Yours; none is looked up",
        _ => "",
    };
    match field {
        E::PowerW => {
            let factor = exact(SERVER_POWER_FACTOR);
            format!("Blank: {factor} × board power, the server’s share")
        }
        _ => fixed.to_owned(),
    }
}

/// What a blank field stands for.
#[must_use]
pub fn placeholder(field: StudyField, typed: &TypedStudy) -> String {
    let gpu = typed.gpu();
    match field {
        StudyField::GpuUsdHour => gpu
            .filter(|gpu| gpu.usd_per_hour > 0.0)
            .map(|gpu| gpu.usd_per_hour.to_string())
            .unwrap_or_default(),
        StudyField::Money(E::PowerW) => gpu
            .map(|gpu| format::grouped(SERVER_POWER_FACTOR * gpu.tdp_w, 0))
            .unwrap_or_default(),
        StudyField::Money(E::TierRpm | E::TierInputTpm | E::TierOutputTpm | E::TierTotalTpm) => {
            "none".to_owned()
        }
        StudyField::Money(E::ApiPrices) => "my-api:0.50/0.05/1.50".to_owned(),
        other => other.default_text().to_owned(),
    }
}

fn choice(value: &str, label: impl Into<String>) -> Choice {
    Choice {
        value: value.to_owned(),
        label: label.into(),
    }
}

/// What can be chosen in a field; nothing in one that is typed.
#[must_use]
pub fn choices(field: StudyField, typed: &TypedStudy) -> Vec<Choice> {
    let fixed: &[(&str, &str)] = match field {
        StudyField::Money(E::Load) => &[
            ("requests", "Requests a day"),
            ("peak", "Requests per second at the peak"),
            ("users", "Users of the busiest hour"),
        ],
        StudyField::Money(E::Profile) => &[
            ("office", "One region’s office hours"),
            ("global", "Users around the globe"),
            ("flat", "Every hour alike"),
            ("custom", "My 24 hours"),
        ],
        StudyField::Money(E::Autoscale) => &[("0", "Around the clock"), ("1", "As the hours need")],
        StudyField::Money(E::Provisioning) => &[
            ("rented", "Rented at my price"),
            ("on-demand", "On demand, by list"),
            ("reserved", "Reserved, by list"),
            ("spot", "Spot, by list"),
            ("owned", "Bought and run"),
        ],
        StudyField::Money(E::Tier) => {
            let tiers = rate_tiers()
                .iter()
                .map(|tier| choice(&tier.id, format!("{}, {}", tier.provider, tier.name)));
            return std::iter::once(choice("", "Every one"))
                .chain(tiers)
                .collect();
        }
        StudyField::Money(E::Provider) => return providers(typed),
        _ => &[],
    };
    fixed
        .iter()
        .map(|(value, label)| choice(value, *label))
        .collect()
}

/// Who has the GPU on the chosen terms, cheapest first.
fn providers(typed: &TypedStudy) -> Vec<Choice> {
    let term = match typed.text(E::Provisioning) {
        "reserved" => Term::Reserved,
        "spot" => Term::Spot,
        _ => Term::OnDemand,
    };
    let offers = typed.gpu().map(|gpu| gpu_offers_for(&gpu.id, term));
    let mut all = vec![choice("", "The middle price")];
    for offer in offers.unwrap_or_default() {
        if all.iter().all(|known| known.value != offer.provider) {
            let price = format::usd(offer.usd_per_gpu_hour);
            all.push(choice(
                &offer.provider,
                format!("{}, {price}", offer.provider),
            ));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::economics::asked::Asked;

    #[test]
    fn every_field_has_a_label_and_every_default_choice_can_be_chosen() {
        let typed = TypedStudy::of(&Asked::default());
        for field in StudyField::all() {
            assert!(!label(field).is_empty(), "{field:?}");
            let choices = choices(field, &typed);
            let default = field.default_text();
            let is_there = choices.iter().any(|choice| choice.value == default);
            assert!(choices.is_empty() || is_there, "{field:?}");
        }
    }
}
