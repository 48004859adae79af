//! Collects what a report needs while the simulation runs, in bounded memory.

use super::{
    Progress,
    config::Workload,
    ramp::Ramp,
    report::{Report, RunTotals},
    source::Request,
    summary::{Collector, SECTIONS, section_requests},
    timeline::Timeline,
};

/// One step of a replica: an iteration, a run of them, or idling.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Step {
    pub(super) start: f64,
    pub(super) seconds: f64,
    /// 0 when idle.
    pub(super) iterations: u64,
    pub(super) running: f64,
    /// Integral of the number waiting, in request-seconds.
    pub(super) waiting_seconds: f64,
    /// Mean share of the KV cache in use.
    pub(super) kv_use: f64,
    pub(super) prefill_tokens: u64,
    pub(super) decode_tokens: u64,
    /// Share of the step's time that counts as spent: 1, or a replica's part of its pool.
    pub(super) weight: f64,
}

/// Integrals and counts since the start.
#[derive(Debug, Clone, Copy, Default)]
struct Totals {
    now: f64,
    running: f64,
    waiting: f64,
    kv_use: f64,
    busy: f64,
    prefill: f64,
    preemptions: u64,
    input_tokens: u64,
    output_tokens: u64,
    finished: u64,
}

#[derive(Debug)]
pub(super) struct Recorder {
    ttft: Collector,
    tpot: Collector,
    itl: Collector,
    e2e: Collector,
    first: u64,
    end: u64,
    requests: u64,
    section: Option<u64>,
    in_section: u64,
    sections: u64,
    totals: Totals,
    run: RunTotals,
    peak_kv_use: f64,
    begin: Option<Totals>,
    close: Option<Totals>,
    timeline: Option<Timeline>,
}

impl Recorder {
    pub(super) fn new(workload: &Workload) -> Self {
        Self {
            ttft: Collector::default(),
            tpot: Collector::default(),
            itl: Collector::default(),
            e2e: Collector::default(),
            first: workload.warm_up,
            end: workload.requests - workload.cool_down,
            requests: workload.requests,
            section: section_requests(workload.measured()),
            in_section: 0,
            sections: 0,
            totals: Totals::default(),
            run: RunTotals::default(),
            peak_kv_use: 0.0,
            begin: (workload.warm_up == 0).then(Totals::default),
            close: None,
            timeline: workload.timeline.map(Timeline::new),
        }
    }

    fn measures(&self, request: &Request) -> bool {
        (self.first..self.end).contains(&request.index)
    }

    /// Whether the measured window is open.
    fn open(&self) -> bool {
        self.begin.is_some() && self.close.is_none()
    }

    /// A request's first token.
    pub(super) fn first_token(&mut self, request: &Request, now: f64) {
        self.totals.input_tokens += u64::from(request.input);
        self.totals.output_tokens += 1;
        if self.measures(request) {
            self.ttft.add(now - request.arrival, 1);
        }
    }

    /// A later token that came out of a prefill, after a preemption.
    pub(super) fn resumed_token(&mut self, gap: f64) {
        self.totals.output_tokens += 1;
        self.gap(gap, 1);
    }

    /// `weight` tokens came `seconds` after the ones before.
    pub(super) fn gap(&mut self, seconds: f64, weight: u64) {
        if self.open() {
            self.itl.add(seconds, weight);
        }
    }

    /// `weight` tokens at the end of each iteration of a run.
    pub(super) fn gaps(&mut self, ramp: &Ramp, weight: u64) {
        if self.open() {
            self.itl.add_ramp(ramp, weight);
        }
    }

    pub(super) fn preempted(&mut self) {
        self.totals.preemptions += 1;
    }

    /// A request's last token.
    pub(super) fn finished(&mut self, request: &Request, first_token: f64, now: f64) {
        self.totals.finished += 1;
        self.run.requests += 1;
        self.run.input_tokens += u64::from(request.input);
        self.run.output_tokens += u64::from(request.output);
        if !self.measures(request) {
            return;
        }
        self.e2e.add(now - request.arrival, 1);
        if request.output > 1 {
            self.tpot
                .add((now - first_token) / f64::from(request.output - 1), 1);
        }
        self.in_section += 1;
        if self.section == Some(self.in_section) && self.sections < SECTIONS {
            self.in_section = 0;
            self.sections += 1;
            for collector in [&mut self.ttft, &mut self.tpot, &mut self.itl, &mut self.e2e] {
                collector.end_section();
            }
        }
    }

    /// Time has passed at a replica.
    pub(super) fn step(&mut self, step: &Step) {
        let totals = &mut self.totals;
        totals.running += step.running * step.seconds;
        totals.waiting += step.waiting_seconds;
        totals.kv_use += step.kv_use * step.seconds * step.weight;
        totals.output_tokens += step.decode_tokens;
        if step.iterations > 0 {
            totals.busy += step.seconds * step.weight;
        }
        if step.prefill_tokens > 0 {
            totals.prefill += step.seconds * step.weight;
        }
        self.run.iterations += step.iterations;
        self.run.steps += 1;
        if let Some(timeline) = &mut self.timeline {
            timeline.add(step);
        }
    }

    pub(super) fn kv_peak(&mut self, kv_use: f64) {
        self.peak_kv_use = self.peak_kv_use.max(kv_use);
    }

    /// It is `now`, and so many requests have arrived: opens and closes the window.
    pub(super) fn tick(&mut self, now: f64, arrived: u64) {
        self.totals.now = now;
        if self.begin.is_none() && arrived > self.first {
            self.begin = Some(self.totals);
        }
        if self.close.is_none() && self.end < self.requests && arrived > self.end {
            self.close = Some(self.totals);
        }
    }

    pub(super) fn steps(&self) -> u64 {
        self.run.steps
    }

    pub(super) fn progress(&self) -> Progress {
        Progress {
            finished: self.run.requests,
            requests: self.requests,
            seconds: self.totals.now,
        }
    }

    pub(super) fn report(mut self) -> Report {
        let begin = self.begin.unwrap_or_default();
        let close = self.close.unwrap_or(self.totals);
        self.run.seconds = self.totals.now;
        let window_s = close.now - begin.now;
        let per_second = |of: fn(&Totals) -> f64| {
            if window_s > 0.0 {
                (of(&close) - of(&begin)) / window_s
            } else {
                0.0
            }
        };
        let intervals = self.section.is_some();
        Report {
            output_tok_s: per_second(|totals| totals.output_tokens as f64),
            input_tok_s: per_second(|totals| totals.input_tokens as f64),
            requests_per_s: per_second(|totals| totals.finished as f64),
            mean_running: per_second(|totals| totals.running),
            mean_waiting: per_second(|totals| totals.waiting),
            mean_kv_use: per_second(|totals| totals.kv_use),
            peak_kv_use: self.peak_kv_use,
            busy_share: per_second(|totals| totals.busy),
            prefill_share: per_second(|totals| totals.prefill),
            preemptions: close.preemptions - begin.preemptions,
            window_s,
            totals: self.run,
            timeline: self.timeline.map(Timeline::finish).unwrap_or_default(),
            ttft: self.ttft.finish(intervals),
            tpot: self.tpot.finish(intervals),
            itl: self.itl.finish(intervals),
            e2e: self.e2e.finish(intervals),
        }
    }
}
