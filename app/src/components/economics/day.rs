//! The traffic of a day, hour by hour, and the replicas that it needs.

use leptos::prelude::*;
use throughput::economics::Fleet;

use super::verdict::precise;
use crate::components::table::{Cell, folded_table, panel, table};
use crate::economics::Studied;
use crate::economics::money::exact;
use crate::format;

/// Height of the chart of the requests and of that of the replicas, in pixels.
const HEIGHTS: (f64, f64) = (150.0, 80.0);

/// Width of an hour's column, in per cent of the chart's.
const COLUMN: f64 = 100.0 / 24.0;

/// The panel of the day.
pub(super) fn day(studied: &Studied) -> AnyView {
    let answer = &studied.answer;
    let demand = &answer.demand;
    let fleet = answer.fleet.fleet();
    let said = format!(
        "Mean {} requests a second, peak {}: {} × the mean.",
        format::rate(demand.mean_requests_per_s),
        format::rate(demand.peak_requests_per_s),
        format::significant(demand.peak_to_mean, 3),
    );
    let body = view! {
        <figure>
            <p class="plot__name">"Requests a second, by the hour"</p>
            {requests(studied)}
            {fleet.map(replicas)}
            {hours()}
            {fleet.map(|_| keys())}
        </figure>
        {folded_table("The same as a table", data(studied, fleet))}
    };
    panel("day", "The traffic of a day", said, body)
}

/// Bars of the requests.
fn requests(studied: &Studied) -> AnyView {
    let hourly = studied.answer.demand.hourly_requests_per_s;
    let most = hourly.into_iter().fold(f64::MIN_POSITIVE, f64::max);
    let label = format!(
        "Requests a second of the 24 hours: from {} to {}.",
        format::rate(hourly.into_iter().fold(most, f64::min)),
        format::rate(most)
    );
    let bars = hourly.map(|rate| rate / most);
    view! {
        <svg class="plot" width="100%" height=HEIGHTS.0.to_string() role="img" aria-label=label>
            {columns(bars.map(|share| (0.0, share)), HEIGHTS.0, "plot__traffic")}
        </svg>
    }
    .into_any()
}

/// Stacked bars of the replicas: at work, running, spare.
fn replicas(fleet: &Fleet) -> AnyView {
    let spare = f64::from(fleet.spare_replicas);
    let busy = fleet.busy_replicas.map(precise);
    let running = fleet.running_replicas.map(precise);
    let most = running.into_iter().fold(1.0, f64::max) + spare;
    let stacked = |from: [f64; 24], to: [f64; 24]| {
        std::array::from_fn(|hour| (from[hour] / most, to[hour] / most))
    };
    let label = format!(
        "Replicas of the 24 hours: at most {} at work and {} running, with {spare} spare.",
        busy.into_iter().fold(0.0, f64::max),
        running.into_iter().fold(0.0, f64::max),
    );
    view! {
        <p class="plot__name">{format!("Replicas, up to {most}")}</p>
        <svg class="plot" width="100%" height=HEIGHTS.1.to_string() role="img" aria-label=label>
            {columns(stacked([0.0; 24], busy), HEIGHTS.1, "plot__busy")}
            {columns(stacked(busy, running), HEIGHTS.1, "plot__running")}
            {columns(stacked(running, running.map(|count| count + spare)), HEIGHTS.1, "plot__spare")}
        </svg>
    }
    .into_any()
}

/// What the colours of the replicas mean.
fn keys() -> AnyView {
    let key = |(class, name): (&'static str, &'static str)| {
        view! { <li><i class=format!("key key--square {class}")></i>{name}</li> }
    };
    let keys = [
        ("key--busy", "replicas needed in real time"),
        ("key--running", "running besides"),
        ("key--spare", "spare"),
    ];
    view! {
        <ul class="chart__keys" aria-hidden="true">
            {keys.map(key).into_iter().collect_view()}
        </ul>
    }
    .into_any()
}

/// One bar for each hour, from and to a share of the height.
fn columns(bars: [(f64, f64); 24], height: f64, class: &'static str) -> AnyView {
    let bar = |(hour, (from, to)): (usize, (f64, f64))| {
        let tall = ((to - from) * height).max(0.0);
        view! {
            <rect
                class=class
                x=format!("{:.3}%", precise(hour as u64).mul_add(COLUMN, 0.3))
                y=format!("{:.1}", (1.0 - to) * height)
                width=format!("{:.3}%", COLUMN - 0.6)
                height=format!("{tall:.1}")
            />
        }
    };
    bars.into_iter()
        .enumerate()
        .map(bar)
        .collect_view()
        .into_any()
}

/// The axis.
fn hours() -> AnyView {
    let hour = |hour: u8| {
        let at = f64::from(hour) * COLUMN;
        view! { <text x=format!("{at:.2}%") y="14">{format!("{hour}:00")}</text> }
    };
    view! {
        <svg class="plot plot--axis" width="100%" height="18" aria-hidden="true">
            {[0, 6, 12, 18].map(hour).into_iter().collect_view()}
        </svg>
    }
    .into_any()
}

fn data(studied: &Studied, fleet: Option<&Fleet>) -> AnyView {
    let demand = &studied.answer.demand;
    let rows = demand.hourly_requests_per_s.into_iter().enumerate();
    let row = |(hour, rate): (usize, f64)| {
        let of = |replicas: Option<[u64; 24]>| {
            replicas.map_or_else(|| "–".to_owned(), |replicas| replicas[hour].to_string())
        };
        vec![
            Cell::from(format!("{hour}:00")),
            exact(rate).into(),
            exact(rate * 3600.0).into(),
            of(fleet.map(|fleet| fleet.busy_replicas)).into(),
            of(fleet.map(|fleet| fleet.running_replicas)).into(),
        ]
    };
    table(
        "The hours of a day",
        &[
            "From",
            "Requests a second",
            "Requests an hour",
            "Replicas needed",
            "Replicas running, no spares",
        ],
        rows.map(row).collect(),
    )
}
