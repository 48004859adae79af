//! The moment at which the page wakes in the browser.
//!
//! Before it there is only the server's HTML: its form can be typed into, and that must survive.

use std::cell::RefCell;

use leptos::prelude::*;
use throughput::scenario::Field;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlInputElement, HtmlSelectElement};

use crate::economics::field::StudyField;
use crate::inquiry::{Inquiry, Subject, Worded};
use crate::question::Question;
use crate::simulation::field::TrialField;

thread_local! {
    /// By the fields' keys: a page has either form.
    static EARLY_INPUT: RefCell<Vec<(&'static str, String)>> = const { RefCell::new(Vec::new()) };
}

/// Reads what stands in the form, before hydration puts the server's values back into it.
pub(crate) fn save_early_input() {
    let scenario = Field::ALL.into_iter().map(Field::key);
    let study = StudyField::all().map(StudyField::key);
    let trial = TrialField::all().map(TrialField::key);
    let others = study
        .chain(trial)
        .filter(|key| Field::from_key(key).is_none());
    let keys = scenario.chain(others);
    let texts = keys.filter_map(|key| Some((key, control_value(key)?)));
    EARLY_INPUT.set(texts.collect());
}

/// Puts what was typed before the page woke back into the calculator's form, once.
pub(crate) fn adopt_early_input(question: Question) {
    adopt(question, Field::from_key);
}

/// The same for the other forms.
pub(crate) fn adopt_early<S: Worded>(inquiry: Inquiry<S>) {
    adopt(inquiry, S::field);
}

fn adopt<S: Subject>(inquiry: Inquiry<S>, field: fn(&str) -> Option<S::Field>) {
    Effect::new(move |_| {
        let texts = take_early_input(field);
        if !texts.is_empty() {
            inquiry.adopt(texts);
        }
    });
}

fn take_early_input<F>(field: impl Fn(&str) -> Option<F>) -> Vec<(F, String)> {
    let texts = EARLY_INPUT.take().into_iter();
    let known = texts.filter_map(|(key, text)| Some((field(key)?, text)));
    known.collect()
}

/// Tells the style that controls which need the running page may be shown.
pub(crate) fn say_awake() {
    Effect::new(|_| {
        if let Some(root) = document().document_element() {
            // Without the mark those controls stay hidden, which is safe.
            let _ = root.set_attribute("data-awake", "");
        }
    });
}

fn control_value(key: &str) -> Option<String> {
    let element = document().get_element_by_id(&format!("f-{key}"))?;
    element
        .dyn_ref::<HtmlInputElement>()
        .map(HtmlInputElement::value)
        .or_else(|| {
            element
                .dyn_ref::<HtmlSelectElement>()
                .map(HtmlSelectElement::value)
        })
}
