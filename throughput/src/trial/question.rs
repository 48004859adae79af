//! What is asked of a simulation, checked.

use crate::scenario::FieldError;

use super::field::{Reader, SimulationField as F};
use super::raw::RawSimulation;
use super::spread::Spread;
use super::trace::Trace;

/// Most requests of one simulation; the limit on its steps may be lower.
pub const MOST_REQUESTS: u32 = 1_000_000;

/// Requests when nothing is said.
pub const REQUESTS: u64 = 5000;

/// What is asked beside the scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct SimulationQuestion {
    /// How many requests arrive.
    pub load: Load,
    /// The same seed gives the same run.
    pub seed: u64,
    /// What the requests are.
    pub(super) work: Work,
}

/// How many requests arrive in a second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Load {
    /// As many as at the real-time point.
    RealTime,
    /// So many over all replicas.
    RequestRate(f64),
    /// This share of the batch point's.
    Share(f64),
}

/// What the requests are.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Work {
    /// Drawn at random.
    Random {
        requests: u64,
        isl: Option<Spread>,
        osl: Option<Spread>,
    },
    /// Listed one by one; the first so many of them, from the start again if there are fewer.
    Listed { requests: Option<u64>, trace: Trace },
}

impl SimulationQuestion {
    /// Reads the question as it was typed.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with its fields.
    pub fn parse(raw: &RawSimulation) -> Result<Self, Vec<FieldError>> {
        let mut reader = Reader::new(raw);
        let load = load(&mut reader);
        let seed = reader.count(F::Seed, 0, u32::MAX).unwrap_or(1);
        let requests = reader.count(F::Requests, 10, MOST_REQUESTS);
        let isl = spread(&mut reader, F::IslP95, F::IslRange);
        let osl = spread(&mut reader, F::OslP95, F::OslRange);
        let work = match reader.text(F::Trace).map(Trace::parse) {
            None => Work::Random {
                requests: requests.unwrap_or(REQUESTS),
                isl: isl.map(|(_, spread)| spread),
                osl: osl.map(|(_, spread)| spread),
            },
            Some(Err(errors)) => {
                reader.fail_all(errors);
                return Err(reader.into_errors());
            }
            Some(Ok(trace)) => {
                for (field, _) in [isl, osl].into_iter().flatten() {
                    reader.fail(field, "The trace has lengths of its own.");
                }
                if trace.arrivals_s.is_some() {
                    check_against_arrivals(&mut reader, load, requests, &trace);
                }
                Work::Listed { requests, trace }
            }
        };
        let errors = reader.into_errors();
        if errors.is_empty() {
            Ok(Self { load, seed, work })
        } else {
            Err(errors)
        }
    }
}

/// A trace with arrivals says how many requests there are, and when they come.
fn check_against_arrivals(
    reader: &mut Reader<'_>,
    load: Load,
    requests: Option<u64>,
    trace: &Trace,
) {
    match load {
        Load::RealTime => {}
        Load::RequestRate(_) => reader.fail(F::RequestRate, "The trace has arrivals of its own."),
        Load::Share(_) => reader.fail(F::LoadShare, "The trace has arrivals of its own."),
    }
    let listed = trace.lengths.len();
    if requests.is_some_and(|requests| requests > listed as u64) {
        reader.fail(
            F::Requests,
            format!("The trace has only {listed} requests."),
        );
    }
}

fn load(reader: &mut Reader<'_>) -> Load {
    let rate = reader.number(F::RequestRate, 1e-6, 1e6);
    let share = reader.number(F::LoadShare, 0.001, 10.0);
    match (rate, share) {
        (None, None) => Load::RealTime,
        (Some(rate), None) => Load::RequestRate(rate),
        (None, Some(share)) => Load::Share(share),
        (Some(rate), Some(_)) => {
            reader.fail(
                F::LoadShare,
                "Give request_rate_per_s or load_share, not both.",
            );
            Load::RequestRate(rate)
        }
    }
}

/// The spread that was given, and by which field.
fn spread(reader: &mut Reader<'_>, p95: F, range: F) -> Option<(F, Spread)> {
    let by_p95 = reader
        .number(p95, 1.0, 1e7)
        .map(|value| (p95, Spread::P95(value)));
    let by_range = reader
        .number(range, 0.0, 1.0)
        .map(|value| (range, Spread::Range(value)));
    if by_p95.is_some() && by_range.is_some() {
        reader.fail(
            range,
            format!("Give {} or {}, not both.", p95.key(), range.key()),
        );
    }
    by_p95.or(by_range)
}
