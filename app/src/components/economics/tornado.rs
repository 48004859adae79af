//! What moves the price most.

use leptos::prelude::*;
use throughput::economics::{Sensitivity, Swing, SwingEnd, SwingInput};

use crate::components::table::{Cell, folded_table, panel, table};
use crate::economics::Studied;
use crate::economics::money::{Money, tidy};

/// How far the chart goes, in multiples of the price now.
const FARTHEST: f64 = 3.0;

/// The panel of the tornado.
pub(super) fn tornado(studied: &Studied) -> AnyView {
    let money = Money::new(studied.answer.question.currency().clone());
    let Some(sensitivity) = &studied.answer.sensitivity else {
        let none = view! { <p class="note">"Without a fleet there is no price to move."</p> };
        return panel("tornado", "What moves the price most", "", none);
    };
    let lead = format!(
        "Per million output tokens, idle time and input included: {} now. One input at a time is \
         moved and the whole model run again; the utilisation stays where it is unless it is \
         itself moved.",
        money.rough(sensitivity.base_usd_per_m)
    );
    let body = view! {
        {chart(sensitivity, &money)}
        {folded_table("The same as a table", data(sensitivity, &money))}
    };
    panel("tornado", "What moves the price most", lead, body)
}

const fn name(input: SwingInput) -> &'static str {
    match input {
        SwingInput::GpuPrice => "Price of a GPU-hour",
        SwingInput::Utilisation => "Utilisation",
        SwingInput::InputLength => "Input length",
        SwingInput::OutputLength => "Output length",
        SwingInput::CacheHit => "Prefix-cache hits",
        SwingInput::WeightPrecision => "Precision of the weights",
        SwingInput::KvPrecision => "Precision of the KV cache",
        SwingInput::TtftLimit => "p99 TTFT",
        SwingInput::TpotLimit => "p99 TPOT",
    }
}

fn ends(swing: &Swing) -> impl Iterator<Item = f64> {
    [&swing.low, &swing.high]
        .into_iter()
        .flatten()
        .filter_map(|end| end.usd_per_m)
}

fn chart(sensitivity: &Sensitivity, money: &Money) -> AnyView {
    let base = sensitivity.base_usd_per_m;
    let all = || sensitivity.swings.iter().flat_map(ends);
    let least = all().fold(base, f64::min);
    // One bar that goes through the roof must not flatten the others.
    let farthest = all().fold(base, f64::max);
    let most = farthest.min(FARTHEST * base);
    let cut = (farthest > most).then(|| {
        view! { <li><i class="key key--cut"></i>"goes beyond the chart"</li> }
    });
    // A hair of room on both sides, so that the longest bar's end is seen.
    let x = |usd: f64| ((usd - least) / (most - least).max(f64::MIN_POSITIVE)).mul_add(98.0, 1.0);
    let bar = |end: &Option<SwingEnd>, class: &'static str| {
        let usd = end.as_ref().and_then(|end| end.usd_per_m).unwrap_or(base);
        let (from, to) = (x(usd.min(base)), x(usd.max(base).min(most)));
        let is_cut = usd > most;
        view! {
            <rect class=class x=format!("{from:.2}%") y="4" width=format!("{:.2}%", to - from) height="14" />
            {is_cut.then(|| view! { <line class="plot__cut" x1="97.5%" x2="97.5%" y1="0" y2="22" /> })}
        }
    };
    let row = |swing: &Swing| {
        view! {
            <li class="tornado__row">
                <p>
                    <b>{name(swing.input)}</b>
                    <span>{said(&swing.low, money)} " · " {said(&swing.high, money)}</span>
                </p>
                <svg class="plot" width="100%" height="22" aria-hidden="true">
                    {bar(&swing.low, "plot__low")} {bar(&swing.high, "plot__high")}
                    <line class="plot__base" x1=format!("{:.2}%", x(base)) x2=format!("{:.2}%", x(base)) y1="0" y2="22" />
                </svg>
            </li>
        }
    };
    view! {
        <ol class="tornado" aria-label="The inputs, that which moves the price most first">
            {sensitivity.swings.iter().map(row).collect_view()}
        </ol>
        <ul class="chart__keys" aria-hidden="true">
            <li><i class="key key--square key--low"></i>"moved down, the first"</li>
            <li><i class="key key--square key--high"></i>"moved up, the second"</li>
            {cut}
        </ul>
    }
    .into_any()
}

/// An end in words.
fn said(end: &Option<SwingEnd>, money: &Money) -> String {
    match end {
        None => "none".to_owned(),
        Some(end) => {
            let price = end
                .usd_per_m
                .map_or_else(|| "no point".to_owned(), |usd| money.rough(usd));
            format!("{}: {price}", tidy(&end.setting))
        }
    }
}

fn data(sensitivity: &Sensitivity, money: &Money) -> AnyView {
    let cell = |end: &Option<SwingEnd>| match end {
        None => Cell::from("–"),
        Some(end) => match (end.usd_per_m, &end.reason) {
            (Some(usd), _) => Cell::with_small(money.exact(usd), tidy(&end.setting)),
            (None, reason) => Cell::words("no point", reason.clone().unwrap_or_default()),
        },
    };
    let row = |swing: &Swing| {
        vec![
            Cell::from(name(swing.input)),
            tidy(&swing.base).into(),
            cell(&swing.low),
            cell(&swing.high),
            money.exact(swing.span_usd_per_m).into(),
        ]
    };
    table(
        "What moves the price",
        &["Input", "Now", "Moved down", "Moved up", "Span"],
        sensitivity.swings.iter().map(row).collect(),
    )
}
