//! One GPU as the API shows it.

use serde::Serialize;
use throughput::catalog::{Gpu, Link, Vendor};
use utoipa::ToSchema;

/// One GPU. Peaks are dense, without sparsity.
#[derive(Serialize, ToSchema)]
pub(super) struct GpuRow {
    /// The value of the field `gpu`.
    id: &'static str,
    /// Name to show.
    name: &'static str,
    /// Who makes it.
    vendor: &'static str,
    /// Memory that the driver shows, bytes.
    memory_bytes: f64,
    /// Memory bandwidth, bytes per second.
    hbm_bytes_per_s: f64,
    /// BF16 arithmetic, FLOP per second.
    bf16_flops: f64,
    /// FP8 arithmetic, FLOP per second; null without such units.
    fp8_flops: Option<f64>,
    /// FP4 arithmetic, FLOP per second; null without such units.
    fp4_flops: Option<f64>,
    /// INT8 arithmetic, operations per second; null without such units.
    int8_ops: Option<f64>,
    /// The link to its neighbours.
    link: &'static str,
    /// Bandwidth of that link in one direction, bytes per second.
    link_bytes_per_s: f64,
    /// GPUs that reach each other at that speed, this one included.
    link_domain: u32,
    /// Board power, watts.
    tdp_w: f64,
    /// On-demand rental price of one GPU for one hour in US dollars; null when none is public.
    usd_per_hour: Option<f64>,
    /// Who asks that price.
    price_source: &'static str,
    /// When that price was read.
    price_date: &'static str,
    /// Where the data sheet was read.
    source: &'static str,
    /// When it was read.
    date: &'static str,
}

impl GpuRow {
    pub(super) fn of(gpu: &'static Gpu) -> Self {
        Self {
            id: &gpu.id,
            name: &gpu.name,
            vendor: vendor(gpu.vendor),
            memory_bytes: gpu.memory_bytes(),
            hbm_bytes_per_s: gpu.hbm_bytes_per_s,
            bf16_flops: gpu.bf16_flops,
            fp8_flops: known(gpu.fp8_flops),
            fp4_flops: known(gpu.fp4_flops),
            int8_ops: known(gpu.int8_ops),
            link: link(gpu.link),
            link_bytes_per_s: gpu.link_bytes_per_s,
            link_domain: gpu.link_domain,
            tdp_w: gpu.tdp_w,
            usd_per_hour: known(gpu.usd_per_hour),
            price_source: &gpu.price_source,
            price_date: &gpu.price_date,
            source: &gpu.source,
            date: &gpu.date,
        }
    }
}

/// In the catalogue 0 says that there is none.
fn known(number: f64) -> Option<f64> {
    (number > 0.0).then_some(number)
}

const fn vendor(vendor: Vendor) -> &'static str {
    match vendor {
        Vendor::Nvidia => "nvidia",
        Vendor::Amd => "amd",
    }
}

const fn link(link: Link) -> &'static str {
    match link {
        Link::Nvlink => "nvlink",
        Link::InfinityFabric => "infinity-fabric",
        Link::Pcie => "pcie",
    }
}
