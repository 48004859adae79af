//! The question about one replica's traffic and the server function that simulates it.

pub mod asked;
pub mod field;
pub mod field_text;
pub mod trial;
pub mod typed;
pub mod upload;

use leptos::prelude::*;
use leptos::server_fn::codec::Json;
use serde::{Deserialize, Serialize};
use throughput::scenario::FieldError;
use throughput::trial::{LoadPoint, Shape, SimulationAnswer};

use crate::inquiry::Reply;

/// What a simulation found, and the question that it answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Simulated {
    /// The name of the question: its canonical query string, and that of a trace.
    pub name: String,
    /// The run.
    pub answer: SimulationAnswer,
    /// p99 latencies over the load.
    pub sweep: Vec<LoadPoint>,
    /// The cost of the same mean load in other shapes.
    pub shapes: Vec<Shape>,
}

/// Simulates the question in a query string, or says what is wrong with it field by field. A trace
/// is read and forgotten.
///
/// # Errors
///
/// When the server cannot be reached.
#[server(endpoint = "trial", input = Json)]
pub async fn simulate(
    /// The query string.
    query: String,
    /// A trace as CSV text, if there is one.
    trace: Option<String>,
) -> Result<Result<Simulated, Vec<FieldError>>, ServerFnError> {
    Ok(compute(&query, trace.as_deref()))
}

/// What the server's HTML shows at once. In the browser there is no model to ask: `None`.
#[must_use]
pub fn simulated_at_once(query: &str) -> Option<Reply<Simulated>> {
    #[cfg(feature = "ssr")]
    return Some(compute(query, None));
    #[cfg(not(feature = "ssr"))]
    {
        let _ = query;
        None
    }
}

/// Steps of the simulator that the page may ask for: some seconds at most.
#[cfg(feature = "ssr")]
const MOST_STEPS: u64 = 10_000_000;

#[cfg(feature = "ssr")]
fn compute(query: &str, trace: Option<&str>) -> Result<Simulated, Vec<FieldError>> {
    use std::ops::ControlFlow;

    use throughput::scenario::{Scenario, both};
    use throughput::trial::{
        SimulationField, SimulationQuestion, Trial, load_sweep, refused, traffic_shapes,
    };

    use crate::answer::LONGEST_QUERY;

    if query.len() > LONGEST_QUERY {
        let detail = format!("The question is longer than {LONGEST_QUERY} bytes.");
        return Err(vec![FieldError::new("", detail)]);
    }
    let mut asked = asked::Asked::from_query(query);
    if let Some(trace) = trace {
        let trace = upload::checked_length(trace)?;
        asked.simulation.set(SimulationField::Trace, trace);
    }
    let (scenario, question) = both(
        Scenario::parse(&asked.scenario),
        SimulationQuestion::parse(&asked.simulation),
    )?;
    let trial = Trial::prepare(scenario.clone(), question, MOST_STEPS)?;
    let answer = trial
        .finish(|_| ControlFlow::Continue(()))
        .map_err(|error| refused(&error))?;
    asked.simulation.set(SimulationField::Trace, "");
    Ok(Simulated {
        name: asked::named(&asked.query(), trace),
        answer,
        sweep: load_sweep(&scenario),
        shapes: traffic_shapes(&scenario),
    })
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;

    #[test]
    fn the_answer_names_its_question_and_holds_every_part() {
        let simulated = compute("isl=2k&load_share=50%&requests=500", None).expect("valid");
        assert_eq!(simulated.name, "isl=2000&load_share=0.5&requests=500");
        assert!(!simulated.answer.timeline.bins.is_empty());
        assert!(simulated.sweep.len() > 10);
        assert!(simulated.shapes.len() >= 4);
    }

    #[test]
    fn a_trace_is_part_of_the_name_but_not_of_the_query() {
        let trace = "input,output\n100,20\n300,40\n";
        let with = compute("load_share=0.3", Some(trace)).expect("valid");
        let without = compute("load_share=0.3", None).expect("valid");
        assert_ne!(with.name, without.name);
        assert!(with.name.starts_with("load_share=0.3"));
    }

    #[test]
    fn faults_of_both_parts_are_named_together() {
        let errors = compute("isl=abc&requests=1", None).expect_err("two faults");
        let fields: Vec<_> = errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["isl", "requests"]);
    }
}
