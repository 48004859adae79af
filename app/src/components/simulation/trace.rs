//! The user's own requests, read in the browser.

use leptos::prelude::*;
use throughput::scenario::FieldError;

use crate::inquiry::Form as _;
use crate::simulation::trial::Trial;
use crate::simulation::typed::TypedTrial;
use crate::simulation::upload::Upload;

/// A file to choose, what was found in it, or which lines are wrong.
#[component]
pub fn TraceUpload(
    /// The state behind it.
    trial: Trial,
) -> impl IntoView {
    let errors = RwSignal::new(Vec::<FieldError>::new());
    let summary = Memo::new(move |_| trial.with_typed(|typed| typed.trace().map(Upload::summary)));
    let has_trace = move || summary.with(Option::is_some);
    let take =
        Callback::new(
            move |(name, text): (String, String)| match Upload::read(&name, text) {
                Ok(upload) => {
                    errors.set(Vec::new());
                    trial.update_now(|typed| with_trace(typed, upload));
                }
                Err(wrong) => {
                    errors.set(wrong);
                    trial.update_now(|typed| typed.set_trace(None));
                }
            },
        );
    let remove = move |_| trial.update_now(|typed| typed.set_trace(None));
    let wrong = move || {
        let line = |error: FieldError| view! { <li>{error.detail}</li> };
        errors.get().into_iter().map(line).collect_view()
    };

    view! {
        <div class="trace needs-wasm" class:field--bad=move || errors.with(|errors| !errors.is_empty())>
            <label class="field__label" for="trace-file">
                "Your own requests"
            </label>
            <input
                id="trace-file"
                type="file"
                accept=".csv,.tsv,.txt,text/csv,text/plain"
                aria-describedby="trace-hint"
                on:change=move |event| read_file(&event, take, errors)
            />
            <p class="trace__found" role="status" hidden=move || !has_trace()>
                {move || summary.get()}
                <button type="button" class="button" on:click=remove>
                    "Leave it out"
                </button>
            </p>
            <ul class="trace__errors" role="alert" hidden=move || errors.with(Vec::is_empty)>
                {wrong}
            </ul>
            <p class="field__hint" id="trace-hint">
                "CSV with input and output tokens and, if you have it, the arrival of each request; up to 4 MB and 200 000 requests. It is checked in your browser, sent to be simulated, and never stored."
            </p>
        </div>
    }
    .into_any()
}

/// A trace has lengths of its own, and a load of its own if it has arrivals.
fn with_trace(typed: &mut TypedTrial, upload: Upload) {
    use throughput::trial::SimulationField as S;

    let mut blank = vec![S::IslP95, S::IslRange, S::OslP95, S::OslRange];
    if upload.has_arrivals() {
        blank.extend([S::LoadShare, S::RequestRate, S::Requests]);
    }
    for field in blank {
        typed.set(field.into(), String::new());
    }
    typed.set_trace(Some(upload));
}

/// Reads the chosen file.
#[cfg(feature = "hydrate")]
fn read_file(
    event: &leptos::ev::Event,
    take: Callback<(String, String)>,
    errors: RwSignal<Vec<FieldError>>,
) {
    use crate::simulation::upload::LONGEST_TRACE;
    use throughput::trial::SimulationField;
    use wasm_bindgen::JsCast as _;

    let chosen = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok())
        .and_then(|input| input.files()?.get(0));
    let Some(file) = chosen else { return };
    let fail = move |detail: String| {
        errors.set(vec![FieldError::new(SimulationField::Trace.key(), detail)]);
    };
    if file.size() > LONGEST_TRACE as f64 {
        fail(format!(
            "The file has {:.1} MB; at most 4 MB are read.",
            file.size() / 1e6
        ));
        return;
    }
    leptos::task::spawn_local(async move {
        match wasm_bindgen_futures::JsFuture::from(file.text()).await {
            Ok(text) => take.run((file.name(), text.as_string().unwrap_or_default())),
            Err(_) => fail("The browser could not read the file.".to_owned()),
        }
    });
}

/// Only a browser has files.
#[cfg(not(feature = "hydrate"))]
fn read_file(_: &leptos::ev::Event, _: Callback<(String, String)>, _: RwSignal<Vec<FieldError>>) {}
