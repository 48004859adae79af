//! Throughput, latency and cost of serving large language models, from first principles.

pub mod catalog;
