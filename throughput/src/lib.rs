//! Throughput, latency and cost of serving large language models, from first principles.

pub mod catalog;
pub mod cost;
mod count;
pub mod economics;
pub mod estimate;
pub mod iteration;
pub mod latency;
pub mod memory;
#[cfg(feature = "openapi")]
pub mod openapi;
pub mod provenance;
pub mod raw;
pub mod scenario;
pub mod simulation;
pub mod slots;
pub mod steady_state;
pub mod traffic;
pub mod trial;
pub mod validation;
