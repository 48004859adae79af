//! What a GPU-hour costs and why, with the other prices of the book.

use leptos::prelude::*;
use throughput::economics::{
    Dated as _, EconomicsField as E, OwnedCost, Provisioning, SERVER_POWER_FACTOR, Term,
    gpu_offers, gpu_offers_for,
};

use crate::address::address;
use crate::components::table::{Cell, Line, STALE, lines, panel, table};
use crate::economics::Studied;
use crate::economics::asked::Asked;
use crate::economics::money::{Money, exact};
use crate::economics::study::PATH;

/// The panel of the price.
pub(super) fn gpu_price(studied: &Studied) -> AnyView {
    let answer = &studied.answer;
    let price = &answer.gpu_price;
    let money = Money::new(answer.question.currency().clone());
    let date = price
        .date
        .map(|date| format!(" of {}", date.to_string().replace('-', "\u{2011}")));
    let source = format!("{}{}.", price.source, date.unwrap_or_default());
    let stale = (price.stale == Some(true))
        .then(|| view! { <span class="badge badge--old">{STALE}</span> });
    let owned = price
        .owned
        .as_ref()
        .map(|cost| lines(owned(studied, cost, &money)));
    let rate = answer.question.currency();
    let converted = (rate.code != "USD").then(|| {
        format!(
            " One US dollar is taken as {} {}, as typed.",
            exact(rate.per_usd),
            rate.code
        )
    });
    let figure = money.exact(price.usd_per_hour);
    let body = view! {
        <p class="hour">
            <span class="hour__figure">{figure}</span>
            <span class="price__unit">{way(price.provisioning)}</span>
            {stale}
        </p>
        <p class="panel__lead">{source} {converted}</p>
        {owned}
        {offers(studied, &money)}
    };
    panel(
        "gpu-price",
        "The price of a GPU-hour",
        "Every price of the book has its source and the day on which it was read. A provider’s \
         name takes its price.",
        body,
    )
}

const fn way(provisioning: Provisioning) -> &'static str {
    match provisioning {
        Provisioning::Rented => "for one GPU for one hour, rented",
        Provisioning::OnDemand => "for one GPU for one hour, on demand",
        Provisioning::Reserved => "for one GPU for one hour, reserved",
        Provisioning::Spot => "for one GPU for one hour, spot",
        Provisioning::Owned => "for one GPU for one hour, owned",
    }
}

/// The parts of an owned hour.
fn owned(studied: &Studied, cost: &OwnedCost, money: &Money) -> Vec<Line> {
    let terms = &studied.answer.question.price().owned;
    let purchase = terms.purchase_usd.unwrap_or_default();
    let power = if terms.power_w.is_some() {
        String::new()
    } else {
        format!(
            "{} W is {} × the board’s {} W.",
            exact(cost.power_w),
            exact(SERVER_POWER_FACTOR),
            exact(studied.scenario.deployment().gpu.tdp_w)
        )
    };
    let part = |name: &str, usd: f64, formula: String| {
        let value = money.exact(usd);
        Line::new(name, value.clone(), format!("{formula} = {value}"))
    };
    vec![
        part(
            "Loss of value",
            cost.depreciation_usd_per_hour,
            format!(
                "{} × (1 − {} left) / ({} years × 8760 h)",
                money.exact(purchase),
                exact(terms.residual),
                exact(terms.years)
            ),
        ),
        part(
            "Capital",
            cost.finance_usd_per_hour,
            format!(
                "{} a year × {} × (1 + {}) / 2 / 8760 h",
                exact(terms.finance_rate),
                money.exact(purchase),
                exact(terms.residual)
            ),
        ),
        part(
            "Electricity",
            cost.energy_usd_per_hour,
            format!(
                "{} W / 1000 × PUE {} × {} per kWh",
                exact(cost.power_w),
                exact(terms.pue),
                money.exact(terms.usd_per_kwh)
            ),
        )
        .note(power),
        part(
            "Hosting",
            cost.hosting_usd_per_hour,
            format!(
                "{} a month / 730 h",
                money.exact(terms.hosting_usd_per_month)
            ),
        ),
        Line::new(
            "An hour",
            money.exact(cost.usd_per_hour),
            format!(
                "{} + {} + {} + {} = {}",
                money.exact(cost.depreciation_usd_per_hour),
                money.exact(cost.finance_usd_per_hour),
                money.exact(cost.energy_usd_per_hour),
                money.exact(cost.hosting_usd_per_hour),
                money.exact(cost.usd_per_hour)
            ),
        ),
    ]
}

/// The book's prices of the same GPU.
fn offers(studied: &Studied, money: &Money) -> AnyView {
    let gpu = studied.scenario.deployment().gpu;
    let row = |offer: &'static throughput::economics::GpuOffer| {
        let name = Cell::words(offer.provider.clone(), offer.note.clone());
        // A link names the provider, which takes the cheapest of its offers.
        let offers = gpu_offers_for(&gpu.id, offer.term);
        let cheapest = offers
            .into_iter()
            .find(|other| other.provider == offer.provider);
        let name = match way_id(offer.term) {
            Some(way) if cheapest == Some(offer) => {
                name.linked(taking(studied, way, &offer.provider))
            }
            _ => name,
        };
        let stale = offer.is_stale(studied.today);
        vec![
            name,
            term_name(offer.term).into(),
            money.exact(offer.usd_per_gpu_hour).into(),
            Cell::source(&offer.source, Some(offer.date), Some(stale)),
        ]
    };
    let rows: Vec<_> = gpu_offers()
        .iter()
        .filter(|offer| offer.gpu == gpu.id)
        .map(row)
        .collect();
    if rows.is_empty() {
        return view! { <p class="panel__lead">"The book has no other price of this GPU."</p> }
            .into_any();
    }
    table(
        "Prices of this GPU",
        &["Provider", "Terms", "A GPU-hour", "Read on, where"],
        rows,
    )
}

const fn term_name(term: Term) -> &'static str {
    match term {
        Term::OnDemand => "on demand",
        Term::Reserved => "reserved",
        Term::Spot => "spot",
        Term::OwnedTco => "an owner’s cost",
    }
}

const fn way_id(term: Term) -> Option<&'static str> {
    match term {
        Term::OnDemand => Some("on-demand"),
        Term::Reserved => Some("reserved"),
        Term::Spot => Some("spot"),
        Term::OwnedTco => None,
    }
}

/// The address of the same question at a provider's price.
fn taking(studied: &Studied, way: &str, provider: &str) -> String {
    let mut asked = Asked::from_query(&studied.query);
    asked.economics.set(E::Provisioning, way);
    asked.economics.set(E::Provider, provider);
    address(PATH, &asked.query())
}
