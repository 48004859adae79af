//! From a question to a simulator and its workload, and from there to the answer.

use std::ops::ControlFlow;

use super::answer::SimulationAnswer;
use super::field::SimulationField as F;
use super::question::{Load, SimulationQuestion};
use super::sent::Sent;
use super::theory::Theory;
use crate::estimate::{Estimate, confirmed_estimate, estimate};
use crate::iteration::{IterationLoad, IterationModel, IterationTime as _};
use crate::scenario::{FieldError, Scenario};
use crate::simulation::{
    Arrivals, Progress, ReplicaConfig, SimulationError, Simulator, Tail, TimelineWindow, Workload,
};
use crate::slots::Room;

/// Longest stretch that the timeline shows, in seconds, and its parts.
const TIMELINE_S: f64 = 60.0;
const TIMELINE_BINS: usize = 120;

/// The share of the batch point's rate that stands in when there is no real-time point.
const SHARE_WITHOUT_REAL_TIME: f64 = 0.8;

/// A simulation that is ready to run.
#[derive(Debug)]
pub struct Trial {
    pub(super) scenario: Scenario,
    pub(super) workload: Workload,
    /// Requests per second over all replicas.
    pub(super) request_rate_per_s: f64,
    /// The same as a share of the batch point's.
    pub(super) load_share: f64,
    pub(super) units: Units,
    pub(super) theory: Option<Theory>,
    simulator: Simulator<IterationModel>,
}

/// From the simulator's decode steps to tokens, and from its times to the client's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Units {
    /// Tokens that one decode step yields, at least 1; more with speculative decoding.
    pub(super) tokens_per_step: f64,
    /// Seconds that HTTP and tokenizer add to the first token.
    pub(super) request_s: f64,
}

impl Trial {
    /// Sets up the simulation of a question, which may take `most_steps` steps of the simulator.
    ///
    /// # Errors
    ///
    /// Why there is none, field by field.
    pub fn prepare(
        scenario: Scenario,
        question: SimulationQuestion,
        most_steps: u64,
    ) -> Result<Self, Vec<FieldError>> {
        let answer = match question.load {
            Load::RealTime => confirmed_estimate(&scenario),
            Load::RequestRate(_) | Load::Share(_) => estimate(&scenario),
        };
        let batch_per_s = batch_per_s(&answer)?;
        let asked_per_s = match (question.load, answer.real_time.point()) {
            (Load::RealTime, Some(point)) => point.request_rate_per_s,
            (Load::RealTime, None) => SHARE_WITHOUT_REAL_TIME * batch_per_s,
            (Load::RequestRate(rate), _) => rate,
            (Load::Share(share), _) => share * batch_per_s,
        };
        let (deployment, traffic) = (scenario.deployment(), scenario.traffic());
        let room = Room::new(deployment, *traffic);
        let config = ReplicaConfig::of(deployment, &room, *traffic);
        let model = IterationModel::new(deployment);
        let units = Units {
            tokens_per_step: deployment.speculation.tokens_per_step(),
            request_s: model.request_s(),
        };
        let sent = Sent::of(question.work, &scenario, &config, units.tokens_per_step)?;
        let replicas = f64::from(scenario.replicas());
        let (arrivals, per_replica) = sent.arrivals(asked_per_s / replicas, traffic.arrival_cv);
        let mut workload = Workload::new(arrivals, sent.lengths, sent.requests).steady();
        workload.seed = question.seed;
        workload.timeline = Some(timeline(&workload, per_replica));
        let theory = match &workload.arrivals {
            Arrivals::Gamma { rate, cv } => {
                let tail = Tail::new(
                    |load: &IterationLoad| model.seconds(load),
                    &config,
                    &workload.lengths,
                    *cv,
                );
                tail.ok()
                    .and_then(|tail| tail.at(*rate))
                    .map(|latencies| Theory::of(&latencies, units))
            }
            _ => None,
        };
        let simulator = Simulator::new(model, config)
            .map_err(|error| refused(&error))?
            .work_limit(most_steps);
        let asked = simulator.work(&workload);
        if asked > most_steps {
            return Err(refused(&SimulationError::TooMuchWork {
                limit: most_steps,
                asked,
            }));
        }
        let request_rate_per_s = per_replica * replicas;
        Ok(Self {
            workload,
            request_rate_per_s,
            load_share: request_rate_per_s / batch_per_s,
            units,
            theory,
            simulator,
            scenario,
        })
    }

    /// Runs it, telling `listen` from time to time, which may stop it.
    ///
    /// # Errors
    ///
    /// [`SimulationError::Cancelled`] when `listen` has stopped it; see [`refused`] for others.
    pub fn finish(
        &self,
        mut listen: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<SimulationAnswer, SimulationError> {
        let report = self.simulator.run_with(&self.workload, &mut listen)?;
        Ok(SimulationAnswer::of(self, &report))
    }
}

/// The batch point's rate, or that there is none.
fn batch_per_s(answer: &Estimate) -> Result<f64, Vec<FieldError>> {
    let point = answer.batch.point().ok_or_else(|| {
        let detail =
            "The model does not fit on these GPUs; the estimate says how much memory is missing.";
        vec![FieldError::new("", detail)]
    })?;
    Ok(point.request_rate_per_s)
}

/// A minute from the end of the warm-up on, or what there is of one.
fn timeline(workload: &Workload, rate: f64) -> TimelineWindow {
    let seconds = |requests: u64| requests as f64 / rate;
    let start_s = match &workload.arrivals {
        Arrivals::Timestamps(times) => {
            let first = usize::try_from(workload.warm_up).unwrap_or_default();
            times.get(first).copied().unwrap_or_default()
        }
        _ => seconds(workload.warm_up),
    };
    let measured = workload.requests - workload.warm_up - workload.cool_down;
    let span_s = seconds(measured).min(TIMELINE_S);
    TimelineWindow {
        start_s,
        bin_s: span_s / TIMELINE_BINS as f64,
        bins: TIMELINE_BINS,
    }
}

/// Why there is no result, at the field that can change it.
#[must_use]
pub fn refused(error: &SimulationError) -> Vec<FieldError> {
    let field = match error {
        SimulationError::TooMuchWork { .. } | SimulationError::Requests => F::Requests.key(),
        SimulationError::TooLong { .. } => "isl",
        SimulationError::Replica(_) => "max_seqs",
        SimulationError::Arrivals(_)
        | SimulationError::Lengths(_)
        | SimulationError::Timeline
        | SimulationError::Cancelled => "",
    };
    vec![FieldError::new(
        field,
        format!("{}.", capitalised(&error.to_string())),
    )]
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}
