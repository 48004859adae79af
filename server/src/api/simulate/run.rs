//! From a question to a simulator and its workload, and from there to the answer.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use throughput::estimate::{Estimate, confirmed_estimate, estimate};
use throughput::iteration::IterationModel;
use throughput::scenario::{FieldError, Scenario};
use throughput::simulation::{
    Arrivals, Progress, ReplicaConfig, SimulationError, Simulator, TimelineWindow, Workload,
};
use throughput::slots::Room;

use super::answer::SimulationAnswer;
use super::field::SimulationField as F;
use super::question::{Load, SimulationQuestion};
use super::sent::Sent;
use crate::api::problem::{Problem, ProblemKind};

/// Longest stretch that the timeline shows, in seconds, and its parts.
const TIMELINE_S: f64 = 60.0;
const TIMELINE_BINS: usize = 120;

/// The share of the batch point's rate that stands in when there is no real-time point.
const SHARE_WITHOUT_REAL_TIME: f64 = 0.8;

/// How much one simulation may do.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Most steps of the simulator.
    pub(super) steps: u64,
    /// Longest time.
    pub(super) timeout: Duration,
}

/// A simulation that is ready to run.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) scenario: Scenario,
    pub(super) workload: Workload,
    /// Requests per second over all replicas.
    pub(super) request_rate_per_s: f64,
    /// The same as a share of the batch point's.
    pub(super) load_share: f64,
    pub(super) units: Units,
    simulator: Simulator<IterationModel>,
    timeout: Duration,
}

/// From the simulator's decode steps to tokens, and from its times to the client's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Units {
    /// Tokens that one decode step yields, at least 1; more with speculative decoding.
    pub(super) tokens_per_step: f64,
    /// Seconds that HTTP and tokenizer add to the first token.
    pub(super) request_s: f64,
}

impl Run {
    /// Sets up the simulation, or says why there is none.
    pub(super) fn prepare(
        scenario: Scenario,
        question: SimulationQuestion,
        limits: Limits,
    ) -> Result<Self, Problem> {
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
        let simulator = Simulator::new(model, config)
            .map_err(refused)?
            .work_limit(limits.steps);
        let asked = simulator.work(&workload);
        if asked > limits.steps {
            return Err(refused(SimulationError::TooMuchWork {
                limit: limits.steps,
                asked,
            }));
        }
        let request_rate_per_s = per_replica * replicas;
        Ok(Self {
            workload,
            request_rate_per_s,
            load_share: request_rate_per_s / batch_per_s,
            units,
            simulator,
            timeout: limits.timeout,
            scenario,
        })
    }

    /// Runs it, telling `listen` from time to time, which may stop it.
    pub(super) fn finish(
        &self,
        mut listen: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<SimulationAnswer, Problem> {
        let started = Instant::now();
        let mut is_late = false;
        let report = self.simulator.run_with(&self.workload, &mut |progress| {
            is_late = started.elapsed() > self.timeout;
            if is_late {
                ControlFlow::Break(())
            } else {
                listen(progress)
            }
        });
        match report {
            Ok(report) => Ok(SimulationAnswer::of(self, &report)),
            Err(SimulationError::Cancelled) if is_late => {
                let seconds = self.timeout.as_secs();
                let detail = format!(
                    "It did not end within the limit of {seconds} s; ask for fewer requests."
                );
                Err(Problem::new(ProblemKind::TookTooLong, detail))
            }
            Err(error) => Err(refused(error)),
        }
    }
}

/// The batch point's rate, or that there is none.
fn batch_per_s(answer: &Estimate) -> Result<f64, Problem> {
    let point = answer.batch.point().ok_or_else(|| {
        let detail =
            "The model does not fit on these GPUs; the estimate says how much memory is missing.";
        Problem::from(vec![FieldError::new("", detail)])
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
#[expect(
    clippy::needless_pass_by_value,
    reason = "it maps the error of a result"
)]
fn refused(error: SimulationError) -> Problem {
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
    .into()
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}
