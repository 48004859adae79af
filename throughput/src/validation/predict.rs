//! What the model says to a measurement's question.

use super::as_run::{count, disaggregated, lengths, simulated};
use super::case::{Case, Unanswered};
use super::cohorts::cohorts;
use super::question::Question;
use crate::iteration::{Constants, IterationLoad, IterationModel, IterationTime};
use crate::latency::Latencies;
use crate::scenario::Traffic;
use crate::simulation::{Arrivals, Workload};
use crate::slots::Room;
use crate::steady_state::{ContinuousBatching, Slots, SteadyState};

/// The model's answer; `None` where the question has no such quantity.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Prediction {
    /// Output tokens per second over all GPUs.
    pub output_tok_s: Option<f64>,
    /// Prompt tokens per second and GPU, for prefill-only questions.
    pub prefill_tok_s_per_gpu: Option<f64>,
    /// Mean time per output token in seconds.
    pub tpot_s: Option<f64>,
    /// Mean time to first token in seconds.
    pub ttft_s: Option<f64>,
    /// 99th percentile of the time to first token in seconds.
    pub ttft_p99_s: Option<f64>,
    /// 99th percentile of the time per output token in seconds.
    pub tpot_p99_s: Option<f64>,
}

/// Answers a case with a table of constants.
///
/// # Errors
///
/// [`Unanswered::DoesNotFit`] when the weights leave no room for one request.
pub fn predict(case: &Case, constants: &Constants) -> Result<Prediction, Unanswered> {
    let deployment = &case.deployment;
    let model = IterationModel::with_constants(deployment, constants);
    let longest = case.traffic.isl + case.traffic.osl;
    let room = room(case);
    let kv_slots = room.sequences;
    if room.kv_bytes <= 0.0 {
        return Err(Unanswered::DoesNotFit(format!(
            "{:.1}",
            room.missing_bytes / 1_073_741_824.0
        )));
    }
    let batching = batching(&model, case, &room);
    let replicas = case.replicas;
    let gpus = replicas * f64::from(deployment.parallelism.gpus());
    let osl = case.traffic.osl;
    let from_state = |state: SteadyState| Prediction {
        output_tok_s: Some(state.request_rate_per_s * osl * replicas),
        tpot_s: Some(state.tpot_s),
        ttft_s: Some(state.ttft_s),
        ..Prediction::default()
    };
    Ok(match case.question {
        Question::ClosedLoop {
            concurrency,
            prompts,
        } => {
            let workload = Workload::new(
                Arrivals::Closed {
                    concurrency: count(concurrency / replicas),
                },
                lengths(case),
                u64::from(count(prompts.unwrap_or(10.0 * concurrency) / replicas)),
            );
            let settled = settled(&model, case, &batching, concurrency / replicas);
            let steady = Prediction {
                output_tok_s: Some(concurrency / settled.whole_request_s * osl),
                tpot_s: Some(settled.tpot_s),
                ..Prediction::default()
            };
            let in_waves = simulated(&model, case, &room, &workload);
            match (prompts, in_waves) {
                // Nothing else than the wave explains a first token; the steady state has none.
                (None, Some(in_waves)) => Prediction {
                    ttft_s: in_waves.ttft_s,
                    ttft_p99_s: in_waves.ttft_p99_s,
                    ..steady
                },
                (_, in_waves) => in_waves.unwrap_or(steady),
            }
        }
        Question::Offline { requests } => offline(&batching, case, requests / replicas),
        Question::Wave { requests } => {
            let workload = Workload::new(
                Arrivals::AllAtOnce,
                lengths(case),
                u64::from(count(requests / replicas)),
            );
            simulated(&model, case, &room, &workload)
                .unwrap_or_else(|| from_state(batching.closed_loop(requests / replicas)))
        }
        Question::StaticBatch { batch } => {
            static_batch(&model, case, batch / replicas, kv_slots, replicas)
        }
        Question::RequestRate { per_s, requests } => {
            let workload = Workload::new(
                Arrivals::Poisson {
                    rate: per_s / replicas,
                },
                lengths(case),
                u64::from(count(requests / replicas)),
            );
            simulated(&model, case, &room, &workload).unwrap_or_default()
        }
        Question::SloLimited {
            ttft_p99_s,
            tpot_p99_s,
        } => within_slo(&batching, case, ttft_p99_s, tpot_p99_s)
            .map(from_latencies(case))
            .unwrap_or_default(),
        Question::LonePrefill => Prediction {
            ttft_s: Some(batching.lone_prefill_s()),
            ..Prediction::default()
        },
        Question::PrefillOnly => {
            let chunk = IterationLoad::default().with_chunk(0.0, case.traffic.isl, true);
            let prompts = (16_384.0 / case.traffic.isl).max(1.0)
                * f64::from(deployment.parallelism.attention_data);
            let load = IterationLoad {
                prefill_tokens: chunk.prefill_tokens * prompts,
                prefill_attended_tokens: chunk.prefill_attended_tokens * prompts,
                prefill_completions: prompts,
                ..IterationLoad::default()
            };
            Prediction {
                prefill_tok_s_per_gpu: Some(
                    load.prefill_tokens / model.seconds(&load) * replicas / gpus,
                ),
                ..Prediction::default()
            }
        }
        Question::DecodeOnly { sequences } => {
            let sequences = sequences.unwrap_or(kv_slots * replicas) / replicas;
            let step = model.seconds(&IterationLoad::decode(sequences, longest - osl / 2.0));
            Prediction {
                output_tok_s: Some(sequences / step * replicas),
                tpot_s: Some(step),
                ..Prediction::default()
            }
        }
        Question::Disaggregated {
            prefill_workers,
            decode_workers,
            concurrency,
        } => disaggregated(
            &model,
            case,
            &room,
            [prefill_workers, decode_workers, concurrency],
        ),
    })
}

/// All requests queued at once: full waves at the saturated rate, and what is left over as a last,
/// smaller one.
fn offline(batching: &ContinuousBatching<'_>, case: &Case, requests: f64) -> Prediction {
    // Each beam decodes and reads the cache like a sequence of its own.
    let beams = Traffic {
        osl: case.traffic.osl * case.beams,
        ..case.traffic
    };
    let batching = ContinuousBatching {
        traffic: beams,
        ..*batching
    };
    let state = batching.saturated();
    let wave = state.decoding;
    let full = if requests.is_finite() {
        (requests / wave).floor() * wave
    } else {
        wave
    };
    let rest = if requests.is_finite() {
        requests - full
    } else {
        0.0
    };
    let last_s = if rest >= 1.0 {
        rest / batching.at(rest).request_rate_per_s
    } else {
        0.0
    };
    let seconds = full / state.request_rate_per_s + last_s;
    Prediction {
        output_tok_s: Some((full + rest) / seconds * case.traffic.osl * case.replicas),
        tpot_s: Some(state.tpot_s),
        ..Prediction::default()
    }
}

/// A closed loop in its steady state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClosedLoop {
    /// Mean seconds of a whole request: in flight over rate. It does not depend on how the waves of
    /// a benchmark fall, which split it between TTFT and TPOT.
    pub whole_request_s: f64,
    /// Mean seconds between tokens.
    pub tpot_s: f64,
}

/// The steady state of a closed loop, without simulating it; `None` for other questions.
#[must_use]
pub fn closed_loop(case: &Case, constants: &Constants) -> Option<ClosedLoop> {
    let Question::ClosedLoop { concurrency, .. } = case.question else {
        return None;
    };
    let model = IterationModel::with_constants(&case.deployment, constants);
    let room = room(case);
    let in_flight = concurrency / case.replicas;
    let settled = settled(&model, case, &batching(&model, case, &room), in_flight);
    Some(ClosedLoop {
        whole_request_s: settled.whole_request_s + model.request_s(),
        ..settled
    })
}

/// A closed loop long after its start, HTTP and tokenizer left out.
fn settled(
    model: &IterationModel,
    case: &Case,
    batching: &ContinuousBatching<'_>,
    in_flight: f64,
) -> ClosedLoop {
    if case.in_cohorts && in_flight <= batching.most_decoding() {
        return cohorts(model, case, in_flight);
    }
    let state = batching.closed_loop(in_flight);
    ClosedLoop {
        whole_request_s: in_flight / state.request_rate_per_s,
        tpot_s: state.tpot_s,
    }
}

/// What the cache holds; the beams of a request share its prompt's.
fn room(case: &Case) -> Room {
    let sequence = Traffic {
        isl: case.traffic.isl / case.beams,
        ..case.traffic
    };
    Room::new(&case.deployment, sequence)
}

fn batching<'a>(model: &'a IterationModel, case: &Case, room: &Room) -> ContinuousBatching<'a> {
    let deployment = &case.deployment;
    ContinuousBatching {
        model,
        scheduler: deployment.engine.scheduler,
        token_budget: f64::from(deployment.token_budget),
        slots: Slots {
            kv: room.sequences.max(1.0),
            engine: f64::from(deployment.max_sequences),
        },
        traffic: case.traffic,
        tokens_per_step: deployment.speculation.tokens_per_step(),
    }
}

/// The highest steady state whose p99 latencies are within limits.
fn within_slo(
    batching: &ContinuousBatching<'_>,
    case: &Case,
    ttft_p99_s: f64,
    tpot_p99_s: f64,
) -> Option<(SteadyState, Latencies)> {
    let beams = Traffic {
        osl: case.traffic.osl * case.beams,
        ..case.traffic
    };
    let batching = ContinuousBatching {
        traffic: beams,
        ..*batching
    };
    let at = |decoding: f64| {
        let state = batching.at(decoding);
        (state, Latencies::open_loop(&batching, &state))
    };
    let holds = |latencies: &Latencies| {
        latencies.ttft.p99 <= ttft_p99_s && latencies.tpot.p99 <= tpot_p99_s
    };
    let (mut low, mut high) = (0.0, batching.most_decoding());
    for _ in 0..24 {
        let middle = (low + high) / 2.0;
        if holds(&at(middle).1) {
            low = middle
        } else {
            high = middle
        }
    }
    (low > 0.0).then(|| at(low))
}

fn from_latencies(case: &Case) -> impl Fn((SteadyState, Latencies)) -> Prediction {
    let per_request = case.traffic.osl * case.replicas;
    move |(state, latencies)| Prediction {
        output_tok_s: Some(state.request_rate_per_s * per_request),
        tpot_s: Some(latencies.tpot.mean),
        ttft_s: Some(latencies.ttft.mean),
        ttft_p99_s: Some(latencies.ttft.p99),
        tpot_p99_s: Some(latencies.tpot.p99),
        ..Prediction::default()
    }
}

/// A static batch: all prompts prefilled, then all sequences decoded to their end.
fn static_batch(
    model: &IterationModel,
    case: &Case,
    batch: f64,
    kv_slots: f64,
    replicas: f64,
) -> Prediction {
    let (isl, osl) = (case.traffic.isl, case.traffic.osl);
    let at_once = batch.min(kv_slots.max(1.0));
    let waves = batch / at_once;
    let budget = f64::from(case.deployment.token_budget).max(isl);
    let prompts_per_iteration = (budget / isl).floor().clamp(1.0, at_once);
    let chunk = IterationLoad::default().with_chunk(0.0, isl, true);
    let prefill = model.seconds(&IterationLoad {
        prefill_tokens: chunk.prefill_tokens * prompts_per_iteration,
        prefill_attended_tokens: chunk.prefill_attended_tokens * prompts_per_iteration,
        prefill_completions: prompts_per_iteration,
        ..IterationLoad::default()
    }) * at_once
        / prompts_per_iteration;
    let step = model.seconds(&IterationLoad::decode(at_once, isl + osl / 2.0));
    let wave_s = (osl - 1.0).max(0.0).mul_add(step, prefill);
    Prediction {
        output_tok_s: Some(batch * osl / (waves * wave_s) * replicas),
        tpot_s: Some(step),
        ttft_s: Some(prefill),
        ..Prediction::default()
    }
}
