//! How the headline numbers come about: formula, numbers put in, result, source.

use super::answer::{OperatingPoint, Step};
use crate::catalog::KvPrecision;
use crate::scenario::Scenario;
use crate::slots::Room;

const GIB: f64 = 1_073_741_824.0;

/// The steps of one answer, from memory to money.
pub(super) fn steps(
    scenario: &Scenario,
    room: &Room,
    batch: Option<&OperatingPoint>,
    real_time: Option<&OperatingPoint>,
) -> Vec<Step> {
    let mut steps = memory_steps(scenario, room);
    for (name, point) in [("Batch", batch), ("Real time", real_time)] {
        if let Some(point) = point {
            steps.extend(point_steps(scenario, name, point));
        }
    }
    steps
}

fn step(
    quantity: String,
    formula: &str,
    substituted: String,
    result: String,
    source: &str,
) -> Step {
    Step {
        quantity,
        formula: formula.to_owned(),
        substituted,
        result,
        source: source.to_owned(),
    }
}

fn memory_steps(scenario: &Scenario, room: &Room) -> Vec<Step> {
    let served = scenario.deployment();
    let gpus = served.parallelism.gpus();
    let kv_bits = match served.kv {
        KvPrecision::Bf16 => 16,
        KvPrecision::Fp8 => 8,
    };
    vec![
        step(
            "Weights on each GPU".into(),
            "bytes of the checkpoint / GPUs of a replica",
            format!(
                "{:.1} GiB / {gpus}",
                served.llm.weight_bytes(served.weights) / GIB
            ),
            format!("{:.1} GiB", room.weights_bytes / GIB),
            &served.llm.source,
        ),
        step(
            "KV cache of one token on each GPU".into(),
            "sum over layers of KV heads on this GPU × head width × 2 × bytes",
            format!(
                "{} layers, {kv_bits}-bit cache, tensor parallel {}",
                served.llm.layers(),
                served.parallelism.attention_tensor()
            ),
            format!("{:.0} bytes", room.kv_bytes_per_token),
            &served.llm.source,
        ),
        step(
            "Sequences that fit".into(),
            "KV pool / (KV bytes per token × mean context)",
            format!(
                "{:.1} GiB / {:.1} MiB",
                room.kv_bytes.max(0.0) / GIB,
                room.kv_bytes_per_sequence / GIB * 1024.0
            ),
            format!("{:.0}", room.sequences),
            &served.engine.source,
        ),
    ]
}

fn point_steps(scenario: &Scenario, name: &str, point: &OperatingPoint) -> Vec<Step> {
    let parts = &point.iteration;
    let traffic = scenario.traffic();
    let gpus = scenario.gpus();
    let usd_per_hour = scenario.gpu_usd_per_hour() * f64::from(gpus);
    vec![
        step(
            format!("{name}: time of one decode step"),
            "reading weights + reading KV cache + arithmetic + messages between GPUs + overheads",
            format!(
                "{:.2} + {:.2} + {:.2} + {:.2} + {:.2} ms, with {:.1} decode and {:.0} prefill tokens",
                parts.weights_ms,
                parts.kv_ms,
                parts.compute_ms,
                parts.communication_ms,
                parts.overhead_ms,
                parts.decode_tokens,
                parts.prefill_tokens,
            ),
            format!("{:.2} ms", parts.total_ms),
            "The iteration model with the constants of the catalogue",
        ),
        step(
            format!("{name}: throughput"),
            "replicas × decoding sequences / step × OSL / (OSL - 1)",
            format!(
                "{} × {:.1} / {:.2} ms × {:.4}",
                scenario.replicas(),
                parts.decode_tokens,
                parts.total_ms,
                traffic.osl / (traffic.osl - 1.0).max(1e-9),
            ),
            format!("{:.0} tok/s", point.output_tok_s),
            "Steady state: what finishes in a step is admitted in the same step",
        ),
        step(
            format!("{name}: cost"),
            "GPUs × $ per GPU-hour / (3600 × output tok/s) × 1,000,000",
            format!(
                "{gpus} × ${:.2} / (3600 × {:.0}) × 1,000,000",
                usd_per_hour / f64::from(gpus),
                point.output_tok_s
            ),
            format!(
                "${:.4} per million output tokens, input included",
                point.usd_per_m_output_all_in
            ),
            &scenario.deployment().gpu.price_source,
        ),
    ]
}
