//! What moves the price most: the estimate run again with one input moved at a time.

use serde::{Deserialize, Serialize};

use super::fleet::Fleet;
use crate::catalog::{KvPrecision, WeightPrecision};
use crate::estimate::{Estimate, Outcome};
use crate::scenario::{Field, Scenario, format_number};

/// An input that is moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SwingInput {
    /// Price of a GPU-hour, 20 % either way.
    GpuPrice,
    /// Utilisation of the fleet, 20 % either way, not above 1.
    Utilisation,
    /// Input length, half and double.
    InputLength,
    /// Output length, half and double.
    OutputLength,
    /// Share of cached input, a quarter less and more.
    CacheHit,
    /// Precision of the weights, the next wider and the next narrower.
    WeightPrecision,
    /// Precision of the KV cache, the other one.
    KvPrecision,
    /// Limit on p99 TTFT, half and double.
    TtftLimit,
    /// Limit on p99 TPOT, half and double.
    TpotLimit,
}

/// One end of a bar.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SwingEnd {
    /// What the input was moved to, with its unit.
    pub setting: String,
    /// US dollars per million output tokens, all in, idle time in; `None` where the scenario has
    /// no operating point there.
    pub usd_per_m: Option<f64>,
    /// Why there is none.
    pub reason: Option<String>,
}

/// One bar of the tornado.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Swing {
    /// The input.
    pub input: SwingInput,
    /// What it is now.
    pub base: String,
    /// The price with the input moved down; `None` where it cannot be moved so.
    pub low: Option<SwingEnd>,
    /// The price with the input moved up.
    pub high: Option<SwingEnd>,
    /// The largest price of the bar less the smallest, the base's among them.
    pub span_usd_per_m: f64,
}

/// The tornado.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sensitivity {
    /// US dollars per million output tokens, all in, idle time in: where every bar crosses.
    pub base_usd_per_m: f64,
    /// The bars, the longest first.
    pub swings: Vec<Swing>,
}

/// Moves each input of `scenario` (already at the question's price) and estimates again.
///
/// ```text
/// price = ((1 - batch share) x real time + batch share x batch) / utilisation
/// ```
///
/// The utilisation stays that of `fleet` except where it is moved itself, so that a bar shows its
/// own input and not the rounding to whole replicas. `None` when the base has no price.
pub(crate) fn sensitivity(
    scenario: &Scenario,
    base: &Estimate,
    fleet: &Fleet,
    batch_share: f64,
    estimate: impl Fn(&Scenario) -> Estimate,
) -> Option<Sensitivity> {
    let utilisation = fleet.utilisation;
    let base_usd_per_m = ideal(base, batch_share).ok()? / utilisation;
    let priced =
        |moved: &Scenario| ideal(&estimate(moved), batch_share).map(|usd| usd / utilisation);
    let end = |field: Field, text: String, setting: String| -> Option<SwingEnd> {
        let mut raw = scenario.to_raw();
        raw.set(field, text);
        let moved = match Scenario::parse(&raw) {
            Ok(moved) => priced(&moved),
            Err(errors) => Err(errors.into_iter().map(|error| error.detail).collect()),
        };
        Some(SwingEnd {
            setting,
            reason: moved.as_ref().err().cloned(),
            usd_per_m: moved.ok(),
        })
    };
    let scaled = |field: Field, value: f64, factors: [f64; 2], unit: &str| {
        factors.map(|factor| {
            let value = (value * factor).max(1e-3);
            end(
                field,
                format_number(value),
                format!("{} {unit}", short(value)),
            )
        })
    };
    let deployment = scenario.deployment();
    let (traffic, slo) = (scenario.traffic(), scenario.slo());
    let mut swings = Vec::new();
    let mut bar = |input: SwingInput, now: String, [low, high]: [Option<SwingEnd>; 2]| {
        if low.is_none() && high.is_none() {
            return;
        }
        let ends = [&low, &high]
            .into_iter()
            .flatten()
            .filter_map(|end| end.usd_per_m);
        let (least, most) = ends.fold((base_usd_per_m, base_usd_per_m), |(least, most), usd| {
            (least.min(usd), most.max(usd))
        });
        swings.push(Swing {
            input,
            base: now,
            low,
            high,
            span_usd_per_m: most - least,
        });
    };

    let price = scenario.gpu_usd_per_hour();
    let unit = "USD per GPU-hour";
    bar(
        SwingInput::GpuPrice,
        format!("{} {unit}", short(price)),
        scaled(Field::GpuUsdHour, price, [0.8, 1.2], unit),
    );
    let used = |factor: f64| {
        let moved = (utilisation * factor).min(1.0);
        Some(SwingEnd {
            setting: format!("{:.0} %", moved * 100.0),
            usd_per_m: Some(base_usd_per_m * utilisation / moved),
            reason: None,
        })
    };
    bar(
        SwingInput::Utilisation,
        format!("{:.0} %", utilisation * 100.0),
        [used(0.8), used(1.2)],
    );
    for (input, field, value, unit) in [
        (SwingInput::InputLength, Field::Isl, traffic.isl, "tokens"),
        (SwingInput::OutputLength, Field::Osl, traffic.osl, "tokens"),
        (
            SwingInput::TtftLimit,
            Field::TtftP99Ms,
            slo.ttft_p99_s * 1e3,
            "ms",
        ),
        (
            SwingInput::TpotLimit,
            Field::TpotP99Ms,
            slo.tpot_p99_s * 1e3,
            "ms",
        ),
    ] {
        let floor = if unit == "tokens" { 1.0 / value } else { 0.0 };
        let ends = scaled(field, value, [f64::max(0.5, floor), 2.0], unit);
        bar(input, format!("{} {unit}", short(value)), ends);
    }
    let hit = traffic.cache_hit;
    let hit_end = |moved: f64| {
        if (moved - hit).abs() < 1e-9 {
            return None;
        }
        end(
            Field::CacheHit,
            format_number(moved),
            format!("{:.0} %", moved * 100.0),
        )
    };
    bar(
        SwingInput::CacheHit,
        format!("{:.0} %", hit * 100.0),
        [
            hit_end((hit - 0.25).max(0.0)),
            hit_end((hit + 0.25).min(0.95).max(hit)),
        ],
    );
    let weights = |wanted: Option<WeightPrecision>| {
        let wanted = wanted?;
        end(Field::Weights, wanted.to_string(), wanted.to_string())
    };
    let has_fp4 = deployment.gpu.fp4_flops > 0.0;
    let (narrower, wider) = neighbours(deployment.weights, has_fp4);
    bar(
        SwingInput::WeightPrecision,
        deployment.weights.to_string(),
        [weights(narrower), weights(wider)],
    );
    let other_kv = match deployment.kv {
        KvPrecision::Bf16 => KvPrecision::Fp8,
        KvPrecision::Fp8 => KvPrecision::Bf16,
    };
    let kv_end = end(Field::Kv, other_kv.to_string(), other_kv.to_string());
    let kv_ends = match other_kv {
        KvPrecision::Fp8 => [kv_end, None],
        KvPrecision::Bf16 => [None, kv_end],
    };
    bar(SwingInput::KvPrecision, deployment.kv.to_string(), kv_ends);
    swings.sort_by(|a, b| b.span_usd_per_m.total_cmp(&a.span_usd_per_m));
    Some(Sensitivity {
        base_usd_per_m,
        swings,
    })
}

/// US dollars per million output tokens, all in, nothing idle; the reason where there are none.
fn ideal(estimate: &Estimate, batch_share: f64) -> Result<f64, String> {
    let price = |outcome: &Outcome| match outcome {
        Outcome::Point(point) => Ok(point.usd_per_m_output_all_in),
        Outcome::None(none) => Err(none.reason.clone()),
    };
    let real_time = if batch_share < 1.0 {
        price(&estimate.real_time)?
    } else {
        0.0
    };
    let batch = if batch_share > 0.0 {
        price(&estimate.batch).or_else(|_| price(&estimate.real_time))?
    } else {
        0.0
    };
    let usd = batch_share.mul_add(batch, (1.0 - batch_share) * real_time);
    if usd > 0.0 && usd.is_finite() {
        Ok(usd)
    } else {
        Err("The GPU has no price.".to_owned())
    }
}

/// The next narrower and the next wider precision of weights that the GPU can be given.
const fn neighbours(
    now: WeightPrecision,
    has_fp4: bool,
) -> (Option<WeightPrecision>, Option<WeightPrecision>) {
    use WeightPrecision::{Bf16, Fp8, Int4, Int8, Mxfp4, Nvfp4};
    match now {
        Bf16 => (Some(Fp8), None),
        Fp8 | Int8 => (Some(if has_fp4 { Nvfp4 } else { Int4 }), Some(Bf16)),
        Int4 | Nvfp4 | Mxfp4 => (None, Some(Fp8)),
    }
}

/// At most four significant digits, for a label.
fn short(value: f64) -> String {
    format_number(super::money::significant(value, 4))
}
