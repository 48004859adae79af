//! The question about money and the server function that answers it.

pub mod asked;
pub mod field;
pub mod field_text;
pub mod money;
pub mod study;
#[cfg(feature = "ssr")]
mod today;
pub mod typed;

use leptos::prelude::*;
use leptos::server_fn::codec::GetUrl;
use serde::{Deserialize, Serialize};
use throughput::economics::{Date, EconomicsAnswer};
use throughput::estimate::{Estimate, Outcome};
use throughput::scenario::{FieldError, Scenario};

use crate::inquiry::Reply;

/// The scenario's own speeds, to set beside published ones.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct OwnSpeed {
    /// Output tokens per second of one request alone.
    pub single_stream_tok_s: Option<f64>,
    /// Output tokens per second of all requests and requests in flight at the real-time point.
    pub real_time: Option<(f64, f64)>,
    /// The same at the batch point.
    pub batch: Option<(f64, f64)>,
}

impl OwnSpeed {
    /// The speeds of an estimate.
    #[must_use]
    pub fn of(estimate: &Estimate) -> Self {
        let aggregate = |outcome: &Outcome| {
            let point = outcome.point()?;
            Some((point.output_tok_s, point.concurrency))
        };
        Self {
            single_stream_tok_s: estimate.single_stream.map(|single| single.tok_s),
            real_time: aggregate(&estimate.real_time),
            batch: aggregate(&estimate.batch),
        }
    }
}

/// An answer about money and the question that it answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Studied {
    /// The canonical query string of the question.
    pub query: String,
    /// The server's day, by which prices are stale or not.
    pub today: Date,
    /// What is served.
    pub scenario: Scenario,
    /// Its speeds.
    pub own_speed: OwnSpeed,
    /// The answer.
    pub answer: EconomicsAnswer,
}

/// Answers the question about money in a query string, or says what is wrong with it field by
/// field.
///
/// # Errors
///
/// When the server cannot be reached.
#[server(endpoint = "study", input = GetUrl)]
pub async fn study_money(
    /// The query string.
    query: String,
) -> Result<Result<Studied, Vec<FieldError>>, ServerFnError> {
    Ok(compute(&query))
}

/// What the server's HTML shows at once. In the browser there is no model to ask: `None`.
#[must_use]
pub fn studied_at_once(query: &str) -> Option<Reply<Studied>> {
    #[cfg(feature = "ssr")]
    return Some(compute(query));
    #[cfg(not(feature = "ssr"))]
    {
        let _ = query;
        None
    }
}

#[cfg(feature = "ssr")]
fn compute(query: &str) -> Result<Studied, Vec<FieldError>> {
    use throughput::economics::{priced_scenario, study};
    use throughput::estimate::estimate;

    use crate::answer::LONGEST_QUERY;

    if query.len() > LONGEST_QUERY {
        let detail = format!("The question is longer than {LONGEST_QUERY} bytes.");
        return Err(vec![FieldError::new("", detail)]);
    }
    let checked = asked::Asked::from_query(query).check()?;
    let priced = priced_scenario(&checked.scenario, &checked.question)?;
    let own_speed = OwnSpeed::of(&estimate(&priced));
    let mut answer = study(&checked.scenario, &checked.question, estimate)?;
    let today = today::today();
    answer.mark_stale(today);
    Ok(Studied {
        query: checked.query(),
        today,
        scenario: checked.scenario,
        own_speed,
        answer,
    })
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;

    #[test]
    fn the_answer_names_its_question_and_survives_the_way_to_the_browser() {
        let studied = compute("isl=8k&requests_per_day=50k&osl=300").expect("valid");
        assert_eq!(studied.query, "isl=8000&requests_per_day=50000");
        assert!(studied.answer.verdict.is_some());
        assert!(studied.answer.sensitivity.is_some());
        assert!(studied.own_speed.real_time.is_some());
    }

    #[test]
    fn faults_of_both_parts_are_named_together() {
        let errors = compute("isl=abc&users=many&load=users").expect_err("two faults");
        let fields: Vec<_> = errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["isl", "users"]);
    }
}
