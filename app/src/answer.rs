//! The server function that answers a question.

use leptos::prelude::*;
use leptos::server_fn::codec::GetUrl;
use serde::{Deserialize, Serialize};
use throughput::estimate::Estimate;
use throughput::scenario::{FieldError, RawScenario, Scenario};

use crate::inquiry::Reply;

/// The longest question that is read, in bytes of its query string. The longest that the form can
/// ask is about 500.
pub const LONGEST_QUERY: usize = 4096;

/// An answer and the question that it answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answered {
    /// The canonical query string of the question.
    pub query: String,
    /// The answer.
    pub estimate: Estimate,
}

/// Answers the question in a query string, or says what is wrong with it field by field.
///
/// # Errors
///
/// When the server cannot be reached.
#[server(endpoint = "answer", input = GetUrl)]
pub async fn answer(
    /// The query string.
    query: String,
) -> Result<Result<Answered, Vec<FieldError>>, ServerFnError> {
    Ok(compute(&query))
}

/// What the server's HTML shows at once. In the browser there is no model to ask: `None`.
#[must_use]
pub fn answer_at_once(query: &str) -> Option<Reply<Answered>> {
    #[cfg(feature = "ssr")]
    return Some(compute(query));
    #[cfg(not(feature = "ssr"))]
    {
        let _ = query;
        None
    }
}

/// The query string that says a question in its one canonical way; for a question with something
/// wrong in it, everything as it was typed.
#[must_use]
pub fn query_of(raw: &RawScenario) -> String {
    Scenario::parse(raw).map_or_else(|_| raw.to_query(), |scenario| scenario.to_query())
}

#[cfg(feature = "ssr")]
fn compute(query: &str) -> Result<Answered, Vec<FieldError>> {
    if query.len() > LONGEST_QUERY {
        let detail = format!("The question is longer than {LONGEST_QUERY} bytes.");
        return Err(vec![FieldError::new("", detail)]);
    }
    let scenario = Scenario::parse(&RawScenario::from_query(query))?;
    let estimate = throughput::estimate::confirmed_estimate(&scenario);
    Ok(Answered {
        query: scenario.to_query(),
        estimate,
    })
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;

    #[test]
    fn a_question_that_is_too_long_is_refused() {
        let errors = compute(&format!("isl={}", "9".repeat(LONGEST_QUERY))).expect_err("too long");
        assert!(errors[0].detail.contains("longer"));
    }

    #[test]
    fn the_answer_names_its_question() {
        let answered = compute("isl=8k&osl=300").expect("valid");
        assert_eq!(answered.query, "isl=8000");
    }
}
