//! What stands in the form, letter by letter.

use std::collections::BTreeMap;

use throughput::catalog;
use throughput::scenario::{Field, RawScenario};

/// The text in every field of the form. Unlike a [`RawScenario`] it tells a field that was emptied
/// from one that shows its default, so that a field can be cleared and typed anew.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Typed {
    texts: BTreeMap<Field, String>,
}

impl Typed {
    /// What the form shows for a question: defaults filled in, other spellings of a catalogue id
    /// replaced by the id.
    #[must_use]
    pub fn of(raw: &RawScenario) -> Self {
        let text = |field| {
            let given = raw.text(field);
            catalogue_id(field, given).unwrap_or(given).to_owned()
        };
        Self {
            texts: Field::ALL
                .into_iter()
                .map(|field| (field, text(field)))
                .collect(),
        }
    }

    /// The text in a field.
    #[must_use]
    pub fn text(&self, field: Field) -> &str {
        self.texts.get(&field).map_or("", String::as_str)
    }

    /// Puts a text into a field.
    pub fn set(&mut self, field: Field, text: String) {
        self.texts.insert(field, text);
    }

    /// The question that the form asks.
    #[must_use]
    pub fn to_raw(&self) -> RawScenario {
        self.texts
            .iter()
            .map(|(field, text)| (*field, text.clone()))
            .collect()
    }

    /// Whether a field says something other than its default.
    #[must_use]
    pub fn is_changed(&self, field: Field) -> bool {
        let text = self.text(field).trim();
        !text.is_empty() && text != field.default_text()
    }
}

/// The catalogue's own id for any of its spellings.
fn catalogue_id(field: Field, text: &str) -> Option<&'static str> {
    match field {
        Field::Model => catalog::llm(text).map(|llm| llm.id.as_str()),
        Field::Gpu => catalog::gpu(text).map(|gpu| gpu.id.as_str()),
        Field::Engine => catalog::engine(text).map(|engine| engine.id.as_str()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_emptied_field_stays_empty_and_asks_for_the_default() {
        let mut typed = Typed::of(&RawScenario::from_query("isl=8k"));
        assert_eq!(typed.text(Field::Isl), "8k");
        assert!(typed.is_changed(Field::Isl));
        typed.set(Field::Isl, String::new());
        assert_eq!(typed.text(Field::Isl), "");
        assert!(!typed.is_changed(Field::Isl));
        assert_eq!(typed.to_raw().text(Field::Isl), Field::Isl.default_text());
    }

    #[test]
    fn another_spelling_of_a_model_becomes_its_id() {
        let raw = RawScenario::from_query("model=meta-llama/Llama-3.3-70B-Instruct&tp=banana");
        let typed = Typed::of(&raw);
        assert_eq!(typed.text(Field::Model), "llama-3.3-70b");
        assert_eq!(typed.text(Field::Tp), "banana");
    }
}
