//! A scenario as it was typed: text by field, not yet checked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Field, FieldError};

/// What a person, a link or a JSON body said, field by field, before it is checked.
///
/// It keeps bad values as they are, so that the form can show them again beside the error.
/// Unknown keys are ignored; the last of several values for one key counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "BTreeMap<String, String>", from = "BTreeMap<String, String>")]
pub struct RawScenario {
    values: BTreeMap<Field, String>,
}

/// The version of the link's schema that this code writes and reads.
pub const SCHEMA_VERSION: u32 = 1;

impl RawScenario {
    /// Reads a query string such as `model=llama-3.3-70b&tp=2`, with or without the leading `?`.
    #[must_use]
    pub fn from_query(query: &str) -> Self {
        let query = query.strip_prefix('?').unwrap_or(query);
        form_urlencoded::parse(query.as_bytes())
            .filter_map(|(key, value)| Some((Field::from_key(&key)?, value.into_owned())))
            .collect()
    }

    /// Reads a JSON object whose values are numbers, texts, booleans or null (not given).
    ///
    /// # Errors
    ///
    /// One error for the body when it is no object, one for each field that holds a list or an
    /// object.
    pub fn from_json(body: &serde_json::Value) -> Result<Self, Vec<FieldError>> {
        use serde_json::Value;
        let Value::Object(members) = body else {
            return Err(vec![FieldError::new(
                "",
                "The body must be a JSON object of fields.",
            )]);
        };
        let mut raw = Self::default();
        let mut errors = Vec::new();
        for (key, value) in members {
            let Some(field) = Field::from_key(key) else {
                continue;
            };
            match value {
                Value::Null => {}
                Value::String(text) => raw.set(field, text.clone()),
                Value::Number(number) => raw.set(field, number.to_string()),
                Value::Bool(flag) => raw.set(field, u8::from(*flag).to_string()),
                Value::Array(_) | Value::Object(_) => {
                    errors.push(FieldError::new(key, "Give one number or one text."));
                }
            }
        }
        if errors.is_empty() {
            Ok(raw)
        } else {
            Err(errors)
        }
    }

    /// What was given for a field; `None` when nothing was.
    #[must_use]
    pub fn get(&self, field: Field) -> Option<&str> {
        self.values.get(&field).map(String::as_str)
    }

    /// What stands in the form for a field: what was given, or the default.
    #[must_use]
    pub fn text(&self, field: Field) -> &str {
        self.get(field).unwrap_or(field.default_text())
    }

    /// Sets a field. A blank text is the same as not given.
    pub fn set(&mut self, field: Field, text: impl Into<String>) {
        let text = text.into();
        if text.trim().is_empty() {
            self.values.remove(&field);
        } else {
            self.values.insert(field, text);
        }
    }

    /// The query string that says the same: fields in their order, defaults left out.
    ///
    /// Values stand as they were typed, bad ones too, so that a link loses nothing.
    #[must_use]
    pub fn to_query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        for field in Field::ALL {
            match self.get(field) {
                Some(text) if text.trim() != field.default_text() => {
                    query.append_pair(field.key(), text.trim());
                }
                _ => {}
            }
        }
        query.finish()
    }
}

impl FromIterator<(Field, String)> for RawScenario {
    fn from_iter<I: IntoIterator<Item = (Field, String)>>(pairs: I) -> Self {
        let mut raw = Self::default();
        for (field, text) in pairs {
            raw.set(field, text);
        }
        raw
    }
}

impl From<RawScenario> for BTreeMap<String, String> {
    fn from(raw: RawScenario) -> Self {
        raw.values
            .into_iter()
            .map(|(field, text)| (field.key().to_owned(), text))
            .collect()
    }
}

impl From<BTreeMap<String, String>> for RawScenario {
    fn from(map: BTreeMap<String, String>) -> Self {
        map.into_iter()
            .filter_map(|(key, text)| Some((Field::from_key(&key)?, text)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_keeps_bad_values_and_drops_unknown_keys_and_defaults() {
        let raw = RawScenario::from_query("?tp=banana&nope=1&isl=1000&model=qwen3-32b");
        assert_eq!(raw.text(Field::Tp), "banana");
        assert_eq!(raw.to_query(), "model=qwen3-32b&tp=banana");
    }

    #[test]
    fn json_and_query_say_the_same() {
        let json = serde_json::json!({"model": "qwen3-32b", "tp": 4, "isl": "8k", "ep": true, "osl": null});
        let raw = RawScenario::from_json(&json).expect("an object of plain values");
        assert_eq!(
            raw,
            RawScenario::from_query("model=qwen3-32b&tp=4&isl=8k&ep=1")
        );
    }

    #[test]
    fn json_lists_are_refused_by_field() {
        let errors = RawScenario::from_json(&serde_json::json!({"tp": [1], "isl": 5})).unwrap_err();
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].field, "tp");
    }
}
