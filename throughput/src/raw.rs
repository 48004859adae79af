//! A question as it was typed: text by field, not yet checked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::scenario::FieldError;

/// A field of a question.
pub trait RawField: Copy + Ord + 'static {
    /// Every field, in the order of links and forms.
    const FIELDS: &'static [Self];

    /// Its key in links and JSON.
    fn raw_key(self) -> &'static str;

    /// What stands in the form when nothing is given.
    fn raw_default(self) -> &'static str;

    /// The text that says the same as a JSON list, for a field that may be one.
    fn of_list(self, _items: &[Value]) -> Option<String> {
        None
    }
}

/// Makes an enum of fields, with the inherent `ALL`, `key` and `default_text` that it has anyway,
/// one of a question; what else is given goes into the implementation.
macro_rules! raw_field {
    ($field:ty $(, $($more:item)*)?) => {
        impl $crate::raw::RawField for $field {
            const FIELDS: &'static [Self] = &Self::ALL;

            fn raw_key(self) -> &'static str {
                self.key()
            }

            fn raw_default(self) -> &'static str {
                self.default_text()
            }

            $($($more)*)?
        }
    };
}
pub(crate) use raw_field;

/// What a person, a link or a JSON body said, field by field, before it is checked.
///
/// It keeps bad values as they are, so that the form can show them again beside the error.
/// Unknown keys are ignored; the last of several values for one key counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    into = "BTreeMap<String, String>",
    from = "BTreeMap<String, String>",
    bound = "F: RawField"
)]
pub struct Raw<F> {
    values: BTreeMap<F, String>,
}

impl<F> Default for Raw<F> {
    fn default() -> Self {
        Self {
            values: BTreeMap::new(),
        }
    }
}

impl<F: RawField> Raw<F> {
    fn field(key: &str) -> Option<F> {
        F::FIELDS
            .iter()
            .copied()
            .find(|field| field.raw_key() == key)
    }

    /// Reads a query string such as `model=llama-3.3-70b&tp=2`, with or without the leading `?`.
    #[must_use]
    pub fn from_query(query: &str) -> Self {
        let query = query.strip_prefix('?').unwrap_or(query);
        form_urlencoded::parse(query.as_bytes())
            .filter_map(|(key, value)| Some((Self::field(&key)?, value.into_owned())))
            .collect()
    }

    /// Reads a JSON object whose values are numbers, texts, booleans or null (not given).
    ///
    /// # Errors
    ///
    /// One error for the body when it is no object, one for each field that holds an object, or a
    /// list where none belongs.
    pub fn from_json(body: &Value) -> Result<Self, Vec<FieldError>> {
        let Value::Object(members) = body else {
            let detail = "The body must be a JSON object of fields.";
            return Err(vec![FieldError::new("", detail)]);
        };
        let mut raw = Self::default();
        let mut errors = Vec::new();
        for (key, value) in members {
            let Some(field) = Self::field(key) else {
                continue;
            };
            let text = match value {
                Value::Null => continue,
                Value::String(text) => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                Value::Bool(flag) => Some(u8::from(*flag).to_string()),
                Value::Array(items) => field.of_list(items),
                Value::Object(_) => None,
            };
            match text {
                Some(text) => raw.set(field, text),
                None => errors.push(FieldError::new(key, "Give one number or one text.")),
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
    pub fn get(&self, field: F) -> Option<&str> {
        self.values.get(&field).map(String::as_str)
    }

    /// What stands in the form for a field: what was given, or the default.
    #[must_use]
    pub fn text(&self, field: F) -> &str {
        self.get(field).unwrap_or(field.raw_default())
    }

    /// Sets a field. A blank text is the same as not given.
    pub fn set(&mut self, field: F, text: impl Into<String>) {
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
        for field in F::FIELDS {
            match self.get(*field) {
                Some(text) if text.trim() != field.raw_default() => {
                    query.append_pair(field.raw_key(), text.trim());
                }
                _ => {}
            }
        }
        query.finish()
    }
}

impl<F: RawField> FromIterator<(F, String)> for Raw<F> {
    fn from_iter<I: IntoIterator<Item = (F, String)>>(pairs: I) -> Self {
        let mut raw = Self::default();
        for (field, text) in pairs {
            raw.set(field, text);
        }
        raw
    }
}

impl<F: RawField> From<Raw<F>> for BTreeMap<String, String> {
    fn from(raw: Raw<F>) -> Self {
        raw.values
            .into_iter()
            .map(|(field, text)| (field.raw_key().to_owned(), text))
            .collect()
    }
}

impl<F: RawField> From<BTreeMap<String, String>> for Raw<F> {
    fn from(map: BTreeMap<String, String>) -> Self {
        map.into_iter()
            .filter_map(|(key, text)| Some((Self::field(&key)?, text)))
            .collect()
    }
}
