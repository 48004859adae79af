//! What the answer's codes and numbers are called on the page.

use throughput::estimate::{Binding, Bottleneck, ErrorBand, NoPoint, NoPointCode, Provenance};
use throughput::scenario::Scenario;

use crate::format;

/// One of the two operating points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The highest load that keeps the promise.
    RealTime,
    /// The highest load at all.
    Batch,
}

impl Kind {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RealTime => "Real time",
            Self::Batch => "Batch",
        }
    }

    /// What it means, in half a sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::RealTime => "highest load within the limits",
            Self::Batch => "highest throughput, no limits",
        }
    }

    /// Its name in class names and ids.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::RealTime => "real-time",
            Self::Batch => "batch",
        }
    }
}

/// What stops an operating point from going higher, after "Bound by", and what of it.
#[must_use]
pub fn binding(binding: Binding, scenario: &Scenario) -> (String, String) {
    let slo = scenario.slo();
    let limit = |seconds: f64| format::limit_ms(seconds * 1e3);
    let promise = |what: &str, seconds: f64| {
        (
            what.to_owned(),
            format!("at its limit of {}", limit(seconds)),
        )
    };
    match binding {
        Binding::TtftP99 => promise("p99 time to first token", slo.ttft_p99_s),
        Binding::TpotP99 => promise("p99 time per token", slo.tpot_p99_s),
        Binding::E2eP99 => promise(
            "p99 of the whole request",
            slo.e2e_p99_s.unwrap_or_default(),
        ),
        Binding::KvCapacity => ("KV cache memory".to_owned(), "which is full".to_owned()),
        Binding::MaxSequences => {
            let most = format::grouped(f64::from(scenario.deployment().max_sequences), 0);
            (
                format!("the engine’s limit of {most} sequences"),
                "which it has reached".to_owned(),
            )
        }
        Binding::Saturation => (
            "saturation".to_owned(),
            "where more load would only wait".to_owned(),
        ),
    }
}

/// What most of an iteration's time is spent on.
#[must_use]
pub const fn bottleneck(bottleneck: Bottleneck) -> &'static str {
    match bottleneck {
        Bottleneck::HbmBandwidth => "reading weights and KV cache",
        Bottleneck::Compute => "matrix arithmetic",
        Bottleneck::Communication => "messages between GPUs",
        Bottleneck::Overhead => "kernel launches, scheduler and host",
    }
}

/// How a number was got, in a word and in a sentence.
#[must_use]
pub const fn provenance(provenance: Provenance) -> (&'static str, &'static str) {
    match provenance {
        Provenance::Measured => ("Measured", "A published measurement of this very case."),
        Provenance::Calibrated => (
            "Calibrated",
            "From the model, whose constants for this GPU and engine were fitted to measurements.",
        ),
        Provenance::Roofline => (
            "Roofline",
            "From the data sheet and constants of the GPU’s family; not checked against \
             measurements of this GPU.",
        ),
    }
}

/// The band of throughput in which such cases were found to lie.
#[must_use]
pub fn band(band: &ErrorBand) -> String {
    format!(
        "{} of like cases measured within {}–{}{}tok/s",
        format::percent(band.coverage),
        format::rate(band.low),
        format::rate(band.high),
        format::SPACE,
    )
}

/// Why there is no operating point, in a few words.
#[must_use]
pub const fn no_point(code: NoPointCode) -> &'static str {
    match code {
        NoPointCode::DoesNotFit => "It does not fit",
        NoPointCode::TtftUnreachable => "First token too late",
        NoPointCode::TpotUnreachable => "Tokens too slow",
        NoPointCode::E2eUnreachable => "Request too slow",
    }
}

/// What lacks in memory, if memory is the reason.
#[must_use]
pub fn missing(point: &NoPoint) -> Option<String> {
    let missing = point.missing_bytes?;
    Some(format!("{} missing", format::bytes(missing)))
}

/// The deployment in one line: model, precision, GPUs, engine.
#[must_use]
pub fn deployment(scenario: &Scenario) -> String {
    let served = scenario.deployment();
    let gpus = served.parallelism.gpus();
    let replicas = match scenario.replicas() {
        1 => String::new(),
        many => format!("{many} replicas of "),
    };
    let precision = served.weights.id().to_uppercase();
    let (llm, gpu, engine) = (&served.llm.name, &served.gpu.name, &served.engine.name);
    // The size belongs to the card's name: it must not start a line alone.
    let gpu = gpu.replace(" GB", "\u{a0}GB");
    format!("{llm}, {precision} weights, on {replicas}{gpus}\u{a0}× {gpu} with {engine}")
}

/// The traffic and the promise in one line.
#[must_use]
pub fn traffic_and_promise(scenario: &Scenario) -> String {
    let (traffic, slo) = (scenario.traffic(), scenario.slo());
    let (isl, osl) = (format::given(traffic.isl), format::given(traffic.osl));
    let cached = if traffic.cache_hit > 0.0 {
        format!(" ({} of it cached)", format::percent(traffic.cache_hit))
    } else {
        String::new()
    };
    let e2e = slo.e2e_p99_s.map_or_else(String::new, |limit| {
        format!(
            " and the whole request within {}",
            format::limit_ms(limit * 1e3)
        )
    });
    format!(
        "{isl} tokens in{cached}, {osl} out. The promise: p99 time to first token within {}, \
         p99 time per token within {}{e2e}",
        format::limit_ms(slo.ttft_p99_s * 1e3),
        format::limit_ms(slo.tpot_p99_s * 1e3),
    )
}
