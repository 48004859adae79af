//! The requests that are inside the engine.

use std::ops::{Index, IndexMut};

use super::source::Request;

#[derive(Debug, Clone, Copy)]
pub(super) struct Sequence {
    pub(super) request: Request,
    /// Second of the first token, once there is one.
    pub(super) first_token: f64,
    /// Output tokens, counted up to when it last entered or left decode.
    pub(super) generated: u32,
    /// Second of the last token before a preemption.
    pub(super) last_token: f64,
}

impl Sequence {
    pub(super) fn new(request: Request) -> Self {
        Self {
            request,
            first_token: 0.0,
            generated: 0,
            last_token: 0.0,
        }
    }
}

/// Sequences by slot; the slots of those that have left are used again.
#[derive(Debug, Default)]
pub(super) struct Sequences {
    slots: Vec<Sequence>,
    vacant: Vec<u32>,
}

impl Sequences {
    pub(super) fn insert(&mut self, sequence: Sequence) -> u32 {
        if let Some(slot) = self.vacant.pop() {
            self[slot] = sequence;
            return slot;
        }
        self.slots.push(sequence);
        self.slots.len() as u32 - 1
    }

    /// Requests inside.
    pub(super) fn len(&self) -> u64 {
        (self.slots.len() - self.vacant.len()) as u64
    }

    pub(super) fn remove(&mut self, slot: u32) -> Sequence {
        self.vacant.push(slot);
        self[slot]
    }
}

impl Index<u32> for Sequences {
    type Output = Sequence;

    fn index(&self, slot: u32) -> &Sequence {
        &self.slots[slot as usize]
    }
}

impl IndexMut<u32> for Sequences {
    fn index_mut(&mut self, slot: u32) -> &mut Sequence {
        &mut self.slots[slot as usize]
    }
}
