//! A closed loop of equal requests, as benchmarks with fixed lengths run it.

use super::case::Case;
use super::predict::ClosedLoop;
use crate::iteration::{IterationLoad, IterationModel, IterationTime};

/// Requests that were admitted in the same iteration produce the same number of tokens, so they
/// end together, and those that follow them are admitted together again: the loop never mixes.
/// A cohort is what the token budget admits at once; a sequence meets the prefills of the
/// cohorts beside its own, once each.
///
/// ```text
/// k = min(c, budget / isl)      n = c / k - 1      i = iterations of one cohort's prefill
/// tpot = ((osl - 1 - n i) step(c) + n i mixed) / (osl - 1)
/// ```
pub(super) fn cohorts(model: &IterationModel, case: &Case, in_flight: f64) -> ClosedLoop {
    let (isl, osl) = (case.traffic.isl, case.traffic.osl);
    let budget = f64::from(case.deployment.token_budget);
    let size = (budget / isl).floor().clamp(1.0, in_flight.max(1.0));
    let others = (in_flight / size - 1.0).max(0.0);
    let iterations = (size * isl / budget).ceil().max(1.0);
    let prompt = IterationLoad::default().with_chunk(0.0, isl, true);
    let context = isl + osl / 2.0;
    let part = |value: f64| value * size / iterations;
    let mixed = model.seconds(&IterationLoad {
        prefill_tokens: part(prompt.prefill_tokens),
        prefill_attended_tokens: part(prompt.prefill_attended_tokens),
        prefill_completions: part(1.0),
        ..IterationLoad::decode((in_flight - size).max(0.0), context)
    });
    let step = model.seconds(&IterationLoad::decode(in_flight, context));
    let gaps = (osl - 1.0).max(1.0);
    let met = others * iterations;
    let tpot_s = ((gaps - met).max(0.0).mul_add(step, met * mixed)) / gaps;
    ClosedLoop {
        tpot_s,
        whole_request_s: iterations.mul_add(mixed, gaps * tpot_s),
    }
}
