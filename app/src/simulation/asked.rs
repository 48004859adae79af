//! A question about traffic as it was typed.

use throughput::scenario::{FieldError, RawScenario, Scenario, format_number, parse_number};
use throughput::trial::{RawSimulation, SimulationField, SimulationQuestion};

use super::upload::Upload;
use crate::address::joined;
use crate::answer::query_of;

/// What was asked, not yet checked: what is served, and the traffic. One link has both, but no
/// trace.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Asked {
    /// What is served.
    pub scenario: RawScenario,
    /// Load, requests, lengths.
    pub simulation: RawSimulation,
    /// The user's own requests.
    pub trace: Option<Upload>,
}

impl Asked {
    /// Reads a query string, with or without the leading `?`.
    #[must_use]
    pub fn from_query(query: &str) -> Self {
        let mut simulation = RawSimulation::from_query(query);
        // A trace has no place in a link.
        simulation.set(SimulationField::Trace, "");
        Self {
            scenario: RawScenario::from_query(query),
            simulation,
            trace: None,
        }
    }

    /// Checks both parts; the answer's name if there is nothing wrong.
    ///
    /// # Errors
    ///
    /// Every fault by field.
    pub fn check(&self) -> Result<String, Vec<FieldError>> {
        let scenario = Scenario::parse(&self.scenario);
        let question = SimulationQuestion::parse(&self.simulation);
        throughput::scenario::both(scenario, question)?;
        let trace = self.trace.as_ref().map(Upload::text);
        Ok(named(&self.query(), trace))
    }

    /// The query string that says the question in its one canonical way; what is wrong as it was
    /// typed.
    #[must_use]
    pub fn query(&self) -> String {
        let mut simulation = RawSimulation::default();
        for field in SimulationField::ALL {
            if let Some(text) = self.simulation.get(field) {
                let text = parse_number(text).map_or_else(|| text.to_owned(), format_number);
                simulation.set(field, text);
            }
        }
        joined(&query_of(&self.scenario), &simulation.to_query())
    }
}

/// The name of a question: its query string and what tells its trace from others.
#[must_use]
pub fn named(query: &str, trace: Option<&str>) -> String {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};

    trace.map_or_else(
        || query.to_owned(),
        |text| {
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            format!("{query}#{:x}", hasher.finish())
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_link_carries_both_parts_and_keeps_bad_values() {
        let asked = Asked::from_query("?load_share=80%&isl=8k&seed=x&trace=1,2");
        assert_eq!(asked.query(), "isl=8000&load_share=0.8&seed=x");
        let errors = asked.check().expect_err("`x` is no number");
        assert_eq!(errors[0].field, "seed");
        assert_eq!(Asked::default().query(), "");
    }
}
