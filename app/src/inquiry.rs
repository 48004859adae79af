//! The state behind a page: what stands in its form, what was asked, what is shown.
//!
//! The form, the address and the answer follow each other:
//!
//! ```text
//! form --typing, after a pause--> asked --> address (replaced)
//!                                   |-----> server function --> shown
//! address --link, Back, Forward--> form and asked
//! ```

use std::future::Future;
use std::time::Duration;

use leptos::leptos_dom::helpers::{TimeoutHandle, set_timeout_with_handle};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_location, use_navigate};
use serde::Serialize;
use serde::de::DeserializeOwned;
use throughput::scenario::FieldError;

use crate::address::{address, joined, kept};
use crate::choices::Choice;

/// How long typing has to pause before it is taken as asked.
const PAUSE: Duration = Duration::from_millis(250);

/// What a page asks about.
pub trait Subject: Copy + Send + Sync + 'static {
    /// The path of the page.
    const PATH: &'static str;
    /// A field of its form.
    type Field: Copy + Send + Sync + 'static;
    /// What stands in the form, letter by letter.
    type Form: Form<Self::Field, Self::Asked> + Clone + Send + Sync + 'static;
    /// What was asked, not yet checked.
    type Asked: Clone + PartialEq + Send + Sync + 'static;
    /// An answer.
    type Answer: Clone + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// The key of a field in links.
    fn key(field: Self::Field) -> &'static str;

    /// What an address asks.
    fn of_query(query: &str) -> Self::Asked;

    /// The query string that says what is asked in its one canonical way; where something is wrong
    /// with it, as it was typed.
    fn query(asked: &Self::Asked) -> String;

    /// What names a question that makes sense, in the answer to it.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, by field.
    fn check(asked: &Self::Asked) -> Result<String, Vec<FieldError>>;

    /// The name of the question that an answer is to.
    fn answers(answer: &Self::Answer) -> &str;

    /// What the server's HTML shows at once. In the browser there is no model to ask: `None`.
    fn at_once(asked: &Self::Asked) -> Option<Reply<Self::Answer>>;

    /// Asks the server; `None` when it cannot be reached.
    fn fetch(asked: Self::Asked) -> impl Future<Output = Option<Reply<Self::Answer>>>;
}

/// What a form says of its fields.
pub trait Worded: Subject {
    /// The field with this key, if the form has it.
    fn field(key: &str) -> Option<Self::Field>;

    /// What stands in the field when nothing was given.
    fn default_text(field: Self::Field) -> &'static str;

    /// Whether the field is a number and not a word or a list.
    fn is_number(field: Self::Field) -> bool;

    /// Its label.
    fn label(field: Self::Field) -> &'static str;

    /// The unit that stands inside the field.
    fn unit(field: Self::Field) -> &'static str;

    /// What it means, below the field.
    fn hint(field: Self::Field, form: &Self::Form) -> String;

    /// What an empty field stands for.
    fn placeholder(field: Self::Field, form: &Self::Form) -> String;

    /// What the question says beside the form's own fields, by key: it travels along.
    fn carried(form: &Self::Form) -> Vec<(&'static str, String)>;

    /// What can be chosen, for a field that is not typed.
    fn choices(_: Self::Field, _: &Self::Form) -> Vec<Choice> {
        Vec::new()
    }
}

/// An answer, or what is wrong that only the server can tell.
pub type Reply<T> = Result<T, Vec<FieldError>>;

/// What stands in a form.
pub trait Form<F, A> {
    /// What the form shows for a question, defaults filled in.
    fn of(asked: &A) -> Self;

    /// The text in a field.
    fn text(&self, field: F) -> &str;

    /// Puts a text into a field.
    fn set(&mut self, field: F, text: String);

    /// The question that the form asks.
    fn to_asked(&self) -> A;
}

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

/// What the server refused, by the name of the question.
type Refused = Option<(String, Vec<FieldError>)>;

/// The state behind a page. Copy it freely: it is a handful of signals.
pub struct Inquiry<S: Subject> {
    typed: RwSignal<S::Form>,
    asked: RwSignal<S::Asked>,
    checked: Memo<Result<String, Vec<FieldError>>>,
    shown: RwSignal<Option<S::Answer>>,
    refused: RwSignal<Refused>,
    unreachable: RwSignal<bool>,
    pause: StoredValue<Option<TimeoutHandle>>,
}

impl<S: Subject> Clone for Inquiry<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Subject> Copy for Inquiry<S> {}

impl<S: Subject> Inquiry<S> {
    /// The question in the page's address, with its answer if it has one.
    ///
    /// The answer is computed on the server and travels to the browser inside the HTML.
    #[must_use]
    pub fn from_address() -> Self {
        let first = S::of_query(&use_location().search.get_untracked());
        let at_once = SharedValue::new({
            let first = first.clone();
            move || S::at_once(&first)
        });
        let (shown, refused) = match at_once.into_inner() {
            Some(Ok(answer)) => (Some(answer), None),
            Some(Err(errors)) => (None, S::check(&first).ok().map(|name| (name, errors))),
            None => (None, None),
        };
        let typed = RwSignal::new(S::Form::of(&first));
        let asked = RwSignal::new(first);
        let inquiry = Self {
            typed,
            asked,
            checked: Memo::new(move |_| asked.with(S::check)),
            shown: RwSignal::new(shown),
            refused: RwSignal::new(refused),
            unreachable: RwSignal::new(false),
            pause: StoredValue::new(None),
        };
        inquiry.follow_address();
        inquiry.write_address();
        inquiry.fetch_answers();
        on_cleanup(move || inquiry.cancel_pause());
        inquiry
    }

    /// The text in a field.
    #[must_use]
    pub fn text(&self, field: impl Into<S::Field>) -> String {
        self.typed.with(|typed| typed.text(field.into()).to_owned())
    }

    /// Reads the form.
    pub fn with_typed<T>(&self, read: impl FnOnce(&S::Form) -> T) -> T {
        self.typed.with(read)
    }

    /// Reads the form without following it.
    pub fn with_typed_untracked<T>(&self, read: impl FnOnce(&S::Form) -> T) -> T {
        self.typed.with_untracked(read)
    }

    /// What is wrong with a field, as far as it was asked.
    #[must_use]
    pub fn error(&self, field: impl Into<S::Field>) -> Option<String> {
        let key = S::key(field.into());
        let errors = self.errors().into_iter();
        errors
            .filter(|error| error.field == key)
            .map(|error| error.detail)
            .next()
    }

    /// Everything that is wrong.
    #[must_use]
    pub fn errors(&self) -> Vec<FieldError> {
        self.checked.with(|checked| match checked {
            Err(errors) => errors.clone(),
            Ok(name) => self.refused.with(|refused| match refused {
                Some((of, errors)) if of == name => errors.clone(),
                _ => Vec::new(),
            }),
        })
    }

    /// The canonical query string of what is asked.
    #[must_use]
    pub fn query(&self) -> String {
        self.asked.with(S::query)
    }

    /// Reads the answer that is shown, if there is any.
    pub fn with_answer<T>(&self, read: impl FnOnce(&S::Answer) -> T) -> Option<T> {
        self.shown.with(|shown| shown.as_ref().map(read))
    }

    /// How the answer that is shown stands to what is asked.
    #[must_use]
    pub fn freshness(&self) -> Freshness {
        let wrong = self.errors().len();
        if wrong > 0 {
            Freshness::Wrong(wrong)
        } else if self.unreachable.get() {
            Freshness::Unreachable
        } else if self.name().is_some_and(|name| self.shows(&name)) {
            Freshness::Current
        } else {
            Freshness::Waiting
        }
    }

    /// Takes a letter typed into a field; it is asked after a pause.
    pub fn set_soon(&self, field: S::Field, text: String) {
        self.typed.update(|typed| typed.set(field, text));
        self.cancel_pause();
        let inquiry = *self;
        let handle = set_timeout_with_handle(move || inquiry.ask_now(), PAUSE);
        self.pause.set_value(handle.ok());
    }

    /// Takes a choice; it is asked at once.
    pub fn set_now(&self, field: S::Field, text: String) {
        self.update_now(|typed| typed.set(field, text));
    }

    /// Changes the form; it is asked at once.
    pub fn update_now(&self, change: impl FnOnce(&mut S::Form)) {
        self.typed.update(change);
        self.ask_now();
    }

    /// Takes what was typed into the form before the page woke.
    pub fn adopt(&self, texts: Vec<(S::Field, String)>) {
        let changed = self
            .typed
            .with_untracked(|typed| texts.iter().any(|(field, text)| typed.text(*field) != text));
        if changed {
            self.update_now(|typed| {
                for (field, text) in texts {
                    typed.set(field, text);
                }
            });
        }
    }

    /// Asks what stands in the form.
    pub fn ask_now(&self) {
        self.cancel_pause();
        let typed = self.typed.with_untracked(Form::to_asked);
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

    /// The name of what is asked, if it makes sense.
    fn name(&self) -> Option<String> {
        self.checked.with(|checked| checked.as_ref().ok().cloned())
    }

    /// Whether the answer that is shown is to the question of this name.
    fn shows(&self, name: &str) -> bool {
        self.shown.with(|shown| {
            shown
                .as_ref()
                .is_some_and(|answer| S::answers(answer) == name)
        })
    }

    /// A link, Back or Forward has changed the address: form and question follow.
    fn follow_address(self) {
        let here = use_location();
        Effect::new(move |_| {
            let stands = here.search.with(|search| S::of_query(search));
            // On the way to another page the address is no longer this one's.
            if here.pathname.get_untracked() != S::PATH {
                return;
            }
            if S::query(&stands) != self.asked.with_untracked(S::query) {
                self.cancel_pause();
                self.typed.set(S::Form::of(&stands));
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
            if query != S::query(&S::of_query(&stands)) {
                // What was asked of the other pages stays in the address, for them.
                let others = kept(&stands, S::PATH);
                let quietly = NavigateOptions {
                    replace: true,
                    scroll: false,
                    ..NavigateOptions::default()
                };
                navigate(&address(S::PATH, &joined(&query, &others)), quietly);
            }
        });
    }

    /// Asks the server whenever a valid question is not the one that is shown.
    fn fetch_answers(self) {
        Effect::new(move |_| {
            self.asked.track();
            let Some(name) = self.name() else {
                return;
            };
            let is_refused = self
                .refused
                .with_untracked(|refused| refused.as_ref().is_some_and(|(of, _)| *of == name));
            if is_refused || untrack(|| self.shows(&name)) {
                self.unreachable.set(false);
                return;
            }
            let asked = self.asked.get_untracked();
            spawn_local(async move {
                let reply = S::fetch(asked).await;
                // Only the answer to what is asked now may be shown.
                let is_asked = self
                    .checked
                    .try_with_untracked(|checked| checked.as_ref().is_ok_and(|now| *now == name));
                if is_asked != Some(true) {
                    return;
                }
                self.unreachable.set(reply.is_none());
                match reply {
                    Some(Ok(answer)) => self.shown.set(Some(answer)),
                    Some(Err(errors)) => self.refused.set(Some((name, errors))),
                    None => {}
                }
            });
        });
    }
}
