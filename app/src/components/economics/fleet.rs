//! The fleet: how many replicas, what they cost, and what its tokens cost with idle time in.

use leptos::prelude::*;
use throughput::economics::{Fleet, FleetOutcome};

use super::fleet_size::sizes;
use super::verdict::precise;
use crate::components::table::{Line, lines, panel};
use crate::economics::Studied;
use crate::economics::money::{Money, exact};
use crate::format;

/// The panel of the fleet.
pub(super) fn fleet(studied: &Studied) -> AnyView {
    let body = match &studied.answer.fleet {
        FleetOutcome::Fleet(fleet) => lines(all(studied, fleet)),
        FleetOutcome::None { reason } => {
            view! { <p class="note note--bad">{reason.clone()}</p> }.into_any()
        }
    };
    panel(
        "fleet",
        "The fleet and its month",
        "Replicas for the busiest hour, a spare for a failure, and the hours that nobody uses are \
         all paid for. Each line opens to its formula.",
        body,
    )
}

fn all(studied: &Studied, fleet: &Fleet) -> Vec<Line> {
    let answer = &studied.answer;
    let money = Money::new(answer.question.currency().clone());
    let mut lines = sizes(answer, fleet);
    lines.extend(bill(fleet, &money));
    lines.extend(prices(fleet, &money));
    if let Some(other) = &answer.fleet_scaled_otherwise {
        let (what, most) = if answer.question.fleet().autoscale {
            ("The same around the clock", "runs all hours")
        } else {
            ("The same with replicas that follow the hours", "autoscaled")
        };
        let difference = other.month.total_usd - fleet.month.total_usd;
        lines.push(
            Line::new(
                what,
                format!("{} a month", money.cents(other.month.total_usd)),
                format!(
                    "{} replica-hours a day × 730 / 24 × {} GPUs × {} = {}\n{} a month against this fleet",
                    format::grouped(precise(other.replica_hours_per_day), 0),
                    other.gpus_per_replica,
                    money.exact(other.usd_per_gpu_hour),
                    money.cents(other.month.total_usd),
                    money.difference(difference),
                ),
            )
            .detail(most),
        );
    }
    lines
}

/// What they cost.
fn bill(fleet: &Fleet, money: &Money) -> Vec<Line> {
    let gpu_hours = exact(fleet.gpu_hours_per_month);
    let hour = money.exact(fleet.usd_per_gpu_hour);
    vec![
        Line::new(
            "GPU-hours",
            format!("{gpu_hours} a month"),
            format!(
                "{} replica-hours a day × 730 / 24 × {} GPUs = {gpu_hours}",
                format::grouped(precise(fleet.replica_hours_per_day), 0),
                fleet.gpus_per_replica
            ),
        )
        .detail("a month is 730 hours"),
        Line::new(
            "The bill",
            format!("{} a month", money.cents(fleet.month.total_usd)),
            format!(
                "{gpu_hours} GPU-hours × {hour} = {}",
                money.cents(fleet.month.total_usd)
            ),
        ),
        Line::new(
            "The spare alone",
            format!("{} a month", money.cents(fleet.spare_usd_per_month)),
            format!(
                "24 × {} spare × 730 / 24 × {} GPUs × {hour} = {}",
                fleet.spare_replicas,
                fleet.gpus_per_replica,
                money.cents(fleet.spare_usd_per_month)
            ),
        )
        .detail("in the bill"),
    ]
}

/// What the tokens cost.
fn prices(fleet: &Fleet, money: &Money) -> Vec<Line> {
    let (effective, ideal) = (fleet.effective, fleet.ideal);
    let output = exact(fleet.month.tokens_m.output);
    vec![
        Line::new(
            "Per million output tokens",
            money.rough(effective.output_all_in),
            format!(
                "{} / {output} million output tokens = {}",
                money.cents(fleet.month.total_usd),
                money.exact(effective.output_all_in)
            ),
        )
        .detail("idle time in, input included")
        .note(format!(
            "The reciprocal: {} output tokens for a US dollar.",
            format::count(effective.tokens_per_usd)
        )),
        Line::new(
            "The same if nothing idled",
            money.rough(ideal.output_all_in),
            format!(
                "{} × utilisation {} = {}",
                money.exact(effective.output_all_in),
                exact(fleet.utilisation),
                money.exact(ideal.output_all_in)
            ),
        )
        .detail("ideal")
        .note(format!(
            "The reciprocal: {} output tokens for a US dollar. What lies between is idle time.",
            format::count(ideal.tokens_per_usd)
        )),
    ]
}
