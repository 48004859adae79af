//! What the form says about each field: label, unit, hint.

use throughput::catalog::{self, Gpu, Llm, WeightPrecision};
use throughput::scenario::{DENSE_MODEL_ID, Field};

use crate::format;
use crate::typed::Typed;

/// The field's label.
#[must_use]
pub const fn label(field: Field) -> &'static str {
    match field {
        Field::Model => "Model",
        Field::ParamsB => "Parameters",
        Field::Gpu => "GPU",
        Field::GpuUsdHour => "Price of a GPU",
        Field::Tp => "GPUs per replica",
        Field::Pp => "Pipeline stages",
        Field::Dp => "Attention data-parallel",
        Field::Ep => "Experts on the GPUs",
        Field::Replicas => "Replicas",
        Field::Engine => "Engine",
        Field::Weights => "Weights",
        Field::Kv => "KV cache",
        Field::Isl => "Input length",
        Field::Osl => "Output length",
        Field::IslCv => "Input spread",
        Field::OslCv => "Output spread",
        Field::DraftTokens => "Draft tokens",
        Field::Acceptance => "Draft acceptance",
        Field::CacheHit => "Prefix-cache hits",
        Field::ArrivalCv => "Burstiness",
        Field::TtftP99Ms => "p99 TTFT",
        Field::TpotP99Ms => "p99 TPOT",
        Field::E2eP99Ms => "p99 whole request",
        Field::MaxSeqs => "Most sequences",
        Field::TokenBudget => "Token budget",
        Field::MemFraction => "Memory fraction",
    }
}

/// The unit that stands inside the field.
#[must_use]
pub const fn unit(field: Field) -> &'static str {
    match field {
        Field::ParamsB => "billion",
        Field::GpuUsdHour => "$ / hour",
        Field::Isl | Field::Osl => "tokens",
        Field::TokenBudget => "tokens / step",
        Field::TtftP99Ms | Field::TpotP99Ms | Field::E2eP99Ms => "ms",
        Field::ArrivalCv | Field::IslCv | Field::OslCv => "CV",
        Field::DraftTokens => "a step",
        Field::CacheHit | Field::Acceptance => "0 to 1",
        Field::Dp => "ranks",
        _ => "",
    }
}

/// A short hint, with what follows from the rest of the form.
#[must_use]
pub fn hint(field: Field, typed: &Typed) -> String {
    match field {
        Field::Model => llm(typed).map_or_else(|| model_hint(typed), describe_llm),
        Field::Gpu => gpu(typed).map_or_else(String::new, describe_gpu),
        Field::GpuUsdHour => gpu(typed).map_or_else(String::new, describe_price),
        Field::Weights => weights_hint(typed),
        Field::Kv => kv_hint(typed),
        Field::MaxSeqs | Field::TokenBudget | Field::MemFraction => {
            let hint = "Blank: the engine’s own";
            placeholder(field, typed)
                .map_or_else(|| hint.to_owned(), |own| format!("{hint}, {own}"))
        }
        other => fixed_hint(other).to_owned(),
    }
}

const fn fixed_hint(field: Field) -> &'static str {
    match field {
        Field::ParamsB => "A typical dense shape of that size",
        Field::Tp => "Tensor parallel",
        Field::Pp => "Each has that many GPUs",
        Field::Dp => "Of the GPUs per replica; for MLA models",
        Field::Ep => "Only for mixtures of experts",
        Field::Replicas => "Identical, behind a balancer",
        Field::Engine => "Its scheduler, memory rule and overheads",
        Field::Isl => "Mean prompt; 8k is 8000",
        Field::Osl => "Mean answer",
        Field::IslCv | Field::OslCv => "0 is one length, 1 a wide spread",
        Field::DraftTokens => "Speculative decoding; 0 is off",
        Field::Acceptance => "Chance that a drafted token is right",
        Field::CacheHit => "Share of the input already cached",
        Field::ArrivalCv => "1 is random arrivals, more is bursts",
        Field::TtftP99Ms => "To the first token",
        Field::TpotP99Ms => "For each token after it",
        Field::E2eP99Ms => "Blank: no limit",
        _ => "",
    }
}

/// What a blank field stands for.
#[must_use]
pub fn placeholder(field: Field, typed: &Typed) -> Option<String> {
    let engine = || catalog::engine(typed.text(Field::Engine));
    match field {
        Field::GpuUsdHour => gpu(typed).map(|gpu| gpu.usd_per_hour.to_string()),
        Field::MaxSeqs => engine().map(|engine| engine.max_sequences.to_string()),
        Field::TokenBudget => engine().map(|engine| engine.token_budget.to_string()),
        Field::MemFraction => engine().map(|engine| engine.memory_fraction.to_string()),
        Field::E2eP99Ms => Some("none".to_owned()),
        other => Some(other.default_text().to_owned()),
    }
}

fn llm(typed: &Typed) -> Option<&'static Llm> {
    catalog::llm(typed.text(Field::Model))
}

fn gpu(typed: &Typed) -> Option<&'static Gpu> {
    catalog::gpu(typed.text(Field::Gpu))
}

fn model_hint(typed: &Typed) -> String {
    if typed.text(Field::Model) == DENSE_MODEL_ID {
        "Interpolated from models of that size".to_owned()
    } else {
        String::new()
    }
}

fn describe_llm(llm: &Llm) -> String {
    #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
    let billions = |params: u64| format::significant(params as f64 / 1e9, 3);
    let size = format!("{} B parameters", billions(llm.total_params()));
    let active = if llm.is_moe() {
        format!(", {} B active", billions(llm.active_params()))
    } else {
        String::new()
    };
    format!("{size}{active}, {} layers", llm.layers())
}

fn describe_gpu(gpu: &Gpu) -> String {
    format!(
        "{} at {}, {} BF16",
        format::bytes(gpu.memory_bytes()),
        format::si(gpu.hbm_bytes_per_s, "B/s"),
        format::si(gpu.bf16_flops, "FLOP/s")
    )
}

fn describe_price(gpu: &Gpu) -> String {
    if gpu.usd_per_hour > 0.0 {
        let month = gpu.price_date.get(..7).unwrap_or(&gpu.price_date);
        format!("Blank: list price of {}", month.replace('-', "\u{2011}"))
    } else {
        "No public price known: type yours".to_owned()
    }
}

fn weights_hint(typed: &Typed) -> String {
    let Ok(precision) = typed.text(Field::Weights).parse::<WeightPrecision>() else {
        return String::new();
    };
    match (llm(typed), gpu(typed)) {
        (_, Some(gpu)) if is_widened(gpu, precision) => "Computed in BF16 on this GPU".to_owned(),
        (Some(llm), _) => format!("{} in all", format::bytes(llm.weight_bytes(precision))),
        _ => String::new(),
    }
}

/// Whether the GPU has no arithmetic units for weights of this precision.
fn is_widened(gpu: &Gpu, precision: WeightPrecision) -> bool {
    precision != WeightPrecision::Bf16 && gpu.peak_flops(precision) <= gpu.bf16_flops
}

fn kv_hint(typed: &Typed) -> String {
    match (llm(typed), typed.text(Field::Kv).parse()) {
        (Some(llm), Ok(kv)) => {
            #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
            let size = llm.kv_bytes_per_token(kv) as f64;
            format!("{} a token", format::bytes(size))
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use throughput::scenario::RawScenario;

    fn hint_of(field: Field, query: &str) -> String {
        hint(field, &Typed::of(&RawScenario::from_query(query))).replace(format::SPACE, " ")
    }

    #[test]
    fn hints_follow_the_form() {
        assert_eq!(hint_of(Field::Model, ""), "70.6 B parameters, 80 layers");
        assert_eq!(hint_of(Field::Kv, ""), "328 kB a token");
        assert_eq!(hint_of(Field::Kv, "kv=fp8"), "164 kB a token");
        assert_eq!(
            hint_of(Field::Weights, "gpu=a100-sxm-80gb"),
            "Computed in BF16 on this GPU"
        );
        let own = catalog::engine("tgi")
            .expect("in the catalogue")
            .max_sequences;
        assert!(hint_of(Field::MaxSeqs, "engine=tgi").ends_with(&format!(", {own}")));
    }

    #[test]
    fn every_field_has_a_label_and_a_hint() {
        let typed = Typed::of(&RawScenario::default());
        for field in Field::ALL {
            assert!(!label(field).is_empty(), "{field:?}");
            assert!(!hint(field, &typed).is_empty(), "{field:?}");
        }
    }
}
