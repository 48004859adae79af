//! A GPU: memory, bandwidth, arithmetic peaks, links, power and a rental price.

use serde::Deserialize;

use super::precision::WeightPrecision;

/// Who makes the GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Vendor {
    /// NVIDIA.
    Nvidia,
    /// AMD.
    Amd,
}

/// The architecture, as far as kernels differ by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// NVIDIA Turing (T4).
    Turing,
    /// NVIDIA Volta (V100).
    Volta,
    /// NVIDIA Ampere (A100, A10, RTX 3090).
    Ampere,
    /// NVIDIA Ada (L4, L40S, RTX 4090).
    Ada,
    /// NVIDIA Hopper (H100, H200, H20).
    Hopper,
    /// NVIDIA Blackwell for data centres (B200, B300, GB200, GB300).
    Blackwell,
    /// NVIDIA Blackwell of the sm120 kind (RTX PRO 6000, RTX 5090).
    BlackwellWorkstation,
    /// AMD CDNA 2 (MI250X).
    Cdna2,
    /// AMD CDNA 3 (MI300X, MI325X).
    Cdna3,
    /// AMD CDNA 4 (MI350X, MI355X).
    Cdna4,
}

/// How the GPUs of one server or rack are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Link {
    /// NVIDIA NVLink.
    Nvlink,
    /// AMD Infinity Fabric.
    InfinityFabric,
    /// PCI Express only.
    Pcie,
}

/// One kind of GPU. Peaks are dense (without sparsity) and 0 where the hardware has no such units.
#[derive(Debug, Clone, PartialEq)]
pub struct Gpu {
    /// Stable id, such as `h100-sxm`.
    pub id: String,
    /// Name to show.
    pub name: String,
    /// Other spellings, ids of benchmark files among them.
    pub aliases: Vec<String>,
    /// Maker.
    pub vendor: Vendor,
    /// Architecture.
    pub family: Family,
    /// Memory that the driver shows, GiB.
    pub memory_gib: f64,
    /// Memory bandwidth of the data sheet, bytes/s.
    pub hbm_bytes_per_s: f64,
    /// BF16 with FP32 accumulation, FLOP/s.
    pub bf16_flops: f64,
    /// FP8, FLOP/s; 0 = no such units.
    pub fp8_flops: f64,
    /// FP4, FLOP/s; 0 = no such units.
    pub fp4_flops: f64,
    /// INT8, operations/s; 0 = no such units.
    pub int8_ops: f64,
    /// The link to the neighbours.
    pub link: Link,
    /// Bandwidth of that link, bytes/s, one direction, per GPU.
    pub link_bytes_per_s: f64,
    /// GPUs that reach each other at that speed, this one included: 1 to 72.
    pub link_domain: u32,
    /// Board power, W.
    pub tdp_w: f64,
    /// On-demand rental price, USD per GPU-hour; 0 = no public price known.
    pub usd_per_hour: f64,
    /// Who asks that price.
    pub price_source: String,
    /// When that price was read, ISO date or year.
    pub price_date: String,
    /// Where the data-sheet figures come from.
    pub source: String,
    /// When they were read, ISO date.
    pub date: String,
}

impl Gpu {
    /// Memory in bytes: `memory_gib` x 2^30.
    #[must_use]
    pub fn memory_bytes(&self) -> f64 {
        self.memory_gib * f64::from(1_u32 << 30)
    }

    /// Arithmetic peak of a matrix multiplication with weights of `precision`, FLOP/s.
    ///
    /// Without units for the format the weights are widened to BF16 and run at that peak, as
    /// INT4 (W4A16) always is. MXFP4 with FP4 units runs at the FP8 peak, because engines pair
    /// such weights with 8-bit activations; NVFP4 runs at the FP4 peak.
    #[must_use]
    pub fn peak_flops(&self, precision: WeightPrecision) -> f64 {
        let native = match precision {
            WeightPrecision::Bf16 | WeightPrecision::Int4 => self.bf16_flops,
            WeightPrecision::Fp8 => self.fp8_flops,
            WeightPrecision::Int8 => self.int8_ops,
            WeightPrecision::Nvfp4 => self.fp4_flops,
            WeightPrecision::Mxfp4 if self.fp4_flops > 0.0 => self.fp8_flops,
            WeightPrecision::Mxfp4 => 0.0,
        };
        if native > 0.0 {
            native
        } else {
            self.bf16_flops
        }
    }
}
