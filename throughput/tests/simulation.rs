//! The simulator's promises to whoever calls it.

#![expect(
    clippy::unwrap_used,
    clippy::suboptimal_flops,
    reason = "a failed unwrap fails the test, and formulas stay readable"
)]

use std::ops::ControlFlow;

use throughput::iteration::IterationLoad;
use throughput::simulation::{
    Arrivals, Length, Lengths, Pools, ReplicaConfig, Report, Scheduler, SimulationError, Simulator,
    TimelineWindow, Workload,
};

/// Shaped like an 8B model on an H100.
fn engine(load: &IterationLoad) -> f64 {
    let tokens = load.decode_sequences + load.prefill_tokens;
    6e-3 + 12e-6 * load.decode_sequences + 25e-6 * tokens + 4.7e-8 * load.decode_context_tokens
}

fn log_normal() -> Lengths {
    Lengths::Independent {
        input: Length::log_normal_p95(800.0, 2000.0).unwrap(),
        output: Length::log_normal_cv(200.0, 0.7).unwrap(),
    }
}

fn run(config: &ReplicaConfig, workload: &Workload) -> Report {
    Simulator::new(engine, config.clone())
        .unwrap()
        .run(workload)
        .unwrap()
}

#[test]
fn same_seed_same_numbers_in_every_build() {
    let mut workload = Workload::new(
        Arrivals::Gamma {
            rate: 12.0,
            cv: 1.5,
        },
        log_normal(),
        3000,
    );
    workload.seed = 42;
    let config = ReplicaConfig::mixed(128, 2048, 150_000);
    let report = run(&config, &workload.clone().steady());
    assert_eq!(report, run(&config, &workload.clone().steady()));
    let figures = [
        report.ttft.mean.value,
        report.ttft.p99.value,
        report.tpot.mean.value,
        report.itl.p99.value,
        report.e2e.p50.value,
        report.output_tok_s,
        report.totals.seconds,
    ];
    let figures: Vec<String> = figures
        .iter()
        .map(|figure| format!("{figure:.12e}"))
        .collect();
    assert_eq!(
        [
            "5.988154163990e-2",
            "2.202148437500e-1",
            "1.141095139011e-2",
            "5.898220739632e-2",
            "1.893229166667e0",
            "2.486491273570e3",
            "2.452097117162e2",
        ]
        .as_slice(),
        figures
    );
    workload.seed = 43;
    assert_ne!(report, run(&config, &workload.steady()));
}

#[test]
fn a_lone_request_takes_its_iterations() {
    let config = ReplicaConfig::mixed(8, 512, 10_000);
    let workload = Workload::new(Arrivals::AllAtOnce, Lengths::fixed(1000, 3), 1);
    let report = run(&config, &workload);
    // Chunks of 512 and 488 tokens, then two decodes with contexts of 1001 and 1002.
    let ttft = 2.0 * 6e-3 + 1000.0 * 25e-6;
    let decode = 2.0 * (6e-3 + 37e-6) + 4.7e-8 * 2003.0;
    assert!((report.ttft.mean.value - ttft).abs() < 1e-12);
    assert!((report.e2e.mean.value - ttft - decode).abs() < 1e-12);
    assert!((report.tpot.mean.value - decode / 2.0).abs() < 1e-12);
    assert_eq!(
        (4, 1000, 3),
        (
            report.totals.iterations,
            report.totals.input_tokens,
            report.totals.output_tokens
        )
    );
    assert_eq!(None, report.ttft.mean.half_width);
}

#[test]
fn cached_prefixes_are_held_but_not_computed() {
    let cold = ReplicaConfig::mixed(8, 2048, 10_000);
    let warm = ReplicaConfig {
        prefix_hit_share: 0.5,
        ..cold.clone()
    };
    let workload = Workload::new(Arrivals::AllAtOnce, Lengths::fixed(1000, 1), 1);
    let (cold, warm) = (run(&cold, &workload), run(&warm, &workload));
    assert!((cold.ttft.mean.value - warm.ttft.mean.value - 500.0 * 25e-6).abs() < 1e-12);
    assert!((cold.peak_kv_use - warm.peak_kv_use).abs() < 1e-12);
}

#[test]
fn prefill_first_holds_up_answers_and_mixed_does_not() {
    let mixed = ReplicaConfig::mixed(128, 1024, 400_000);
    let first = ReplicaConfig {
        scheduler: Scheduler::PrefillFirst,
        token_budget: 16_384,
        ..mixed.clone()
    };
    let workload = Workload::new(
        Arrivals::Poisson { rate: 10.0 },
        Lengths::fixed(3000, 200),
        3000,
    )
    .steady();
    let (mixed, first) = (run(&mixed, &workload), run(&first, &workload));
    assert!(first.itl.p99.value > 1.5 * mixed.itl.p99.value);
    assert!(first.ttft.mean.value < mixed.ttft.mean.value);
}

#[test]
fn separate_pools_keep_prefill_out_of_the_gaps() {
    let mixed = ReplicaConfig::mixed(128, 2048, 400_000);
    let pools = Pools {
        prefill_replicas: 2,
        decode_replicas: 2,
        transfer_s_per_token: 2e-6,
    };
    let pooled = ReplicaConfig {
        scheduler: Scheduler::Disaggregated(pools),
        ..mixed.clone()
    };
    let workload =
        |rate| Workload::new(Arrivals::Poisson { rate }, Lengths::fixed(1000, 200), 4000).steady();
    let (mixed, pooled) = (run(&mixed, &workload(8.0)), run(&pooled, &workload(32.0)));
    assert!(
        (pooled.output_tok_s / (32.0 * 200.0) - 1.0).abs() < 0.05,
        "{}",
        pooled.output_tok_s
    );
    assert!(pooled.itl.p99.value < mixed.itl.p99.value);
    // Two M/D/2-like prefill servers at 32 * 31 ms / 2 = 50 %: no less than the prefill itself.
    assert!(pooled.ttft.distribution.min() > 0.030_999);
    assert!(
        (pooled.prefill_share - 0.5).abs() < 0.1,
        "{}",
        pooled.prefill_share
    );
}

#[test]
fn an_offline_run_is_one_long_wave() {
    let config = ReplicaConfig::mixed(64, 8192, 1_000_000);
    let report = run(
        &config,
        &Workload::new(Arrivals::AllAtOnce, Lengths::fixed(100, 50), 640),
    );
    assert_eq!(640, report.totals.requests);
    assert!(report.mean_running > 55.0, "{}", report.mean_running);
    assert!(report.busy_share > 0.999);
}

#[test]
fn timestamps_are_kept() {
    let times = vec![1.0, 1.0, 5.0];
    let workload = Workload::new(
        Arrivals::Timestamps(times.into()),
        Lengths::fixed(100, 2),
        3,
    );
    let report = run(&ReplicaConfig::mixed(8, 2048, 10_000), &workload);
    assert!(report.totals.seconds > 5.0 && report.totals.seconds < 5.1);
    assert!(report.mean_running < 0.1);
}

#[test]
fn the_timeline_adds_up() {
    let mut workload = Workload::new(Arrivals::Poisson { rate: 8.0 }, log_normal(), 500);
    workload.timeline = Some(TimelineWindow {
        start_s: 0.0,
        bin_s: 0.5,
        bins: 1000,
    });
    let report = run(&ReplicaConfig::mixed(128, 2048, 150_000), &workload);
    let sum = |of: fn(&throughput::simulation::TimelineBin) -> f64| {
        report.timeline.iter().map(of).sum::<f64>()
    };
    let decoded = report.totals.output_tokens - report.totals.requests;
    assert!((sum(|bin| bin.decode_tokens) - decoded as f64).abs() < 1e-3);
    assert!((sum(|bin| bin.prefill_tokens) - report.totals.input_tokens as f64).abs() < 1e-3);
    assert!((sum(|bin| bin.iterations) - report.totals.iterations as f64).abs() < 1e-6);
    let running = sum(|bin| bin.running) * 0.5 / report.window_s;
    assert!((running / report.mean_running - 1.0).abs() < 1e-6);
}

#[test]
fn too_much_work_is_refused_and_a_run_can_be_stopped() {
    let simulator = Simulator::new(engine, ReplicaConfig::mixed(128, 2048, 150_000)).unwrap();
    let workload = Workload::new(Arrivals::Poisson { rate: 8.0 }, log_normal(), 20_000);
    let asked = simulator.work(&workload);
    let steps = simulator.run(&workload).unwrap().totals.steps;
    assert!(
        asked / 2 < steps && steps < asked * 2,
        "{asked} estimated, {steps} taken"
    );
    let refused = simulator.clone().work_limit(1000).run(&workload);
    assert_eq!(
        Err(SimulationError::TooMuchWork { limit: 1000, asked }),
        refused
    );
    let mut seen = Vec::new();
    let stopped = simulator.run_with(&workload, &mut |progress| {
        seen.push(progress.finished);
        if seen.len() == 3 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(Err(SimulationError::Cancelled), stopped);
    assert!(seen.is_sorted() && seen[2] > 0 && seen[2] < 20_000);
}

#[test]
fn bad_questions_are_refused() {
    let good = ReplicaConfig::mixed(8, 512, 1024);
    let bad = [
        ReplicaConfig {
            max_sequences: 0,
            ..good.clone()
        },
        ReplicaConfig {
            token_budget: 7,
            ..good.clone()
        },
        ReplicaConfig {
            kv_tokens: 31,
            ..good.clone()
        },
        ReplicaConfig {
            block_tokens: 0,
            ..good.clone()
        },
        ReplicaConfig {
            watermark: 1.0,
            ..good.clone()
        },
        ReplicaConfig {
            prefix_hit_share: f64::NAN,
            ..good.clone()
        },
    ];
    for config in bad {
        assert!(matches!(
            Simulator::new(engine, config),
            Err(SimulationError::Replica(_))
        ));
    }
    let simulator = Simulator::new(engine, good).unwrap();
    let run = |workload: Workload| simulator.run(&workload).unwrap_err();
    let poisson = Arrivals::Poisson { rate: 1.0 };
    let too_long = run(Workload::new(poisson.clone(), Lengths::fixed(1000, 25), 10));
    assert_eq!(
        SimulationError::TooLong {
            asked: 1025,
            longest: 1024
        },
        too_long
    );
    assert_eq!(
        SimulationError::Requests,
        run(Workload::new(poisson.clone(), Lengths::fixed(10, 25), 0))
    );
    let pairs = Lengths::Pairs(vec![(5, 0)].into());
    assert!(matches!(
        run(Workload::new(poisson, pairs, 10)),
        SimulationError::Lengths(_)
    ));
}
