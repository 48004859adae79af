//! Published speeds of other machines: one stream's and all streams', kept apart.

use leptos::prelude::*;
use throughput::economics::{Dated as _, PublishedSpeed};

use crate::components::table::{Cell, panel, table};
use crate::economics::Studied;
use crate::format;

/// The panel of the speeds.
pub(super) fn speeds(studied: &Studied) -> AnyView {
    let mut rows = vec![own(studied)];
    rows.extend(
        studied
            .answer
            .speeds
            .iter()
            .map(|speed| row(studied, speed)),
    );
    let none = studied.answer.speeds.is_empty().then(|| {
        view! { <p class="panel__lead">"No speed of this model on another machine is in the catalogue."</p> }
    });
    let body = view! {
        {table(
            "Speeds of machines",
            &["Machine", "One stream, tok/s", "All streams together, tok/s", "In flight", "Chips", "Read on, where"],
            rows,
        )}
        {none}
    };
    panel(
        "speeds",
        "Speeds: one stream is not the machine",
        "One stream’s speed is what one user sees; what a machine earns is the sum over all \
         streams. A fast stream says nothing of the cost, and the two columns must not be compared \
         with each other.",
        body,
    )
}

fn own(studied: &Studied) -> Vec<Cell> {
    let scenario = &studied.scenario;
    let speed = studied.own_speed;
    let tokens = |speed: Option<(f64, f64)>| speed.map(|(tok_s, _)| format::rate(tok_s));
    let flight = |speed: Option<(f64, f64)>| speed.map(|(_, in_flight)| format::rate(in_flight));
    let both = |real_time: Option<String>, batch: Option<String>| {
        let dash = || "–".to_owned();
        Cell::with_small(
            real_time.unwrap_or_else(dash),
            format!("batch {}", batch.unwrap_or_else(dash)),
        )
    };
    vec![
        Cell::words(
            format!(
                "Yours: {} × {}",
                scenario.gpus(),
                scenario.deployment().gpu.name
            ),
            "HBM; modelled, real-time point",
        ),
        speed
            .single_stream_tok_s
            .map_or_else(|| "–".to_owned(), format::rate)
            .into(),
        both(tokens(speed.real_time), tokens(speed.batch)),
        both(flight(speed.real_time), flight(speed.batch)),
        scenario.gpus().to_string().into(),
        Cell::words("this page", ""),
    ]
}

fn row(studied: &Studied, speed: &PublishedSpeed) -> Vec<Cell> {
    let number =
        |number: Option<f64>| number.map_or_else(|| "not published".to_owned(), format::rate);
    let count = |count: Option<String>| count.unwrap_or_else(|| "–".to_owned());
    let mut about = speed.memory.clone();
    if !speed.note.is_empty() {
        about = format!("{about}; {}", speed.note);
    }
    vec![
        Cell::words(format!("{}, {}", speed.provider, speed.machine), about),
        number(speed.single_stream_tok_s).into(),
        number(speed.aggregate_tok_s).into(),
        count(speed.concurrency.map(format::rate)).into(),
        count(speed.chips.map(|chips| chips.to_string())).into(),
        Cell::source(
            &speed.source,
            Some(speed.date),
            Some(speed.is_stale(studied.today)),
        ),
    ]
}
