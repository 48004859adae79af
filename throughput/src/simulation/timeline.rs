//! What the replica did over a stretch of time, in bins.

use super::{config::TimelineWindow, recorder::Step};

/// Means and totals over one bin of a timeline.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TimelineBin {
    /// Simulated second at which the bin begins.
    pub start_s: f64,
    /// Sequences running, mean over the bin.
    pub running: f64,
    /// Requests waiting, mean over the bin.
    pub waiting: f64,
    /// Share of the KV cache in use, mean over the bin.
    pub kv_use: f64,
    /// Iterations; over these the two token counts below give the mean per iteration.
    pub iterations: f64,
    /// Prompt tokens processed.
    pub prefill_tokens: f64,
    /// Answer tokens decoded.
    pub decode_tokens: f64,
}

/// Fills the bins of a window.
#[derive(Debug)]
pub(super) struct Timeline {
    window: TimelineWindow,
    bins: Vec<TimelineBin>,
}

impl Timeline {
    pub(super) fn new(window: TimelineWindow) -> Self {
        let bin = |index: usize| TimelineBin {
            start_s: window.bin_s.mul_add(index as f64, window.start_s),
            ..TimelineBin::default()
        };
        Self {
            window,
            bins: (0..window.bins).map(bin).collect(),
        }
    }

    /// Shares the step among the bins that it touches, by time.
    pub(super) fn add(&mut self, step: &Step) {
        let end = step.start + step.seconds;
        let mut index = ((step.start - self.window.start_s) / self.window.bin_s).max(0.0) as usize;
        while let Some(bin) = self.bins.get_mut(index)
            && bin.start_s < end
        {
            let within = end.min(bin.start_s + self.window.bin_s) - step.start.max(bin.start_s);
            if within > 0.0 {
                let of_bin = within / self.window.bin_s;
                let of_step = within / step.seconds;
                bin.running += step.running * of_bin;
                bin.waiting += step.waiting_seconds / step.seconds * of_bin;
                bin.kv_use += step.kv_use * step.weight * of_bin;
                bin.iterations += step.iterations as f64 * of_step;
                bin.prefill_tokens += step.prefill_tokens as f64 * of_step;
                bin.decode_tokens += step.decode_tokens as f64 * of_step;
            }
            index += 1;
        }
    }

    pub(super) fn finish(self) -> Vec<TimelineBin> {
        self.bins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_shared_by_time() {
        let mut timeline = Timeline::new(TimelineWindow {
            start_s: 10.0,
            bin_s: 1.0,
            bins: 3,
        });
        timeline.add(&Step {
            start: 9.5,
            seconds: 2.0,
            iterations: 8,
            running: 4.0,
            waiting_seconds: 6.0,
            kv_use: 0.5,
            weight: 1.0,
            decode_tokens: 32,
            ..Step::default()
        });
        let bins = timeline.finish();
        let shares: Vec<f64> = bins.iter().map(|bin| bin.iterations).collect();
        assert_eq!(vec![4.0, 2.0, 0.0], shares);
        assert_eq!(
            (4.0, 3.0, 16.0),
            (bins[0].running, bins[0].waiting, bins[0].decode_tokens)
        );
        assert_eq!(
            (2.0, 1.5, 0.25),
            (bins[1].running, bins[1].waiting, bins[1].kv_use)
        );
    }
}
