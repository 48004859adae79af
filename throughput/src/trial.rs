//! A simulation that somebody asks for: one replica, request by request.
//!
//! [`SimulationQuestion`] is what is asked beside the scenario, [`Trial`] the run that answers it, and
//! [`SimulationAnswer`] what it found, in the client's units: milliseconds and tokens.

mod answer;
mod field;
mod latency;
mod question;
mod raw;
mod run;
mod sent;
mod spread;
mod sweep;
mod theory;
mod trace;

pub use answer::{Bin, ReplicaFacts, RunFacts, SimulationAnswer, SloKept, Timeline};
pub use field::SimulationField;
pub use latency::{Cdf, CdfPoint, Figure, Latency};
pub use question::{Load, MOST_REQUESTS, REQUESTS, SimulationQuestion};
pub use raw::RawSimulation;
pub use run::{Trial, refused};
pub use sweep::{LoadPoint, Shape, load_sweep, traffic_shapes};
pub use theory::Theory;
pub use trace::{MOST_ROWS, Trace};
