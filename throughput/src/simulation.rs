//! Discrete-event simulation of a continuous-batching engine, iteration by iteration.
//!
//! The engine is one replica: a line of requests, a scheduler, a paged KV cache, and a time per
//! iteration from [`IterationTime`]. Runs of iterations in which nothing happens are advanced in one
//! step, so a run costs a few steps per request, not a step per token. Same seed, same numbers, in
//! every build.

#![expect(
    clippy::suboptimal_flops,
    reason = "fused multiply-add is a slow library call on the targets that this is compiled for"
)]

use std::ops::ControlFlow;

use crate::iteration::IterationTime;

mod arrival;
mod batch;
#[cfg(test)]
mod checks;
mod config;
mod deployment;
mod distribution;
mod gaps;
mod length;
mod pools;
mod prefill;
mod ramp;
mod random;
mod recorder;
mod replica;
mod report;
mod sequence;
mod source;
mod summary;
mod tail;
mod timeline;

pub use arrival::Arrivals;
pub use config::{Pools, ReplicaConfig, Scheduler, TimelineWindow, Workload};
pub use distribution::Distribution;
pub use length::{Length, Lengths};
pub use report::{Report, RunTotals};
pub use summary::{Estimate, Summary};
pub use tail::Tail;
pub use timeline::TimelineBin;

use pools::PooledReplicas;
use recorder::Recorder;
use replica::Replica;

/// Steps between two calls of the progress callback.
const STEPS_PER_REPORT: u64 = 4096;

/// Why there is no result.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SimulationError {
    /// The replica cannot be built like that.
    #[error("replica: {0}")]
    Replica(&'static str),
    /// The arrivals make no sense.
    #[error("arrivals: {0}")]
    Arrivals(&'static str),
    /// The lengths make no sense.
    #[error("lengths: {0}")]
    Lengths(&'static str),
    /// A request is longer than the KV cache.
    #[error("a request of {asked} tokens does not fit the KV cache of {longest}")]
    TooLong {
        /// Its ISL + OSL.
        asked: u64,
        /// Tokens that the cache holds.
        longest: u64,
    },
    /// No request would be measured.
    #[error("there must be more requests than warm-up and cool-down leave out")]
    Requests,
    /// The timeline makes no sense.
    #[error(
        "the timeline must start at 0 s or later and have at most 100,000 bins of a positive width"
    )]
    Timeline,
    /// It would take, or has taken, more steps than allowed.
    #[error("the simulation needs about {asked} steps, more than the limit of {limit}")]
    TooMuchWork {
        /// Steps allowed.
        limit: u64,
        /// Steps estimated beforehand, or taken when it was stopped.
        asked: u64,
    },
    /// The callback asked to stop.
    #[error("the simulation was cancelled")]
    Cancelled,
}

/// How far a run has come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Requests finished.
    pub finished: u64,
    /// Requests in total.
    pub requests: u64,
    /// Simulated seconds.
    pub seconds: f64,
}

/// Simulates one replica whose iterations take the time that `T` says.
#[derive(Debug, Clone)]
pub struct Simulator<T> {
    time: T,
    config: ReplicaConfig,
    work_limit: u64,
    longest_run: u64,
}

impl<T: IterationTime> Simulator<T> {
    /// Most steps of a run, unless [`Simulator::work_limit`] says otherwise: some ten seconds.
    pub const WORK_LIMIT: u64 = 30_000_000;

    /// # Errors
    /// [`SimulationError::Replica`] when the limits contradict one another.
    pub fn new(time: T, config: ReplicaConfig) -> Result<Self, SimulationError> {
        config.check()?;
        Ok(Self {
            time,
            config,
            work_limit: Self::WORK_LIMIT,
            longest_run: u64::MAX,
        })
    }

    /// Allows so many steps.
    #[must_use]
    pub fn work_limit(mut self, steps: u64) -> Self {
        self.work_limit = steps;
        self
    }

    /// Takes every iteration by itself, to check the shortcuts.
    #[cfg(test)]
    fn step_by_step(mut self) -> Self {
        self.longest_run = 1;
        self
    }

    /// About how many steps a run takes: arrival and finish of every request, and its chunks.
    #[must_use]
    pub fn work(&self, workload: &Workload) -> u64 {
        let (input, _) = workload.lengths.means();
        let room = (self.config.token_budget - self.config.max_sequences).max(1);
        let chunks = input * (1.0 - self.config.prefix_hit_share) / f64::from(room);
        (workload.requests as f64 * (2.0 + chunks)).ceil() as u64
    }

    /// Runs the workload to its end.
    ///
    /// # Errors
    /// When the workload makes no sense, does not fit the replica, or needs too much work.
    pub fn run(&self, workload: &Workload) -> Result<Report, SimulationError> {
        self.run_with(workload, &mut |_| ControlFlow::Continue(()))
    }

    /// The same, telling `progress` from time to time, which may stop it.
    ///
    /// # Errors
    /// As [`Simulator::run`], and [`SimulationError::Cancelled`].
    pub fn run_with(
        &self,
        workload: &Workload,
        progress: &mut impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Report, SimulationError> {
        workload.check(self.config.longest())?;
        let (limit, asked) = (self.work_limit, self.work(workload));
        if asked > limit {
            return Err(SimulationError::TooMuchWork { limit, asked });
        }
        let mut next_report = STEPS_PER_REPORT;
        if let Scheduler::Disaggregated(pools) = self.config.scheduler {
            let (time, config, run) = (&self.time, &self.config, self.longest_run);
            let mut replicas = PooledReplicas::new(time, config, pools, workload, run);
            while replicas.step() {
                self.watch(replicas.recorder(), &mut next_report, progress)?;
            }
            return Ok(replicas.into_recorder().report());
        }
        let mut replica = Replica::new(&self.time, &self.config, workload, self.longest_run);
        while replica.step() {
            self.watch(replica.recorder(), &mut next_report, progress)?;
        }
        Ok(replica.into_recorder().report())
    }

    /// Stops a run that has taken too many steps or is no longer wanted.
    fn watch(
        &self,
        recorder: &Recorder,
        next_report: &mut u64,
        progress: &mut impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(), SimulationError> {
        let (limit, asked) = (self.work_limit, recorder.steps());
        if asked > limit {
            return Err(SimulationError::TooMuchWork { limit, asked });
        }
        if asked >= *next_report {
            *next_report = asked + STEPS_PER_REPORT;
            if progress(recorder.progress()).is_break() {
                return Err(SimulationError::Cancelled);
            }
        }
        Ok(())
    }
}
