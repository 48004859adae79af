//! Rent or buy in one sentence, and the figures behind it.

use leptos::prelude::*;
use throughput::economics::{BreakEven, FleetOutcome};

use crate::components::inquiry::InShort;
use crate::components::tiles;
use crate::economics::Studied;
use crate::economics::money::{Money, tidy};
use crate::economics::study::Study;
use crate::format;
use crate::wording::{deployment, traffic_and_promise};

/// The sentence, what it is about, four figures, and a note when it is not the answer to what is
/// asked.
#[component]
pub fn StudyVerdict(
    /// The state behind it.
    study: Study,
) -> impl IntoView {
    view! { <InShort inquiry=study sentence about figures /> }.into_any()
}

fn sentence(studied: &Studied) -> String {
    let answer = &studied.answer;
    match (&answer.verdict, &answer.fleet) {
        (Some(verdict), _) => tidy(verdict),
        (None, FleetOutcome::Fleet(fleet)) => {
            let money = Money::new(answer.question.currency().clone());
            let bill = money.rough(fleet.month.total_usd);
            format!("The fleet costs {bill} a month; the price book has no API beside it.")
        }
        (None, FleetOutcome::None { reason }) => reason.clone(),
    }
}

fn about(studied: &Studied) -> String {
    let demand = &studied.answer.demand;
    format!(
        "{} requests a day, {} a second at the peak; {}. {}.",
        format::count(demand.requests_per_day),
        format::rate(demand.peak_requests_per_s),
        deployment(&studied.scenario),
        traffic_and_promise(&studied.scenario)
    )
}

fn figures(studied: &Studied) -> AnyView {
    let answer = &studied.answer;
    let money = Money::new(answer.question.currency().clone());
    let fleet = match &answer.fleet {
        FleetOutcome::Fleet(fleet) => fleet,
        FleetOutcome::None { reason } => {
            let reason = format!("There is no fleet: {reason}");
            return view! { <p class="note note--bad">{reason}</p> }.into_any();
        }
    };
    let replicas = match fleet.replicas {
        1 => "1 replica".to_owned(),
        many => format!("{} replicas", format::count(precise(many))),
    };
    let gpu = &studied.scenario.deployment().gpu.name;
    let (from, break_even) = break_even(answer.apis.first().and_then(|api| api.break_even));
    let all = [
        (
            "Fleet",
            replicas,
            format!("{} × {gpu}", format::grouped(precise(fleet.gpus), 0)),
        ),
        (
            "A month",
            money.rough(fleet.month.total_usd),
            format!("{} of it in use", format::percent(fleet.utilisation)),
        ),
        (
            "Per million output tokens",
            money.rough(fleet.effective.output_all_in),
            format!(
                "idle time and input included; {} if nothing idled",
                money.rough(fleet.ideal.output_all_in)
            ),
        ),
        ("Break-even", break_even, from),
    ];
    tiles::tiles(all)
}

fn break_even(break_even: Option<BreakEven>) -> (String, String) {
    match break_even {
        None => ("no API to set beside it".to_owned(), "none".to_owned()),
        Some(BreakEven::Never { .. }) => (
            "even large and full, the fleet is no cheaper a request".to_owned(),
            "Never".to_owned(),
        ),
        Some(BreakEven::From {
            first_requests_per_day: first,
            always_requests_per_day: always,
        }) => {
            let (first, always) = (format::count(first), format::count(always));
            let for_good = if first == always {
                "requests a day".to_owned()
            } else {
                format!("requests a day; for good from {always}")
            };
            (for_good, first)
        }
    }
}

/// A count as a number; counts of replicas are far below where that loses digits.
#[expect(clippy::cast_precision_loss, reason = "counts are below 2^53")]
pub(super) const fn precise(count: u64) -> f64 {
    count as f64
}
