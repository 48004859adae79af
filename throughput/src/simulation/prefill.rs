//! Prompts on their way through prefill.

use crate::iteration::IterationLoad;

#[derive(Debug, Clone, Copy)]
pub(super) struct Prefill {
    pub(super) slot: u32,
    /// Tokens whose KV exists, those of the scheduled chunk included.
    done: u32,
    /// Tokens of the prompt, and of the answer so far when it is computed again.
    target: u32,
}

impl Prefill {
    /// A prompt of `target` tokens, `cached` of which are there already.
    pub(super) fn new(slot: u32, cached: u32, target: u32) -> Self {
        Self {
            slot,
            done: cached,
            target,
        }
    }

    /// Puts as much of it into an iteration as the budget allows.
    pub(super) fn schedule(&mut self, load: &mut IterationLoad, budget: &mut u32) {
        let chunk = (self.target - self.done).min(*budget);
        if chunk > 0 {
            let before = self.done;
            *budget -= chunk;
            self.done += chunk;
            *load = load.with_chunk(f64::from(before), f64::from(chunk), self.is_done());
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.done == self.target
    }

    pub(super) fn target(&self) -> u32 {
        self.target
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_attend_to_what_came_before() {
        let mut prompt = Prefill::new(0, 100, 1000);
        let (mut attended, mut chunks) = (0.0, 0);
        while !prompt.is_done() {
            let mut load = IterationLoad::default();
            prompt.schedule(&mut load, &mut 400);
            attended += load.prefill_attended_tokens;
            chunks += 1;
        }
        // Tokens 101 to 1000 attend to as many each: 1000 * 1001 / 2 - 100 * 101 / 2.
        assert!((attended - 495_450.0).abs() < 1e-6, "{attended}");
        assert_eq!(3, chunks);
    }
}
