//! The economics' question as it was typed: text by field, not yet checked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::field::EconomicsField;
use crate::scenario::FieldError;

/// What a person, a link or a JSON body said, field by field, before it is checked.
///
/// It keeps bad values as they are, so that the form can show them again beside the error.
/// Unknown keys (the scenario's among them) are ignored; the last of several values counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "BTreeMap<String, String>", from = "BTreeMap<String, String>")]
pub struct RawEconomics {
    values: BTreeMap<EconomicsField, String>,
}

impl RawEconomics {
    /// Reads a query string such as `requests_per_day=50k&autoscale=1`, with or without the
    /// leading `?`.
    #[must_use]
    pub fn from_query(query: &str) -> Self {
        let query = query.strip_prefix('?').unwrap_or(query);
        form_urlencoded::parse(query.as_bytes())
            .filter_map(|(key, value)| Some((EconomicsField::from_key(&key)?, value.into_owned())))
            .collect()
    }

    /// Reads a JSON object whose values are numbers, texts, booleans or null (not given). The 24
    /// hours may be a list of numbers.
    ///
    /// # Errors
    ///
    /// One error for the body when it is no object, one for each field that holds a list or an
    /// object.
    pub fn from_json(body: &serde_json::Value) -> Result<Self, Vec<FieldError>> {
        use serde_json::Value;
        let Value::Object(members) = body else {
            let detail = "The body must be a JSON object of fields.";
            return Err(vec![FieldError::new("", detail)]);
        };
        let mut raw = Self::default();
        let mut errors = Vec::new();
        for (key, value) in members {
            let Some(field) = EconomicsField::from_key(key) else {
                continue;
            };
            match value {
                Value::Null => {}
                Value::String(text) => raw.set(field, text.clone()),
                Value::Number(number) => raw.set(field, number.to_string()),
                Value::Bool(flag) => raw.set(field, u8::from(*flag).to_string()),
                Value::Array(items) if field == EconomicsField::Hourly => {
                    let hours: Vec<_> = items.iter().map(ToString::to_string).collect();
                    raw.set(field, hours.join(";"));
                }
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
    pub fn get(&self, field: EconomicsField) -> Option<&str> {
        self.values.get(&field).map(String::as_str)
    }

    /// What stands in the form for a field: what was given, or the default.
    #[must_use]
    pub fn text(&self, field: EconomicsField) -> &str {
        self.get(field).unwrap_or(field.default_text())
    }

    /// Sets a field. A blank text is the same as not given.
    pub fn set(&mut self, field: EconomicsField, text: impl Into<String>) {
        let text = text.into();
        if text.trim().is_empty() {
            self.values.remove(&field);
        } else {
            self.values.insert(field, text);
        }
    }

    /// The query string that says the same: fields in their order, defaults left out, bad values
    /// as they were typed. Append it to the scenario's with `&`.
    #[must_use]
    pub fn to_query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        for field in EconomicsField::ALL {
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

impl FromIterator<(EconomicsField, String)> for RawEconomics {
    fn from_iter<I: IntoIterator<Item = (EconomicsField, String)>>(pairs: I) -> Self {
        let mut raw = Self::default();
        for (field, text) in pairs {
            raw.set(field, text);
        }
        raw
    }
}

impl From<RawEconomics> for BTreeMap<String, String> {
    fn from(raw: RawEconomics) -> Self {
        raw.values
            .into_iter()
            .map(|(field, text)| (field.key().to_owned(), text))
            .collect()
    }
}

impl From<BTreeMap<String, String>> for RawEconomics {
    fn from(map: BTreeMap<String, String>) -> Self {
        map.into_iter()
            .filter_map(|(key, text)| Some((EconomicsField::from_key(&key)?, text)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_keeps_bad_values_and_drops_unknown_keys_and_defaults() {
        let raw = RawEconomics::from_query("?users=many&tp=2&profile=office&pue=1.1");
        assert_eq!(raw.text(EconomicsField::Users), "many");
        assert_eq!(raw.to_query(), "users=many&pue=1.1");
    }

    #[test]
    fn json_and_query_say_the_same() {
        let json = serde_json::json!({
            "requests_per_day": 5000, "autoscale": true, "hourly": [1, 2.5], "tier": null
        });
        let raw = RawEconomics::from_json(&json).expect("an object of plain values");
        let query = "requests_per_day=5000&hourly=1;2.5&autoscale=1";
        assert_eq!(raw, RawEconomics::from_query(query));
        let errors = RawEconomics::from_json(&serde_json::json!({"users": {}}))
            .expect_err("an object is no value");
        assert_eq!(errors[0].field, "users");
    }
}
