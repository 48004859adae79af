//! A simulation within the server's limits.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use throughput::scenario::Scenario;
use throughput::simulation::{Progress, SimulationError};
use throughput::trial::{SimulationAnswer, SimulationQuestion, Trial, refused};

use crate::api::problem::{Problem, ProblemKind};

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
    trial: Trial,
    timeout: Duration,
}

impl Run {
    /// Sets up the simulation, or says why there is none.
    pub(super) fn prepare(
        scenario: Scenario,
        question: SimulationQuestion,
        limits: Limits,
    ) -> Result<Self, Problem> {
        Ok(Self {
            trial: Trial::prepare(scenario, question, limits.steps)?,
            timeout: limits.timeout,
        })
    }

    /// Runs it, telling `listen` from time to time, which may stop it.
    pub(super) fn finish(
        &self,
        mut listen: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<SimulationAnswer, Problem> {
        let started = Instant::now();
        let mut is_late = false;
        let answer = self.trial.finish(|progress| {
            is_late = started.elapsed() > self.timeout;
            if is_late {
                ControlFlow::Break(())
            } else {
                listen(progress)
            }
        });
        match answer {
            Err(SimulationError::Cancelled) if is_late => {
                let seconds = self.timeout.as_secs();
                let detail = format!(
                    "It did not end within the limit of {seconds} s; ask for fewer requests."
                );
                Err(Problem::new(ProblemKind::TookTooLong, detail))
            }
            answer => answer.map_err(|error| refused(&error).into()),
        }
    }
}
