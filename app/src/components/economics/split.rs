//! The bill by kind of token, to the cent.

use leptos::prelude::*;
use throughput::economics::{TokenBill, TokenPrices};

use crate::components::table::{Cell, folded_table, panel, table};
use crate::economics::Studied;
use crate::economics::money::{Money, exact, percent_1};

const HEADINGS: [&str; 5] = [
    "Tokens",
    "Million tokens",
    "Share",
    "Part of the bill",
    "Per million",
];

/// The panel of the split.
pub(super) fn split(studied: &Studied) -> AnyView {
    let answer = &studied.answer;
    let money = Money::new(answer.question.currency().clone());
    let month = answer.fleet.fleet().map(|fleet| {
        let sum = sum(&fleet.month, &money);
        let rows = rows(&fleet.month, &fleet.effective, &money);
        let ideal = prices_line(&fleet.ideal, &money);
        let note = format!(
            "{sum} Per million of each kind: its part over its tokens. If nothing idled: {ideal}."
        );
        view! {
            {table("The month’s bill by kind of token", &HEADINGS, rows)}
            <p class="panel__lead">{note}</p>
        }
    });
    let hour = answer.real_time_hour.as_ref().map(|bill| {
        folded_table(
            "One full hour at the real-time point",
            table(
                "One full hour by kind of token",
                &HEADINGS,
                rows(bill, &bill.prices(), &money),
            ),
        )
    });
    let batch = answer.batch_prices.map(|prices| {
        let said = prices_line(&prices, &money);
        view! { <p class="panel__lead">{format!("At the batch point, nothing idle: {said}.")}</p> }
    });
    panel(
        "split",
        "Input, cached input and output",
        "The bill is shared by the GPU time that one more token of each kind takes. The parts add \
         up to it exactly.",
        (month, hour, batch),
    )
}

fn rows(bill: &TokenBill, prices: &TokenPrices, money: &Money) -> Vec<Vec<Cell>> {
    let parts = [bill.input_usd, bill.cached_input_usd, bill.output_usd];
    let (shown, total) = money.cents_adding_up(parts);
    let [input, cached, output] = shown;
    let row = |name: &str, tokens: f64, usd: f64, shown: String, price: f64| {
        vec![
            Cell::from(name),
            exact(tokens).into(),
            percent_1(usd / bill.total_usd.max(f64::MIN_POSITIVE)).into(),
            shown.into(),
            money.exact(price).into(),
        ]
    };
    let tokens = bill.tokens_m;
    vec![
        row("Input", tokens.input, bill.input_usd, input, prices.input),
        row(
            "Cached input",
            tokens.cached_input,
            bill.cached_input_usd,
            cached,
            prices.cached_input,
        ),
        row(
            "Output",
            tokens.output,
            bill.output_usd,
            output,
            prices.output,
        ),
        row(
            "Together",
            tokens.total(),
            bill.total_usd,
            total,
            prices.blended,
        ),
    ]
}

fn sum(bill: &TokenBill, money: &Money) -> String {
    let parts = [bill.input_usd, bill.cached_input_usd, bill.output_usd];
    let ([input, cached, output], total) = money.cents_adding_up(parts);
    format!("{input} + {cached} + {output} = {total}.")
}

fn prices_line(prices: &TokenPrices, money: &Money) -> String {
    format!(
        "input {}, cached input {}, output {}, blended {}; all over the output alone {}",
        money.rough(prices.input),
        money.rough(prices.cached_input),
        money.rough(prices.output),
        money.rough(prices.blended),
        money.rough(prices.output_all_in)
    )
}
