//! How many replicas a fleet has and for how many hours they are paid, worked out.

use throughput::economics::{EconomicsAnswer, Fleet};

use super::verdict::precise;
use crate::components::table::Line;
use crate::economics::money::{exact, percent_1};
use crate::format;

/// Replicas, hours and utilisation.
pub(super) fn sizes(answer: &EconomicsAnswer, fleet: &Fleet) -> Vec<Line> {
    let is_autoscaled = answer.question.fleet().autoscale;
    let detail = if is_autoscaled {
        "at most, spare included"
    } else {
        "spare included"
    };
    let note = if answer.question.demand().batch_share > 0.0 {
        "Batch work rides along on replicas that real-time work leaves partly free, then takes \
         idle ones, then further ones."
    } else {
        ""
    };
    let count = format!(
        "{} × {} = {} GPUs",
        fleet.replicas, fleet.gpus_per_replica, fleet.gpus
    );
    let paid = format::grouped(precise(fleet.replica_hours_per_day), 0);
    vec![
        Line::new("Replicas", count, replicas(answer, fleet))
            .detail(detail)
            .note(note),
        Line::new(
            "Replica-hours paid",
            format!("{paid} a day"),
            hours(answer, fleet, &paid),
        ),
        Line::new(
            "Utilisation",
            percent_1(fleet.utilisation),
            work(answer, fleet, &paid),
        )
        .detail("work over paid hours")
        .note("Work is counted at the operating points’ full rate."),
    ]
}

fn replicas(answer: &EconomicsAnswer, fleet: &Fleet) -> String {
    let demand = &answer.demand;
    let kept = answer.question.fleet();
    let busiest = fleet.busy_replicas.into_iter().max().unwrap_or(0);
    let peak = demand.hourly_requests_per_s.into_iter().fold(0.0, f64::max);
    let now = 1.0 - answer.question.demand().batch_share;
    let need = match fleet.real_time_requests_per_s {
        Some(rate) => format!(
            "busiest hour {} requests/s × burst {} × {} in real time / {} requests/s of a replica \
             = {}, so {busiest}",
            exact(peak),
            exact(demand.burst),
            exact(now),
            exact(rate),
            exact(peak * demand.burst * now / rate),
        ),
        None => "all requests can wait: no hour needs a replica at once".to_owned(),
    };
    format!(
        "{need}\n{}at least {}, so {}; with {} spare {} replicas × {} GPUs = {} GPUs",
        batch(answer, fleet),
        kept.min_replicas,
        fleet.replicas - u64::from(fleet.spare_replicas),
        fleet.spare_replicas,
        fleet.replicas,
        fleet.gpus_per_replica,
        fleet.gpus
    )
}

/// What the requests that can wait ask of the fleet; blank when there are none.
fn batch(answer: &EconomicsAnswer, fleet: &Fleet) -> String {
    let requests = answer.demand.requests_per_day * answer.question.demand().batch_share;
    if requests <= 0.0 {
        return String::new();
    }
    let alone = format!(
        "batch ({} requests a day − {} that ride along) / (3600 × {} requests/s) = {} replica-hours",
        exact(requests),
        exact(fleet.mixed_batch_requests_per_day),
        exact(fleet.batch_requests_per_s),
        exact(fleet.batch_hours_per_day),
    );
    let busy: u64 = fleet.busy_replicas.into_iter().sum();
    let running: u64 = fleet.running_replicas.into_iter().sum();
    if answer.question.fleet().autoscale {
        format!(
            "{alone}, less {} idle ones, so {} more\n",
            running.saturating_sub(busy),
            fleet.extra_batch_hours_per_day
        )
    } else {
        format!(
            "{alone}; with {busy} busy ones over 24 hours {} replicas\n",
            exact((fleet.batch_hours_per_day + precise(busy)) / 24.0)
        )
    }
}

fn hours(answer: &EconomicsAnswer, fleet: &Fleet, paid: &str) -> String {
    if answer.question.fleet().autoscale {
        format!(
            "{} that run hour by hour + {} for batch work + 24 × {} spare = {paid}",
            format::grouped(precise(fleet.running_replicas.into_iter().sum()), 0),
            fleet.extra_batch_hours_per_day,
            fleet.spare_replicas,
        )
    } else {
        format!("24 × {} replicas = {paid}", fleet.replicas)
    }
}

fn work(answer: &EconomicsAnswer, fleet: &Fleet, paid: &str) -> String {
    let waits = answer.question.demand().batch_share;
    let part = |share: f64, rate: f64| {
        format!(
            "{} × {} / (3600 × {})",
            exact(answer.demand.requests_per_day),
            exact(share),
            exact(rate)
        )
    };
    let now = fleet
        .real_time_requests_per_s
        .filter(|_| waits < 1.0)
        .map(|rate| part(1.0 - waits, rate));
    let later = (waits > 0.0).then(|| part(waits, fleet.batch_requests_per_s));
    let parts: Vec<_> = now.into_iter().chain(later).collect();
    let hours = exact(fleet.work_hours_per_day);
    format!(
        "{} = {hours} replica-hours\n{hours} / {paid} = {}",
        parts.join(" + "),
        percent_1(fleet.utilisation)
    )
}
