//! The parts of the page about money.

pub mod answer;
mod apis;
mod day;
mod discount;
mod discount_chart;
mod fleet;
mod fleet_size;
pub mod form;
mod gpu_price;
mod speeds;
mod split;
mod tiers;
mod tornado;
pub mod verdict;

pub use answer::StudyAnswer;
pub use form::StudyForm;
pub use verdict::StudyVerdict;
