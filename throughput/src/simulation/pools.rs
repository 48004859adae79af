//! Separate pools of replicas for prefill and for decode, event by event.
//!
//! A prompt waits in one line for the first prefill replica that is free, has its first token
//! there, and then moves with its KV cache to the decode replica that holds fewest requests. That
//! one begins it once its whole ISL + OSL fits, so nothing is ever preempted.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::{
    config::{Pools, ReplicaConfig, Workload},
    recorder::{Recorder, Step},
    sequence::{Sequence, Sequences},
    source::Source,
};
use crate::iteration::IterationTime;

mod decoder;
mod prefiller;

use decoder::Decoder;
use prefiller::Prefiller;

/// The whole deployment between two events.
pub(super) struct PooledReplicas<'a, T> {
    time: &'a T,
    config: &'a ReplicaConfig,
    transfer_s_per_token: f64,
    longest_run: u64,
    source: Source,
    recorder: Recorder,
    now: f64,
    sequences: Sequences,
    prefillers: Vec<Prefiller>,
    /// (when it arrives, as the bits of a positive number; slot; decoder).
    transfers: BinaryHeap<Reverse<(u64, u32, u32)>>,
    decoders: Vec<Decoder>,
}

/// What happens next.
#[derive(Debug, Clone, Copy)]
enum Event {
    Arrival,
    Prefilled(usize),
    Transferred,
    Decoded(usize),
}

impl<'a, T: IterationTime> PooledReplicas<'a, T> {
    /// `longest_run` caps the iterations of a step; 1 is iteration by iteration.
    pub(super) fn new(
        time: &'a T,
        config: &'a ReplicaConfig,
        pools: Pools,
        workload: &Workload,
        longest_run: u64,
    ) -> Self {
        Self {
            time,
            config,
            transfer_s_per_token: pools.transfer_s_per_token,
            longest_run,
            source: Source::new(workload, config.longest()),
            recorder: Recorder::new(workload),
            now: 0.0,
            sequences: Sequences::default(),
            prefillers: (0..pools.prefill_replicas)
                .map(|_| Prefiller::default())
                .collect(),
            transfers: BinaryHeap::new(),
            decoders: (0..pools.decode_replicas)
                .map(|_| Decoder::new(config))
                .collect(),
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
        self.start_prefills();
        let Some((time, event)) = self.next_event() else {
            return false;
        };
        self.pass(time);
        match event {
            Event::Arrival => {}
            Event::Prefilled(index) => self.finish_prefill(index),
            Event::Transferred => self.finish_transfer(),
            Event::Decoded(index) => self.finish_decode(index),
        }
        true
    }

    fn next_event(&self) -> Option<(f64, Event)> {
        let prefillers = self.prefillers.iter().enumerate();
        let prefilled = prefillers
            .filter_map(|(index, prefiller)| Some((prefiller.end()?, Event::Prefilled(index))));
        let decoders = self.decoders.iter().enumerate();
        let decoded =
            decoders.filter_map(|(index, decoder)| Some((decoder.end()?, Event::Decoded(index))));
        let transfer = self.transfers.peek();
        let transferred =
            transfer.map(|Reverse((bits, ..))| (f64::from_bits(*bits), Event::Transferred));
        let idle = self
            .prefillers
            .iter()
            .any(|prefiller| prefiller.end().is_none());
        let head = self
            .source
            .head()
            .filter(|head| idle && head.arrival > self.now);
        let arrival = head.map(|head| (head.arrival, Event::Arrival));
        let events = prefilled.chain(decoded).chain(transferred).chain(arrival);
        events.min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Gives waiting prompts to idle prefill replicas.
    fn start_prefills(&mut self) {
        for prefiller in &mut self.prefillers {
            if prefiller.end().is_some() {
                continue;
            }
            let mut budget = self.config.token_budget;
            prefiller.resume(&mut budget);
            while budget > 0
                && self
                    .source
                    .head()
                    .is_some_and(|head| head.arrival <= self.now)
                && let Some(request) = self.source.take()
            {
                let cached = self.config.cached(request.input);
                let slot = self.sequences.insert(Sequence::new(request));
                prefiller.admit(slot, cached, request.input, &mut budget);
            }
            prefiller.start(self.time, self.now);
        }
    }

    fn finish_prefill(&mut self, index: usize) {
        let weight = 1.0 / self.prefillers.len() as f64;
        let prefiller = &mut self.prefillers[index];
        self.recorder.step(&prefiller.finish(weight));
        while let Some(slot) = self.prefillers[index].pop_done() {
            let sequence = &mut self.sequences[slot];
            sequence.first_token = self.now;
            sequence.generated = 1;
            let request = sequence.request;
            self.recorder.first_token(&request, self.now);
            if request.output == 1 {
                self.finish(slot);
                continue;
            }
            let arrival = self.now + f64::from(request.input) * self.transfer_s_per_token;
            let loads = self.decoders.iter().map(Decoder::requests).enumerate();
            let fewest = loads
                .min_by_key(|(_, requests)| *requests)
                .map_or(0, |(index, _)| index);
            self.decoders[fewest].expect();
            self.transfers
                .push(Reverse((arrival.to_bits(), slot, fewest as u32)));
        }
    }

    fn finish_transfer(&mut self) {
        if let Some(Reverse((_, slot, decoder))) = self.transfers.pop() {
            let decoder = &mut self.decoders[decoder as usize];
            decoder.receive(slot, self.now);
            decoder.start(
                self.time,
                self.config,
                &self.sequences,
                self.now,
                self.longest_run,
            );
        }
    }

    fn finish_decode(&mut self, index: usize) {
        let weight = 1.0 / self.decoders.len() as f64;
        let decoder = &mut self.decoders[index];
        if let Some(step) = decoder.finish(&mut self.recorder, weight) {
            self.recorder.step(&step);
        }
        while let Some(slot) = self.decoders[index].pop_finished(self.config, &self.sequences) {
            self.finish(slot);
        }
        let decoder = &mut self.decoders[index];
        decoder.settle(self.now);
        decoder.start(
            self.time,
            self.config,
            &self.sequences,
            self.now,
            self.longest_run,
        );
    }

    fn finish(&mut self, slot: u32) {
        let sequence = self.sequences.remove(slot);
        self.recorder
            .finished(&sequence.request, sequence.first_token, self.now);
        self.source.reply(self.now);
    }

    fn pass(&mut self, until: f64) {
        let seconds = until - self.now;
        let prefilling: usize = self.prefillers.iter().map(Prefiller::len).sum();
        let decoding: u64 = self.decoders.iter().map(Decoder::running).sum();
        let running = prefilling as u64 + decoding;
        let between = self.sequences.len() - running;
        let arriving = self.source.advance(self.now, until);
        self.recorder.step(&Step {
            start: self.now,
            seconds,
            running: running as f64,
            waiting_seconds: arriving + between as f64 * seconds,
            ..Step::default()
        });
        self.now = until;
        self.recorder.tick(until, self.source.arrived());
    }
}
