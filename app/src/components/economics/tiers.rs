//! Rate limits: customers of a tier, and the deployment's own tokens per minute.

use leptos::prelude::*;
use throughput::economics::{BindingLimit, TierCustomers};

use crate::components::table::{Cell, Line, lines, panel, table};
use crate::economics::Studied;
use crate::economics::money::{exact, tidy};
use crate::format;

/// The panel of the limits.
pub(super) fn tiers(studied: &Studied) -> AnyView {
    let answer = &studied.answer;
    let limits = answer.question.limits();
    let Some(tpm) = answer.deployment_tpm else {
        let none =
            view! { <p class="note">"Without a real-time point no limit can be promised."</p> };
        return panel("tiers", "Rate limits", "", none);
    };
    let own = [
        ("Requests", tpm.requests),
        ("Input tokens, not cached", tpm.input),
        ("Cached input tokens", tpm.cached_input),
        ("Output tokens", tpm.output),
        ("All tokens", tpm.total),
    ];
    let own = own.map(|(name, number)| vec![Cell::from(name), exact(number.round()).into()]);
    let rows = answer
        .customers
        .iter()
        .map(|customers| row(studied, customers))
        .collect();
    let worked = answer
        .customers
        .iter()
        .map(|customers| line(studied, customers))
        .collect();
    let body = view! {
        <h3>"Customers that keep within a tier"</h3>
        {table(
            "Customers of rate-limit tiers",
            &[
                "Tier", "Per replica", "Per node", "One can send", "Requests", "Input", "Output", "Both",
                "Read on, where",
            ],
            rows,
        )}
        <details class="data-table">
            <summary>"Each of them worked out"</summary>
            {lines(worked)}
        </details>
        <h3>"What the calculator’s deployment gives in a minute"</h3>
        {table("Tokens per minute of the deployment", &["What", "Per minute"], own.to_vec())}
    };
    panel(
        "tiers",
        "Rate limits",
        format!(
            "How many customers of a tier one replica and one node of {} GPUs serve at the \
             real-time point, if each uses {} of its limit on average at the peak. Limits are per \
             minute; where two stand, the tighter binds.",
            limits.node_gpus,
            format::percent(limits.use_factor)
        ),
        body,
    )
}

fn row(studied: &Studied, customers: &TierCustomers) -> Vec<Cell> {
    let own = studied.answer.question.limits().own;
    let (rpm, input, output, total) = customers.tier.as_ref().map_or(
        (
            own.requests_per_minute,
            own.input_tpm,
            own.output_tpm,
            own.total_tpm,
        ),
        |tier| {
            (
                tier.requests_per_minute,
                tier.input_tpm,
                tier.output_tpm,
                tier.total_tpm,
            )
        },
    );
    let limit = |limit: Option<f64>| limit.map_or_else(|| "–".to_owned(), format::count);
    let source = match &customers.tier {
        Some(tier) => Cell::source(
            &tier.source,
            Some(tier.date),
            Some(throughput::economics::Dated::is_stale(tier, studied.today)),
        ),
        None => Cell::words("typed", ""),
    };
    vec![
        Cell::words(customers.name.clone(), ""),
        format::rate(customers.per_replica).into(),
        format::rate(customers.per_node).into(),
        Cell::with_small(
            format!("{} requests", format::rate(customers.requests_per_minute)),
            format!("bound by {}", binding(customers.binding)),
        ),
        limit(rpm).into(),
        limit(input).into(),
        limit(output).into(),
        limit(total).into(),
        source,
    ]
}

const fn binding(limit: BindingLimit) -> &'static str {
    match limit {
        BindingLimit::Requests => "requests",
        BindingLimit::Input => "input",
        BindingLimit::Output => "output",
        BindingLimit::Total => "both together",
    }
}

fn line(studied: &Studied, customers: &TierCustomers) -> Line {
    let limits = studied.answer.question.limits();
    let scenario = &studied.scenario;
    let tpm = studied
        .answer
        .deployment_tpm
        .map_or(0.0, |tpm| tpm.requests);
    let replica = tpm / f64::from(scenario.replicas());
    let gpus = scenario.deployment().parallelism.gpus();
    Line::new(
        customers.name.clone(),
        format!("{} per replica", format::rate(customers.per_replica)),
        format!(
            "one customer’s most by its {} limit: {} requests a minute\n{} requests a minute of a \
             replica / ({} × {}) = {}\nnode: × {} replicas of {gpus} GPUs on {} = {}",
            binding(customers.binding),
            exact(customers.requests_per_minute),
            exact(replica),
            exact(limits.use_factor),
            exact(customers.requests_per_minute),
            exact(customers.per_replica),
            exact(customers.per_node / customers.per_replica),
            limits.node_gpus,
            exact(customers.per_node),
        ),
    )
    .note(tidy(match &customers.tier {
        Some(tier) if tier.counts_cached_input => {
            "Cached input counts towards the limit. Round customers down."
        }
        _ => "Cached input does not count towards the input limit. Round customers down.",
    }))
}
