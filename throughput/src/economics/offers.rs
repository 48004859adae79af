//! What the price books hold: plain rows, each with its source and date.

use serde::{Deserialize, Serialize};

use super::date::Date;

/// How a GPU is paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Term {
    /// By the hour, no commitment.
    OnDemand,
    /// A rate for a commitment of a year or more.
    Reserved,
    /// By the hour, can be taken away at short notice.
    Spot,
    /// An owner's published total cost per hour, for comparison; nobody rents at it.
    OwnedTco,
}

/// One price of one GPU for one hour.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GpuOffer {
    /// Catalogue id of the GPU.
    pub gpu: String,
    /// Who asks the price.
    pub provider: String,
    /// How it is paid for.
    pub term: Term,
    /// US dollars for one GPU for one hour, above 0.
    pub usd_per_gpu_hour: f64,
    /// GPUs of the instance that was priced.
    pub instance_gpus: u32,
    /// What the row is exactly.
    pub note: String,
    /// Where the price was read.
    pub source: String,
    /// When it was read, or the oldest it can be where the source says no date.
    pub date: Date,
}

/// How large a model is, as far as closed models can be compared at all: by the maker's own size
/// names and prices. Open models by the geometric mean of all and active parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SizeClass {
    /// Below 20 billion parameters.
    Small,
    /// From 20 to below 120 billion parameters.
    Medium,
    /// 120 billion parameters and more.
    Large,
}

impl SizeClass {
    /// The class of an open model: sqrt(total x active) parameters.
    ///
    /// The geometric mean is a rule of thumb for the dense model that a mixture of experts stands
    /// beside: Llama 3.3 70B is 71 billion, gpt-oss-120b 24, DeepSeek-V3 158.
    #[must_use]
    pub fn of_params(total: f64, active: f64) -> Self {
        match (total * active).sqrt() / 1e9 {
            billions if billions < 20.0 => Self::Small,
            billions if billions < 120.0 => Self::Medium,
            _ => Self::Large,
        }
    }
}

/// How the model behind an API stands to the catalogue's model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// The same open model, perhaps a later tune of its maker or another precision.
    Same,
    /// Other weights in the same shape: it costs the same to serve, and answers differently.
    Shape,
    /// A closed model of a like size class: comparable, not the same.
    Comparable,
    /// A price that the user typed.
    Own,
}

/// One list price of one model behind an API, in US dollars per million tokens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ApiOffer {
    /// Stable id, provider and model: `deepinfra/llama-3.3-70b`.
    pub id: String,
    /// Who sells it.
    pub provider: String,
    /// The provider's name of the model.
    pub name: String,
    /// Catalogue id of the model where its weights are open; blank for a closed one.
    pub model: String,
    /// How the offered model stands to that one.
    pub relation: Relation,
    /// Size class of a closed model; `None` for an open one, whose class follows from its shape.
    pub size: Option<SizeClass>,
    /// Input that is not cached.
    pub input_usd_per_m: f64,
    /// Input read from the provider's prompt cache; `None` = no discount is listed.
    pub cached_input_usd_per_m: Option<f64>,
    /// Output.
    pub output_usd_per_m: f64,
    /// Input of batch jobs; `None` = no batch price is listed.
    pub batch_input_usd_per_m: Option<f64>,
    /// Output of batch jobs.
    pub batch_output_usd_per_m: Option<f64>,
    /// What the row is exactly.
    pub note: String,
    /// Where the price was read.
    pub source: String,
    /// When it was read.
    pub date: Date,
}

/// One published tier of rate limits. Limits that the provider does not set are `None`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RateTier {
    /// Stable id, such as `anthropic-sonnet-scale`.
    pub id: String,
    /// Who sets it.
    pub provider: String,
    /// Name of the tier and of the models it is for.
    pub name: String,
    /// Requests per minute.
    pub requests_per_minute: Option<f64>,
    /// Input tokens per minute.
    pub input_tpm: Option<f64>,
    /// Output tokens per minute.
    pub output_tpm: Option<f64>,
    /// Input and output tokens per minute together.
    pub total_tpm: Option<f64>,
    /// Whether input read from the prompt cache counts towards the input limit.
    pub counts_cached_input: bool,
    /// Where it was read.
    pub source: String,
    /// When it was read.
    pub date: Date,
}

/// A published speed of one machine. Single-stream speed and aggregate throughput are different
/// quantities, one or two orders of magnitude apart: never set one beside the other unlabelled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PublishedSpeed {
    /// Who runs it.
    pub provider: String,
    /// The machine.
    pub machine: String,
    /// Kind of its fast memory: what sets it apart.
    pub memory: String,
    /// Catalogue id of the model where it is there, else its name.
    pub model: String,
    /// Output tokens per second of one request.
    pub single_stream_tok_s: Option<f64>,
    /// Output tokens per second over all requests of the whole machine.
    pub aggregate_tok_s: Option<f64>,
    /// Requests in flight at that aggregate throughput.
    pub concurrency: Option<f64>,
    /// Chips of the machine that the figures are for.
    pub chips: Option<u32>,
    /// What the figures are exactly.
    pub note: String,
    /// Where they were read.
    pub source: String,
    /// When they were read.
    pub date: Date,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_classes_follow_the_geometric_mean() {
        // Parameters as published on the model cards.
        assert_eq!(SizeClass::of_params(8.0e9, 8.0e9), SizeClass::Small);
        assert_eq!(SizeClass::of_params(116.8e9, 5.1e9), SizeClass::Medium);
        assert_eq!(SizeClass::of_params(70.6e9, 70.6e9), SizeClass::Medium);
        assert_eq!(SizeClass::of_params(671e9, 37e9), SizeClass::Large);
    }
}
