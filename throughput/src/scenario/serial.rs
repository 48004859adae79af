//! A scenario as JSON, and back to text by field.

use serde::de::Error as _;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{DENSE_MODEL_ID, Field, RawScenario, Scenario, format_number};

impl Scenario {
    /// The text of every field that has a value, defaults filled in.
    #[must_use]
    pub fn to_raw(&self) -> RawScenario {
        Field::ALL
            .into_iter()
            .filter_map(|field| Some((field, self.field_text(field)?)))
            .collect()
    }

    /// The canonical query string: every value in one spelling, defaults left out, those too that
    /// follow from the GPU and the engine.
    #[must_use]
    pub fn to_query(&self) -> String {
        let mut raw = self.to_raw();
        let served = &self.deployment;
        let implied = [
            (Field::GpuUsdHour, served.gpu.usd_per_hour),
            (Field::MaxSeqs, f64::from(served.engine.max_sequences)),
            (Field::TokenBudget, f64::from(served.engine.token_budget)),
            (Field::MemFraction, served.engine.memory_fraction),
        ];
        for (field, default) in implied {
            if raw.get(field) == Some(format_number(default).as_str()) {
                raw.set(field, "");
            }
        }
        raw.to_query()
    }

    fn field_text(&self, field: Field) -> Option<String> {
        let served = &self.deployment;
        let text = match field {
            Field::Model if served.llm.is_typical => DENSE_MODEL_ID.to_owned(),
            Field::Model => served.llm.id.to_string(),
            Field::Gpu => served.gpu.id.to_string(),
            Field::Engine => served.engine.id.to_string(),
            Field::Weights => served.weights.to_string(),
            Field::Kv => served.kv.to_string(),
            number => format_number(self.field_number(number)?),
        };
        Some(text)
    }

    fn field_number(&self, field: Field) -> Option<f64> {
        let served = &self.deployment;
        let number = match field {
            Field::Model | Field::Gpu | Field::Engine | Field::Weights | Field::Kv => return None,
            Field::ParamsB => self.params_b?,
            Field::GpuUsdHour => self.gpu_usd_per_hour,
            Field::Tp => f64::from(served.parallelism.tensor),
            Field::Pp => f64::from(served.parallelism.pipeline),
            Field::Dp => f64::from(served.parallelism.attention_data),
            Field::Ep => f64::from(u8::from(served.parallelism.experts_whole)),
            Field::Replicas => f64::from(self.replicas),
            Field::DraftTokens => served.speculation.draft_tokens(),
            Field::Acceptance => served.speculation.acceptance(),
            Field::Isl => self.traffic.isl,
            Field::Osl => self.traffic.osl,
            Field::IslCv => self.traffic.isl_cv,
            Field::OslCv => self.traffic.osl_cv,
            Field::CacheHit => self.traffic.cache_hit,
            Field::ArrivalCv => self.traffic.arrival_cv,
            Field::TtftP99Ms => milliseconds(self.slo.ttft_p99_s),
            Field::TpotP99Ms => milliseconds(self.slo.tpot_p99_s),
            Field::E2eP99Ms => milliseconds(self.slo.e2e_p99_s?),
            Field::MaxSeqs => f64::from(served.max_sequences),
            Field::TokenBudget => f64::from(served.token_budget),
            Field::MemFraction => served.memory_fraction,
        };
        Some(number)
    }
}

/// Seconds as milliseconds, rounded to the microsecond so that 0.05 s is written as 50 ms.
fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e3
}

impl Serialize for Scenario {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for field in Field::ALL {
            match (self.field_number(field), self.field_text(field)) {
                (Some(number), _) => map.serialize_entry(field.key(), &number)?,
                (None, Some(text)) => map.serialize_entry(field.key(), &text)?,
                (None, None) => {}
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Scenario {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let body = serde_json::Value::deserialize(deserializer)?;
        RawScenario::from_json(&body)
            .and_then(|raw| Self::parse(&raw))
            .map_err(|errors| {
                D::Error::custom(
                    errors
                        .iter()
                        .map(ToString::to_string)
                        .collect::<Vec<_>>()
                        .join("; "),
                )
            })
    }
}
