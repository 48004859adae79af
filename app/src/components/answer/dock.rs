//! The two prices at the edge of a small window, while the form is in use and the verdict out of sight.

use leptos::prelude::*;

use super::point::outcome;
use crate::format;
use crate::inquiry::Freshness;
use crate::question::Question;
use crate::wording::Kind;

/// The two prices. The style shows them in narrow windows, as long as a field has the focus. They
/// repeat the verdict, so readers of the page's text are spared them.
#[component]
pub fn Dock(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let price = move |kind: Kind| {
        let price = Memo::new(move |_| {
            question
                .with_estimate(|estimate| {
                    let point = outcome(estimate, kind).point()?;
                    Some(format::usd(point.usd_per_m_output_all_in))
                })
                .flatten()
                .unwrap_or_else(|| "none".to_owned())
        });
        view! { <span>{kind.name()} " " <b class=kind.slug()>{price}</b></span> }
    };
    let is_old = move || question.freshness() != Freshness::Current;

    view! {
        <div class="dock needs-wasm" aria-hidden="true">
            <div class="dock__prices" class:is-stale=is_old>
                {price(Kind::RealTime)}
                {price(Kind::Batch)}
                <span class="dock__unit">"per million out"</span>
            </div>
        </div>
    }
    .into_any()
}
