//! The fields of a simulation, beside the scenario's.

use serde_json::Value;
use throughput::scenario::{FieldError, format_number, parse_number};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// One field of a simulation. None has a key of the scenario's or of the economics'.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SimulationField {
    RequestRate,
    LoadShare,
    Requests,
    Seed,
    IslP95,
    IslRange,
    OslP95,
    OslRange,
    Trace,
}

impl SimulationField {
    pub(super) const ALL: [Self; 9] = [
        Self::RequestRate,
        Self::LoadShare,
        Self::Requests,
        Self::Seed,
        Self::IslP95,
        Self::IslRange,
        Self::OslP95,
        Self::OslRange,
        Self::Trace,
    ];

    /// The field's key in JSON.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::RequestRate => "request_rate_per_s",
            Self::LoadShare => "load_share",
            Self::Requests => "requests",
            Self::Seed => "seed",
            Self::IslP95 => "isl_p95",
            Self::IslRange => "isl_range",
            Self::OslP95 => "osl_p95",
            Self::OslRange => "osl_range",
            Self::Trace => super::super::json_body::LONG_TEXT,
        }
    }

    /// What it means, in a sentence for whoever writes a request.
    const fn meaning(self) -> &'static str {
        match self {
            Self::RequestRate => {
                "Requests per second over all replicas. Without it and `load_share`: the rate of the real-time point, or 0.8 of the batch point's where there is none."
            }
            Self::LoadShare => {
                "The request rate as a share of the batch point's; above 1 is overload."
            }
            Self::Requests => {
                "Requests that one replica is sent, of which a tenth at either end is not measured; 5000 when left out, with a trace as many as it has."
            }
            Self::Seed => "The same seed gives the same run.",
            Self::IslP95 => {
                "Log-normal input lengths of mean `isl`, by their 95th percentile in tokens."
            }
            Self::IslRange => "Even input lengths from `isl` x (1 - range) to `isl` x (1 + range).",
            Self::OslP95 => {
                "Log-normal output lengths of mean `osl`, by their 95th percentile in tokens."
            }
            Self::OslRange => {
                "Even output lengths from `osl` x (1 - range) to `osl` x (1 + range)."
            }
            Self::Trace => {
                "A CSV text with a row for each request: input tokens, output tokens and, if known, the arrival in seconds. It stands in for the lengths and, with arrivals, for the load. It is not stored."
            }
        }
    }
}

/// The fields of a simulation, as asked.
pub(in crate::api) struct SimulationFields;

impl PartialSchema for SimulationFields {
    fn schema() -> RefOr<Schema> {
        let object = ObjectBuilder::new()
            .description(Some("What is simulated. Every field may be left out."));
        let property = |object: ObjectBuilder, field: SimulationField| {
            let kinds = match field {
                SimulationField::Trace => vec![Type::String, Type::Null],
                _ => vec![Type::Number, Type::String, Type::Null],
            };
            let schema = ObjectBuilder::new()
                .schema_type(SchemaType::Array(kinds))
                .description(Some(field.meaning()));
            object.property(field.key(), schema)
        };
        SimulationField::ALL
            .into_iter()
            .fold(object, property)
            .into()
    }
}

impl ToSchema for SimulationFields {}

/// Reads fields of a JSON object and gathers what is wrong with them.
pub(super) struct Reader<'a> {
    body: &'a Value,
    errors: Vec<FieldError>,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(body: &'a Value) -> Self {
        Self {
            body,
            errors: Vec::new(),
        }
    }

    /// Everything that was wrong.
    pub(super) fn into_errors(self) -> Vec<FieldError> {
        self.errors
    }

    pub(super) fn fail(&mut self, field: SimulationField, detail: impl Into<String>) {
        self.errors.push(FieldError::new(field.key(), detail));
    }

    pub(super) fn fail_all(&mut self, errors: Vec<FieldError>) {
        self.errors.extend(errors);
    }

    /// What was given for the field, if anything.
    fn value(&self, field: SimulationField) -> Option<&'a Value> {
        let is_blank = |value: &Value| value.as_str().is_some_and(|text| text.trim().is_empty());
        self.body
            .get(field.key())
            .filter(|value| !value.is_null() && !is_blank(value))
    }

    /// A text.
    pub(super) fn text(&mut self, field: SimulationField) -> Option<&'a str> {
        let value = self.value(field)?;
        if value.as_str().is_none() {
            self.fail(field, "Give a text.");
        }
        value.as_str()
    }

    /// A number from `low` to `high`.
    pub(super) fn number(&mut self, field: SimulationField, low: f64, high: f64) -> Option<f64> {
        let read = match self.value(field)? {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => parse_number(text),
            _ => None,
        };
        match read {
            Some(number) if (low..=high).contains(&number) => return Some(number),
            Some(number) => {
                let [number, low, high] = [number, low, high].map(format_number);
                self.fail(field, format!("{number} is outside {low} to {high}."));
            }
            None => self.fail(field, "Give a number, like 2000, 1,200.5 or 8k."),
        }
        None
    }

    /// A whole number from `low` to `high`, which is below 2^53.
    pub(super) fn count(&mut self, field: SimulationField, low: u32, high: u32) -> Option<u64> {
        let number = self.number(field, f64::from(low), f64::from(high))?;
        if number.fract() != 0.0 {
            self.fail(
                field,
                format!("{} is not a whole number.", format_number(number)),
            );
            return None;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole and within a u32 range"
        )]
        Some(number as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use throughput::economics::EconomicsField;
    use throughput::scenario::Field;

    #[test]
    fn keys_are_nobody_elses() {
        for field in SimulationField::ALL {
            assert_eq!(Field::from_key(field.key()), None, "{field:?}");
            assert_eq!(EconomicsField::from_key(field.key()), None, "{field:?}");
        }
    }
}
