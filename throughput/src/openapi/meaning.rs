//! What each field of a question means, in a sentence for whoever writes a request.

use crate::economics::EconomicsField;
use crate::scenario::Field;
use crate::trial::SimulationField;

/// What a field of the scenario means; a field that is blank here fails a test.
pub(super) const fn of_scenario(field: Field) -> &'static str {
    match field {
        Field::Model => {
            "Catalogue id or usual name of the model, or `dense` for a typical one of `params_b` billion parameters."
        }
        Field::ParamsB => "Billions of parameters when the model is `dense`.",
        Field::Gpu => "Catalogue id or usual name of the GPU.",
        Field::GpuUsdHour => {
            "Price of one GPU for one hour in US dollars; the catalogue's when left out."
        }
        Field::Tp => "Tensor-parallel size: GPUs that share each layer.",
        Field::Pp => "Pipeline stages.",
        Field::Dp => "Attention data-parallel ranks within the tensor-parallel group.",
        Field::Ep => {
            "1 spreads experts whole over the GPUs (expert parallelism), 0 slices every one."
        }
        Field::Replicas => "Identical replicas behind a balancer.",
        Field::Engine => "Catalogue id of the serving engine.",
        Field::Weights => "Precision of the weights: bf16, fp8, int8, int4, nvfp4 or mxfp4.",
        Field::Kv => "Precision of the KV cache: bf16 or fp8.",
        Field::DraftTokens => {
            "Tokens drafted in each step of speculative decoding, 0 to 16; 0 is none."
        }
        Field::Acceptance => "Probability that a drafted token is accepted, 0 to 1.",
        Field::Isl => "Input sequence length in tokens, mean.",
        Field::Osl => "Output sequence length in tokens, mean.",
        Field::IslCv => {
            "Coefficient of variation of the input length, which is log-normal; 0 is one length for all."
        }
        Field::OslCv => {
            "Coefficient of variation of the output length, which is log-normal; 0 is one length for all."
        }
        Field::CacheHit => "Share of the input found in the prefix cache, 0 to 0.999.",
        Field::ArrivalCv => {
            "Coefficient of variation of the gaps between arrivals; 1 is Poisson, more is bursts."
        }
        Field::TtftP99Ms => {
            "Limit on the 99th percentile of the time to first token, in milliseconds."
        }
        Field::TpotP99Ms => {
            "Limit on the 99th percentile of the time per output token, in milliseconds."
        }
        Field::E2eP99Ms => {
            "Limit on the 99th percentile of the whole request, in milliseconds; none when left out."
        }
        Field::MaxSeqs => "Most sequences that the engine runs at once; its default when left out.",
        Field::TokenBudget => "Most tokens in one iteration; the engine's default when left out.",
        Field::MemFraction => "The engine's memory fraction; its default when left out.",
        #[expect(
            unreachable_patterns,
            reason = "a new field need not be described at once"
        )]
        _ => "",
    }
}

/// What a field of the economics' question means.
pub(super) const fn of_economics(field: EconomicsField) -> &'static str {
    use EconomicsField as F;
    match field {
        F::Load => "Which field says how much traffic there is: `requests`, `peak` or `users`.",
        F::RequestsPerDay => "Requests of a day, for the load `requests`.",
        F::PeakRps => "Requests per second at the peak, for the load `peak`.",
        F::Users => "Users that are active in the busiest hour, for the load `users`.",
        F::RequestsPerUserHour => "Requests of one active user in an hour.",
        F::Profile => "Shape of the day: `flat`, `office`, `global` or `custom`.",
        F::Hourly => "24 weights of a custom day, separated by semicolons; in JSON a list too.",
        F::PeakToMean => {
            "Peak over the day's mean that the fleet must bear; the shape's own when left out."
        }
        F::BatchShare => "Share of the requests that can wait for hours, 0 to 1.",
        F::MinReplicas => "Replicas that always run, spares not counted.",
        F::SpareReplicas => "Replicas beyond the need, against failures.",
        F::Autoscale => "1 lets replicas follow the hours of the day, 0 keeps the peak's.",
        F::Provisioning => {
            "How the GPUs are paid for: `rented` (at `gpu_usd_hour`), `on-demand`, `reserved`, `spot` or `owned`."
        }
        F::Provider => "Whose price of the book; the middle one when left out.",
        F::PurchaseUsd => "Purchase price of one GPU with its share of the server, in US dollars.",
        F::OwnedYears => "Years until the GPU is written off.",
        F::Residual => "Share of the purchase price that is left then.",
        F::FinanceRate => "Yearly cost of the capital that is bound, as a share.",
        F::PowerW => {
            "Power of one GPU with its share of the server, in watts; 1.8 x board power when left out."
        }
        F::Pue => "Power usage effectiveness of the data centre.",
        F::UsdPerKwh => "Price of electricity, US dollars per kWh.",
        F::HostingUsdMonth => "Space, network and hands for one GPU, US dollars a month.",
        F::ApiPrices => {
            "API prices of your own, `id:input/cached/output/batch input/batch output;...` in US dollars per million tokens."
        }
        F::Tier => "Id of a published tier of rate limits; every tier when left out.",
        F::TierRpm => "Requests per minute of a tier of your own.",
        F::TierInputTpm => "Input tokens per minute of a tier of your own.",
        F::TierOutputTpm => "Output tokens per minute of a tier of your own.",
        F::TierTotalTpm => "Input and output tokens per minute of a tier of your own.",
        F::UseFactor => "Share of its limit that a customer uses on average at the peak.",
        F::NodeGpus => "GPUs of one node.",
        F::Currency => "Code of the currency to write sums in; every number stays in US dollars.",
        F::CurrencyPerUsd => "Units of that currency for one US dollar.",
    }
}

/// What a field of a simulation means; a field that is blank here fails a test.
pub(super) const fn of_simulation(field: SimulationField) -> &'static str {
    match field {
        SimulationField::RequestRate => {
            "Requests per second over all replicas. Without it and `load_share`: the rate of the real-time point, or 0.8 of the batch point's where there is none."
        }
        SimulationField::LoadShare => {
            "The request rate as a share of the batch point's; above 1 is overload."
        }
        SimulationField::Requests => {
            "Requests that one replica is sent, of which a tenth at either end is not measured; 5000 when left out, with a trace as many as it has."
        }
        SimulationField::Seed => "The same seed gives the same run.",
        SimulationField::IslP95 => {
            "Log-normal input lengths of mean `isl`, by their 95th percentile in tokens."
        }
        SimulationField::IslRange => {
            "Even input lengths from `isl` x (1 - range) to `isl` x (1 + range)."
        }
        SimulationField::OslP95 => {
            "Log-normal output lengths of mean `osl`, by their 95th percentile in tokens."
        }
        SimulationField::OslRange => {
            "Even output lengths from `osl` x (1 - range) to `osl` x (1 + range)."
        }
        SimulationField::Trace => {
            "A CSV text with a row for each request: input tokens, output tokens and, if known, the arrival in seconds. It stands in for the lengths and, with arrivals, for the load. It is not stored."
        }
    }
}
