//! What holds of every simulated run.

#![expect(
    clippy::unwrap_used,
    clippy::suboptimal_flops,
    reason = "a failed unwrap fails the test, and formulas stay readable"
)]

use proptest::prelude::*;
use throughput::iteration::{IterationLoad, IterationModel, IterationTime};
use throughput::scenario::{RawScenario, Scenario};
use throughput::simulation::{
    Arrivals, Length, Lengths, Pools, ReplicaConfig, Report, Scheduler, Simulator, Tail, Workload,
};
use throughput::slots::Room;
use throughput::steady_state::{ContinuousBatching, Slots};

/// A roofline with every term, `slower` times as slow as an 8B model on an H100.
fn engine(slower: f64) -> impl Fn(&IterationLoad) -> f64 {
    move |load| {
        let tokens = load.decode_sequences + load.prefill_tokens;
        let attention = 4.7e-8 * load.decode_context_tokens + 1e-9 * load.prefill_attended_tokens;
        slower * (1e-3 + f64::max(5e-3, 22e-6 * tokens) + 6e-6 * load.decode_sequences + attention)
    }
}

fn length() -> impl Strategy<Value = Length> {
    prop_oneof![
        (1..600_u32).prop_map(Length::Fixed),
        (1..300_u32, 0..300_u32).prop_map(|(min, more)| Length::Uniform {
            min,
            max: min + more
        }),
        (2.0..600.0, 0.1..2.0).prop_map(|(mean, cv)| Length::log_normal_cv(mean, cv).unwrap()),
    ]
}

fn lengths() -> impl Strategy<Value = Lengths> {
    (length(), length()).prop_map(|(input, output)| Lengths::Independent { input, output })
}

fn arrivals() -> impl Strategy<Value = Arrivals> {
    prop_oneof![
        (0.5..60.0).prop_map(|rate| Arrivals::Poisson { rate }),
        (0.5..60.0, 0.0..3.0).prop_map(|(rate, cv)| Arrivals::Gamma { rate, cv }),
        (0.5..60.0).prop_map(|rate| Arrivals::Constant { rate }),
        (1..80_u32).prop_map(|concurrency| Arrivals::Closed { concurrency }),
        Just(Arrivals::AllAtOnce),
    ]
}

fn scheduler() -> impl Strategy<Value = Scheduler> {
    prop_oneof![
        Just(Scheduler::Mixed),
        Just(Scheduler::PrefillFirst),
        (1..4_u32, 1..4_u32).prop_map(|(prefill_replicas, decode_replicas)| {
            Scheduler::Disaggregated(Pools {
                prefill_replicas,
                decode_replicas,
                transfer_s_per_token: 2e-6,
            })
        }),
    ]
}

prop_compose! {
    fn config()(
        scheduler in scheduler(),
        max_sequences in 1..100_u32,
        more_budget in 0..2000_u32,
        kv_tokens in 1300..40_000_u64,
        block_tokens in prop_oneof![Just(1_u32), Just(16), Just(64)],
        watermark in 0.0..0.1,
        reserve_full_length: bool,
        prefix_hit_share in 0.0..0.9,
    ) -> ReplicaConfig {
        ReplicaConfig {
            scheduler,
            max_sequences,
            token_budget: max_sequences + more_budget,
            kv_tokens,
            block_tokens,
            watermark,
            reserve_full_length,
            prefix_hit_share,
        }
    }
}

fn run(slower: f64, config: &ReplicaConfig, workload: &Workload) -> Report {
    Simulator::new(engine(slower), config.clone())
        .unwrap()
        .run(workload)
        .unwrap()
}

fn near(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * a.abs().max(b.abs()) + 1e-12
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Nothing is lost, whatever is preempted, and Little's law holds to rounding.
    #[test]
    fn requests_tokens_and_time_are_conserved(
        config in config(), arrivals in arrivals(), lengths in lengths(), seed: u64,
    ) {
        let mut workload = Workload::new(arrivals, lengths, 300);
        workload.seed = seed;
        let report = run(1.0, &config, &workload);
        prop_assert_eq!(300, report.totals.requests);
        prop_assert_eq!(300, report.ttft.distribution.count());
        prop_assert_eq!(report.totals.output_tokens - 300, report.itl.distribution.count());
        prop_assert!(near(report.output_tok_s * report.window_s, report.totals.output_tokens as f64, 1e-9));
        prop_assert!(near(report.input_tok_s * report.window_s, report.totals.input_tokens as f64, 1e-9));
        let inside = (report.mean_running + report.mean_waiting) * report.window_s;
        prop_assert!(near(inside, report.e2e.distribution.mean() * 300.0, 1e-9));
        prop_assert!(report.mean_running <= f64::from(config.max_sequences) * 4.0 + 300.0);
        prop_assert!(report.peak_kv_use <= 1.0 + 1e-12 && report.mean_kv_use >= 0.0);
        // Decode replicas never see a request whose one token comes from the prefill.
        let decodes = report.itl.distribution.count() > 0;
        prop_assert!(config.reserve_full_length || !decodes || report.peak_kv_use > 0.0);
        prop_assert!(!config.reserve_full_length || report.preemptions == 0);
    }

    /// An engine that is `slower` times as slow, asked as much more slowly, is the same engine on
    /// another clock.
    #[test]
    fn time_has_no_scale(config in config(), lengths in lengths(), rate in 1.0..60.0, slower in 0.2..5.0) {
        let slow_pools = match config.scheduler {
            Scheduler::Disaggregated(pools) => Scheduler::Disaggregated(Pools {
                transfer_s_per_token: pools.transfer_s_per_token * slower,
                ..pools
            }),
            other => other,
        };
        let slow_config = ReplicaConfig { scheduler: slow_pools, ..config.clone() };
        let at = |rate| Workload::new(Arrivals::Poisson { rate }, lengths.clone(), 200);
        let fast = run(1.0, &config, &at(rate));
        let slow = run(slower, &slow_config, &at(rate / slower));
        prop_assert!(near(fast.ttft.mean.value * slower, slow.ttft.mean.value, 1e-3));
        prop_assert!(near(fast.e2e.mean.value * slower, slow.e2e.mean.value, 1e-3));
        prop_assert!(near(fast.totals.seconds * slower, slow.totals.seconds, 1e-3));
    }

    /// With the same requests in the same order, twice the rate does not lower the mean TTFT: 10 %
    /// are left to the luck of how prompts fall into iterations.
    #[test]
    fn more_load_waits_longer(lengths in lengths(), rate in 1.0..30.0, cv in 0.0..2.0) {
        let config = ReplicaConfig::mixed(64, 2048, 60_000);
        let at = |rate| {
            let report = run(1.0, &config, &Workload::new(Arrivals::Gamma { rate, cv }, lengths.clone(), 1000));
            report.ttft.mean.value
        };
        let (less, more) = (at(rate), at(2.0 * rate));
        prop_assert!(more >= 0.9 * less, "{} {}", less, more);
    }
}

/// A closed loop on the model's own iteration time, with lengths that spread so that requests do
/// not march in step, against the steady state: rate, and TPOT, to 3 %.
#[test]
fn closed_loops_agree_with_the_steady_state() {
    for query in [
        "model=llama-3.1-8b&gpu=h100-sxm&isl=1000&osl=250&isl_cv=0.5&osl_cv=0.5",
        "model=llama-3.3-70b&gpu=h100-sxm&tp=4&weights=fp8&isl=600&osl=400&isl_cv=0.5&osl_cv=0.5",
    ] {
        let scenario = Scenario::parse(&RawScenario::from_query(query)).unwrap();
        let (deployment, traffic) = (scenario.deployment(), *scenario.traffic());
        let model = IterationModel::new(deployment);
        let room = Room::new(deployment, traffic);
        let config = ReplicaConfig::of(deployment, &room, traffic);
        let batching = ContinuousBatching {
            model: &model,
            scheduler: deployment.engine.scheduler,
            token_budget: f64::from(config.token_budget),
            slots: Slots {
                kv: room.sequences,
                engine: f64::from(config.max_sequences),
            },
            traffic,
            tokens_per_step: 1.0,
        };
        for concurrency in [4_u32, 32, 128] {
            let state = batching.closed_loop(f64::from(concurrency));
            let lengths = Lengths::of(traffic, 1.0).unwrap();
            let workload =
                Workload::new(Arrivals::Closed { concurrency }, lengths.clone(), 8000).steady();
            let time = |load: &IterationLoad| model.seconds(load);
            let report = Simulator::new(time, config.clone())
                .unwrap()
                .run(&workload)
                .unwrap();
            let tail = Tail::new(time, &config, &lengths, 1.0).unwrap();
            let rate = tail.closed_loop(f64::from(concurrency)) / report.requests_per_s;
            let decode = report.e2e.mean.value - report.ttft.mean.value;
            let tpot = state.tpot_s / decode * (traffic.osl - 1.0);
            let coarse = state.request_rate_per_s / report.requests_per_s;
            println!("{query} {concurrency}: rate {rate} steady state {coarse} TPOT {tpot}");
            assert!(
                (rate - 1.0).abs() < 0.03,
                "{query} {concurrency}: rate {rate}"
            );
            // The steady state of an estimate takes one prompt an iteration at most.
            assert!(
                (coarse - 1.0).abs() < 0.06,
                "{query} {concurrency}: rate {coarse}"
            );
            assert!(
                (tpot - 1.0).abs() < 0.06,
                "{query} {concurrency}: TPOT {tpot}"
            );
        }
    }
}
