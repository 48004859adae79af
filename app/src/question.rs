//! The state behind the page: what stands in the form, what was asked, what is shown.
//!
//! The form, the address and the answer follow each other:
//!
//! ```text
//! form --typing, after a pause--> asked --> address (replaced)
//!                                   |-----> server function --> shown
//! address --link, Back, Forward--> form and asked
//! ```

use std::time::Duration;

use leptos::leptos_dom::helpers::{TimeoutHandle, set_timeout_with_handle};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_location, use_navigate};
use throughput::economics::RawEconomics;
use throughput::estimate::Estimate;
use throughput::scenario::{Field, FieldError, RawScenario, Scenario};

use crate::answer::{Answered, answer, answer_at_once, query_of};
use crate::economics::asked::{address, joined};
use crate::typed::Typed;

/// How long typing has to pause before it is taken as asked.
const PAUSE: Duration = Duration::from_millis(250);

/// How the answer that is shown stands to what is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// It answers what is asked.
    Current,
    /// The answer to what is asked is on its way.
    Waiting,
    /// So many fields have to be corrected first.
    Wrong(usize),
    /// The server could not be reached.
    Unreachable,
}

/// The state behind the page. Copy it freely: it is a handful of signals.
#[derive(Clone, Copy)]
pub struct Question {
    typed: RwSignal<Typed>,
    asked: RwSignal<RawScenario>,
    checked: Memo<Result<Scenario, Vec<FieldError>>>,
    shown: RwSignal<Option<Answered>>,
    unreachable: RwSignal<bool>,
    pause: StoredValue<Option<TimeoutHandle>>,
}

impl Question {
    /// The question in the page's address, with its answer if it has one.
    ///
    /// The answer is computed on the server and travels to the browser inside the HTML.
    #[must_use]
    pub fn from_address() -> Self {
        let raw = RawScenario::from_query(&use_location().search.get_untracked());
        let at_once = SharedValue::new({
            let query = query_of(&raw);
            move || answer_at_once(&query)
        });
        let typed = RwSignal::new(Typed::of(&raw));
        let asked = RwSignal::new(raw);
        let question = Self {
            typed,
            asked,
            checked: Memo::new(move |_| asked.with(Scenario::parse)),
            shown: RwSignal::new(at_once.into_inner()),
            unreachable: RwSignal::new(false),
            pause: StoredValue::new(None),
        };
        question.follow_address();
        question.write_address();
        question.fetch_answers();
        on_cleanup(move || question.cancel_pause());
        question
    }

    /// The text in a field.
    #[must_use]
    pub fn text(&self, field: Field) -> String {
        self.typed.with(|typed| typed.text(field).to_owned())
    }

    /// Reads the form.
    pub fn with_typed<T>(&self, read: impl FnOnce(&Typed) -> T) -> T {
        self.typed.with(read)
    }

    /// Reads the form without following it.
    pub fn with_typed_untracked<T>(&self, read: impl FnOnce(&Typed) -> T) -> T {
        self.typed.with_untracked(read)
    }

    /// What is wrong with a field, as far as it was asked.
    #[must_use]
    pub fn error(&self, field: Field) -> Option<String> {
        self.checked.with(|checked| {
            let errors = checked.as_ref().err()?;
            errors
                .iter()
                .find(|error| error.field == field.key())
                .map(|error| error.detail.clone())
        })
    }

    /// Everything that is wrong.
    #[must_use]
    pub fn errors(&self) -> Vec<FieldError> {
        self.checked
            .with(|checked| checked.as_ref().err().cloned().unwrap_or_default())
    }

    /// The canonical query string of what is asked.
    #[must_use]
    pub fn query(&self) -> String {
        self.asked.with(query_of)
    }

    /// Reads the answer that is shown, if there is any.
    pub fn with_estimate<T>(&self, read: impl FnOnce(&Estimate) -> T) -> Option<T> {
        self.shown
            .with(|shown| shown.as_ref().map(|answered| read(&answered.estimate)))
    }

    /// How the answer that is shown stands to what is asked.
    #[must_use]
    pub fn freshness(&self) -> Freshness {
        self.checked.with(|checked| match checked {
            Err(errors) => Freshness::Wrong(errors.len()),
            Ok(_) if self.unreachable.get() => Freshness::Unreachable,
            Ok(scenario) => {
                let query = scenario.to_query();
                let is_current = self.shown.with(|shown| {
                    shown
                        .as_ref()
                        .is_some_and(|answered| answered.query == query)
                });
                if is_current {
                    Freshness::Current
                } else {
                    Freshness::Waiting
                }
            }
        })
    }

    /// Takes a letter typed into a field; it is asked after a pause.
    pub fn set_soon(&self, field: Field, text: String) {
        self.typed.update(|typed| typed.set(field, text));
        self.cancel_pause();
        let question = *self;
        let handle = set_timeout_with_handle(move || question.ask_now(), PAUSE);
        self.pause.set_value(handle.ok());
    }

    /// Takes a choice; it is asked at once.
    pub fn set_now(&self, field: Field, text: String) {
        self.typed.update(|typed| typed.set(field, text));
        self.ask_now();
    }

    /// Takes what was typed into the form before the page woke.
    pub fn adopt(&self, texts: Vec<(Field, String)>) {
        let changed = self
            .typed
            .with_untracked(|typed| texts.iter().any(|(field, text)| typed.text(*field) != text));
        if changed {
            self.typed.update(|typed| {
                for (field, text) in texts {
                    typed.set(field, text);
                }
            });
            self.ask_now();
        }
    }

    /// Asks what stands in the form.
    pub fn ask_now(&self) {
        self.cancel_pause();
        let raw = self.typed.with_untracked(Typed::to_raw);
        if self.asked.with_untracked(|asked| *asked != raw) {
            self.asked.set(raw);
        } else if self.unreachable.get_untracked() {
            // Asking the same again after a failure is another try.
            self.asked.notify();
        }
    }

    fn cancel_pause(&self) {
        if let Some(handle) = self.pause.try_update_value(Option::take).flatten() {
            handle.clear();
        }
    }

    /// A link, Back or Forward has changed the address: form and question follow.
    fn follow_address(self) {
        let search = use_location().search;
        Effect::new(move |_| {
            let raw = search.with(|search| RawScenario::from_query(search));
            let query = query_of(&raw);
            if query != self.asked.with_untracked(query_of) {
                self.cancel_pause();
                self.typed.set(Typed::of(&raw));
                self.asked.set(raw);
            }
        });
    }

    /// Something else is asked: the address says so, in place, with no new entry in the history.
    fn write_address(self) {
        let navigate = use_navigate();
        Effect::new(move |_| {
            let query = self.asked.with(query_of);
            // The browser's own word, because the router leaves out a push now and then.
            let stands = location().search().unwrap_or_default();
            if query != query_of(&RawScenario::from_query(&stands)) {
                // What was asked about money stays in the address, for the page that it is of.
                let money = RawEconomics::from_query(&stands).to_query();
                let address = address("/", &joined(&query, &money));
                let quietly = NavigateOptions {
                    replace: true,
                    scroll: false,
                    ..NavigateOptions::default()
                };
                navigate(&address, quietly);
            }
        });
    }

    /// Asks the server whenever a valid question is not the one that is shown.
    fn fetch_answers(self) {
        Effect::new(move |_| {
            self.asked.track();
            let Some(query) = self.valid_query() else {
                return;
            };
            let is_shown = self.shown.with_untracked(|shown| {
                shown
                    .as_ref()
                    .is_some_and(|answered| answered.query == query)
            });
            if is_shown {
                self.unreachable.set(false);
                return;
            }
            spawn_local(async move {
                let reply = answer(query.clone()).await;
                // Only the answer to what is asked now may be shown.
                if self.checked.try_with_untracked(|checked| {
                    checked
                        .as_ref()
                        .is_ok_and(|scenario| scenario.to_query() == query)
                }) != Some(true)
                {
                    return;
                }
                let answered = reply.ok().and_then(Result::ok);
                self.unreachable.set(answered.is_none());
                if answered.is_some() {
                    self.shown.set(answered);
                }
            });
        });
    }

    fn valid_query(&self) -> Option<String> {
        self.checked
            .with(|checked| checked.as_ref().ok().map(Scenario::to_query))
    }
}
