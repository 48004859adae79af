//! What the model says to a measurement's question.

use super::case::{Case, Question, Unanswered};
use crate::scenario::Traffic;
use crate::iteration::{Constants, IterationLoad, IterationModel, IterationTime};
use crate::simulation::{Arrivals, Length, Lengths, ReplicaConfig, Simulator, Workload};
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
    let room = Room::new(deployment, case.traffic);
    let kv_slots = room.sequences;
    if room.kv_bytes <= 0.0 {
        return Err(Unanswered::DoesNotFit(format!("{:.1}", room.missing_bytes / 1_073_741_824.0)));
    }
    let batching = ContinuousBatching {
        model: &model,
        scheduler: deployment.engine.scheduler,
        token_budget: f64::from(deployment.token_budget),
        slots: Slots { kv: kv_slots.max(1.0), engine: f64::from(deployment.max_sequences) },
        traffic: case.traffic,
    };
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
        Question::ClosedLoop { concurrency, prompts } => {
            let workload = Workload::new(
                Arrivals::Closed { concurrency: count(concurrency / replicas) },
                lengths(case),
                u64::from(count(prompts / replicas)),
            );
            simulated(&model, case, &room, &workload)
                .unwrap_or_else(|| from_state(batching.closed_loop(concurrency / replicas)))
        }
        Question::Offline { requests } => offline(&batching, case, requests / replicas),
        Question::Wave { requests } => {
            let state = batching.closed_loop(requests / replicas);
            Prediction { ttft_s: None, ..from_state(state) }
        }
        Question::StaticBatch { batch } => static_batch(&model, case, batch / replicas, kv_slots, replicas),
        Question::RequestRate { .. } => Prediction::default(),
        Question::SloLimited { .. } => Prediction::default(),
        Question::LonePrefill => Prediction { ttft_s: Some(batching.lone_prefill_s()), ..Prediction::default() },
        Question::PrefillOnly => {
            let chunk = IterationLoad::default().with_chunk(0.0, case.traffic.isl, true);
            let prompts = (16_384.0 / case.traffic.isl).max(1.0) * f64::from(deployment.parallelism.attention_data);
            let load = IterationLoad {
                prefill_tokens: chunk.prefill_tokens * prompts,
                prefill_attended_tokens: chunk.prefill_attended_tokens * prompts,
                prefill_completions: prompts,
                ..IterationLoad::default()
            };
            Prediction {
                prefill_tok_s_per_gpu: Some(load.prefill_tokens / model.seconds(&load) * replicas / gpus),
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
        Question::Disaggregated { .. } => Prediction::default(),
    })
}

/// All requests queued at once: full waves at the saturated rate, and what is left over as a last,
/// smaller one.
fn offline(batching: &ContinuousBatching<'_>, case: &Case, requests: f64) -> Prediction {
    // Each beam decodes and reads the cache like a sequence of its own.
    let beams = Traffic { osl: case.traffic.osl * case.beams, ..case.traffic };
    let batching = ContinuousBatching { traffic: beams, ..*batching };
    let state = batching.saturated();
    let wave = state.decoding;
    let full = if requests.is_finite() { (requests / wave).floor() * wave } else { wave };
    let rest = if requests.is_finite() { requests - full } else { 0.0 };
    let last_s = if rest >= 1.0 { rest / batching.at(rest).request_rate_per_s } else { 0.0 };
    let seconds = full / state.request_rate_per_s + last_s;
    Prediction {
        output_tok_s: Some((full + rest) / seconds * case.traffic.osl * case.replicas),
        tpot_s: Some(state.tpot_s),
        ..Prediction::default()
    }
}

/// The benchmark as it was run: the client's arrivals and lengths against one simulated replica.
fn simulated(model: &IterationModel, case: &Case, room: &Room, workload: &Workload) -> Option<Prediction> {
    let config = ReplicaConfig::of(&case.deployment, room, case.traffic);
    let time = |load: &IterationLoad| model.seconds(load);
    let report = Simulator::new(time, config).ok()?.run(workload).ok()?;
    Some(Prediction {
        output_tok_s: Some(report.output_tok_s * case.replicas),
        tpot_s: Some(report.tpot.mean.value),
        ttft_s: Some(report.ttft.mean.value + model.request_s()),
        ttft_p99_s: Some(report.ttft.p99.value + model.request_s()),
        tpot_p99_s: Some(report.tpot.p99.value),
        ..Prediction::default()
    })
}

fn lengths(case: &Case) -> Lengths {
    let (isl, osl) = (case.traffic.isl, case.traffic.osl);
    if case.length_ratio < 1.0 {
        // Uniform from ratio x L to L has the mean (1 + ratio) / 2 x L.
        let spread = |mean: f64| {
            let longest = mean * 2.0 / (1.0 + case.length_ratio);
            Length::Uniform { min: count(longest * case.length_ratio), max: count(longest) }
        };
        Lengths::Independent { input: spread(isl), output: spread(osl) }
    } else {
        Lengths::fixed(count(isl), count(osl))
    }
}

/// A number of requests or tokens, at least 1.
fn count(value: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
    let whole = value.round().max(1.0) as u32;
    whole
}

/// The mean time of a whole request in a closed loop, from the steady state: in-flight over rate.
///
/// It does not depend on how the waves of a benchmark fall, which split it between TTFT and TPOT.
#[must_use]
pub fn closed_loop_e2e_s(case: &Case, constants: &Constants) -> Option<f64> {
    let Question::ClosedLoop { concurrency, .. } = case.question else { return None };
    let deployment = &case.deployment;
    let model = IterationModel::with_constants(deployment, constants);
    let room = Room::new(deployment, case.traffic);
    let batching = ContinuousBatching {
        model: &model,
        scheduler: deployment.engine.scheduler,
        token_budget: f64::from(deployment.token_budget),
        slots: Slots { kv: room.sequences.max(1.0), engine: f64::from(deployment.max_sequences) },
        traffic: case.traffic,
    };
    let in_flight = concurrency / case.replicas;
    Some(in_flight / batching.closed_loop(in_flight).request_rate_per_s + model.request_s())
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
