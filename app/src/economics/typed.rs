//! What stands in the form about money, letter by letter.

use std::collections::BTreeMap;

use throughput::catalog::{self, Gpu};
use throughput::scenario::{Field, RawScenario};

use super::asked::Asked;
use super::field::StudyField;

/// The text in every field of the form, and the scenario that it is about. It tells a field that
/// was emptied from one that shows its default, so that a field can be cleared and typed anew.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TypedStudy {
    scenario: RawScenario,
    texts: BTreeMap<StudyField, String>,
}

impl TypedStudy {
    /// What the form shows for a question, defaults filled in.
    #[must_use]
    pub fn of(asked: &Asked) -> Self {
        let text = |field| match field {
            StudyField::GpuUsdHour => asked.scenario.text(Field::GpuUsdHour).to_owned(),
            StudyField::Money(field) => asked.economics.text(field).to_owned(),
        };
        Self {
            scenario: asked.scenario.clone(),
            texts: StudyField::all()
                .map(|field| (field, text(field)))
                .collect(),
        }
    }

    /// The text in a field.
    #[must_use]
    pub fn text(&self, field: impl Into<StudyField>) -> &str {
        self.texts.get(&field.into()).map_or("", String::as_str)
    }

    /// Puts a text into a field.
    pub fn set(&mut self, field: impl Into<StudyField>, text: String) {
        self.texts.insert(field.into(), text);
    }

    /// The question that the form asks.
    #[must_use]
    pub fn to_asked(&self) -> Asked {
        let mut asked = Asked {
            scenario: self.scenario.clone(),
            ..Asked::default()
        };
        for (field, text) in &self.texts {
            match field {
                StudyField::GpuUsdHour => asked.scenario.set(Field::GpuUsdHour, text.clone()),
                StudyField::Money(field) => asked.economics.set(*field, text.clone()),
            }
        }
        asked
    }

    /// The GPU of the scenario, if the catalogue has it.
    #[must_use]
    pub fn gpu(&self) -> Option<&'static Gpu> {
        catalog::gpu(self.scenario.text(Field::Gpu))
    }

    /// What the scenario says other than its defaults, by key: it travels along with the form.
    #[must_use]
    pub fn scenario_texts(&self) -> Vec<(&'static str, String)> {
        Field::ALL
            .into_iter()
            .filter(|field| *field != Field::GpuUsdHour)
            .filter_map(|field| Some((field, self.scenario.get(field)?)))
            .filter(|(field, text)| *text != field.default_text())
            .map(|(field, text)| (field.key(), text.to_owned()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use throughput::economics::EconomicsField;

    #[test]
    fn the_scenario_travels_along_and_an_emptied_field_stays_empty() {
        let asked = Asked::from_query("isl=8k&gpu_usd_hour=2&requests_per_day=5k");
        let mut typed = TypedStudy::of(&asked);
        assert_eq!(typed.scenario_texts(), [("isl", "8k".to_owned())]);
        assert_eq!(typed.text(StudyField::GpuUsdHour), "2");
        let requests = EconomicsField::RequestsPerDay;
        typed.set(requests, String::new());
        assert_eq!(typed.text(requests), "");
        assert_eq!(typed.to_asked().query(), "gpu_usd_hour=2&isl=8000");
    }
}
