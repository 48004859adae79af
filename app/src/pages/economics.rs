//! The money: a fleet, its bill, and the APIs beside it.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::components::economics::{StudyAnswer, StudyForm, StudyVerdict};
use crate::economics::study::Study;

/// The page at `/economics`.
#[component]
pub fn Economics() -> impl IntoView {
    let study = Study::from_address();

    view! {
        <Title text="Rent GPUs or pay an API" />
        <section class="intro">
            <div>
                <h1>"Rent GPUs or pay an API?"</h1>
                <p>"A fleet for your traffic, its bill to the cent, and the same traffic at list prices."</p>
            </div>
        </section>
        <div class="columns">
            <StudyVerdict study />
            <StudyForm study />
            <StudyAnswer study />
        </div>
    }
    .into_any()
}
