//! Number formats of weights and of the KV cache, by stable lowercase ids.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A text that names no known precision.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown precision `{given}`; one of {expected}")]
pub struct ParsePrecisionError {
    /// The text as it was given.
    pub given: String,
    /// The ids that are known, separated by commas.
    pub expected: &'static str,
}

/// How the quantisable weight matrices are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WeightPrecision {
    /// BF16 or FP16: 16 bits.
    Bf16,
    /// FP8 (E4M3), weights and activations.
    Fp8,
    /// INT8 weights and activations (W8A8).
    Int8,
    /// INT4 weights, 16-bit activations (W4A16: AWQ, GPTQ).
    Int4,
    /// NVIDIA's FP4 with one 8-bit scale for 16 values.
    Nvfp4,
    /// OCP microscaling FP4 with one 8-bit scale for 32 values.
    Mxfp4,
}

impl WeightPrecision {
    /// Every precision, in the order of the ids.
    pub const ALL: [Self; 6] = [
        Self::Bf16,
        Self::Fp8,
        Self::Int8,
        Self::Int4,
        Self::Nvfp4,
        Self::Mxfp4,
    ];

    /// The stable lowercase id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Bf16 => "bf16",
            Self::Fp8 => "fp8",
            Self::Int8 => "int8",
            Self::Int4 => "int4",
            Self::Nvfp4 => "nvfp4",
            Self::Mxfp4 => "mxfp4",
        }
    }

    /// Bits stored for one quantised parameter, scales of block formats included.
    ///
    /// ```text
    /// INT4 in groups of 128: 4 + 16/128 (scale) + 4/128 (zero point) = 4.156
    /// NVFP4: 4 + 8/16 = 4.5        MXFP4: 4 + 8/32 = 4.25
    /// ```
    #[must_use]
    pub const fn bits(self) -> f64 {
        match self {
            Self::Bf16 => 16.0,
            Self::Fp8 | Self::Int8 => 8.0,
            Self::Int4 => 4.156_25,
            Self::Nvfp4 => 4.5,
            Self::Mxfp4 => 4.25,
        }
    }

    /// Bytes stored for one quantised parameter: [`bits`](Self::bits) / 8.
    #[must_use]
    pub const fn bytes(self) -> f64 {
        self.bits() / 8.0
    }

    /// Whether a value takes about four bits.
    #[must_use]
    pub const fn is_four_bit(self) -> bool {
        matches!(self, Self::Int4 | Self::Nvfp4 | Self::Mxfp4)
    }
}

impl fmt::Display for WeightPrecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for WeightPrecision {
    type Err = ParsePrecisionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|precision| precision.id().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| ParsePrecisionError {
                given: text.to_owned(),
                expected: "bf16, fp8, int8, int4, nvfp4, mxfp4",
            })
    }
}

/// How the cached keys and values are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KvPrecision {
    /// BF16 or FP16: two bytes a value.
    Bf16,
    /// FP8: one byte a value.
    Fp8,
}

impl KvPrecision {
    /// Every precision, in the order of the ids.
    pub const ALL: [Self; 2] = [Self::Bf16, Self::Fp8];

    /// The stable lowercase id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Bf16 => "bf16",
            Self::Fp8 => "fp8",
        }
    }

    /// Bytes of one cached value: 2 or 1.
    #[must_use]
    pub const fn bytes(self) -> u64 {
        match self {
            Self::Bf16 => 2,
            Self::Fp8 => 1,
        }
    }
}

impl fmt::Display for KvPrecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for KvPrecision {
    type Err = ParsePrecisionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|precision| precision.id().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| ParsePrecisionError {
                given: text.to_owned(),
                expected: "bf16, fp8",
            })
    }
}
