//! The gaps between tokens of a batch.

use super::{ramp::Ramp, recorder::Recorder};

/// When the sequences of a batch had their last token, and how many at each time: one time only,
/// unless something has held up the earlier ones.
#[derive(Debug, Default)]
pub(super) struct LastTokens {
    groups: Vec<(f64, u64)>,
}

impl LastTokens {
    /// A sequence that had its last token at `time`, no earlier than those before it, joins.
    pub(super) fn enter(&mut self, time: f64) {
        match self.groups.last_mut().filter(|group| group.0 >= time) {
            Some(group) => group.1 += 1,
            None => self.groups.push((time, 1)),
        }
    }

    /// A sequence joins that had its last token at any `time`.
    pub(super) fn join(&mut self, time: f64) {
        self.groups.push((time, 1));
    }

    /// One of the latest to have joined leaves: the time of its last token.
    pub(super) fn leave(&mut self) -> Option<f64> {
        let group = self.groups.last_mut()?;
        let time = group.0;
        group.1 -= 1;
        if group.1 == 0 {
            self.groups.pop();
        }
        Some(time)
    }

    /// From `now` on, each of `sequences` has a token at the end of each iteration of `ramp`.
    pub(super) fn record(&self, recorder: &mut Recorder, now: f64, ramp: &Ramp, sequences: u64) {
        if self.groups.iter().all(|group| group.0 >= now) {
            recorder.gaps(ramp, sequences);
            return;
        }
        for (time, count) in &self.groups {
            recorder.gap(now - time + ramp.first, *count);
        }
        if let Some(rest) = ramp.rest() {
            recorder.gaps(&rest, sequences);
        }
    }

    /// All of `sequences` had their last token at `now`.
    pub(super) fn settle(&mut self, now: f64, sequences: u64) {
        self.groups.clear();
        if sequences > 0 {
            self.groups.push((now, sequences));
        }
    }
}
