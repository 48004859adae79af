//! How long one iteration time, one answer and the grading of the published figures take.

use throughput::estimate::{confirmed_estimate, estimate};
use throughput::iteration::{Constants, IterationLoad, IterationModel, IterationTime};
use throughput::scenario::{RawScenario, Scenario};
use throughput::validation::{grade, published};

fn main() {
    divan::main();
}

const MODELS: [&str; 3] = ["llama-3.3-70b", "mixtral-8x7b", "deepseek-v3"];

fn scenario(model: &str) -> Scenario {
    Scenario::parse(&RawScenario::from_query(&format!(
        "model={model}&gpu=h200-sxm&tp=8"
    )))
    .expect("a valid scenario")
}

#[divan::bench(args = MODELS)]
fn one_iteration_time(bencher: divan::Bencher<'_, '_>, model: &str) {
    let model = IterationModel::new(scenario(model).deployment());
    let load = IterationLoad::decode(64.0, 2000.0).with_chunk(0.0, 1000.0, true);
    bencher.bench_local(|| model.seconds(divan::black_box(&load)));
}

#[divan::bench(args = MODELS)]
fn one_estimate_with_both_points_and_the_curve(bencher: divan::Bencher<'_, '_>, model: &str) {
    let scenario = scenario(model);
    bencher.bench_local(|| estimate(divan::black_box(&scenario)));
}

#[divan::bench(args = MODELS)]
fn one_estimate_confirmed_by_simulation(bencher: divan::Bencher<'_, '_>, model: &str) {
    let scenario = scenario(model);
    bencher.bench_local(|| confirmed_estimate(divan::black_box(&scenario)));
}

#[divan::bench(args = MODELS)]
fn tail_at_one_rate(bencher: divan::Bencher<'_, '_>, name: &str) {
    use throughput::simulation::{Lengths, ReplicaConfig, Tail};
    let scenario = scenario(name);
    let model = IterationModel::new(scenario.deployment());
    let room = throughput::slots::Room::new(scenario.deployment(), *scenario.traffic());
    let config = ReplicaConfig::of(scenario.deployment(), &room, *scenario.traffic());
    let lengths = Lengths::of(*scenario.traffic(), 1.0).expect("lengths");
    let time = |load: &IterationLoad| model.seconds(load);
    let tail = Tail::new(&time, &config, &lengths, 1.0).expect("tail");
    let rate = tail.saturation() * 0.6;
    bencher.bench_local(|| tail.at(divan::black_box(rate)));
}

#[divan::bench]
fn the_grading_of_the_published_figures(bencher: divan::Bencher<'_, '_>) {
    let rows = published();
    bencher.bench_local(|| grade(rows, Constants::shipped()));
}
