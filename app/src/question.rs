//! What the calculator asks about.

use throughput::estimate::Estimate;
use throughput::scenario::{Field, FieldError, RawScenario, Scenario};

use crate::answer::{Answered, answer, answer_at_once, query_of};
use crate::inquiry::{Form, Inquiry, Reply, Subject};
use crate::typed::Typed;

/// The state behind the calculator.
pub type Question = Inquiry<Calculator>;

/// The calculator.
#[derive(Debug, Clone, Copy)]
pub struct Calculator;

impl Question {
    /// Reads the estimate that is shown, if there is any.
    pub fn with_estimate<T>(&self, read: impl FnOnce(&Estimate) -> T) -> Option<T> {
        self.with_answer(|answered| read(&answered.estimate))
    }
}

impl Subject for Calculator {
    const PATH: &'static str = "/";
    type Field = Field;
    type Form = Typed;
    type Asked = RawScenario;
    type Answer = Answered;

    fn key(field: Field) -> &'static str {
        field.key()
    }

    fn of_query(query: &str) -> RawScenario {
        RawScenario::from_query(query)
    }

    fn query(asked: &RawScenario) -> String {
        query_of(asked)
    }

    fn check(asked: &RawScenario) -> Result<String, Vec<FieldError>> {
        Scenario::parse(asked).map(|scenario| scenario.to_query())
    }

    fn answers(answer: &Answered) -> &str {
        &answer.query
    }

    fn at_once(asked: &RawScenario) -> Option<Reply<Answered>> {
        answer_at_once(&query_of(asked))
    }

    async fn fetch(asked: RawScenario) -> Option<Reply<Answered>> {
        answer(query_of(&asked)).await.ok()
    }
}

impl Form<Field, RawScenario> for Typed {
    fn of(asked: &RawScenario) -> Self {
        Self::of(asked)
    }

    fn text(&self, field: Field) -> &str {
        self.text(field)
    }

    fn set(&mut self, field: Field, text: String) {
        self.set(field, text);
    }

    fn to_asked(&self) -> RawScenario {
        self.to_raw()
    }
}
