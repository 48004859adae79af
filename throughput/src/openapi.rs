//! How the questions and answers look as JSON, for an OpenAPI document.
//!
//! The answers' schemas are derived where the types are; here are those whose JSON is not what
//! their Rust fields say: the questions, each a table of fields.

mod meaning;

use serde_json::Value;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{RefOr, Required};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use crate::economics::{EconomicsField, EconomicsQuestion};
use crate::scenario::{Field, Scenario};
use crate::trial::SimulationField;

/// The fields of a scenario, as asked: by query string or as the members of a JSON object.
#[derive(Debug, Clone, Copy)]
pub struct ScenarioFields;

/// The fields of the economics' question, as asked; a request holds them and the scenario's.
#[derive(Debug, Clone, Copy)]
pub struct EconomicsFields;

/// The fields of a simulation, as asked; a request holds them and the scenario's.
#[derive(Debug, Clone, Copy)]
pub struct SimulationFields;

/// What each table of fields says of one field.
struct Described {
    key: &'static str,
    meaning: &'static str,
    default: &'static str,
    is_number: bool,
}

fn scenario_fields() -> impl Iterator<Item = Described> {
    Field::ALL.into_iter().map(|field| Described {
        key: field.key(),
        meaning: meaning::of_scenario(field),
        default: field.default_text(),
        is_number: field.is_number(),
    })
}

fn economics_fields() -> impl Iterator<Item = Described> {
    EconomicsField::ALL.into_iter().map(|field| Described {
        key: field.key(),
        meaning: meaning::of_economics(field),
        default: field.default_text(),
        is_number: field.is_number(),
    })
}

fn simulation_fields() -> impl Iterator<Item = Described> {
    SimulationField::ALL.into_iter().map(|field| Described {
        key: field.key(),
        meaning: meaning::of_simulation(field),
        default: "",
        is_number: field != SimulationField::Trace,
    })
}

impl Described {
    /// The field in an answer: a number is a number.
    fn answered(&self) -> Schema {
        let kind = if self.is_number {
            Type::Number
        } else {
            Type::String
        };
        ObjectBuilder::new()
            .schema_type(kind)
            .description(Some(self.meaning))
            .into()
    }

    /// The field in a question: a number may be text such as `8k`, a flag a boolean, and null is
    /// the same as left out.
    fn asked(&self) -> Schema {
        let number = [Type::Number, Type::String, Type::Boolean, Type::Null];
        let text = [Type::String, Type::Null];
        let kinds = if self.is_number {
            number.to_vec()
        } else {
            text.to_vec()
        };
        let schema = ObjectBuilder::new()
            .schema_type(SchemaType::Array(kinds))
            .description(Some(self.meaning));
        if self.default.is_empty() {
            return schema.into();
        }
        let text = || Value::from(self.default);
        let number = || serde_json::from_str(self.default).unwrap_or_else(|_| text());
        let default = if self.is_number { number() } else { text() };
        schema.default(Some(default)).into()
    }

    /// The field in a query string.
    fn parameter(&self) -> Parameter {
        let schema = ObjectBuilder::new().schema_type(Type::String);
        let schema = match self.default {
            "" => schema,
            text => schema.default(Some(text.into())),
        };
        ParameterBuilder::new()
            .name(self.key)
            .parameter_in(ParameterIn::Query)
            .required(Required::False)
            .description(Some(self.meaning))
            .schema(Some(Schema::from(schema)))
            .build()
    }
}

fn object(
    description: &str,
    fields: impl Iterator<Item = Described>,
    schema: impl Fn(&Described) -> Schema,
) -> RefOr<Schema> {
    fields
        .fold(
            ObjectBuilder::new().description(Some(description)),
            |object, field| object.property(field.key, schema(&field)),
        )
        .into()
}

impl PartialSchema for ScenarioFields {
    fn schema() -> RefOr<Schema> {
        object(
            "The question. Every field may be left out.",
            scenario_fields(),
            Described::asked,
        )
    }
}

impl PartialSchema for EconomicsFields {
    fn schema() -> RefOr<Schema> {
        let description = "The money's question. Every field may be left out.";
        object(description, economics_fields(), Described::asked)
    }
}

impl PartialSchema for SimulationFields {
    fn schema() -> RefOr<Schema> {
        let description = "What is simulated. Every field may be left out.";
        object(description, simulation_fields(), Described::asked)
    }
}

impl PartialSchema for Scenario {
    fn schema() -> RefOr<Schema> {
        let description = "The question as understood, defaults filled in.";
        object(description, scenario_fields(), Described::answered)
    }
}

impl PartialSchema for EconomicsQuestion {
    fn schema() -> RefOr<Schema> {
        let description = "The money's question as understood, defaults filled in.";
        object(description, economics_fields(), Described::answered)
    }
}

impl ToSchema for ScenarioFields {}
impl ToSchema for EconomicsFields {}
impl ToSchema for SimulationFields {}
impl ToSchema for Scenario {}
impl ToSchema for EconomicsQuestion {}

impl IntoParams for ScenarioFields {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        scenario_fields().map(|field| field.parameter()).collect()
    }
}

impl IntoParams for EconomicsFields {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        economics_fields().map(|field| field.parameter()).collect()
    }
}
