//! The whole question, checked: a [`Scenario`] can only be built from values that make sense.

mod error;
mod field;
mod number;
mod parallelism;
mod parse;
mod raw;
mod serial;
mod speculation;

use std::borrow::Cow;

pub use error::{FieldError, both};
pub use field::Field;
pub use number::{format_number, parse_number};
pub use parallelism::{Parallelism, legal_tensor_sizes};
pub use raw::{RawScenario, SCHEMA_VERSION};
pub use speculation::Speculation;

use crate::catalog::{Engine, Gpu, KvPrecision, Llm, WeightPrecision};

/// The id under which the model is "N billion parameters" of a typical dense shape.
pub const DENSE_MODEL_ID: &str = "dense";

/// What is served: one model on one kind of GPU by one engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Deployment {
    /// The model.
    pub llm: Cow<'static, Llm>,
    /// The GPU.
    pub gpu: &'static Gpu,
    /// The engine.
    pub engine: &'static Engine,
    /// How one replica is spread over GPUs.
    pub parallelism: Parallelism,
    /// Precision of the weights.
    pub weights: WeightPrecision,
    /// Precision of the KV cache.
    pub kv: KvPrecision,
    /// Speculative decoding.
    pub speculation: Speculation,
    /// Most sequences that run at once.
    pub max_sequences: u32,
    /// Most tokens in one iteration.
    pub token_budget: u32,
    /// The engine's memory fraction, within (0, 1]; its meaning is the engine's memory rule.
    pub memory_fraction: f64,
}

/// What is asked of the deployment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Traffic {
    /// Mean input sequence length in tokens, at least 1.
    pub isl: f64,
    /// Mean output sequence length in tokens, at least 2 in a checked scenario.
    pub osl: f64,
    /// Coefficient of variation of the input length, within [0, 3]; 0 is a fixed length.
    pub isl_cv: f64,
    /// Coefficient of variation of the output length, within [0, 3]; 0 is a fixed length.
    pub osl_cv: f64,
    /// Share of the input found in the prefix cache, within [0, 1).
    pub cache_hit: f64,
    /// Coefficient of variation of the gaps between arrivals; 1 is Poisson.
    pub arrival_cv: f64,
}

/// The latency promise. All in seconds, all positive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slo {
    /// Limit on p99 time to first token.
    pub ttft_p99_s: f64,
    /// Limit on p99 time per output token.
    pub tpot_p99_s: f64,
    /// Limit on p99 of the whole request, if one is set.
    pub e2e_p99_s: Option<f64>,
}

/// The whole question. Built by [`Scenario::parse`], which checks it field by field.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    params_b: Option<f64>,
    deployment: Deployment,
    replicas: u32,
    gpu_usd_per_hour: f64,
    traffic: Traffic,
    slo: Slo,
}

impl Scenario {
    /// What is served.
    #[must_use]
    pub const fn deployment(&self) -> &Deployment {
        &self.deployment
    }

    /// Identical replicas behind a balancer, at least 1.
    #[must_use]
    pub const fn replicas(&self) -> u32 {
        self.replicas
    }

    /// GPUs of all replicas.
    #[must_use]
    pub const fn gpus(&self) -> u32 {
        self.replicas * self.deployment.parallelism.gpus()
    }

    /// Price of one GPU for one hour in US dollars.
    #[must_use]
    pub const fn gpu_usd_per_hour(&self) -> f64 {
        self.gpu_usd_per_hour
    }

    /// What is asked of it.
    #[must_use]
    pub const fn traffic(&self) -> &Traffic {
        &self.traffic
    }

    /// The latency promise.
    #[must_use]
    pub const fn slo(&self) -> &Slo {
        &self.slo
    }
}

impl Default for Scenario {
    fn default() -> Self {
        Self::parse(&RawScenario::default()).expect("the defaults are a valid scenario (tested)")
    }
}
