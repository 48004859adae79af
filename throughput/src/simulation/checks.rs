//! The shortcuts against taking every iteration by itself.

use super::*;
use crate::iteration::IterationLoad;

/// Shaped like an 8B model on an H100: weights, then per sequence, context and prompt token, with a
/// roofline's kink.
fn engine(load: &IterationLoad) -> f64 {
    let read = 12e-6f64.mul_add(load.decode_sequences, 6e-3);
    let compute = 25e-6 * (load.decode_sequences + load.prefill_tokens) + 1e-3;
    read.max(compute) + load.decode_context_tokens * (131_072.0 / 2.8e12)
}

fn workload(arrivals: Arrivals) -> Workload {
    let lengths = Lengths::Independent {
        input: Length::log_normal_cv(700.0, 1.0).unwrap(),
        output: Length::log_normal_cv(150.0, 0.8).unwrap(),
    };
    Workload::new(arrivals, lengths, 1500)
}

fn configs() -> Vec<ReplicaConfig> {
    let roomy = ReplicaConfig::mixed(256, 2048, 400_000);
    let tight = ReplicaConfig::mixed(64, 512, 20_000);
    let prefill_first = |config: &ReplicaConfig| ReplicaConfig {
        scheduler: Scheduler::PrefillFirst,
        ..config.clone()
    };
    let reserved = ReplicaConfig {
        reserve_full_length: true,
        prefix_hit_share: 0.4,
        ..tight.clone()
    };
    vec![
        prefill_first(&roomy),
        prefill_first(&tight),
        roomy,
        tight,
        reserved,
    ]
}

fn arrivals() -> Vec<Arrivals> {
    vec![
        Arrivals::Poisson { rate: 5.0 },
        Arrivals::Gamma {
            rate: 15.0,
            cv: 2.0,
        },
        Arrivals::Closed { concurrency: 40 },
        Arrivals::AllAtOnce,
    ]
}

fn near(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * b.abs().max(1e-9)
}

#[test]
fn skipping_ahead_is_stepping() {
    for config in configs() {
        for arrivals in arrivals() {
            let workload = workload(arrivals);
            let simulator = Simulator::new(engine, config.clone()).unwrap();
            let fast = simulator.run(&workload).unwrap();
            let slow = simulator.clone().step_by_step().run(&workload).unwrap();
            assert_eq!(fast.preemptions, slow.preemptions);
            assert_eq!(fast.totals.iterations, slow.totals.iterations);
            assert!(fast.totals.steps <= slow.totals.steps);
            let pairs = [
                (fast.totals.seconds, slow.totals.seconds),
                (fast.ttft.mean.value, slow.ttft.mean.value),
                (fast.ttft.p99.value, slow.ttft.p99.value),
                (fast.tpot.mean.value, slow.tpot.mean.value),
                (fast.tpot.p99.value, slow.tpot.p99.value),
                (fast.itl.mean.value, slow.itl.mean.value),
                (fast.itl.p50.value, slow.itl.p50.value),
                (fast.e2e.mean.value, slow.e2e.mean.value),
                (fast.output_tok_s, slow.output_tok_s),
                (fast.mean_running, slow.mean_running),
                (fast.mean_waiting, slow.mean_waiting),
                (fast.busy_share, slow.busy_share),
                (fast.prefill_share, slow.prefill_share),
            ];
            for (index, (fast, slow)) in pairs.into_iter().enumerate() {
                assert!(
                    near(fast, slow, 1e-6) || near(fast, slow, 4e-3) && [2, 4, 6].contains(&index),
                    "{index}: {fast} {slow} {config:?} {workload:?}"
                );
            }
            assert!(
                near(fast.mean_kv_use, slow.mean_kv_use, 0.02),
                "{} {}",
                fast.mean_kv_use,
                slow.mean_kv_use
            );
        }
    }
}

#[test]
fn requests_tokens_and_time_are_conserved() {
    for config in configs() {
        for arrivals in arrivals() {
            let workload = workload(arrivals);
            let report = Simulator::new(engine, config.clone())
                .unwrap()
                .run(&workload)
                .unwrap();
            assert_eq!(1500, report.totals.requests);
            assert_eq!(1500, report.ttft.distribution.count());
            assert_eq!(1500, report.e2e.distribution.count());
            // Every token after a request's first ends one gap.
            assert_eq!(
                report.totals.output_tokens - 1500,
                report.itl.distribution.count()
            );
            let counted = report.output_tok_s * report.window_s;
            assert!(near(counted, report.totals.output_tokens as f64, 1e-9));
            let counted = report.input_tok_s * report.window_s;
            assert!(near(counted, report.totals.input_tokens as f64, 1e-9));
            // Little's law: requests inside, integrated over time, are the times spent inside.
            let inside = (report.mean_running + report.mean_waiting) * report.window_s;
            let spent = report.e2e.distribution.mean() * 1500.0;
            assert!(
                near(inside, spent, 1e-9),
                "{inside} {spent} {config:?} {workload:?}"
            );
            // The gaps of a request add up to its time after the first token.
            let gaps = report.itl.distribution.mean() * report.itl.distribution.count() as f64;
            let decode =
                (report.e2e.distribution.mean() - report.ttft.distribution.mean()) * 1500.0;
            assert!(
                near(gaps, decode, 1e-9),
                "{gaps} {decode} {config:?} {workload:?}"
            );
            assert!(report.peak_kv_use <= 1.0);
        }
    }
}

#[test]
fn a_tight_cache_preempts() {
    let report = |reserve_full_length| {
        let config = ReplicaConfig {
            reserve_full_length,
            watermark: 0.0,
            ..ReplicaConfig::mixed(64, 512, 20_000)
        };
        Simulator::new(engine, config)
            .unwrap()
            .run(&workload(Arrivals::AllAtOnce))
            .unwrap()
    };
    assert!(report(false).preemptions > 100);
    assert_eq!(0, report(true).preemptions);
    assert!(report(true).peak_kv_use > 0.9);
}
