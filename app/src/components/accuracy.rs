//! The parts of the accuracy page, one file each.

pub mod cross_validation;
pub mod figures;
pub mod filters;
pub mod peers;
pub mod scatter;
pub mod slices;
pub mod summary;
pub mod worst;

pub use cross_validation::CrossValidation;
pub use figures::Figures;
pub use filters::Filters;
pub use peers::Peers;
pub use scatter::Scatter;
pub use slices::Slices;
pub use summary::Summary;
pub use worst::Worst;

use leptos::prelude::*;

use crate::accuracy::{MetricName, Point, Shown, Source, metric_of};
use crate::format;

/// What the page shows now.
type Now = RwSignal<Option<Shown>>;

/// The metric that is shown.
fn metric(shown: &Shown) -> MetricName {
    metric_of(&shown.filter.metric)
}

/// A measured or predicted value, without its unit: `12.4`, `1 830`.
fn value(number: f64) -> String {
    format::rate(number)
}

/// A share of the measured value with its sign: `+12 %`, `−3.4 %`; from tenfold on, how many times.
fn signed(share: f64) -> String {
    if share >= 9.0 {
        return format!("{} times", format::grouped(share + 1.0, 0));
    }
    let sign = if share > 0.0 { "+" } else { "" };
    format!("{sign}{}", percent(share))
}

/// A share as a percentage, with a decimal below ten.
fn percent(share: f64) -> String {
    let number = share * 100.0;
    let decimals = usize::from(number.abs() < 9.95);
    format!("{}{}%", format::grouped(number, decimals), format::SPACE)
}

/// The source of a figure as a link.
fn source_link(shown: &Shown, point: &Point) -> impl IntoView + use<> {
    shown
        .sources
        .get(point.source)
        .map(|Source { name, url, date }| {
            view! {
                <a href=url.clone() rel="external noopener">
                    {name.clone()}
                </a>
                " "
                <small>{date.clone()}</small>
            }
        })
}
