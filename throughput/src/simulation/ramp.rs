//! Runs of decode iterations without an event in between, in closed form.

use crate::iteration::{IterationLoad, IterationTime};

/// How far the middle of a ramp may lie from the straight line between its ends, as a share.
const STRAIGHT: f64 = 1e-6;

/// Iterations whose times grow evenly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ramp {
    pub(super) iterations: u64,
    /// Seconds of the first iteration.
    pub(super) first: f64,
    /// Seconds of the last one.
    pub(super) last: f64,
}

impl Ramp {
    /// Seconds that all its iterations take.
    pub(super) fn seconds(&self) -> f64 {
        self.iterations as f64 * 0.5 * (self.first + self.last)
    }

    /// One iteration of `seconds`.
    pub(super) fn single(seconds: f64) -> Self {
        Self {
            iterations: 1,
            first: seconds,
            last: seconds,
        }
    }

    /// All but the first iteration.
    pub(super) fn rest(&self) -> Option<Self> {
        (self.iterations > 1).then(|| Self {
            iterations: self.iterations - 1,
            first: self.first + self.slope(),
            last: self.last,
        })
    }

    /// Seconds that its first `n` iterations take.
    fn seconds_of(&self, n: u64) -> f64 {
        n as f64 * (self.first + 0.5 * self.slope() * (n.max(1) - 1) as f64)
    }

    fn slope(&self) -> f64 {
        if self.iterations < 2 {
            0.0
        } else {
            (self.last - self.first) / (self.iterations - 1) as f64
        }
    }

    /// Cut after the first iteration that ends at or after `deadline` seconds from its start.
    pub(super) fn cut(self, deadline: f64) -> Self {
        if self.seconds_of(self.iterations - 1) < deadline {
            return self;
        }
        // n (first - slope / 2) + n^2 slope / 2 = deadline, then the nearest whole n by comparison.
        let slope = self.slope();
        let linear = self.first - 0.5 * slope;
        let root =
            2.0 * deadline / (linear + (linear * linear + 2.0 * slope * deadline).max(0.0).sqrt());
        let mut n = (root.ceil().max(1.0) as u64).min(self.iterations);
        while n > 1 && self.seconds_of(n - 1) >= deadline {
            n -= 1;
        }
        while n < self.iterations && self.seconds_of(n) < deadline {
            n += 1;
        }
        Self {
            iterations: n,
            first: self.first,
            last: self.first + slope * (n - 1) as f64,
        }
    }
}

/// As many of the next `limit` (at least 1) iterations as form one straight ramp, starting with
/// `load` and gaining one token of context per sequence each; no iteration begins at or after
/// `deadline` seconds from now.
///
/// A time that is convex or concave in context is straight between two points when its middle is:
/// three evaluations prove it, and half the distance is tried when it is not. The sum is then exact
/// but for the tolerance of one part in a million.
pub(super) fn next_ramp(
    time: &impl IterationTime,
    load: IterationLoad,
    limit: u64,
    deadline: Option<f64>,
) -> Ramp {
    let after = |iterations: f64| {
        time.seconds(&IterationLoad {
            decode_context_tokens: load.decode_context_tokens + iterations * load.decode_sequences,
            ..load
        })
    };
    let first = time.seconds(&load);
    let mut iterations = limit;
    if let Some(deadline) = deadline {
        // Later iterations are no faster than the first.
        let most = (deadline / first).ceil();
        if most < iterations as f64 {
            iterations = (most as u64).max(1);
        }
    }
    if iterations == 1 {
        return Ramp::single(first);
    }
    let mut last = after((iterations - 1) as f64);
    while iterations > 2 {
        let steps = iterations - 1;
        let middle = after(0.5 * steps as f64);
        if (middle - 0.5 * (first + last)).abs() <= STRAIGHT * middle {
            break;
        }
        iterations = steps / 2 + 1;
        last = if steps.is_multiple_of(2) {
            middle
        } else {
            after((iterations - 1) as f64)
        };
    }
    let ramp = Ramp {
        iterations,
        first,
        last,
    };
    deadline.map_or(ramp, |deadline| ramp.cut(deadline))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A roofline: flat, then rising, then rising faster, with kinks in between.
    fn kinked(load: &IterationLoad) -> f64 {
        let context = load.decode_context_tokens;
        let first: f64 = 5e-3 + 1e-8 * context;
        first.max(6e-3 + 3e-9 * context).max(2e-3 + 2e-8 * context)
    }

    fn run(limit: u64, deadline: Option<f64>) -> (u64, f64) {
        let (mut done, mut seconds) = (0, 0.0);
        while done < limit && deadline.is_none_or(|deadline| seconds < deadline) {
            let load = IterationLoad::decode(20.0, 1000.0 + done as f64);
            let ramp = next_ramp(
                &kinked,
                load,
                limit - done,
                deadline.map(|deadline| deadline - seconds),
            );
            done += ramp.iterations;
            seconds += ramp.seconds();
        }
        (done, seconds)
    }

    fn step_by_step(limit: u64, deadline: Option<f64>) -> (u64, f64) {
        let (mut done, mut seconds) = (0, 0.0);
        while done < limit && deadline.is_none_or(|deadline| seconds < deadline) {
            seconds += kinked(&IterationLoad::decode(20.0, 1000.0 + done as f64));
            done += 1;
        }
        (done, seconds)
    }

    #[test]
    fn a_run_over_kinks_is_its_steps() {
        for limit in [1, 2, 3, 10, 1000, 30_000] {
            let (ramps, steps) = (run(limit, None), step_by_step(limit, None));
            assert_eq!(steps.0, ramps.0);
            assert!(
                (ramps.1 / steps.1 - 1.0).abs() < 1e-6,
                "{ramps:?} {steps:?}"
            );
        }
    }

    #[test]
    fn a_deadline_stops_at_the_same_iteration() {
        for deadline in [1e-9, 4.9e-3, 0.1, 3.0, 77.7, 250.0] {
            let (ramps, steps) = (
                run(30_000, Some(deadline)),
                step_by_step(30_000, Some(deadline)),
            );
            assert_eq!(steps.0, ramps.0, "{deadline}");
            assert!(
                (ramps.1 / steps.1 - 1.0).abs() < 1e-6,
                "{ramps:?} {steps:?}"
            );
        }
    }
}
