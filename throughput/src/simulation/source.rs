//! Where requests come from, and the line of those that have arrived but never been admitted.

use std::collections::VecDeque;

use super::{
    Workload,
    arrival::{ArrivalTimes, Arrivals},
    length::LengthStream,
};

/// One request on its way into the engine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Request {
    /// Place in the order of arrival, from 0.
    pub(super) index: u64,
    pub(super) arrival: f64,
    pub(super) input: u32,
    pub(super) output: u32,
}

impl Request {
    /// ISL + OSL.
    pub(super) fn tokens(&self) -> u64 {
        u64::from(self.input) + u64::from(self.output)
    }
}

/// First come, first served. The line itself is not stored: only its head is drawn, and a second
/// copy of the arrival times runs ahead to count, so a backlog of millions takes no memory.
#[derive(Debug)]
pub(super) struct Source {
    lengths: LengthStream,
    requests: u64,
    arrivals: Process,
    head: Option<Request>,
    arrived: u64,
    taken: u64,
}

#[derive(Debug)]
enum Process {
    Open {
        times: ArrivalTimes,
        ahead: ArrivalTimes,
        next_ahead: f64,
    },
    Closed {
        sent: VecDeque<f64>,
        unsent: u64,
    },
}

impl Source {
    /// `longest` is the most tokens that one request may hold.
    pub(super) fn new(workload: &Workload, longest: u64) -> Self {
        let arrivals = match ArrivalTimes::new(&workload.arrivals, workload.seed) {
            Some(times) => {
                let mut ahead = times.clone();
                let next_ahead = ahead.draw();
                Process::Open {
                    times,
                    ahead,
                    next_ahead,
                }
            }
            None => {
                let concurrency = match workload.arrivals {
                    Arrivals::Closed { concurrency } => u64::from(concurrency),
                    _ => 1,
                };
                let first = concurrency.min(workload.requests);
                Process::Closed {
                    sent: (0..first).map(|_| 0.0).collect(),
                    unsent: workload.requests - first,
                }
            }
        };
        let mut source = Self {
            lengths: LengthStream::new(workload.lengths.clone(), workload.seed, longest),
            requests: workload.requests,
            head: None,
            arrived: match &arrivals {
                Process::Open { .. } => 0,
                Process::Closed { sent, .. } => sent.len() as u64,
            },
            arrivals,
            taken: 0,
        };
        source.draw_head();
        source.advance(0.0, 0.0);
        source
    }

    fn draw_head(&mut self) {
        let arrival = match &mut self.arrivals {
            _ if self.taken == self.requests => None,
            Process::Open { times, .. } => Some(times.draw()),
            Process::Closed { sent, .. } => sent.pop_front(),
        };
        self.head = arrival.map(|arrival| {
            let (input, output) = self.lengths.draw();
            Request {
                index: self.taken,
                arrival,
                input,
                output,
            }
        });
    }

    /// The first request not yet taken, which may still be on its way.
    pub(super) fn head(&self) -> Option<&Request> {
        self.head.as_ref()
    }

    /// Takes the head out of the line.
    pub(super) fn take(&mut self) -> Option<Request> {
        let taken = self.head.take()?;
        self.taken += 1;
        self.draw_head();
        Some(taken)
    }

    /// Requests that have arrived so far.
    pub(super) fn arrived(&self) -> u64 {
        self.arrived
    }

    /// Requests that have arrived and not been taken.
    pub(super) fn waiting(&self) -> u64 {
        self.arrived - self.taken
    }

    /// Lets time pass, and returns the integral of the line's length over it, in request-seconds.
    pub(super) fn advance(&mut self, from: f64, to: f64) -> f64 {
        let mut integral = self.waiting() as f64 * (to - from);
        if let Process::Open {
            ahead, next_ahead, ..
        } = &mut self.arrivals
        {
            while self.arrived < self.requests && *next_ahead <= to {
                integral += to - next_ahead.max(from);
                self.arrived += 1;
                *next_ahead = ahead.draw();
            }
        }
        integral
    }

    /// A request has finished: a closed loop sends the next one.
    pub(super) fn reply(&mut self, now: f64) {
        if let Process::Closed { sent, unsent } = &mut self.arrivals
            && *unsent > 0
        {
            *unsent -= 1;
            self.arrived += 1;
            sent.push_back(now);
            if self.head.is_none() {
                self.draw_head();
            }
        }
    }
}
