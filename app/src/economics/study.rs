//! What the page about money asks about: the scenario's fields and the economics' in one address.

use throughput::scenario::FieldError;

use super::asked::{Asked, Checked};
use super::field::StudyField;
use super::typed::TypedStudy;
use super::{Studied, field_text, studied_at_once, study_money};
use crate::choices::Choice;
use crate::inquiry::{Form, Inquiry, Reply, Subject, Worded};

/// The path of the page.
pub const PATH: &str = "/economics";

/// The state behind the page.
pub type Study = Inquiry<Money>;

/// A fleet, its bill, and the APIs beside it.
#[derive(Debug, Clone, Copy)]
pub struct Money;

impl Subject for Money {
    const PATH: &'static str = PATH;
    type Field = StudyField;
    type Form = TypedStudy;
    type Asked = Asked;
    type Answer = Studied;

    fn key(field: StudyField) -> &'static str {
        field.key()
    }

    fn of_query(query: &str) -> Asked {
        Asked::from_query(query)
    }

    fn query(asked: &Asked) -> String {
        asked.query()
    }

    fn check(asked: &Asked) -> Result<String, Vec<FieldError>> {
        asked
            .check()
            .as_ref()
            .map(Checked::query)
            .map_err(Clone::clone)
    }

    fn answers(answer: &Studied) -> &str {
        &answer.query
    }

    fn at_once(asked: &Asked) -> Option<Reply<Studied>> {
        studied_at_once(&asked.query())
    }

    async fn fetch(asked: Asked) -> Option<Reply<Studied>> {
        study_money(asked.query()).await.ok()
    }
}

impl Worded for Money {
    fn field(key: &str) -> Option<StudyField> {
        StudyField::from_key(key)
    }

    fn default_text(field: StudyField) -> &'static str {
        field.default_text()
    }

    fn is_number(field: StudyField) -> bool {
        field.is_number()
    }

    fn label(field: StudyField) -> &'static str {
        field_text::label(field)
    }

    fn unit(field: StudyField) -> &'static str {
        field_text::unit(field)
    }

    fn hint(field: StudyField, form: &TypedStudy) -> String {
        field_text::hint(field, form)
    }

    fn placeholder(field: StudyField, form: &TypedStudy) -> String {
        field_text::placeholder(field, form)
    }

    fn carried(form: &TypedStudy) -> Vec<(&'static str, String)> {
        form.scenario_texts()
    }

    fn choices(field: StudyField, form: &TypedStudy) -> Vec<Choice> {
        field_text::choices(field, form)
    }
}

impl Form<StudyField, Asked> for TypedStudy {
    fn of(asked: &Asked) -> Self {
        Self::of(asked)
    }

    fn text(&self, field: StudyField) -> &str {
        self.text(field)
    }

    fn set(&mut self, field: StudyField, text: String) {
        self.set(field, text);
    }

    fn to_asked(&self) -> Asked {
        self.to_asked()
    }
}
