//! Predicted against measured as a drawing.

use leptos::prelude::*;

use super::summary::spoken;
use super::{Now, metric, signed, value};
use crate::accuracy::{Point, Shown};
use crate::chart::decades::{Decades, share};

/// The drawing: a circle for each figure, the diagonal, and lines 20 % off it.
///
/// Places are percentages of its box, so that one drawing serves every width, without a script.
#[component]
pub fn Scatter(
    /// What is shown.
    shown: Now,
) -> impl IntoView {
    view! {
        <section class="panel accuracy__plot">
            <h2>{move || shown.with(|shown| shown.as_ref().map(|shown| metric(shown).name))}</h2>
            <p class="panel__lead">{move || shown.with(|shown| shown.as_ref().map(spoken))}</p>
            <figure>
                <div class="scatter">
                    {move || shown.with(|shown| shown.as_ref().and_then(drawing))}
                </div>
                <figcaption>
                    <ul class="chart__keys">
                        <li><i class="key key--dense"></i>"Dense"</li>
                        <li><i class="key key--moe"></i>"Mixture of experts"</li>
                        <li><i class="key key--line"></i>"Predicted = measured"</li>
                        <li><i class="key key--dashed"></i>"20 % off"</li>
                    </ul>
                </figcaption>
            </figure>
        </section>
    }
    .into_any()
}

fn drawing(shown: &Shown) -> Option<AnyView> {
    let values = || {
        shown
            .points
            .iter()
            .flat_map(|point| [point.measured, point.predicted])
    };
    let axis = Decades::around(values())?;
    let unit = metric(shown).unit;
    let name = spoken(shown);
    let grid = axis
        .ticks()
        .into_iter()
        .map(|tick| grid(axis, tick))
        .collect_view();
    // The farthest last, so that they lie on top.
    let circles = shown
        .points
        .iter()
        .rev()
        .map(|point| circle(axis, point, unit))
        .collect_view();
    Some(
        view! {
            <svg role="img" aria-label=name>
                {grid}
                {[(1.2, "scatter__off"), (1.0 / 1.2, "scatter__off"), (1.0, "scatter__diagonal")]
                    .map(|(factor, class)| diagonal(axis, factor, class))
                    .into_iter()
                    .collect_view()}
                {circles}
            </svg>
            <span class="scatter__x">{format!("Measured, {unit}")}</span>
            <span class="scatter__y">{format!("Predicted, {unit}")}</span>
        }
        .into_any(),
    )
}

fn grid(axis: Decades, tick: f64) -> impl IntoView {
    let (across, up) = (share(axis.place(tick)), share(1.0 - axis.place(tick)));
    let label = crate::format::given(tick);
    view! {
        <line class="scatter__grid" x1=across.clone() x2=across.clone() y1="0" y2="100%" />
        <line class="scatter__grid" y1=up.clone() y2=up.clone() x1="0" x2="100%" />
        <text class="scatter__tick-x" x=across y="100%" dy="18">
            {label.clone()}
        </text>
        <text class="scatter__tick-y" x="0" y=up dx="-8" dy="4">
            {label}
        </text>
    }
}

/// Where predicted is so many times measured, within the box.
fn diagonal(axis: Decades, factor: f64, class: &'static str) -> impl IntoView {
    let shift = axis.length_of(factor);
    let (from, to) = ((-shift).max(0.0), (1.0 - shift).min(1.0));
    view! {
        <line class=class x1=share(from) y1=share(1.0 - from - shift) x2=share(to) y2=share(1.0 - to - shift) />
    }
}

fn circle(axis: Decades, point: &Point, unit: &str) -> impl IntoView + use<> {
    let class = if point.is_moe {
        "scatter__moe"
    } else {
        "scatter__dense"
    };
    let title = format!(
        "{}: measured {} {unit}, predicted {} {unit} ({})",
        point.case,
        value(point.measured),
        value(point.predicted),
        signed(point.error()),
    );
    view! {
        <circle
            class=class
            cx=share(axis.place(point.measured))
            cy=share(1.0 - axis.place(point.predicted))
            r="4"
        >
            <title>{title}</title>
        </circle>
    }
}
