//! What is served: it comes from the calculator and travels along with another page's form.

use leptos::prelude::*;

use crate::address::address;
use crate::inquiry::{Inquiry, Worded};

/// What is served in a line, the way to change it, and the fields that say it, hidden.
#[component]
pub fn Served<S: Worded>(
    /// The state behind it.
    inquiry: Inquiry<S>,
    /// The line, from the answer that is shown.
    line: fn(&S::Answer) -> String,
    /// What can be changed in the calculator.
    change: &'static str,
) -> impl IntoView {
    let what = Memo::new(move |_| inquiry.with_answer(line));
    let carried = Memo::new(move |_| inquiry.with_typed(S::carried));
    let inputs = move || {
        let input = |(key, text): (&'static str, String)| {
            view! { <input type="hidden" name=key value=text /> }
        };
        carried.get().into_iter().map(input).collect_view()
    };
    view! {
        <div class="served">
            <p>{move || what.get()}</p>
            <a href=move || address("/", &inquiry.query())>{change}</a>
            {inputs}
        </div>
    }
    .into_any()
}
