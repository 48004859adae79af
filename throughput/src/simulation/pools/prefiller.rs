//! A replica that only prefills.

use std::collections::VecDeque;

use super::super::{prefill::Prefill, recorder::Step};
use crate::iteration::{IterationLoad, IterationTime};

/// Prompts in prefill, and the iteration that is running, if one is.
#[derive(Debug, Default)]
pub(super) struct Prefiller {
    prompts: VecDeque<Prefill>,
    load: IterationLoad,
    /// Start and seconds.
    running: Option<(f64, f64)>,
}

impl Prefiller {
    /// Prompts in it.
    pub(super) fn len(&self) -> usize {
        self.prompts.len()
    }

    /// When the running iteration ends.
    pub(super) fn end(&self) -> Option<f64> {
        self.running.map(|(start, seconds)| start + seconds)
    }

    /// Schedules the next chunks of prompts that have begun.
    pub(super) fn resume(&mut self, budget: &mut u32) {
        self.load = IterationLoad::default();
        for prompt in &mut self.prompts {
            prompt.schedule(&mut self.load, budget);
        }
    }

    /// Schedules the first chunk of a prompt.
    pub(super) fn admit(&mut self, slot: u32, cached: u32, tokens: u32, budget: &mut u32) {
        let mut prompt = Prefill::new(slot, cached, tokens);
        prompt.schedule(&mut self.load, budget);
        self.prompts.push_back(prompt);
    }

    /// Begins an iteration if anything is scheduled.
    pub(super) fn start(&mut self, time: &impl IterationTime, now: f64) {
        if !self.prompts.is_empty() {
            self.running = Some((now, time.seconds(&self.load)));
        }
    }

    /// Ends the running iteration.
    pub(super) fn finish(&mut self, weight: f64) -> Step {
        let (start, seconds) = self.running.take().unwrap_or_default();
        Step {
            start,
            seconds,
            iterations: 1,
            prefill_tokens: self.load.prefill_tokens as u64,
            weight,
            ..Step::default()
        }
    }

    /// Takes out a prompt that is done.
    pub(super) fn pop_done(&mut self) -> Option<u32> {
        self.prompts.front().filter(|prompt| prompt.is_done())?;
        self.prompts.pop_front().map(|prompt| prompt.slot)
    }
}
