//! The number of GPUs of a replica: only the sizes at which the model can be cut.

use leptos::prelude::*;
use throughput::scenario::Field;

use super::frame::{FieldFrame, described_by, id_of};
use crate::choices;
use crate::question::Question;

const FIELD: Field = Field::Tp;

/// The tensor-parallel size. Its list follows the model.
#[component]
pub fn TensorField(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let sizes = Memo::new(move |_| question.with_typed(choices::tensor_sizes));
    let is_wrong = move || question.error(FIELD).is_some();
    let is_chosen =
        move |value: &str| question.with_typed(|typed| typed.text(FIELD).trim() == value);

    view! {
        <FieldFrame question field=FIELD wide=false>
            <select
                id=id_of(FIELD)
                name=FIELD.key()
                aria-invalid=move || is_wrong().then_some("true")
                aria-describedby=move || described_by(FIELD, is_wrong())
                on:change:target=move |event| question.set_now(FIELD, event.target().value())
            >
                {move || {
                    sizes
                        .get()
                        .into_iter()
                        .map(|size| {
                            let value = size.value.clone();
                            view! {
                                <option
                                    value=size.value
                                    selected=untrack(|| is_chosen(&value))
                                    prop:selected=move || is_chosen(&value)
                                >
                                    {size.label}
                                </option>
                            }
                        })
                        .collect_view()
                }}
            </select>
        </FieldFrame>
    }
    .into_any()
}
