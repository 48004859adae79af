//! The question: a plain GET form that also works as one types.

pub mod choice_field;
pub mod find_box;
pub mod frame;
pub mod more;
pub mod problems;
pub mod tensor_field;
pub mod text_field;

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use throughput::scenario::{DENSE_MODEL_ID, Field};

use crate::components::traffic::TrafficProfiles;
use crate::question::Question;
use choice_field::ChoiceField;
use more::More;
use problems::Problems;
use tensor_field::TensorField;
use text_field::TextField;

/// The id of the form, by which what was typed before the page woke is found.
pub const FORM_ID: &str = "question";

/// The form.
#[component]
pub fn QuestionForm(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let query = Memo::new(move |_| question.query());
    let is_dense = move || question.text(Field::Model) == DENSE_MODEL_ID;
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        question.ask_now();
    };
    #[cfg(feature = "hydrate")]
    crate::awake::adopt_early_input(question);

    view! {
        <form id=FORM_ID class="ask" method="get" action="/" autocomplete="off" novalidate on:submit=submit>
            <Problems question />
            <fieldset>
                <legend class="visually-hidden">"Model"</legend>
                <div class="group">
                    <ChoiceField question field=Field::Model wide=true long=true />
                    <Show when=is_dense>
                        <TextField question field=Field::ParamsB wide=true />
                    </Show>
                    <ChoiceField question field=Field::Weights />
                    <ChoiceField question field=Field::Kv />
                </div>
            </fieldset>
            <fieldset>
                <legend class="visually-hidden">"Hardware"</legend>
                <div class="group">
                    <ChoiceField question field=Field::Gpu wide=true long=true />
                    <TensorField question />
                    <TextField question field=Field::GpuUsdHour />
                </div>
            </fieldset>
            <fieldset>
                <legend class="visually-hidden">"Traffic"</legend>
                <TrafficProfiles path="/" query />
                <div class="group">
                    <TextField question field=Field::Isl />
                    <TextField question field=Field::Osl />
                </div>
            </fieldset>
            <fieldset>
                <legend class="visually-hidden">"Latency promise"</legend>
                <div class="group">
                    <TextField question field=Field::TtftP99Ms />
                    <TextField question field=Field::TpotP99Ms />
                </div>
            </fieldset>
            <More question />
            <div class="ask__end">
                <button type="submit" class="button button--main needs-no-wasm">"Calculate"</button>
                <a class="button" href="/">"Back to the defaults"</a>
            </div>
        </form>
    }
    .into_any()
}
