//! Estimates made by hand: the economics are checked against a calculator and not against the
//! physics.

use throughput::estimate::{
    Binding, Bottleneck, ErrorBand, Estimate, IterationParts, Memory, OperatingPoint, Outcome,
    Percentiles, Provenance,
};
use throughput::scenario::{RawScenario, Scenario};

/// What an operating point is made of: requests per second of the whole deployment, and the
/// shares of the bill that input, cached input and output cause (they add up to 1).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Made {
    /// Requests per second.
    pub(crate) requests_per_s: f64,
    /// Shares of input, cached input and output.
    pub(crate) shares: [f64; 3],
}

/// A scenario from its link.
pub(crate) fn scenario(query: &str) -> Scenario {
    Scenario::parse(&RawScenario::from_query(query)).expect(query)
}

/// An estimate with these two operating points.
pub(crate) fn estimate(scenario: &Scenario, real_time: Made, batch: Made) -> Estimate {
    Estimate {
        scenario: scenario.clone(),
        real_time: Outcome::Point(Box::new(point(scenario, real_time))),
        batch: Outcome::Point(Box::new(point(scenario, batch))),
        confirmation: None,
        single_stream: None,
        curve: Vec::new(),
        knee: None,
        memory: Memory {
            capacity_bytes: 0.0,
            reserved_bytes: 0.0,
            weights_bytes: 0.0,
            runtime_bytes: 0.0,
            kv_bytes: 0.0,
            kv_bytes_per_token: 0.0,
            kv_tokens: 0.0,
            max_sequences: 0.0,
        },
        warnings: Vec::new(),
        explanation: Vec::new(),
    }
}

fn point(scenario: &Scenario, made: Made) -> OperatingPoint {
    let traffic = scenario.traffic();
    let gpus = f64::from(scenario.gpus());
    let usd_per_s = gpus * scenario.gpu_usd_per_hour() / 3600.0;
    let cached = traffic.isl * traffic.cache_hit;
    let per_million = |share: f64, tokens: f64| {
        if tokens > 0.0 {
            share * usd_per_s / (made.requests_per_s * tokens) * 1e6
        } else {
            0.0
        }
    };
    let [input, cached_input, output] = made.shares;
    let all_in = per_million(1.0, traffic.osl);
    let none = Percentiles {
        mean: 0.0,
        p50: 0.0,
        p90: 0.0,
        p99: 0.0,
    };
    OperatingPoint {
        concurrency: 1.0,
        request_rate_per_s: made.requests_per_s,
        output_tok_s: made.requests_per_s * traffic.osl,
        output_tok_s_per_gpu: made.requests_per_s * traffic.osl / gpus,
        total_tok_s: made.requests_per_s * (traffic.isl + traffic.osl),
        ttft_ms: none,
        tpot_ms: none,
        e2e_ms: none,
        usd_per_m_output_all_in: all_in,
        usd_per_m_output: per_million(output, traffic.osl),
        usd_per_m_input: per_million(input, traffic.isl - cached),
        usd_per_m_cached_input: per_million(cached_input, cached),
        usd_per_m_blended: per_million(1.0, traffic.isl + traffic.osl),
        tokens_per_usd: 1e6 / all_in,
        binding: Binding::Saturation,
        bottleneck: Bottleneck::Compute,
        provenance: Provenance::Roofline,
        error_band: ErrorBand {
            low: 0.0,
            high: 0.0,
            coverage: 0.0,
        },
        iteration: IterationParts::default(),
    }
}
