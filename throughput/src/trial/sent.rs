//! What one replica is sent: its share of the requests.

use super::field::SimulationField as F;
use super::question::Work;
use super::spread::{lengths, tokens};
use super::trace::Trace;
use crate::scenario::{FieldError, Scenario};
use crate::simulation::{Arrivals, Lengths, ReplicaConfig};

/// The requests of one replica.
#[derive(Debug)]
pub(super) struct Sent {
    /// Input tokens and decode steps of each.
    pub(super) lengths: Lengths,
    /// How many there are.
    pub(super) requests: u64,
    /// When each arrives, if a trace says so.
    arrivals_s: Option<Vec<f64>>,
}

impl Sent {
    /// What the work is for one replica, or what is wrong with it.
    pub(super) fn of(
        work: Work,
        scenario: &Scenario,
        config: &ReplicaConfig,
        tokens_per_step: f64,
    ) -> Result<Self, Vec<FieldError>> {
        match work {
            Work::Random { requests, isl, osl } => {
                let lengths = lengths(scenario.traffic(), isl, osl, tokens_per_step)?;
                Ok(Self {
                    lengths,
                    requests,
                    arrivals_s: None,
                })
            }
            Work::Listed { requests, trace } => {
                check_room(&trace, config)?;
                let sent = Self::of_trace(&trace, scenario.replicas(), requests, tokens_per_step);
                if sent.requests < 2 {
                    return Err(error(
                        "Each replica would get fewer than two requests of it.",
                    ));
                }
                Ok(sent)
            }
        }
    }

    /// What one of the replicas gets when a balancer deals the requests out in turn.
    fn of_trace(trace: &Trace, replicas: u32, requests: Option<u64>, tokens_per_step: f64) -> Self {
        let replicas = replicas as usize;
        let steps = |output: u32| tokens(f64::from(output) / tokens_per_step);
        let pairs = trace.lengths.iter().step_by(replicas);
        let pairs: Vec<_> = pairs
            .map(|&(input, output)| (input, steps(output)))
            .collect();
        let listed = pairs.len() as u64;
        let requests = requests.unwrap_or(listed);
        let most = usize::try_from(requests).unwrap_or(usize::MAX);
        let times = trace.arrivals_s.as_ref();
        let arrivals_s: Option<Vec<_>> =
            times.map(|times| times.iter().step_by(replicas).copied().take(most).collect());
        Self {
            lengths: Lengths::Pairs(pairs.into()),
            requests: arrivals_s
                .as_ref()
                .map_or(requests, |times| times.len() as u64),
            arrivals_s,
        }
    }

    /// When the requests arrive, and how many in a second; `rate` where no trace says so.
    pub(super) fn arrivals(&self, rate: f64, cv: f64) -> (Arrivals, f64) {
        let Some(times) = &self.arrivals_s else {
            return (Arrivals::Gamma { rate, cv }, rate);
        };
        // Of a trace whose requests all come at once, the rate is as good as infinite.
        let span_s = times.last().copied().unwrap_or_default().max(1e-3);
        #[expect(
            clippy::cast_precision_loss,
            reason = "a trace is far shorter than 2^53"
        )]
        let rate = (times.len() - 1) as f64 / span_s;
        (Arrivals::Timestamps(times.as_slice().into()), rate)
    }
}

fn error(detail: &str) -> Vec<FieldError> {
    vec![FieldError::new(F::Trace.key(), detail)]
}

/// Every request of a trace must fit one replica's KV cache.
fn check_room(trace: &Trace, config: &ReplicaConfig) -> Result<(), Vec<FieldError>> {
    let block = u64::from(config.block_tokens);
    let holds = config.kv_tokens / block * block;
    let (place, tokens) = trace.longest();
    if tokens <= holds {
        return Ok(());
    }
    Err(error(&format!(
        "Request {place} has {tokens} tokens, more than the {holds} that the KV cache holds."
    )))
}
