//! The state behind the page about money: as [`Question`](crate::question::Question) is behind the
//! calculator, with the scenario's fields and the economics' in one address.

use std::time::Duration;

use leptos::leptos_dom::helpers::{TimeoutHandle, set_timeout_with_handle};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_location, use_navigate};
use throughput::scenario::FieldError;

use super::asked::{Asked, Checked, address};
use super::field::StudyField;
use super::typed::TypedStudy;
use super::{Studied, studied_at_once, study_money};
use crate::question::Freshness;

/// The path of the page.
pub const PATH: &str = "/economics";

/// How long typing has to pause before it is taken as asked.
const PAUSE: Duration = Duration::from_millis(250);

/// The state behind the page. Copy it freely: it is a handful of signals.
#[derive(Clone, Copy)]
pub struct Study {
    typed: RwSignal<TypedStudy>,
    asked: RwSignal<Asked>,
    checked: Memo<Result<Checked, Vec<FieldError>>>,
    shown: RwSignal<Option<Studied>>,
    unreachable: RwSignal<bool>,
    pause: StoredValue<Option<TimeoutHandle>>,
}

impl Study {
    /// The question in the page's address, with its answer if it has one.
    ///
    /// The answer is computed on the server and travels to the browser inside the HTML.
    #[must_use]
    pub fn from_address() -> Self {
        let first = Asked::from_query(&use_location().search.get_untracked());
        let at_once = SharedValue::new({
            let query = first.query();
            move || studied_at_once(&query)
        });
        let typed = RwSignal::new(TypedStudy::of(&first));
        let asked = RwSignal::new(first);
        let study = Self {
            typed,
            asked,
            checked: Memo::new(move |_| asked.with(Asked::check)),
            shown: RwSignal::new(at_once.into_inner()),
            unreachable: RwSignal::new(false),
            pause: StoredValue::new(None),
        };
        study.follow_address();
        study.write_address();
        study.fetch_answers();
        on_cleanup(move || study.cancel_pause());
        study
    }

    /// The text in a field.
    #[must_use]
    pub fn text(&self, field: impl Into<StudyField>) -> String {
        self.typed.with(|typed| typed.text(field).to_owned())
    }

    /// Reads the form.
    pub fn with_typed<T>(&self, read: impl FnOnce(&TypedStudy) -> T) -> T {
        self.typed.with(read)
    }

    /// What is wrong with a field, as far as it was asked.
    #[must_use]
    pub fn error(&self, field: StudyField) -> Option<String> {
        self.checked.with(|checked| {
            let errors = checked.as_ref().err()?;
            let error = errors.iter().find(|error| error.field == field.key());
            error.map(|error| error.detail.clone())
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
        self.asked.with(Asked::query)
    }

    /// Reads the answer that is shown, if there is any.
    pub fn with_studied<T>(&self, read: impl FnOnce(&Studied) -> T) -> Option<T> {
        self.shown.with(|shown| shown.as_ref().map(read))
    }

    /// How the answer that is shown stands to what is asked.
    #[must_use]
    pub fn freshness(&self) -> Freshness {
        self.checked.with(|checked| match checked {
            Err(errors) => Freshness::Wrong(errors.len()),
            Ok(_) if self.unreachable.get() => Freshness::Unreachable,
            Ok(checked) if self.shown.with(|shown| answers(shown, &checked.query())) => {
                Freshness::Current
            }
            Ok(_) => Freshness::Waiting,
        })
    }

    /// Takes a letter typed into a field; it is asked after a pause.
    pub fn set_soon(&self, field: StudyField, text: String) {
        self.typed.update(|typed| typed.set(field, text));
        self.cancel_pause();
        let study = *self;
        let handle = set_timeout_with_handle(move || study.ask_now(), PAUSE);
        self.pause.set_value(handle.ok());
    }

    /// Takes a choice; it is asked at once.
    pub fn set_now(&self, field: StudyField, text: String) {
        self.typed.update(|typed| typed.set(field, text));
        self.ask_now();
    }

    /// Takes what was typed into the form before the page woke.
    pub fn adopt(&self, texts: Vec<(StudyField, String)>) {
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
        let typed = self.typed.with_untracked(TypedStudy::to_asked);
        if self.asked.with_untracked(|asked| *asked != typed) {
            self.asked.set(typed);
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
        let here = use_location();
        Effect::new(move |_| {
            let stands = here.search.with(|search| Asked::from_query(search));
            // On the way to another page the address is no longer this one's.
            if here.pathname.get_untracked() != PATH {
                return;
            }
            if stands.query() != self.asked.with_untracked(Asked::query) {
                self.cancel_pause();
                self.typed.set(TypedStudy::of(&stands));
                self.asked.set(stands);
            }
        });
    }

    /// Something else is asked: the address says so, in place, with no new entry in the history.
    fn write_address(self) {
        let navigate = use_navigate();
        Effect::new(move |_| {
            let query = self.query();
            // The browser's own word, because the router leaves out a push now and then.
            let stands = location().search().unwrap_or_default();
            if query != Asked::from_query(&stands).query() {
                let quietly = NavigateOptions {
                    replace: true,
                    scroll: false,
                    ..NavigateOptions::default()
                };
                navigate(&address(PATH, &query), quietly);
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
            if self.shown.with_untracked(|shown| answers(shown, &query)) {
                self.unreachable.set(false);
                return;
            }
            spawn_local(async move {
                let reply = study_money(query.clone()).await;
                // Only the answer to what is asked now may be shown.
                let is_asked = self.checked.try_with_untracked(|checked| {
                    checked
                        .as_ref()
                        .is_ok_and(|checked| checked.query() == query)
                });
                if is_asked != Some(true) {
                    return;
                }
                let studied = reply.ok().and_then(Result::ok);
                self.unreachable.set(studied.is_none());
                if studied.is_some() {
                    self.shown.set(studied);
                }
            });
        });
    }

    fn valid_query(&self) -> Option<String> {
        self.checked
            .with(|checked| checked.as_ref().ok().map(Checked::query))
    }
}

/// Whether the answer that is shown is to this question.
fn answers(shown: &Option<Studied>, query: &str) -> bool {
    shown.as_ref().is_some_and(|studied| studied.query == query)
}
