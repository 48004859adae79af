//! A question about money as it was typed.

use throughput::economics::{EconomicsQuestion, RawEconomics, priced_scenario};
use throughput::scenario::{FieldError, RawScenario, Scenario};

use crate::address::joined;
use crate::answer::query_of;

/// What was asked, not yet checked: what is served, and the economics of it. One link has both.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// What is served.
    pub scenario: RawScenario,
    /// Traffic, fleet, prices, limits and currency.
    pub economics: RawEconomics,
}

/// What was asked, checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// What is served.
    pub scenario: Scenario,
    /// The economics.
    pub question: EconomicsQuestion,
}

impl Asked {
    /// Reads a query string, with or without the leading `?`.
    #[must_use]
    pub fn from_query(query: &str) -> Self {
        Self {
            scenario: RawScenario::from_query(query),
            economics: RawEconomics::from_query(query),
        }
    }

    /// Checks both parts, and that the GPU has the price that is asked for.
    ///
    /// # Errors
    ///
    /// Every fault by field.
    pub fn check(&self) -> Result<Checked, Vec<FieldError>> {
        let scenario = Scenario::parse(&self.scenario);
        let question = EconomicsQuestion::parse(&self.economics);
        match (scenario, question) {
            (Ok(scenario), Ok(question)) => {
                priced_scenario(&scenario, &question)?;
                Ok(Checked { scenario, question })
            }
            (scenario, question) => {
                let mut errors = scenario.err().unwrap_or_default();
                errors.extend(question.err().unwrap_or_default());
                Err(errors)
            }
        }
    }

    /// The query string that says the question in its one canonical way; a part with something
    /// wrong in it as it was typed.
    #[must_use]
    pub fn query(&self) -> String {
        let economics = EconomicsQuestion::parse(&self.economics).map_or_else(
            |_| self.economics.to_query(),
            |question| question.to_query(),
        );
        joined(&query_of(&self.scenario), &economics)
    }
}

impl Checked {
    /// The canonical query string.
    #[must_use]
    pub fn query(&self) -> String {
        joined(&self.scenario.to_query(), &self.question.to_query())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_link_carries_both_parts_and_keeps_bad_values() {
        let asked = Asked::from_query("?users=many&isl=8k&load=users&osl=300");
        assert_eq!(asked.query(), "isl=8000&load=users&users=many");
        let errors = asked.check().expect_err("`many` is no number");
        assert_eq!(errors[0].field, "users");
        assert_eq!(Asked::default().query(), "");
    }

    #[test]
    fn a_price_that_the_book_lacks_is_a_fault_of_its_field() {
        let errors = Asked::from_query("provisioning=on-demand&provider=nobody")
            .check()
            .expect_err("nobody sells");
        assert_eq!(errors[0].field, "provider");
    }
}
