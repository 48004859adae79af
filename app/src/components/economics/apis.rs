//! The same traffic behind APIs.

use leptos::prelude::*;
use throughput::economics::{ApiComparison, BreakEven, Relation, Tokens};

use crate::components::table::{Cell, Line, lines, panel, table};
use crate::economics::Studied;
use crate::economics::money::{Money, exact, tidy};
use crate::format;

/// The panel of the comparison.
pub(super) fn apis(studied: &Studied) -> AnyView {
    let answer = &studied.answer;
    let money = Money::new(answer.question.currency().clone());
    let rows = answer.apis.iter().map(|api| row(api, &money)).collect();
    let worked = answer.apis.iter().map(|api| line(studied, api, &money));
    let worked = lines(worked.collect());
    let body = view! {
        {table(
            "The same traffic behind APIs",
            &[
                "Provider and model",
                "Beside yours",
                "A month",
                "Fleet less API",
                "Fleet cheaper from",
                "Input",
                "Cached",
                "Output",
                "Batch in",
                "Batch out",
                "Read on, where",
            ],
            rows,
        )}
        <details class="data-table">
            <summary>"Each of them worked out, with its verdict"</summary>
            {worked}
        </details>
    };
    panel(
        "apis",
        "Against APIs",
        format!(
            "List prices in {} per million tokens, and what your traffic would cost there. The \
             fleet’s bill rises in steps of a replica, so it can be cheaper at first at one volume, \
             and for good at another.",
            money.code()
        ),
        body,
    )
}

const fn relation(api: &ApiComparison) -> &'static str {
    match api.relation {
        Relation::Same => "same model",
        Relation::Shape => "same shape, other weights",
        Relation::Comparable => "comparable, closed",
        Relation::Own => "your price",
    }
}

/// The same in two lines.
fn beside(api: &ApiComparison) -> Cell {
    let (word, rest) = relation(api)
        .split_once(", ")
        .unwrap_or((relation(api), ""));
    Cell::words(word, rest)
}

fn row(api: &ApiComparison, money: &Money) -> Vec<Cell> {
    let price = &api.price;
    let listed = |usd: Option<f64>| usd.map_or_else(|| "–".to_owned(), |usd| money.exact(usd));
    let who = if api.name.is_empty() {
        api.provider.clone()
    } else {
        format!("{}, {}", api.provider, api.name)
    };
    let source = if api.is_typed {
        Cell::words("typed", "")
    } else {
        Cell::source(&api.source, api.date, api.stale)
    };
    vec![
        Cell::words(who, price.id.clone()),
        beside(api),
        money.rough(api.usd_per_month).into(),
        api.fleet_minus_api_usd_per_month
            .map_or_else(|| "–".to_owned(), |usd| money.difference(usd))
            .into(),
        cheaper_from(api.break_even),
        money.exact(price.input_usd_per_m).into(),
        listed(price.cached_input_usd_per_m).into(),
        money.exact(price.output_usd_per_m).into(),
        listed(price.batch_input_usd_per_m).into(),
        listed(price.batch_output_usd_per_m).into(),
        source,
    ]
}

fn cheaper_from(break_even: Option<BreakEven>) -> Cell {
    match break_even {
        None => "–".into(),
        Some(BreakEven::Never { .. }) => "never".into(),
        Some(BreakEven::From {
            first_requests_per_day,
            always_requests_per_day,
        }) => {
            let first = format::count(first_requests_per_day);
            let always = format::count(always_requests_per_day);
            if first == always {
                Cell::with_small(first, "requests a day")
            } else {
                Cell::with_small(first, format!("a day; for good {always}"))
            }
        }
    }
}

/// One API worked out.
fn line(studied: &Studied, api: &ApiComparison, money: &Money) -> Line {
    let answer = &studied.answer;
    let tokens = Tokens::of_request(studied.scenario.traffic());
    let (price, request) = (&api.price, &api.request);
    let cached = price
        .cached_input_usd_per_m
        .unwrap_or(price.input_usd_per_m);
    let mut formula = format!(
        "real time ({} × {} + {} × {} + {} × {}) / 1e6 = {}",
        exact(tokens.input),
        money.exact(price.input_usd_per_m),
        exact(tokens.cached_input),
        money.exact(cached),
        exact(tokens.output),
        money.exact(price.output_usd_per_m),
        money.exact(request.real_time_usd)
    );
    let waits = answer.question.demand().batch_share;
    if waits > 0.0 {
        let batch = match (price.batch_input_usd_per_m, price.batch_output_usd_per_m) {
            (Some(input), Some(output)) => format!(
                "batch ({} × {} + {} × {}) / 1e6, at most as in real time = {}",
                exact(tokens.input + tokens.cached_input),
                money.exact(input),
                exact(tokens.output),
                money.exact(output),
                money.exact(request.batch_usd)
            ),
            _ => format!("no batch price: {}", money.exact(request.batch_usd)),
        };
        formula += &format!(
            "\n{batch}\nmean {} × {} + {} × {} = {}",
            exact(1.0 - waits),
            money.exact(request.real_time_usd),
            exact(waits),
            money.exact(request.batch_usd),
            money.exact(request.mean_usd)
        );
    }
    formula += &format!(
        "\n{} requests a month × {} = {}\n/ {} million output tokens = {} per million, all in",
        exact(answer.demand.requests_per_month),
        money.exact(request.mean_usd),
        money.cents(api.usd_per_month),
        exact(tokens.millions(answer.demand.requests_per_month).output),
        money.exact(api.usd_per_m_output_all_in)
    );
    let note = if api.note.is_empty() {
        tidy(&api.verdict)
    } else {
        format!("{} The row is: {}.", tidy(&api.verdict), api.note)
    };
    let label = if api.name.is_empty() {
        api.provider.clone()
    } else {
        format!("{}, {}", api.provider, api.name)
    };
    Line::new(
        label,
        format!("{} a month", money.rough(api.usd_per_month)),
        formula,
    )
    .detail(relation(api))
    .note(note)
}
