//! What stands in the form about traffic, letter by letter.

use std::collections::BTreeMap;

use throughput::scenario::Field;

use super::asked::Asked;
use super::field::TrialField;
use super::upload::Upload;
use crate::inquiry::Form;

/// The text in every field of the form, and what it is about beside.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TypedTrial {
    asked: Asked,
    texts: BTreeMap<TrialField, String>,
}

impl TypedTrial {
    /// The trace, if there is one.
    #[must_use]
    pub const fn trace(&self) -> Option<&Upload> {
        self.asked.trace.as_ref()
    }

    /// Takes a trace, or takes it away.
    pub fn set_trace(&mut self, trace: Option<Upload>) {
        self.asked.trace = trace;
    }

    /// What the scenario says beside the form's own fields, by key: it travels along.
    #[must_use]
    pub fn scenario_texts(&self) -> Vec<(&'static str, String)> {
        Field::ALL
            .into_iter()
            .filter(|field| TrialField::from_key(field.key()).is_none())
            .filter_map(|field| Some((field, self.asked.scenario.get(field)?)))
            .filter(|(field, text)| *text != field.default_text())
            .map(|(field, text)| (field.key(), text.to_owned()))
            .collect()
    }
}

impl Form<TrialField, Asked> for TypedTrial {
    fn of(asked: &Asked) -> Self {
        let text = |field| match field {
            TrialField::Scenario(field) => asked.scenario.text(field).to_owned(),
            TrialField::Simulation(field) => asked.simulation.text(field).to_owned(),
        };
        Self {
            asked: asked.clone(),
            texts: TrialField::all()
                .map(|field| (field, text(field)))
                .collect(),
        }
    }

    fn text(&self, field: TrialField) -> &str {
        self.texts.get(&field).map_or("", String::as_str)
    }

    fn set(&mut self, field: TrialField, text: String) {
        self.texts.insert(field, text);
    }

    fn to_asked(&self) -> Asked {
        let mut asked = self.asked.clone();
        for (field, text) in &self.texts {
            match field {
                TrialField::Scenario(field) => asked.scenario.set(*field, text.clone()),
                TrialField::Simulation(field) => asked.simulation.set(*field, text.clone()),
            }
        }
        asked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use throughput::trial::SimulationField;

    #[test]
    fn the_scenario_travels_along_and_an_emptied_field_stays_empty() {
        let asked = Asked::from_query("tp=4&isl=8k&seed=7");
        let mut typed = TypedTrial::of(&asked);
        assert_eq!(typed.scenario_texts(), [("tp", "4".to_owned())]);
        let seed = SimulationField::Seed.into();
        typed.set(seed, String::new());
        assert_eq!(typed.text(seed), "");
        assert_eq!(typed.to_asked().query(), "tp=4&isl=8000");
    }
}
