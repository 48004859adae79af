//! The moment at which the page wakes in the browser.
//!
//! Before it there is only the server's HTML: its form can be typed into, and that must survive.

use std::cell::RefCell;

use leptos::prelude::*;
use throughput::scenario::Field;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlInputElement, HtmlSelectElement};

use crate::question::Question;

thread_local! {
    static EARLY_INPUT: RefCell<Vec<(Field, String)>> = const { RefCell::new(Vec::new()) };
}

/// Reads what stands in the form, before hydration puts the server's values back into it.
pub(crate) fn save_early_input() {
    let texts = Field::ALL
        .into_iter()
        .filter_map(|field| Some((field, control_value(field)?)));
    EARLY_INPUT.set(texts.collect());
}

/// Puts what was typed before the page woke back into the form, once.
pub(crate) fn adopt_early_input(question: Question) {
    Effect::new(move |_| {
        let texts = EARLY_INPUT.take();
        if !texts.is_empty() {
            question.adopt(texts);
        }
    });
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

fn control_value(field: Field) -> Option<String> {
    let element = document().get_element_by_id(&format!("f-{}", field.key()))?;
    element
        .dyn_ref::<HtmlInputElement>()
        .map(HtmlInputElement::value)
        .or_else(|| {
            element
                .dyn_ref::<HtmlSelectElement>()
                .map(HtmlSelectElement::value)
        })
}
