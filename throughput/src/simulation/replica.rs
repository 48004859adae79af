//! One replica that both prefills and decodes, iteration by iteration.

use std::collections::VecDeque;

use super::{
    batch::DecodeBatch,
    config::{ReplicaConfig, Scheduler, Workload},
    ramp::next_ramp,
    recorder::{Recorder, Step},
    sequence::{Sequence, Sequences},
    source::Source,
};
use crate::iteration::{IterationLoad, IterationTime};

/// A prompt on its way through prefill.
#[derive(Debug, Clone, Copy)]
struct Prefill {
    slot: u32,
    /// Tokens whose KV exists.
    done: u32,
    /// Tokens of the prompt, and of the answer so far when it is computed again.
    target: u32,
    /// Tokens in this iteration.
    chunk: u32,
}

/// State between two iterations.
pub(super) struct Replica<'a, T> {
    time: &'a T,
    config: &'a ReplicaConfig,
    longest_run: u64,
    pub(super) source: Source,
    pub(super) recorder: Recorder,
    pub(super) now: f64,
    sequences: Sequences,
    batch: DecodeBatch,
    prefilling: VecDeque<Prefill>,
    /// Thrown out, to be admitted before all others; the last one first, which arrived first.
    preempted: Vec<u32>,
    free_blocks: u64,
    /// When the decoding sequences had their last token, and how many at each time: one time only,
    /// unless prefill iterations have held up the earlier ones.
    last_tokens: Vec<(f64, u64)>,
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
            prefilling: VecDeque::new(),
            preempted: Vec::new(),
            free_blocks: config.blocks(),
            last_tokens: Vec::new(),
        }
    }

    /// Advances to the next event: false when everything is done.
    pub(super) fn step(&mut self) -> bool {
        let evicted = self.make_room();
        let growth = self.growth();
        let load = match self.config.scheduler {
            Scheduler::PrefillFirst => {
                let load = self.admit(
                    IterationLoad::default(),
                    self.config.token_budget,
                    0,
                    evicted,
                );
                if self.prefilling.is_empty() {
                    self.batch.next_load()
                } else {
                    load
                }
            }
            Scheduler::Mixed | Scheduler::Disaggregated(_) => {
                let budget = self.config.token_budget - self.batch.len() as u32;
                self.admit(self.batch.next_load(), budget, growth, evicted)
            }
        };
        if !self.prefilling.is_empty() {
            self.iterate(&load, growth);
        } else if self.batch.len() > 0 {
            self.decode(load, evicted);
        } else if let Some(head) = self.source.head() {
            let until = head.arrival;
            self.pass(until, Step::default());
        } else {
            return false;
        }
        true
    }

    /// Blocks that the decoding sequences need for their next token.
    fn growth(&self) -> u64 {
        if self.config.reserve_full_length {
            0
        } else {
            self.batch.blocks_for(1)
        }
    }

    /// Throws out the latest arrivals until the next token of the others has room.
    fn make_room(&mut self) -> bool {
        let mut evicted = false;
        while self.growth() > self.free_blocks {
            let running = self
                .batch
                .slots()
                .chain(self.prefilling.iter().map(|prefill| prefill.slot));
            let Some(latest) = running.max_by_key(|slot| self.sequences[*slot].request.index)
            else {
                break;
            };
            self.evict(latest);
            evicted = true;
        }
        evicted
    }

    fn evict(&mut self, slot: u32) {
        let held = if let Some((lacking, context)) = self.batch.remove(slot) {
            let sequence = &mut self.sequences[slot];
            sequence.generated = sequence.request.output - lacking as u32;
            // A preempted sequence is among the latest to have begun, and so is its last token.
            while let Some(group) = self.last_tokens.last_mut() {
                if group.1 > 0 {
                    sequence.last_token = group.0;
                    group.1 -= 1;
                    break;
                }
                self.last_tokens.pop();
            }
            context
        } else {
            let target = self
                .prefilling
                .iter()
                .find(|prefill| prefill.slot == slot)
                .map_or(0, |prefill| prefill.target);
            self.prefilling.retain(|prefill| prefill.slot != slot);
            u64::from(target)
        };
        self.free_blocks += self.config.blocks_for(held);
        self.preempted.push(slot);
        self.recorder.preempted();
    }

    /// Gives the budget to prompts: those begun first, then those that wait, as far as they fit.
    fn admit(
        &mut self,
        mut load: IterationLoad,
        mut budget: u32,
        growth: u64,
        evicted: bool,
    ) -> IterationLoad {
        for prefill in &mut self.prefilling {
            prefill.schedule(&mut load, &mut budget);
        }
        let whole = self.config.scheduler == Scheduler::PrefillFirst;
        while budget > 0 && !evicted && self.running() < u64::from(self.config.max_sequences) {
            let Some((tokens, cached, blocks)) = self.candidate() else {
                break;
            };
            let fits = tokens - cached <= budget || self.prefilling.is_empty();
            if (whole && !fits) || !self.has_room(blocks, growth) {
                break;
            }
            let Some(slot) = self.take() else { break };
            self.free_blocks -= blocks;
            let mut prefill = Prefill {
                slot,
                done: cached,
                target: tokens,
                chunk: 0,
            };
            if whole {
                budget = budget.max(tokens - cached);
            }
            prefill.schedule(&mut load, &mut budget);
            self.prefilling.push_back(prefill);
        }
        load
    }

    /// The next in line that is there: tokens to hold, those of them cached, blocks to allocate.
    fn candidate(&self) -> Option<(u32, u32, u64)> {
        let (request, generated) = match self.preempted.last() {
            Some(slot) => {
                let sequence = &self.sequences[*slot];
                (sequence.request, sequence.generated)
            }
            None => (
                *self.source.head().filter(|head| head.arrival <= self.now)?,
                0,
            ),
        };
        let tokens = request.input + generated;
        let held = if self.config.reserve_full_length {
            request.input + request.output
        } else {
            tokens
        };
        Some((
            tokens,
            self.config.cached(request.input),
            self.config.blocks_for(u64::from(held)),
        ))
    }

    fn take(&mut self) -> Option<u32> {
        self.preempted.pop().or_else(|| {
            self.source
                .take()
                .map(|request| self.sequences.insert(Sequence::new(request)))
        })
    }

    fn has_room(&self, blocks: u64, growth: u64) -> bool {
        let spare = if self.running() == 0 {
            0
        } else {
            (self.config.watermark * self.config.blocks() as f64) as u64
        };
        blocks + growth + spare <= self.free_blocks
    }

    fn running(&self) -> u64 {
        self.batch.len() + self.prefilling.len() as u64
    }

    /// One iteration that carries prefill.
    fn iterate(&mut self, load: &IterationLoad, growth: u64) {
        let seconds = self.time.seconds(load);
        let decoding = load.decode_sequences as u64;
        let end = self.now + seconds;
        if decoding > 0 {
            self.free_blocks -= growth;
            self.tokens(seconds, seconds, 1);
            self.batch.advance(1);
        }
        let step = Step {
            iterations: 1,
            prefill_tokens: load.prefill_tokens as u64,
            decode_tokens: decoding,
            ..Step::default()
        };
        self.pass(end, step);
        if decoding > 0 {
            self.finish_decoded();
        }
        self.finish_prefilled();
    }

    /// A run of iterations that only decode, until a sequence finishes, the KV cache is full, or a
    /// request arrives that can be admitted.
    fn decode(&mut self, load: IterationLoad, evicted: bool) {
        let mut limit = self
            .batch
            .iterations_to_finish()
            .unwrap_or(1)
            .min(self.longest_run);
        if evicted {
            limit = 1;
        }
        if !self.config.reserve_full_length {
            limit = self.batch.iterations_within(self.free_blocks, limit).max(1);
        }
        let ramp = next_ramp(self.time, load, limit, self.next_admission());
        if !self.config.reserve_full_length {
            self.free_blocks -= self.batch.blocks_for(ramp.iterations);
        }
        self.tokens(ramp.first, ramp.last, ramp.iterations);
        self.batch.advance(ramp.iterations);
        let step = Step {
            iterations: ramp.iterations,
            decode_tokens: ramp.iterations * self.batch.len(),
            ..Step::default()
        };
        self.pass(self.now + ramp.seconds(), step);
        self.finish_decoded();
    }

    /// Seconds until a request arrives that could be admitted. One that is there already, or finds
    /// no room now, has to wait for a sequence to finish.
    fn next_admission(&self) -> Option<f64> {
        if !self.preempted.is_empty() || self.running() >= u64::from(self.config.max_sequences) {
            return None;
        }
        let head = self.source.head().filter(|head| head.arrival > self.now)?;
        let held = if self.config.reserve_full_length {
            head.input + head.output
        } else {
            head.input
        };
        self.has_room(self.config.blocks_for(u64::from(held)), 0)
            .then_some(head.arrival - self.now)
    }

    /// Each decoding sequence has a token at the end of each of `iterations` iterations, the first
    /// of which takes `first` seconds and the last `last`.
    fn tokens(&mut self, first: f64, last: f64, iterations: u64) {
        let held_up = self.last_tokens.iter().any(|group| group.0 < self.now);
        if held_up {
            for (time, count) in &self.last_tokens {
                self.recorder.gap(self.now - time + first, *count);
            }
            if iterations > 1 {
                let slope = (last - first) / (iterations - 1) as f64;
                self.recorder
                    .gaps(first + slope, last, iterations - 1, self.batch.len());
            }
        } else {
            self.recorder
                .gaps(first, last, iterations, self.batch.len());
        }
    }

    fn pass(&mut self, until: f64, step: Step) {
        let seconds = until - self.now;
        let blocks = self.config.blocks() as f64;
        let kv_use = 1.0 - self.free_blocks as f64 / blocks;
        self.recorder.kv_peak(kv_use);
        let waiting_seconds =
            self.preempted.len() as f64 * seconds + self.source.advance(self.now, until);
        self.recorder.step(&Step {
            start: self.now,
            seconds,
            running: self.running() as f64,
            waiting_seconds,
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
        if self.batch.len() > 0 {
            self.last_tokens.clear();
            self.last_tokens.push((self.now, self.batch.len()));
        } else {
            self.last_tokens.clear();
        }
    }

    fn finish(&mut self, slot: u32) {
        let sequence = self.sequences.remove(slot);
        let request = sequence.request;
        let held = if self.config.reserve_full_length {
            request.input + request.output
        } else {
            request.input + request.output - 1
        };
        self.free_blocks += self.config.blocks_for(u64::from(held));
        self.recorder
            .finished(&request, sequence.first_token, self.now);
        self.source.reply(self.now);
    }

    /// Prompts whose last chunk is done give a token and go on to decode.
    fn finish_prefilled(&mut self) {
        while let Some(prefill) = self.prefilling.front().copied()
            && prefill.done == prefill.target
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
                continue;
            }
            self.batch
                .enter(prefill.slot, u64::from(prefill.target), u64::from(lacking));
            match self
                .last_tokens
                .last_mut()
                .filter(|group| group.0 >= self.now)
            {
                Some(group) => group.1 += 1,
                None => self.last_tokens.push((self.now, 1)),
            }
        }
    }
}

impl Prefill {
    fn schedule(&mut self, load: &mut IterationLoad, budget: &mut u32) {
        self.chunk = (self.target - self.done).min(*budget);
        *budget -= self.chunk;
        let before = self.done;
        self.done += self.chunk;
        if self.chunk > 0 {
            *load = load.with_chunk(
                f64::from(before),
                f64::from(self.chunk),
                self.done == self.target,
            );
        }
    }
}
