//! What waiting is worth: real time against batch, and how the TTFT target changes it.

use leptos::prelude::*;
use throughput::economics::{COMMON_BATCH_DISCOUNT, DiscountPoint};

use super::discount_chart::chart;
use crate::components::table::{Cell, Line, folded_table, lines, panel, table};
use crate::economics::Studied;
use crate::economics::money::{Money, exact, percent_1, tidy};
use crate::format;

/// The panel of the discount.
pub(super) fn discount(studied: &Studied) -> AnyView {
    let answer = &studied.answer;
    let money = Money::new(answer.question.currency().clone());
    let found = answer.batch_discount.as_ref();
    let lead = found.map_or_else(
        || "Without both operating points there is no discount to work out.".to_owned(),
        |found| tidy(&found.sentence),
    );
    let worked = found.map(|found| {
        lines(vec![
            Line::new(
                "The discount that physics supports",
                percent_1(found.discount),
                format!(
                    "1 − {} / {} = {}",
                    money.exact(found.batch_usd_per_m),
                    money.exact(found.real_time_usd_per_m),
                    percent_1(found.discount)
                ),
            )
            .detail("here"),
            Line::new(
                "The discount of batch APIs",
                format::percent(COMMON_BATCH_DISCOUNT),
                "half the list price",
            )
            .detail("OpenAI, Anthropic, Google"),
        ])
    });
    let curve = &answer.discount_curve;
    let own = studied.scenario.slo().ttft_p99_s * 1e3;
    let rows = curve.iter().map(|point| row(point, &money)).collect();
    let body = view! {
        {worked}
        {(!curve.is_empty()).then(|| chart(curve, own))}
        {folded_table(
            "The same as a table",
            table(
                "Discount over the TTFT target",
                &["p99 TTFT within", "Real time, per million", "Batch, per million", "Discount"],
                rows,
            ),
        )}
    };
    panel("discount", "What waiting is worth", lead, body)
}

fn row(point: &DiscountPoint, money: &Money) -> Vec<Cell> {
    let price = |usd: Option<f64>| usd.map_or_else(|| "–".to_owned(), |usd| money.exact(usd));
    let reason = point.reason.clone().unwrap_or_default();
    let discount = point.discount.map_or_else(
        || Cell::words("no real-time point", reason),
        |discount| percent_1(discount).into(),
    );
    vec![
        format::limit_ms(point.ttft_p99_ms).into(),
        price(point.real_time_usd_per_m).into(),
        price(point.batch_usd_per_m).into(),
        discount,
    ]
}

/// A share for a sentence about the curve.
pub(super) fn share(discount: f64) -> String {
    format!("{}\u{a0}%", exact((discount * 100.0).round()))
}
