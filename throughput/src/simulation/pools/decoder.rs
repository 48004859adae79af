//! A replica that only decodes.

use std::collections::VecDeque;

use super::super::{
    batch::DecodeBatch,
    config::ReplicaConfig,
    gaps::LastTokens,
    ramp::{Ramp, next_ramp},
    recorder::{Recorder, Step},
    sequence::Sequences,
};
use crate::iteration::IterationTime;

/// Its batch, the requests whose KV cache has come and that wait for room, and the run that is
/// under way.
#[derive(Debug)]
pub(super) struct Decoder {
    batch: DecodeBatch,
    last_tokens: LastTokens,
    line: VecDeque<u32>,
    /// Requests whose KV cache is on its way.
    expected: u64,
    free_blocks: u64,
    blocks: u64,
    running: Option<(f64, Ramp)>,
}

impl Decoder {
    pub(super) fn new(config: &ReplicaConfig) -> Self {
        Self {
            batch: DecodeBatch::new(config.block_tokens),
            last_tokens: LastTokens::default(),
            line: VecDeque::new(),
            expected: 0,
            free_blocks: config.blocks(),
            blocks: config.blocks(),
            running: None,
        }
    }

    /// Requests in it or bound for it.
    pub(super) fn requests(&self) -> u64 {
        self.batch.len() + self.line.len() as u64 + self.expected
    }

    /// Sequences that decode.
    pub(super) fn running(&self) -> u64 {
        self.batch.len()
    }

    /// When the run under way ends.
    pub(super) fn end(&self) -> Option<f64> {
        self.running
            .as_ref()
            .map(|(start, ramp)| start + ramp.seconds())
    }

    /// A request is on its way.
    pub(super) fn expect(&mut self) {
        self.expected += 1;
    }

    /// A request has come; the run under way ends with the iteration during which it did.
    pub(super) fn receive(&mut self, slot: u32, now: f64) {
        self.expected -= 1;
        self.line.push_back(slot);
        if let Some((start, ramp)) = self.running.take() {
            self.running = Some((start, ramp.cut(now - start)));
        }
    }

    /// Unless a run is under way: lets in whoever has room, and begins the next run.
    pub(super) fn start(
        &mut self,
        time: &impl IterationTime,
        config: &ReplicaConfig,
        sequences: &Sequences,
        now: f64,
        longest_run: u64,
    ) {
        if self.running.is_some() {
            return;
        }
        while self.batch.len() < u64::from(config.max_sequences)
            && let Some(slot) = self.line.front().copied()
        {
            let sequence = &sequences[slot];
            let blocks = config.blocks_for(sequence.request.tokens());
            if blocks > self.free_blocks {
                break;
            }
            self.line.pop_front();
            self.free_blocks -= blocks;
            let input = u64::from(sequence.request.input);
            self.batch.enter(slot, input, sequence.request.output - 1);
            self.last_tokens.join(sequence.first_token);
        }
        if let Some(limit) = self.batch.iterations_to_finish() {
            let ramp = next_ramp(time, self.batch.next_load(), limit.min(longest_run), None);
            self.running = Some((now, ramp));
        }
    }

    /// Ends the run under way.
    pub(super) fn finish(&mut self, recorder: &mut Recorder, weight: f64) -> Option<Step> {
        let (start, ramp) = self.running.take()?;
        let sequences = self.batch.len();
        self.last_tokens.record(recorder, start, &ramp, sequences);
        self.batch.advance(ramp.iterations);
        let kv_use = 1.0 - self.free_blocks as f64 / self.blocks as f64;
        recorder.kv_peak(kv_use);
        Some(Step {
            start,
            seconds: ramp.seconds(),
            iterations: ramp.iterations,
            kv_use,
            decode_tokens: ramp.iterations * sequences,
            weight,
            ..Step::default()
        })
    }

    /// Takes out a sequence that has finished, and frees its room.
    pub(super) fn pop_finished(
        &mut self,
        config: &ReplicaConfig,
        sequences: &Sequences,
    ) -> Option<u32> {
        let slot = self.batch.pop_finished()?;
        self.free_blocks += config.blocks_for(sequences[slot].request.tokens());
        Some(slot)
    }

    /// Everybody still here had a token just now.
    pub(super) fn settle(&mut self, now: f64) {
        self.last_tokens.settle(now, self.batch.len());
    }
}
