//! The fields of a scenario: one table that the codec, the form and the errors share.

/// One field of a [`Scenario`](super::Scenario). Its [`key`](Field::key) is stable for ever: it
/// stands in shared links and in the JSON API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// Catalogue id of the model, or `dense` for "N billion parameters".
    Model,
    /// Billions of parameters when the model is `dense`.
    ParamsB,
    /// Catalogue id of the GPU.
    Gpu,
    /// Price of one GPU for one hour, in US dollars.
    GpuUsdHour,
    /// Tensor-parallel size: GPUs that share each layer.
    Tp,
    /// Pipeline stages.
    Pp,
    /// Attention data-parallel ranks within the tensor-parallel group.
    Dp,
    /// Whether experts are spread whole over the GPUs (expert parallelism).
    Ep,
    /// Identical replicas behind a balancer.
    Replicas,
    /// Catalogue id of the serving engine.
    Engine,
    /// Precision of the weights.
    Weights,
    /// Precision of the KV cache.
    Kv,
    /// Tokens drafted in each step of speculative decoding; 0 is none.
    DraftTokens,
    /// Probability that a drafted token is accepted.
    Acceptance,
    /// Input sequence length in tokens (mean).
    Isl,
    /// Output sequence length in tokens (mean).
    Osl,
    /// Coefficient of variation of the input length; 0 is a fixed length.
    IslCv,
    /// Coefficient of variation of the output length; 0 is a fixed length.
    OslCv,
    /// Share of the input tokens found in the prefix cache.
    CacheHit,
    /// Coefficient of variation of the gaps between arrivals; 1 is Poisson.
    ArrivalCv,
    /// Limit on the 99th percentile of the time to first token, in milliseconds.
    TtftP99Ms,
    /// Limit on the 99th percentile of the time per output token, in milliseconds.
    TpotP99Ms,
    /// Limit on the 99th percentile of the whole request, in milliseconds; none if blank.
    E2eP99Ms,
    /// Most sequences the engine runs at once; the engine's default if blank.
    MaxSeqs,
    /// Most tokens in one iteration; the engine's default if blank.
    TokenBudget,
    /// The engine's memory fraction; its default if blank.
    MemFraction,
}

impl Field {
    /// Every field, in the order of the form and of a canonical link.
    pub const ALL: [Self; 26] = [
        Self::Model,
        Self::ParamsB,
        Self::Gpu,
        Self::GpuUsdHour,
        Self::Tp,
        Self::Pp,
        Self::Dp,
        Self::Ep,
        Self::Replicas,
        Self::Engine,
        Self::Weights,
        Self::Kv,
        Self::DraftTokens,
        Self::Acceptance,
        Self::Isl,
        Self::Osl,
        Self::IslCv,
        Self::OslCv,
        Self::CacheHit,
        Self::ArrivalCv,
        Self::TtftP99Ms,
        Self::TpotP99Ms,
        Self::E2eP99Ms,
        Self::MaxSeqs,
        Self::TokenBudget,
        Self::MemFraction,
    ];

    /// The field's key in a query string and in JSON.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::ParamsB => "params_b",
            Self::Gpu => "gpu",
            Self::GpuUsdHour => "gpu_usd_hour",
            Self::Tp => "tp",
            Self::Pp => "pp",
            Self::Dp => "dp",
            Self::Ep => "ep",
            Self::Replicas => "replicas",
            Self::Engine => "engine",
            Self::Weights => "weights",
            Self::Kv => "kv",
            Self::DraftTokens => "draft_tokens",
            Self::Acceptance => "acceptance",
            Self::Isl => "isl",
            Self::Osl => "osl",
            Self::IslCv => "isl_cv",
            Self::OslCv => "osl_cv",
            Self::CacheHit => "cache_hit",
            Self::ArrivalCv => "arrival_cv",
            Self::TtftP99Ms => "ttft_p99_ms",
            Self::TpotP99Ms => "tpot_p99_ms",
            Self::E2eP99Ms => "e2e_p99_ms",
            Self::MaxSeqs => "max_seqs",
            Self::TokenBudget => "token_budget",
            Self::MemFraction => "mem_fraction",
        }
    }

    /// The field with this key, if there is one.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.key() == key)
    }

    /// Whether the field's value is a number (the others are ids).
    #[must_use]
    pub const fn is_number(self) -> bool {
        !matches!(
            self,
            Self::Model | Self::Gpu | Self::Engine | Self::Weights | Self::Kv
        )
    }

    /// What stands in the field when nothing was given; blank where the default follows from
    /// another field (the GPU's price, the engine's limits) or means "no limit".
    #[must_use]
    pub const fn default_text(self) -> &'static str {
        match self {
            Self::Model => "llama-3.3-70b",
            Self::ParamsB => "27",
            Self::Gpu => "h100-sxm",
            Self::Engine => "vllm",
            Self::Weights => "fp8",
            Self::Kv => "bf16",
            Self::Tp => "2",
            Self::Pp | Self::Dp | Self::Replicas | Self::ArrivalCv => "1",
            Self::Ep | Self::CacheHit | Self::DraftTokens | Self::IslCv | Self::OslCv => "0",
            Self::Acceptance => "0.7",
            Self::Isl => "1000",
            Self::Osl => "300",
            Self::TtftP99Ms => "2000",
            Self::TpotP99Ms => "50",
            Self::GpuUsdHour
            | Self::E2eP99Ms
            | Self::MaxSeqs
            | Self::TokenBudget
            | Self::MemFraction => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_unique_and_lead_back_to_their_field() {
        for field in Field::ALL {
            assert_eq!(Field::from_key(field.key()), Some(field));
        }
    }
}
