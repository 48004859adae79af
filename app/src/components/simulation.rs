//! The parts of the page about traffic.

pub mod answer;
mod distribution;
pub mod form;
mod latency;
mod load;
mod minute;
mod replica;
mod shapes;
pub mod slider;
pub mod trace;
pub mod verdict;

pub use answer::TrialAnswer;
pub use form::TrialForm;
pub use verdict::TrialVerdict;
