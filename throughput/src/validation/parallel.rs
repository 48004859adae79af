//! Over how many GPUs a row's model was spread, and how.

use super::case::{Unanswered, overview, to_u32};
use super::layout::{expert_layout, number_after};
use super::row::Measurement;
use crate::catalog::{Gpu, Llm, WeightPrecision};
use crate::scenario::{Parallelism, legal_tensor_sizes};

/// The layout of one replica, and how many there were.
pub(super) fn parallelism(
    row: &Measurement,
    gpu: &Gpu,
    llm: &Llm,
    weights: WeightPrecision,
) -> Result<(Parallelism, f64), Unanswered> {
    let pipeline = row.pp.unwrap_or(1.0).max(1.0);
    let stated = row.tp.or_else(|| {
        let wide = number_after(&row.ep_or_dp, "ep").filter(|ranks| *ranks > 1.0);
        wide.or_else(|| number_after(&row.ep_or_dp, "instance x "))
    });
    let (attention_data, experts_whole) = expert_layout(&row.ep_or_dp);
    let tensor = match stated {
        Some(tensor) => tensor,
        None => smallest_fit(gpu, llm, weights).ok_or(Unanswered::NotStated("tp"))?,
    };
    // "tp=1, attention-DP 8" means eight ranks of one GPU.
    let tensor = if f64::from(attention_data) > tensor {
        tensor * f64::from(attention_data)
    } else {
        tensor
    };
    let overview_moe = overview(row)
        && llm.is_moe()
        && row.engine_version.starts_with("v1")
        && row.ep_or_dp.is_empty();
    let mlperf_mla =
        row.source.starts_with("MLPerf") && llm.is_mla() && row.ep_or_dp.contains("ep");
    let data_parallel = row.ep_or_dp.contains("DP attention") || overview_moe || mlperf_mla;
    let (attention_data, experts_whole) = if data_parallel {
        (to_u32(tensor), true)
    } else {
        (attention_data, experts_whole)
    };
    let gpus = row.gpus_total.unwrap_or(tensor * pipeline);
    let replicas = (gpus / (tensor * pipeline)).max(1.0);
    let tensor = to_u32(tensor).max(1);
    Ok((
        Parallelism {
            tensor,
            pipeline: to_u32(pipeline),
            attention_data: if tensor.is_multiple_of(attention_data) {
                attention_data
            } else {
                1
            },
            experts_whole,
        },
        replicas,
    ))
}

/// The smallest legal size at which the weights take at most 80 % of the memory.
fn smallest_fit(gpu: &Gpu, llm: &Llm, weights: WeightPrecision) -> Option<f64> {
    legal_tensor_sizes(llm, 64)
        .into_iter()
        .map(f64::from)
        .find(|size| llm.weight_bytes(weights) / size < 0.8 * gpu.memory_bytes())
}
