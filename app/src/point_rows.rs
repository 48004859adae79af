//! The numbers of an operating point: each with its name, its value, and its formula with the
//! numbers put in.

use throughput::estimate::{ErrorBand, OperatingPoint};
use throughput::scenario::Scenario;

use crate::format::{self, SPACE, THIN};

/// One number of an operating point.
#[derive(Clone, Copy)]
pub struct Row {
    /// What it is called.
    pub label: &'static str,
    /// What the value is, where it holds more than one number.
    pub detail: &'static str,
    /// The value with its unit.
    pub value: fn(&Scenario, &OperatingPoint) -> String,
    /// The formula with the numbers put in.
    pub formula: fn(&Scenario, &OperatingPoint) -> String,
    /// What it means, in a sentence.
    pub note: &'static str,
}

/// The headline: the whole bill over the output tokens.
pub const PRICE: Row = Row {
    label: "$ per million output tokens",
    detail: "",
    value: |_, point| format::usd(point.usd_per_m_output_all_in),
    formula: |scenario, point| {
        let ErrorBand { low, high, .. } = point.error_band;
        let hourly = f64::from(scenario.gpus()) * scenario.gpu_usd_per_hour();
        let at = |rate: f64| format::usd(point.usd_per_m_output_all_in * point.output_tok_s / rate);
        let range = if low > 0.0 && high > 0.0 {
            format!("\nover the band: {} to {}", at(high), at(low))
        } else {
            String::new()
        };
        let gpu = scenario.deployment().gpu;
        let source = if (scenario.gpu_usd_per_hour() - gpu.usd_per_hour).abs() < 1e-9 {
            format!("{}, {}", gpu.price_source, gpu.price_date)
        } else {
            "your own price".to_owned()
        };
        format!(
            "{} GPUs × {}/h = {}/h   ({source})\n{}/h ÷ (3{THIN}600 s × {} tok/s) × 10⁶ = {}{range}",
            scenario.gpus(),
            format::usd(scenario.gpu_usd_per_hour()),
            format::usd(hourly),
            format::usd(hourly),
            format::rate(point.output_tok_s),
            format::usd(point.usd_per_m_output_all_in),
        )
    },
    note: "The whole bill, input included, over the output tokens alone, with the GPUs busy all the time.",
};

/// The other numbers, in the order of the card.
pub const ROWS: [Row; 9] = [
    Row {
        label: "Split, output · input",
        detail: "$/M",
        value: |_, point| {
            format!(
                "{} · {}",
                format::usd(point.usd_per_m_output),
                format::usd(point.usd_per_m_input)
            )
        },
        formula: |scenario, point| {
            let traffic = scenario.traffic();
            let fresh = traffic.isl * (1.0 - traffic.cache_hit);
            format!(
                "{} + {} × {} in ÷ {} out = {}",
                format::usd(point.usd_per_m_output),
                format::usd(point.usd_per_m_input),
                format::given(fresh),
                format::given(traffic.osl),
                format::usd(point.usd_per_m_output_all_in),
            )
        },
        note: "The same bill, shared by the GPU time that input and output tokens cause.",
    },
    Row {
        label: "Tokens per dollar",
        detail: "",
        value: |_, point| finite(point.tokens_per_usd, format::count),
        formula: |_, point| {
            format!(
                "10⁶ ÷ {} = {}",
                format::usd(point.usd_per_m_output_all_in),
                finite(point.tokens_per_usd, format::count)
            )
        },
        note: "Output tokens; the reciprocal of the price above.",
    },
    Row {
        label: "Throughput",
        detail: "all requests together",
        value: |_, point| format!("{}{SPACE}tok/s", format::rate(point.output_tok_s)),
        formula: |scenario, point| {
            format!(
                "{} requests/s × {} tokens = {} tok/s",
                format::rate(point.request_rate_per_s),
                format::given(scenario.traffic().osl),
                format::rate(point.output_tok_s)
            )
        },
        note: "Output tokens per second over all requests in flight. It sets the cost; no single user sees it.",
    },
    Row {
        label: "Throughput per GPU",
        detail: "",
        value: |_, point| format!("{}{SPACE}tok/s", format::rate(point.output_tok_s_per_gpu)),
        formula: |scenario, point| {
            format!(
                "{} tok/s ÷ {} GPUs = {} tok/s",
                format::rate(point.output_tok_s),
                scenario.gpus(),
                format::rate(point.output_tok_s_per_gpu)
            )
        },
        note: "To compare deployments of different sizes.",
    },
    Row {
        label: "Concurrency",
        detail: "requests in flight",
        value: |_, point| format::rate(point.concurrency),
        formula: |_, point| {
            format!(
                "{} requests/s × {} each = {}",
                format::rate(point.request_rate_per_s),
                format::latency_ms(point.e2e_ms.mean),
                format::rate(point.concurrency)
            )
        },
        note: "Little’s law: arrivals per second times the time each stays.",
    },
    Row {
        label: "Requests",
        detail: "",
        value: |_, point| format!("{}{SPACE}/s", format::rate(point.request_rate_per_s)),
        formula: |_, point| {
            format!(
                "{}/s × 86{THIN}400 s = {} a day",
                format::rate(point.request_rate_per_s),
                format::count(point.request_rate_per_s * 86_400.0)
            )
        },
        note: "Requests finished per second by all replicas together.",
    },
    Row {
        label: "Time to first token",
        detail: "TTFT, mean · p99",
        value: |_, point| format::latency_pair(point.ttft_ms.mean, point.ttft_ms.p99),
        formula: |_, point| percentiles(&point.ttft_ms),
        note: "The wait for a place, the rest of the running step, and the request’s own prefill.",
    },
    Row {
        label: "Time per token",
        detail: "TPOT, mean · p99",
        value: |_, point| format::latency_pair(point.tpot_ms.mean, point.tpot_ms.p99),
        formula: |_, point| {
            format!(
                "a mean step of {}, for {} decode and {} prefill tokens\n{}",
                format::latency_ms(point.iteration.total_ms),
                format::rate(point.iteration.decode_tokens),
                format::rate(point.iteration.prefill_tokens),
                percentiles(&point.tpot_ms)
            )
        },
        note: "Each step gives every running request one token, so a token takes a step.",
    },
    Row {
        label: "Whole request",
        detail: "E2E, mean · p99",
        value: |_, point| format::latency_pair(point.e2e_ms.mean, point.e2e_ms.p99),
        formula: |scenario, point| {
            format!(
                "{} + ({} − 1) × {} = {}\n{}",
                format::latency_ms(point.ttft_ms.mean),
                format::given(scenario.traffic().osl),
                format::latency_ms(point.tpot_ms.mean),
                format::latency_ms(point.e2e_ms.mean),
                percentiles(&point.e2e_ms)
            )
        },
        note: "From sending to the last token: TTFT and one TPOT for each token after the first.",
    },
];

fn percentiles(latency: &throughput::estimate::Percentiles) -> String {
    format!(
        "p50 {}   p90 {}   p99 {}",
        format::latency_ms(latency.p50),
        format::latency_ms(latency.p90),
        format::latency_ms(latency.p99)
    )
}

/// A dash for what has no finite value, such as tokens per dollar at no price.
fn finite(number: f64, write: fn(f64) -> String) -> String {
    if number.is_finite() {
        write(number)
    } else {
        "–".to_owned()
    }
}
