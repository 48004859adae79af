//! One replica that both prefills and decodes, iteration by iteration.

use std::collections::VecDeque;

use super::{
    batch::DecodeBatch,
    config::{ReplicaConfig, Scheduler, Workload},
    gaps::LastTokens,
    prefill::Prefill,
    ramp::{Ramp, next_ramp},
    recorder::{Recorder, Step},
    sequence::Sequences,
    source::Source,
};
use crate::iteration::{IterationLoad, IterationTime};

mod admission;

/// State between two iterations.
pub(super) struct Replica<'a, T> {
    time: &'a T,
    config: &'a ReplicaConfig,
    longest_run: u64,
    source: Source,
    recorder: Recorder,
    now: f64,
    sequences: Sequences,
    batch: DecodeBatch,
    last_tokens: LastTokens,
    prefilling: VecDeque<Prefill>,
    /// Thrown out, to be admitted before all others; the last one first, which arrived first.
    preempted: Vec<u32>,
    free_blocks: u64,
}

impl<'a, T: IterationTime> Replica<'a, T> {
    /// `longest_run` caps the iterations of a step; 1 is iteration by iteration.
    pub(super) fn new(
        time: &'a T,
        config: &'a ReplicaConfig,
        workload: &Workload,
        longest_run: u64,
    ) -> Self {
        Self {
            time,
            config,
            longest_run,
            source: Source::new(workload, config.longest()),
            recorder: Recorder::new(workload),
            now: 0.0,
            sequences: Sequences::default(),
            batch: DecodeBatch::new(config.block_tokens),
            last_tokens: LastTokens::default(),
            prefilling: VecDeque::new(),
            preempted: Vec::new(),
            free_blocks: config.blocks(),
        }
    }

    pub(super) fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    pub(super) fn into_recorder(self) -> Recorder {
        self.recorder
    }

    /// Advances to the next event: false when everything is done.
    pub(super) fn step(&mut self) -> bool {
        let evicted = self.make_room();
        let growth = self.growth();
        let budget = self.config.token_budget;
        let load = if self.config.scheduler == Scheduler::PrefillFirst {
            let prompts = self.admit(IterationLoad::default(), budget, 0, evicted);
            if self.prefilling.is_empty() {
                self.batch.next_load()
            } else {
                prompts
            }
        } else {
            let left = budget - self.batch.len() as u32;
            self.admit(self.batch.next_load(), left, growth, evicted)
        };
        if !self.prefilling.is_empty() {
            self.iterate(&load, growth);
        } else if self.batch.len() > 0 {
            self.decode(load, evicted);
        } else if let Some(head) = self.source.head() {
            self.pass(head.arrival, Step::default());
        } else {
            return false;
        }
        true
    }

    fn running(&self) -> u64 {
        self.batch.len() + self.prefilling.len() as u64
    }

    /// One iteration that carries prefill.
    fn iterate(&mut self, load: &IterationLoad, growth: u64) {
        let seconds = self.time.seconds(load);
        let decoding = load.decode_sequences as u64;
        if decoding > 0 {
            self.advance(&Ramp::single(seconds), growth);
        }
        let step = Step {
            iterations: 1,
            prefill_tokens: load.prefill_tokens as u64,
            decode_tokens: decoding,
            ..Step::default()
        };
        self.pass(self.now + seconds, step);
        if decoding > 0 {
            self.finish_decoded();
        }
        self.finish_prefilled();
    }

    /// A run of iterations that only decode, until a sequence finishes, the KV cache is full, or a
    /// request arrives that can be admitted.
    fn decode(&mut self, load: IterationLoad, evicted: bool) {
        let to_finish = self.batch.iterations_to_finish().unwrap_or(1);
        let mut limit = if evicted {
            1
        } else {
            to_finish.min(self.longest_run)
        };
        let growing = !self.config.reserve_full_length;
        if growing {
            limit = self.batch.iterations_within(self.free_blocks, limit).max(1);
        }
        let ramp = next_ramp(self.time, load, limit, self.next_admission());
        let growth = if growing {
            self.batch.blocks_for(ramp.iterations)
        } else {
            0
        };
        self.advance(&ramp, growth);
        let step = Step {
            iterations: ramp.iterations,
            decode_tokens: ramp.iterations * self.batch.len(),
            ..Step::default()
        };
        self.pass(self.now + ramp.seconds(), step);
        self.finish_decoded();
    }

    /// Each decoding sequence has a token at the end of each iteration.
    fn advance(&mut self, ramp: &Ramp, growth: u64) {
        let sequences = self.batch.len();
        self.last_tokens
            .record(&mut self.recorder, self.now, ramp, sequences);
        self.free_blocks -= growth;
        self.batch.advance(ramp.iterations);
    }

    fn pass(&mut self, until: f64, step: Step) {
        let seconds = until - self.now;
        let kv_use = 1.0 - self.free_blocks as f64 / self.config.blocks() as f64;
        self.recorder.kv_peak(kv_use);
        let arriving = self.source.advance(self.now, until);
        self.recorder.step(&Step {
            start: self.now,
            seconds,
            running: self.running() as f64,
            waiting_seconds: arriving + self.preempted.len() as f64 * seconds,
            kv_use,
            weight: 1.0,
            ..step
        });
        self.now = until;
        self.recorder.tick(until, self.source.arrived());
    }

    fn finish_decoded(&mut self) {
        while let Some(slot) = self.batch.pop_finished() {
            self.finish(slot);
        }
        self.last_tokens.settle(self.now, self.batch.len());
    }

    fn finish(&mut self, slot: u32) {
        let sequence = self.sequences.remove(slot);
        let request = sequence.request;
        // The last token is never computed on, so its KV is not held, but it is reserved.
        let spared = u64::from(!self.config.reserve_full_length);
        self.free_blocks += self.config.blocks_for(request.tokens() - spared);
        self.recorder
            .finished(&request, sequence.first_token, self.now);
        self.source.reply(self.now);
    }

    /// Prompts whose last chunk is done give a token and go on to decode.
    fn finish_prefilled(&mut self) {
        while let Some(prefill) = self.prefilling.front().copied()
            && prefill.is_done()
        {
            self.prefilling.pop_front();
            let sequence = &mut self.sequences[prefill.slot];
            if sequence.generated == 0 {
                sequence.first_token = self.now;
                self.recorder.first_token(&sequence.request, self.now);
            } else {
                self.recorder.resumed_token(self.now - sequence.last_token);
            }
            sequence.generated += 1;
            let lacking = sequence.request.output - sequence.generated;
            if lacking == 0 {
                self.finish(prefill.slot);
            } else {
                self.batch
                    .enter(prefill.slot, u64::from(prefill.target()), lacking);
                self.last_tokens.enter(self.now);
            }
        }
    }
}
