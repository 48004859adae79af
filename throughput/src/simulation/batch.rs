//! The sequences that decode, advanced many iterations at a time.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::iteration::IterationLoad;

/// Every decoding sequence gains one token an iteration, so the batch as a whole is known by its
/// size, its total context and when each sequence finishes; nothing is done per sequence and
/// iteration.
#[derive(Debug)]
pub(super) struct DecodeBatch {
    /// Iterations since the start, the clock that finishes are told in.
    clock: u64,
    /// (clock at the finish, slot, context at the finish).
    finishes: BinaryHeap<Reverse<(u64, u32, u64)>>,
    context: u64,
    /// Sequences by (context - clock) modulo the block size: those whose blocks fill up together.
    phases: Vec<u64>,
}

impl DecodeBatch {
    pub(super) fn new(block_tokens: u32) -> Self {
        Self {
            clock: 0,
            finishes: BinaryHeap::new(),
            context: 0,
            phases: vec![0; block_tokens as usize],
        }
    }

    pub(super) fn len(&self) -> u64 {
        self.finishes.len() as u64
    }

    /// Tokens in the KV cache of all sequences.
    #[cfg(test)]
    pub(super) fn context(&self) -> u64 {
        self.context
    }

    fn phase(&self, context: u64) -> usize {
        let block = self.phases.len() as u64;
        ((context % block + block - self.clock % block) % block) as usize
    }

    /// A sequence with `context` tokens cached begins; `tokens` more, at least 1, finish it.
    pub(super) fn enter(&mut self, slot: u32, context: u64, tokens: u32) {
        let tokens = u64::from(tokens);
        let phase = self.phase(context);
        self.phases[phase] += 1;
        self.context += context;
        self.finishes
            .push(Reverse((self.clock + tokens, slot, context + tokens)));
    }

    /// The load of the next iteration.
    pub(super) fn next_load(&self) -> IterationLoad {
        let sequences = self.len();
        IterationLoad {
            decode_sequences: sequences as f64,
            decode_context_tokens: (self.context + sequences) as f64,
            ..IterationLoad::default()
        }
    }

    /// Iterations until the next sequence finishes.
    pub(super) fn iterations_to_finish(&self) -> Option<u64> {
        self.finishes
            .peek()
            .map(|Reverse((finish, ..))| finish - self.clock)
    }

    /// Sequences that need another block in the iteration that comes `ahead` after the next.
    fn growth(&self, ahead: u64) -> u64 {
        let block = self.phases.len() as u64;
        self.phases[((block - (self.clock + ahead) % block) % block) as usize]
    }

    /// Blocks that the next `iterations` need.
    pub(super) fn blocks_for(&self, iterations: u64) -> u64 {
        let block = self.phases.len() as u64;
        let rest: u64 = (0..iterations % block)
            .map(|ahead| self.growth(ahead))
            .sum();
        iterations / block * self.len() + rest
    }

    /// How many of the next `limit` iterations fit into `free` blocks.
    pub(super) fn iterations_within(&self, free: u64, limit: u64) -> u64 {
        let (block, sequences) = (self.phases.len() as u64, self.len());
        if sequences == 0 || (limit / block + 1) * sequences <= free {
            return limit;
        }
        let rounds = free / sequences;
        let mut left = free % sequences;
        let mut iterations = rounds * block;
        while iterations < limit {
            let growth = self.growth(iterations);
            if growth > left {
                break;
            }
            left -= growth;
            iterations += 1;
        }
        iterations.min(limit)
    }

    /// Lets `iterations`, no more than to the next finish, pass.
    pub(super) fn advance(&mut self, iterations: u64) {
        self.context += iterations * self.len();
        self.clock += iterations;
    }

    /// Takes out one sequence that has just finished: its slot.
    pub(super) fn pop_finished(&mut self) -> Option<u32> {
        let Reverse((finish, slot, context)) = *self.finishes.peek()?;
        if finish > self.clock {
            return None;
        }
        self.finishes.pop();
        self.forget(context);
        Some(slot)
    }

    fn forget(&mut self, context: u64) {
        let phase = self.phase(context);
        self.phases[phase] -= 1;
        self.context -= context;
    }

    /// Slots of all sequences.
    pub(super) fn slots(&self) -> impl Iterator<Item = u32> {
        self.finishes.iter().map(|Reverse((_, slot, _))| *slot)
    }

    /// Takes out a sequence before its time: the tokens that it still lacks and the context it had.
    pub(super) fn remove(&mut self, slot: u32) -> Option<(u32, u64)> {
        let Reverse((finish, _, at_finish)) = *self
            .finishes
            .iter()
            .find(|Reverse((_, other, _))| *other == slot)?;
        self.finishes
            .retain(|Reverse((_, other, _))| *other != slot);
        let lacking = finish - self.clock;
        let context = at_finish - lacking;
        self.forget(context);
        Some((lacking as u32, context))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_blocks_like_a_page_table() {
        let block = 4;
        let mut batch = DecodeBatch::new(block);
        let mut contexts = vec![5_u64, 8, 11, 1];
        for (slot, context) in contexts.iter().enumerate() {
            batch.enter(slot as u32, *context, 100);
        }
        let blocks = |contexts: &[u64]| {
            contexts
                .iter()
                .map(|c| c.div_ceil(u64::from(block)))
                .sum::<u64>()
        };
        for step in [1, 3, 7, 2, 9] {
            let grown: Vec<u64> = contexts.iter().map(|c| c + step).collect();
            let needed = blocks(&grown) - blocks(&contexts);
            assert_eq!(needed, batch.blocks_for(step));
            assert!(batch.iterations_within(needed, 1000) >= step);
            if needed > 0 {
                assert!(batch.iterations_within(needed - 1, 1000) < step);
            }
            batch.advance(step);
            contexts = grown;
        }
        assert_eq!(contexts.iter().sum::<u64>(), batch.context());
    }

    #[test]
    fn finishes_in_order() {
        let mut batch = DecodeBatch::new(16);
        batch.enter(0, 10, 5);
        batch.enter(1, 10, 2);
        assert_eq!(Some(2), batch.iterations_to_finish());
        batch.advance(2);
        assert_eq!(Some(1), batch.pop_finished());
        assert_eq!(None, batch.pop_finished());
        assert_eq!(Some((3, 12)), batch.remove(0));
        assert_eq!((0, 0), (batch.len(), batch.context()));
    }
}
