//! What the page about traffic asks about: the scenario's fields and the simulation's in one
//! address, and a trace beside it.

use throughput::scenario::FieldError;

use super::asked::Asked;
use super::field::TrialField;
use super::typed::TypedTrial;
use super::upload::Upload;
use super::{Simulated, field_text, simulate, simulated_at_once};
use crate::inquiry::{Inquiry, Reply, Subject, Worded};

/// The path of the page.
pub const PATH: &str = "/simulate";

/// The state behind the page.
pub type Trial = Inquiry<Traffic>;

/// One replica under traffic.
#[derive(Debug, Clone, Copy)]
pub struct Traffic;

impl Subject for Traffic {
    const PATH: &'static str = PATH;
    type Field = TrialField;
    type Form = TypedTrial;
    type Asked = Asked;
    type Answer = Simulated;

    fn key(field: TrialField) -> &'static str {
        field.key()
    }

    fn of_query(query: &str) -> Asked {
        Asked::from_query(query)
    }

    fn query(asked: &Asked) -> String {
        asked.query()
    }

    fn check(asked: &Asked) -> Result<String, Vec<FieldError>> {
        asked.check()
    }

    fn answers(answer: &Simulated) -> &str {
        &answer.name
    }

    fn at_once(asked: &Asked) -> Option<Reply<Simulated>> {
        simulated_at_once(&asked.query())
    }

    async fn fetch(asked: Asked) -> Option<Reply<Simulated>> {
        let trace = asked.trace.as_ref().map(Upload::text).map(str::to_owned);
        simulate(asked.query(), trace).await.ok()
    }
}

impl Worded for Traffic {
    fn field(key: &str) -> Option<TrialField> {
        TrialField::from_key(key)
    }

    fn default_text(field: TrialField) -> &'static str {
        field.default_text()
    }

    fn is_number(_: TrialField) -> bool {
        true
    }

    fn label(field: TrialField) -> &'static str {
        field_text::label(field)
    }

    fn unit(field: TrialField) -> &'static str {
        field_text::unit(field)
    }

    fn hint(field: TrialField, _: &TypedTrial) -> String {
        field_text::hint(field).to_owned()
    }

    fn placeholder(field: TrialField, _: &TypedTrial) -> String {
        field_text::placeholder(field).to_owned()
    }

    fn carried(form: &TypedTrial) -> Vec<(&'static str, String)> {
        form.scenario_texts()
    }
}
