//! How long a simulated run takes. The bar: 10,000 requests of 1,000 in and 250 out in 50 ms.

#![expect(clippy::suboptimal_flops, reason = "a formula stays readable")]

use throughput::iteration::{IterationLoad, IterationModel, IterationTime};
use throughput::scenario::{RawScenario, Scenario};
use throughput::simulation::{
    Arrivals, Length, Lengths, ReplicaConfig, Report, Simulator, Tail, Workload,
};

fn main() {
    divan::main();
}

/// Shaped like an 8B model on an H100, in four terms.
fn plain(load: &IterationLoad) -> f64 {
    let tokens = load.decode_sequences + load.prefill_tokens;
    6e-3 + 12e-6 * load.decode_sequences
        + 25e-6 * tokens
        + load.decode_context_tokens * (131_072.0 / 2.8e12)
}

/// The model's own iteration time.
fn physics() -> IterationModel {
    let query = "model=llama-3.1-8b&gpu=h100-sxm&weights=bf16";
    let scenario =
        Scenario::parse(&RawScenario::from_query(query)).expect("a scenario of the catalogue");
    IterationModel::new(scenario.deployment())
}

fn run<T: IterationTime>(time: T, workload: &Workload) -> Report {
    let config = ReplicaConfig::mixed(256, 8192, 430_000);
    let simulator = Simulator::new(time, config).expect("limits that agree");
    simulator.run(workload).expect("a run within its limits")
}

fn poisson(rate: f64, requests: u64) -> Workload {
    Workload::new(
        Arrivals::Poisson { rate },
        Lengths::fixed(1000, 250),
        requests,
    )
}

/// Arguments: mean requests per second, of about 22 at saturation.
#[divan::bench(args = [2.0, 10.0, 20.0])]
fn ten_thousand_requests_plain(rate: f64) -> Report {
    run(plain, &poisson(rate, 10_000))
}

/// The same with the model's own iteration time.
#[divan::bench(args = [2.0, 10.0, 20.0])]
fn ten_thousand_requests(bencher: divan::Bencher<'_, '_>, rate: f64) {
    let physics = physics();
    bencher.bench_local(|| {
        run(
            |load: &IterationLoad| physics.seconds(load),
            &poisson(rate, 10_000),
        )
    });
}

fn log_normal() -> Lengths {
    Lengths::Independent {
        input: Length::log_normal_cv(1000.0, 0.8).expect("a log-normal"),
        output: Length::log_normal_cv(250.0, 0.8).expect("a log-normal"),
    }
}

/// Log-normal lengths in a closed loop.
#[divan::bench(args = [16, 128])]
fn ten_thousand_requests_closed(bencher: divan::Bencher<'_, '_>, concurrency: u32) {
    let physics = physics();
    let lengths = log_normal();
    let workload = Workload::new(Arrivals::Closed { concurrency }, lengths, 10_000);
    bencher.bench_local(|| run(|load: &IterationLoad| physics.seconds(load), &workload));
}

/// A million requests, in the memory of a few thousand.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn a_million_requests(bencher: divan::Bencher<'_, '_>) {
    let physics = physics();
    bencher.bench_local(|| {
        run(
            |load: &IterationLoad| physics.seconds(load),
            &poisson(15.0, 1_000_000),
        )
    });
}

/// Percentiles from queueing theory, for requests of one length and for log-normal ones.
#[divan::bench(args = [false, true])]
fn tail(bencher: divan::Bencher<'_, '_>, spread: bool) {
    let physics = physics();
    let lengths = if spread {
        log_normal()
    } else {
        Lengths::fixed(1000, 250)
    };
    let config = ReplicaConfig::mixed(256, 8192, 430_000);
    let time = |load: &IterationLoad| physics.seconds(load);
    let tail = Tail::new(time, &config, &lengths, 1.0).expect("limits that agree");
    let rate = 0.7 * tail.saturation();
    bencher.bench_local(|| tail.at(divan::black_box(rate)));
}
