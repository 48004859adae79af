//! The discount over the TTFT target, drawn so that its text keeps its size on every window.

use leptos::prelude::*;
use throughput::economics::{COMMON_BATCH_DISCOUNT, DiscountPoint};

use super::discount::share;
use crate::format;

/// Height of the drawing area, in pixels.
const HEIGHT: f64 = 200.0;
/// Where the drawing area begins and ends, in per cent of the width.
const EDGES: (f64, f64) = (12.0, 98.0);

struct Scale {
    least_ms: f64,
    most_ms: f64,
    least: f64,
    most: f64,
}

impl Scale {
    fn of(curve: &[DiscountPoint]) -> Self {
        let targets = || curve.iter().map(|point| point.ttft_p99_ms);
        let discounts = || curve.iter().filter_map(|point| point.discount);
        let least = discounts().fold(0.0, f64::min);
        Self {
            least_ms: targets().fold(f64::MAX, f64::min),
            most_ms: targets().fold(0.0, f64::max),
            // To the next tenth beyond, so that no mark touches the edge.
            least: (least * 10.0).floor() / 10.0,
            most: (discounts().fold(0.55, f64::max) * 10.0).ceil() / 10.0,
        }
    }

    /// Logarithmic, in per cent of the width.
    fn x(&self, ms: f64) -> f64 {
        let share = (ms / self.least_ms).log(self.most_ms / self.least_ms);
        share.mul_add(EDGES.1 - EDGES.0, EDGES.0)
    }

    /// In pixels from the top.
    fn y(&self, discount: f64) -> f64 {
        ((self.most - discount) / (self.most - self.least)).mul_add(HEIGHT - 16.0, 8.0)
    }
}

/// The chart.
pub(super) fn chart(curve: &[DiscountPoint], own_ms: f64) -> AnyView {
    let scale = Scale::of(curve);
    let found: Vec<(f64, f64)> = curve
        .iter()
        .filter_map(|point| Some((point.ttft_p99_ms, point.discount?)))
        .collect();
    let piece = |pair: &[(f64, f64)]| match pair {
        [from, to] => line(&scale, *from, *to, "plot__line"),
        _ => ().into_any(),
    };
    let mark = |(ms, discount): &(f64, f64)| {
        let is_own = (ms / own_ms - 1.0).abs() < 1e-6;
        let (class, radius) = if is_own {
            ("plot__own", "6")
        } else {
            ("plot__mark", "3.5")
        };
        view! {
            <circle
                class=class
                cx=format!("{:.2}%", scale.x(*ms))
                cy=format!("{:.1}", scale.y(*discount))
                r=radius
            />
        }
    };
    let common = COMMON_BATCH_DISCOUNT;
    let common_line = line(
        &scale,
        (scale.least_ms, common),
        (scale.most_ms, common),
        "plot__common",
    );
    view! {
        <figure>
            <p class="plot__name">"Discount of batch against real time, over the p99 TTFT target"</p>
            <svg class="plot" width="100%" height=format!("{}", HEIGHT + 22.0) role="img" aria-label=summary(&found)>
                {levels(&scale)}
                {common_line}
                {found.windows(2).map(piece).collect_view()}
                {found.iter().map(mark).collect_view()}
                {targets(&scale)}
            </svg>
            <ul class="chart__keys" aria-hidden="true">
                <li><i class="key key--batch"></i>"This deployment; the large mark is your target"</li>
                <li><i class="key key--knee"></i>"Batch APIs: 50 %"</li>
            </ul>
        </figure>
    }
    .into_any()
}

fn line(scale: &Scale, from: (f64, f64), to: (f64, f64), class: &'static str) -> AnyView {
    view! {
        <line
            class=class
            x1=format!("{:.2}%", scale.x(from.0))
            y1=format!("{:.1}", scale.y(from.1))
            x2=format!("{:.2}%", scale.x(to.0))
            y2=format!("{:.1}", scale.y(to.1))
        />
    }
    .into_any()
}

/// Levels of the discount with their names.
fn levels(scale: &Scale) -> AnyView {
    let level = |tenths: i32| {
        let discount = f64::from(tenths) / 10.0;
        if discount < scale.least - 1e-9 || discount > scale.most + 1e-9 {
            return ().into_any();
        }
        let y = scale.y(discount);
        view! {
            <line class="plot__grid" x1=format!("{}%", EDGES.0) x2=format!("{}%", EDGES.1) y1=format!("{y:.1}") y2=format!("{y:.1}") />
            <text x="0" y=format!("{:.1}", y + 4.0)>{share(discount)}</text>
        }
        .into_any()
    };
    [-10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10]
        .map(level)
        .into_iter()
        .collect_view()
        .into_any()
}

/// Names of the targets; of those that would touch, the middle ones are left out.
fn targets(scale: &Scale) -> AnyView {
    let target = |ms: f64| {
        if ms < scale.least_ms || ms > scale.most_ms {
            return ().into_any();
        }
        let anchor = if ms >= scale.most_ms { "end" } else { "middle" };
        view! {
            <text x=format!("{:.2}%", scale.x(ms)) y=format!("{}", HEIGHT + 16.0) text-anchor=anchor>
                {format::limit_ms(ms)}
            </text>
        }
        .into_any()
    };
    [100.0, 300.0, 1000.0, 5000.0, 60_000.0]
        .map(target)
        .into_iter()
        .collect_view()
        .into_any()
}

fn summary(found: &[(f64, f64)]) -> String {
    match (found.first(), found.last()) {
        (Some(first), Some(last)) => format!(
            "The discount is {} at a target of {} and {} at {}; batch APIs give {}.",
            share(first.1),
            format::limit_ms(first.0),
            share(last.1),
            format::limit_ms(last.0),
            share(COMMON_BATCH_DISCOUNT)
        ),
        _ => "No target can be met.".to_owned(),
    }
}
