//! What the simulated replica was like.

use leptos::prelude::*;

use crate::components::table::{Line, lines, panel};
use crate::format;
use crate::simulation::Simulated;

/// The panel.
pub(super) fn replica(simulated: &Simulated) -> AnyView {
    let answer = &simulated.answer;
    let replica = &answer.replica;
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let in_flight = replica.mean_running + replica.mean_waiting;
    let per_replica = answer.finished_per_s / f64::from(answer.scenario.replicas());
    let all = vec![
        Line::new(
            "Requests in flight",
            format::rate(in_flight),
            format!(
                "running {} + waiting {}",
                format::rate(replica.mean_running),
                format::rate(replica.mean_waiting)
            ),
        )
        .note(format!(
            "Little’s law: {} finished a second × {} each on average = {}.",
            format::rate(per_replica),
            format::latency_ms(answer.e2e_ms.mean.value),
            format::rate(per_replica * answer.e2e_ms.mean.value / 1e3)
        )),
        Line::new(
            "KV cache in use",
            percent(replica.mean_kv_use),
            format!("at most {}", percent(replica.peak_kv_use)),
        )
        .note(format!(
            "{} sequences were thrown out to be computed again.",
            format::grouped(replica.preemptions as f64, 0)
        )),
        Line::new(
            "Time that iterates",
            percent(replica.busy_share),
            format!("of it with prefill {}", percent(replica.prefill_share)),
        ),
        Line::new(
            "Iterations",
            format::count(answer.run.iterations as f64),
            format!(
                "{} requests in {} simulated",
                format::grouped(answer.run.requests as f64, 0),
                format::latency_ms(answer.run.simulated_s * 1e3)
            ),
        ),
    ];
    panel(
        "replica",
        "The replica meanwhile",
        "Decode first, prefill in chunks within the token budget, a paged cache, recomputation when it overflows: as the engine schedules.",
        lines(all),
    )
}
