//! A benchmark as it was run, simulated request by request.

use super::case::Case;
use super::predict::Prediction;
use crate::iteration::{IterationLoad, IterationModel, IterationTime as _};
use crate::simulation::{
    self, Arrivals, Length, Lengths, Pools, ReplicaConfig, Simulator, Workload,
};
use crate::slots::Room;

/// The benchmark as it was run: the client's arrivals and lengths against one simulated replica.
pub(super) fn simulated(
    model: &IterationModel,
    case: &Case,
    room: &Room,
    workload: &Workload,
) -> Option<Prediction> {
    let config = ReplicaConfig::of(&case.deployment, room, case.traffic);
    let time = |load: &IterationLoad| model.seconds(load);
    let report = Simulator::new(time, config).ok()?.run(workload).ok()?;
    let tokens_per_step = case.deployment.speculation.tokens_per_step();
    let predicted = from_report(model, &report, case.replicas * tokens_per_step);
    let per_token = |seconds: f64| seconds / tokens_per_step;
    let late = |seconds: f64| 0.1_f64.mul_add(case.first_wave_delay_s, seconds);
    Some(Prediction {
        tpot_s: predicted.tpot_s.map(per_token),
        tpot_p99_s: predicted.tpot_p99_s.map(per_token),
        ttft_s: predicted.ttft_s.map(late),
        ..predicted
    })
}

pub(super) fn lengths(case: &Case) -> Lengths {
    // The simulator counts steps; a step may yield several tokens.
    let osl = case.traffic.osl / case.deployment.speculation.tokens_per_step();
    let isl = case.traffic.isl;
    if case.length_cv > 0.0 {
        let spread = |mean: f64| Length::log_normal_cv(mean.max(1.0), case.length_cv);
        if let (Ok(input), Ok(output)) = (spread(isl), spread(osl)) {
            return Lengths::Independent { input, output };
        }
    }
    if case.length_ratio < 1.0 {
        // Uniform from ratio x L to L has the mean (1 + ratio) / 2 x L.
        let spread = |mean: f64| {
            let longest = mean * 2.0 / (1.0 + case.length_ratio);
            Length::Uniform {
                min: count(longest * case.length_ratio),
                max: count(longest),
            }
        };
        Lengths::Independent {
            input: spread(isl),
            output: spread(osl),
        }
    } else {
        Lengths::fixed(count(isl), count(osl))
    }
}

/// A number of requests or tokens, at least 1.
pub(super) fn count(value: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates"
    )]
    let whole = value.round().max(1.0) as u32;
    whole
}

/// Prefill and decode workers of their own, in a closed loop.
pub(super) fn disaggregated(
    model: &IterationModel,
    case: &Case,
    room: &Room,
    sizes: [f64; 3],
) -> Prediction {
    let [prefill_workers, decode_workers, concurrency] = sizes.map(count);
    let gpu = case.deployment.gpu;
    let kv_bytes = room.kv_bytes_per_token * f64::from(case.deployment.parallelism.gpus());
    let pools = Pools {
        prefill_replicas: prefill_workers,
        decode_replicas: decode_workers,
        transfer_s_per_token: kv_bytes / gpu.link_bytes_per_s,
    };
    let config = ReplicaConfig {
        scheduler: simulation::Scheduler::Disaggregated(pools),
        ..ReplicaConfig::of(&case.deployment, room, case.traffic)
    };
    let workload = Workload::new(Arrivals::Closed { concurrency }, lengths(case), 500);
    let time = |load: &IterationLoad| model.seconds(load);
    let run = Simulator::new(time, config).and_then(|simulator| simulator.run(&workload));
    run.map_or_else(
        |_| Prediction::default(),
        |report| from_report(model, &report, 1.0),
    )
}

fn from_report(model: &IterationModel, report: &simulation::Report, replicas: f64) -> Prediction {
    Prediction {
        output_tok_s: Some(report.output_tok_s * replicas),
        tpot_s: Some(report.tpot.mean.value),
        ttft_s: Some(report.ttft.mean.value + model.request_s()),
        ttft_p99_s: Some(report.ttft.p99.value + model.request_s()),
        tpot_p99_s: Some(report.tpot.p99.value),
        ..Prediction::default()
    }
}
