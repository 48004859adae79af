//! A degenerate engine, one slot and one iteration a request, against the formulas of queueing theory.

#![expect(
    clippy::unwrap_used,
    clippy::suboptimal_flops,
    reason = "a failed unwrap fails the test, and formulas stay readable"
)]

use throughput::iteration::IterationLoad;
use throughput::simulation::{
    Arrivals, Estimate, Lengths, ReplicaConfig, Report, Simulator, Workload,
};

/// One request at a time, each a single iteration that takes 1 µs a prompt token.
fn single_server(lengths: Lengths, rate: f64, seed: u64) -> Report {
    let config = ReplicaConfig {
        watermark: 0.0,
        ..ReplicaConfig::mixed(1, 100_000_000, 1_000_000_000)
    };
    let mut workload = Workload::new(Arrivals::Poisson { rate }, lengths, 100_000);
    workload.seed = seed;
    workload.warm_up = 2_000;
    let service = |load: &IterationLoad| 1e-6 * load.prefill_tokens;
    Simulator::new(service, config)
        .unwrap()
        .run(&workload)
        .unwrap()
}

/// Asserts that, of 20 seeds, at least 17 intervals hold the truth: 95 % would be 19, and fewer than
/// 17 happen once in 60 times for an honest interval, a fixed set of seeds once for all.
fn assert_covers(truth: f64, of: impl Fn(&Report) -> Estimate, reports: &[Report]) {
    let covers =
        |estimate: &Estimate| (estimate.value - truth).abs() <= estimate.half_width.unwrap();
    let estimates: Vec<Estimate> = reports.iter().map(of).collect();
    let covered = estimates.iter().filter(|estimate| covers(estimate)).count();
    assert!(covered >= 17, "{covered} of 20 hold {truth}: {estimates:?}");
    let mean = estimates.iter().map(|estimate| estimate.value).sum::<f64>() / 20.0;
    assert!(
        (mean / truth - 1.0).abs() < 0.02,
        "mean {mean}, truth {truth}"
    );
}

/// P(wait <= t) in M/D/1 (Erlang 1909), with service D and rate l:
/// (1 - l D) sum over k from 0 to floor(t / D) of (l (k D - t))^k / k! exp(-l (k D - t)).
fn m_d_1_wait_within(t: f64, service: f64, rate: f64) -> f64 {
    let mut sum = 0.0;
    let mut factorial = 1.0;
    for k in 0..=(t / service).floor() as u32 {
        if k > 0 {
            factorial *= f64::from(k);
        }
        let x = rate * (f64::from(k) * service - t);
        sum += x.powi(k as i32) / factorial * (-x).exp();
    }
    (1.0 - rate * service) * sum
}

#[test]
fn constant_service_is_m_d_1() {
    let (service, rate) = (0.1, 7.0);
    let reports: Vec<Report> = (0..20)
        .map(|seed| single_server(Lengths::fixed(100_000, 1), rate, seed))
        .collect();
    // Pollaczek-Khinchine: mean wait = rho D / (2 (1 - rho)); the first token ends the service.
    let rho = rate * service;
    let mean = service + rho * service / (2.0 * (1.0 - rho));
    assert_covers(mean, |report| report.ttft.mean, &reports);
    let (mut low, mut high) = (0.0, 10.0 * service);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if m_d_1_wait_within(middle, service, rate) < 0.99 {
            low = middle
        } else {
            high = middle
        }
    }
    assert_covers(service + low, |report| report.ttft.p99, &reports);
    let busy = reports.iter().map(|report| report.busy_share).sum::<f64>() / 20.0;
    assert!((busy - rho).abs() < 0.003, "{busy}");
}

#[test]
fn exponential_service_is_m_m_1() {
    // Exponential prompt lengths of mean 100,000 tokens: service 0.1 s on average.
    let mut state = 12_345_u64;
    let pairs: Vec<(u32, u32)> = (0..100_000)
        .map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let unit = ((state >> 11) as f64 + 1.0) / (1_u64 << 53) as f64;
            ((-unit.ln() * 100_000.0).ceil() as u32, 1)
        })
        .collect();
    let rate = 6.0;
    let reports: Vec<Report> = (0..20)
        .map(|seed| single_server(Lengths::Pairs(pairs.clone().into()), rate, seed))
        .collect();
    // Time in an M/M/1 system is exponential with rate mu - lambda.
    let mean = 1.0 / (10.0 - rate);
    assert_covers(mean, |report| report.ttft.mean, &reports);
    assert_covers(mean * 2f64.ln(), |report| report.ttft.p50, &reports);
    assert_covers(mean * 100f64.ln(), |report| report.ttft.p99, &reports);
}
