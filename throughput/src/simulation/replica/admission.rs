//! Who gets into the batch, and who is thrown out of it.

use super::Replica;
use crate::iteration::{IterationLoad, IterationTime};
use crate::simulation::{config::Scheduler, prefill::Prefill, sequence::Sequence, source::Request};

/// The next in line.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    /// Tokens to prefill and hold.
    tokens: u32,
    /// Those of them in the prefix cache.
    cached: u32,
    /// KV blocks to allocate.
    blocks: u64,
}

impl<T: IterationTime> Replica<'_, T> {
    /// Blocks that the decoding sequences need for their next token.
    pub(super) fn growth(&self) -> u64 {
        if self.config.reserve_full_length {
            0
        } else {
            self.batch.blocks_for(1)
        }
    }

    /// Throws out the latest arrivals until the next token of the others has room.
    pub(super) fn make_room(&mut self) -> bool {
        let mut evicted = false;
        while self.growth() > self.free_blocks {
            let prefilling = self.prefilling.iter().map(|prefill| prefill.slot);
            let running = self.batch.slots().chain(prefilling);
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
            sequence.generated = sequence.request.output - lacking;
            sequence.last_token = self.last_tokens.leave().unwrap_or(self.now);
            context
        } else {
            let mut prefilling = self.prefilling.iter();
            let held = prefilling
                .find(|prefill| prefill.slot == slot)
                .map_or(0, Prefill::target);
            self.prefilling.retain(|prefill| prefill.slot != slot);
            u64::from(held)
        };
        self.free_blocks += self.config.blocks_for(held);
        self.preempted.push(slot);
        self.recorder.preempted();
    }

    /// Gives the budget to prompts: those begun first, then those that wait, as far as they fit.
    pub(super) fn admit(
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
            let Some(next) = self.candidate() else { break };
            let compute = next.tokens - next.cached;
            let too_long = whole && compute > budget && !self.prefilling.is_empty();
            if too_long || !self.has_room(next.blocks, growth) {
                break;
            }
            let Some(slot) = self.take() else { break };
            self.free_blocks -= next.blocks;
            if whole {
                budget = budget.max(compute);
            }
            let mut prefill = Prefill::new(slot, next.cached, next.tokens);
            prefill.schedule(&mut load, &mut budget);
            self.prefilling.push_back(prefill);
        }
        load
    }

    /// The next in line that is there already: preempted ones first.
    fn candidate(&self) -> Option<Candidate> {
        let (request, generated) = match self.preempted.last() {
            Some(slot) => {
                let sequence = &self.sequences[*slot];
                (sequence.request, sequence.generated)
            }
            None => {
                let arrived = self.source.head().filter(|head| head.arrival <= self.now);
                (*arrived?, 0)
            }
        };
        Some(Candidate {
            tokens: request.input + generated,
            cached: self.config.cached(request.input),
            blocks: self.blocks_at_entry(&request, generated),
        })
    }

    fn blocks_at_entry(&self, request: &Request, generated: u32) -> u64 {
        let answer = if self.config.reserve_full_length {
            request.output
        } else {
            generated
        };
        self.config
            .blocks_for(u64::from(request.input) + u64::from(answer))
    }

    fn take(&mut self) -> Option<u32> {
        let waiting = self.preempted.pop();
        waiting.or_else(|| {
            let request = self.source.take()?;
            Some(self.sequences.insert(Sequence::new(request)))
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

    /// Seconds until a request arrives that could be admitted. One that is there already, or would
    /// find no room now, has to wait for a sequence to finish.
    pub(super) fn next_admission(&self) -> Option<f64> {
        if !self.preempted.is_empty() || self.running() >= u64::from(self.config.max_sequences) {
            return None;
        }
        let head = self.source.head().filter(|head| head.arrival > self.now)?;
        let blocks = self.blocks_at_entry(head, 0);
        self.has_room(blocks, 0).then_some(head.arrival - self.now)
    }
}
