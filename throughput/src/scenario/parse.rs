//! From text by field to a checked scenario, with one error for each thing that is wrong.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::{
    DENSE_MODEL_ID, Deployment, Field, FieldError, Parallelism, RawScenario, Scenario, Slo,
    Speculation, Traffic, format_number, legal_tensor_sizes, parse_number,
};
use crate::catalog::{self, Llm};

impl Scenario {
    /// Checks a scenario as typed.
    ///
    /// # Errors
    ///
    /// One [`FieldError`] for each field that is wrong, in the order of the form.
    pub fn parse(raw: &RawScenario) -> Result<Self, Vec<FieldError>> {
        let mut reader = Reader {
            raw,
            errors: Vec::new(),
        };
        let scenario = reader.scenario();
        match scenario {
            Some(scenario) if reader.errors.is_empty() => Ok(scenario),
            _ => Err(reader.errors),
        }
    }
}

/// Reads fields and gathers what is wrong with them; a `None` always leaves an error behind.
struct Reader<'a> {
    raw: &'a RawScenario,
    errors: Vec<FieldError>,
}

impl Reader<'_> {
    /// Every field is read before the first `?`, so that one answer names all that is wrong.
    fn scenario(&mut self) -> Option<Scenario> {
        let params_b = self.params_b();
        let llm = self.llm(params_b);
        let gpu = self.entry(Field::Gpu, catalog::gpu, || {
            catalog::gpus()
                .iter()
                .map(|gpu| gpu.id.to_string())
                .collect()
        });
        let engine = self.entry(Field::Engine, catalog::engine, || {
            catalog::engines()
                .iter()
                .map(|engine| engine.id.to_string())
                .collect()
        });
        let weights = self.precision(Field::Weights);
        let kv = self.precision(Field::Kv);
        let gpu_usd_per_hour = self.number(
            Field::GpuUsdHour,
            0.0..=10_000.0,
            gpu.map(|gpu| gpu.usd_per_hour),
        );
        let parallelism = self.parallelism(llm.as_deref());
        let replicas = self.count(Field::Replicas, 1..=10_000, None);
        let draft_tokens = self.count(Field::DraftTokens, 0..=16, None);
        let acceptance = self.number(Field::Acceptance, 0.0..=1.0, None);
        let traffic = self.traffic(llm.as_deref());
        let slo = self.slo();
        let max_sequences = self.count(
            Field::MaxSeqs,
            1..=16_384,
            engine.map(|engine| engine.max_sequences),
        );
        let token_budget = self.count(
            Field::TokenBudget,
            16..=1_048_576,
            engine.map(|engine| engine.token_budget),
        );
        let memory_fraction = self.number(
            Field::MemFraction,
            0.05..=1.0,
            engine.map(|engine| engine.memory_fraction),
        );
        Some(Scenario {
            deployment: Deployment {
                llm: llm?,
                gpu: gpu?,
                engine: engine?,
                parallelism: parallelism?,
                weights: weights?,
                kv: kv?,
                speculation: Speculation::new(f64::from(draft_tokens?), acceptance?),
                max_sequences: max_sequences?,
                token_budget: token_budget?,
                memory_fraction: memory_fraction?,
            },
            params_b,
            replicas: replicas?,
            gpu_usd_per_hour: gpu_usd_per_hour?,
            traffic: traffic?,
            slo: slo?,
        })
    }

    fn fail<T>(&mut self, field: Field, detail: impl Into<String>) -> Option<T> {
        self.errors.push(FieldError::new(field.key(), detail));
        None
    }

    fn params_b(&mut self) -> Option<f64> {
        let is_dense = self.raw.text(Field::Model).trim() == DENSE_MODEL_ID;
        if is_dense {
            self.number(Field::ParamsB, 0.1..=2000.0, None)
        } else {
            None
        }
    }

    fn llm(&mut self, params_b: Option<f64>) -> Option<Cow<'static, Llm>> {
        if self.raw.text(Field::Model).trim() != DENSE_MODEL_ID {
            return self
                .entry(Field::Model, catalog::llm, || {
                    catalog::llms()
                        .iter()
                        .map(|llm| llm.id.to_string())
                        .collect()
                })
                .map(Cow::Borrowed);
        }
        match Llm::typical_dense(params_b?) {
            Ok(llm) => Some(Cow::Owned(llm)),
            Err(error) => self.fail(Field::ParamsB, error.to_string()),
        }
    }

    /// A row of the catalogue by its id, with the nearest ids named when there is none.
    fn entry<T>(
        &mut self,
        field: Field,
        find: impl Fn(&str) -> Option<&'static T>,
        ids: impl Fn() -> Vec<String>,
    ) -> Option<&'static T> {
        let typed = self.raw.text(field).trim();
        if let Some(row) = find(typed) {
            return Some(row);
        }
        let near = nearest(typed, ids());
        let detail = format!(
            "“{typed}” is not in the catalogue. Nearest: {}.",
            near.join(", ")
        );
        self.fail(field, detail)
    }

    fn precision<T: std::str::FromStr<Err: std::fmt::Display>>(
        &mut self,
        field: Field,
    ) -> Option<T> {
        match self.raw.text(field).trim().parse() {
            Ok(precision) => Some(precision),
            Err(error) => self.fail(field, format!("{error}")),
        }
    }

    /// A number within a range; `default` stands in when the field has no default of its own.
    fn number(
        &mut self,
        field: Field,
        range: RangeInclusive<f64>,
        default: Option<f64>,
    ) -> Option<f64> {
        let text = self.raw.text(field).trim();
        let value = if text.is_empty() {
            default?
        } else {
            let Some(value) = parse_number(text) else {
                return self.fail(
                    field,
                    format!("“{text}” is not a number. Write it like 2000, 1,200.5 or 8k."),
                );
            };
            value
        };
        if range.contains(&value) {
            return Some(value);
        }
        let (low, high) = (format_number(*range.start()), format_number(*range.end()));
        self.fail(
            field,
            format!("{} is outside {low} to {high}.", format_number(value)),
        )
    }

    /// A whole number within a range.
    fn count(
        &mut self,
        field: Field,
        range: RangeInclusive<u32>,
        default: Option<u32>,
    ) -> Option<u32> {
        let limits = f64::from(*range.start())..=f64::from(*range.end());
        let value = self.number(field, limits, default.map(f64::from))?;
        if value.fract() != 0.0 {
            return self.fail(
                field,
                format!("{} is not a whole number.", format_number(value)),
            );
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole and within a u32 range"
        )]
        Some(value as u32)
    }

    fn parallelism(&mut self, llm: Option<&Llm>) -> Option<Parallelism> {
        let tensor = self.count(Field::Tp, 1..=64, None);
        let pipeline = self.count(Field::Pp, 1..=16, None);
        let attention_data = self.count(Field::Dp, 1..=64, None);
        let experts_whole = self.count(Field::Ep, 0..=1, None).map(|flag| flag == 1);
        let parallelism = Parallelism {
            tensor: tensor?,
            pipeline: pipeline?,
            attention_data: attention_data?,
            experts_whole: experts_whole?,
        };
        let llm = llm?;
        if !parallelism
            .tensor
            .is_multiple_of(parallelism.attention_data)
        {
            return self.fail(
                Field::Dp,
                format!(
                    "{} attention ranks do not divide tp={}.",
                    parallelism.attention_data, parallelism.tensor
                ),
            );
        }
        let legal = legal_tensor_sizes(llm, 64);
        if !legal.contains(&parallelism.attention_tensor()) {
            let sizes: Vec<_> = legal.iter().map(ToString::to_string).collect();
            return self.fail(
                Field::Tp,
                format!(
                    "{} cannot be cut into {} parts. Legal sizes: {}.",
                    llm.name,
                    parallelism.attention_tensor(),
                    sizes.join(", ")
                ),
            );
        }
        let layers: u32 = llm.groups.iter().map(|group| group.count).sum();
        if parallelism.pipeline > layers {
            return self.fail(
                Field::Pp,
                format!(
                    "{} has {layers} layers, fewer than {} stages.",
                    llm.name, parallelism.pipeline
                ),
            );
        }
        Some(parallelism)
    }

    fn traffic(&mut self, llm: Option<&Llm>) -> Option<Traffic> {
        let isl = self.number(Field::Isl, 1.0..=10_000_000.0, None);
        // One token comes from the prefill alone: it has no time per output token to promise.
        let osl = self.number(Field::Osl, 2.0..=1_000_000.0, None);
        let cache_hit = self.number(Field::CacheHit, 0.0..=0.999, None);
        let arrival_cv = self.number(Field::ArrivalCv, 0.0..=10.0, None);
        let isl_cv = self.number(Field::IslCv, 0.0..=3.0, None);
        let osl_cv = self.number(Field::OslCv, 0.0..=3.0, None);
        let traffic = Traffic {
            isl: isl?,
            osl: osl?,
            isl_cv: isl_cv?,
            osl_cv: osl_cv?,
            cache_hit: cache_hit?,
            arrival_cv: arrival_cv?,
        };
        let llm = llm?;
        let longest = f64::from(llm.max_context);
        if traffic.isl + traffic.osl > longest {
            return self.fail(
                Field::Isl,
                format!(
                    "Input and output together are {} tokens; {} takes {longest}.",
                    format_number(traffic.isl + traffic.osl),
                    llm.name
                ),
            );
        }
        Some(traffic)
    }

    fn slo(&mut self) -> Option<Slo> {
        let limits = 0.1..=86_400_000.0;
        let ttft = self.number(Field::TtftP99Ms, limits.clone(), None);
        let tpot = self.number(Field::TpotP99Ms, limits.clone(), None);
        let e2e = if self.raw.text(Field::E2eP99Ms).trim().is_empty() {
            Some(None)
        } else {
            self.number(Field::E2eP99Ms, limits, None).map(Some)
        };
        // To the microsecond, so that a link leads back to the same limit.
        let seconds = |ms: f64| (ms * 1e3).round() / 1e6;
        Some(Slo {
            ttft_p99_s: seconds(ttft?),
            tpot_p99_s: seconds(tpot?),
            e2e_p99_s: e2e?.map(seconds),
        })
    }
}

/// The three ids that share the most letter pairs with what was typed.
fn nearest(typed: &str, ids: Vec<String>) -> Vec<String> {
    let pairs = |text: &str| -> Vec<(char, char)> {
        let lower: Vec<char> = text
            .to_lowercase()
            .chars()
            .filter(|c| c.is_alphanumeric())
            .collect();
        lower.windows(2).map(|pair| (pair[0], pair[1])).collect()
    };
    let wanted = pairs(typed);
    let mut scored: Vec<(usize, String)> = ids
        .into_iter()
        .map(|id| {
            let have = pairs(&id);
            let shared = wanted.iter().filter(|pair| have.contains(pair)).count();
            (2 * shared * 100 / (wanted.len() + have.len()).max(1), id)
        })
        .collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored.into_iter().take(3).map(|(_, id)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(query: &str) -> Vec<FieldError> {
        Scenario::parse(&RawScenario::from_query(query)).expect_err(query)
    }

    #[test]
    fn the_defaults_are_a_scenario_whose_link_is_blank() {
        assert_eq!(Scenario::default().to_query(), "");
    }

    #[test]
    fn every_bad_field_is_named_at_once() {
        let fields: Vec<_> = errors("model=llama-3.3-71b&tp=x&isl=-5&kv=fp7")
            .into_iter()
            .map(|error| error.field)
            .collect();
        assert_eq!(fields, ["model", "kv", "tp", "isl"]);
    }

    #[test]
    fn an_unknown_model_names_the_nearest() {
        assert!(
            errors("model=llama-3.3-71b")[0]
                .detail
                .contains("llama-3.3-70b")
        );
    }

    #[test]
    fn an_illegal_tensor_size_names_the_legal_ones() {
        assert!(
            errors("model=llama-3.1-8b&tp=3")[0]
                .detail
                .contains("1, 2, 4, 8")
        );
    }

    #[test]
    fn a_context_that_the_model_lacks_is_an_error() {
        assert_eq!(
            errors("model=llama-3.1-8b&isl=131000&osl=1000")[0].field,
            "isl"
        );
    }

    #[test]
    fn a_link_comes_back_as_the_same_scenario() {
        let query = "model=dense&params_b=13&gpu=l40s&gpu_usd_hour=1.25&tp=4&isl=1234.5&e2e_p99_ms=9000&max_seqs=64&cache_hit=0.25";
        let scenario = Scenario::parse(&RawScenario::from_query(query)).expect("valid");
        let again = Scenario::parse(&RawScenario::from_query(&scenario.to_query())).expect("valid");
        assert_eq!(scenario, again);
        let json = serde_json::to_string(&scenario).expect("serializable");
        assert_eq!(
            serde_json::from_str::<Scenario>(&json).expect("valid"),
            scenario
        );
    }
}
