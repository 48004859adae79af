//! The answer to a scenario: both operating points, the curve between them, and why.

mod answer;
mod confirmation;
mod curve;
mod explanation;
mod operating_point;

pub use answer::{
    Binding, Bottleneck, Confirmation, CurvePoint, ErrorBand, Estimate, IterationParts, Knee,
    Memory, NoPoint, NoPointCode, OperatingPoint, Outcome, Percentiles, Provenance, SingleStream,
    Step,
};

pub use confirmation::confirmed_estimate;

use crate::iteration::{IterationLoad, IterationModel, IterationTime};
use crate::scenario::Scenario;
use crate::slots::Room;
use crate::steady_state::{ContinuousBatching, Slots};
use operating_point::Points;

/// Answers a scenario. Total: any valid scenario gets an answer, and every number in it is finite.
#[must_use]
pub fn estimate(scenario: &Scenario) -> Estimate {
    let deployment = scenario.deployment();
    let traffic = *scenario.traffic();
    let room = Room::new(deployment, traffic);
    if room.sequences < 1.0 {
        return does_not_fit(scenario, &room);
    }
    let model = IterationModel::new(deployment);
    let batching = batching(scenario, &model, &room);
    let points = Points {
        scenario,
        batching: &batching,
    };
    let (real_time, batch) = (points.real_time(), points.batch());
    Estimate {
        scenario: scenario.clone(),
        confirmation: None,
        single_stream: Some(single_stream(&batching)),
        curve: curve::points(scenario, &batching),
        knee: curve::knee(scenario, &batching),
        memory: memory(&room),
        warnings: warnings(scenario),
        explanation: explanation::steps(scenario, &room, batch.point(), real_time.point()),
        real_time,
        batch,
    }
}

fn batching<'a>(
    scenario: &Scenario,
    model: &'a IterationModel,
    room: &Room,
) -> ContinuousBatching<'a> {
    let deployment = scenario.deployment();
    ContinuousBatching {
        model,
        scheduler: deployment.engine.scheduler,
        token_budget: f64::from(deployment.token_budget),
        slots: Slots {
            kv: room.sequences,
            engine: f64::from(deployment.max_sequences),
        },
        traffic: *scenario.traffic(),
        tokens_per_step: deployment.speculation.tokens_per_step(),
    }
}

fn does_not_fit(scenario: &Scenario, room: &Room) -> Estimate {
    let gpus = f64::from(scenario.deployment().parallelism.gpus());
    let missing = room.missing_bytes;
    let gib = |bytes: f64| bytes / f64::from(1_u32 << 30);
    let none = Outcome::None(NoPoint {
        code: NoPointCode::DoesNotFit,
        reason: format!(
            "{} in {} does not fit on {gpus} × {}: {:.1} GiB are missing for the weights, the runtime and one request.",
            scenario.deployment().llm.name,
            scenario.deployment().weights,
            scenario.deployment().gpu.name,
            gib(missing),
        ),
        missing_bytes: Some(missing),
    });
    Estimate {
        scenario: scenario.clone(),
        real_time: none.clone(),
        batch: none,
        confirmation: None,
        single_stream: None,
        curve: Vec::new(),
        knee: None,
        memory: memory(room),
        warnings: warnings(scenario),
        explanation: explanation::steps(scenario, room, None, None),
    }
}

fn single_stream(batching: &ContinuousBatching<'_>) -> SingleStream {
    let context = batching.traffic.isl + batching.traffic.osl / 2.0;
    let step_s = batching.model.seconds(&IterationLoad::decode(1.0, context));
    let tpot_s = step_s / batching.tokens_per_step;
    SingleStream {
        tok_s: 1.0 / tpot_s,
        tpot_ms: tpot_s * 1e3,
        ttft_ms: batching.lone_prefill_s() * 1e3,
    }
}

fn memory(room: &Room) -> Memory {
    let kv_bytes = room.kv_bytes;
    Memory {
        capacity_bytes: room.capacity_bytes,
        reserved_bytes: (room.capacity_bytes - room.weights_bytes - room.runtime_bytes - kv_bytes)
            .max(0.0),
        weights_bytes: room.weights_bytes,
        runtime_bytes: room.runtime_bytes,
        kv_bytes,
        kv_bytes_per_token: room.kv_bytes_per_token,
        kv_tokens: if room.kv_bytes_per_token > 0.0 {
            kv_bytes / room.kv_bytes_per_token
        } else {
            0.0
        },
        max_sequences: room.sequences,
    }
}

fn warnings(scenario: &Scenario) -> Vec<String> {
    let served = scenario.deployment();
    let mut warnings = Vec::new();
    if served.llm.is_typical {
        warnings.push("A typical dense shape of this size stands in for the model: heads, width and layers of a real one may differ.".to_owned());
    }
    if served.weights != crate::catalog::WeightPrecision::Bf16
        && served.gpu.peak_flops(served.weights) <= served.gpu.bf16_flops
    {
        warnings.push(format!(
            "{} has no arithmetic units for {}: the weights are widened and computed in 16 bits.",
            served.gpu.name, served.weights
        ));
    }
    if served.parallelism.tensor > served.gpu.link_domain.max(1) {
        warnings.push(format!("{} tensor-parallel GPUs reach beyond the {} that this GPU links directly: the network between servers is in the way.", served.parallelism.tensor, served.gpu.link_domain.max(1)));
    }
    if scenario.gpu_usd_per_hour() <= 0.0 {
        warnings.push("The GPU price is 0, so every cost is 0.".to_owned());
    }
    warnings
}
