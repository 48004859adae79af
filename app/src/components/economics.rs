//! The parts of the page about money.

pub mod answer;
mod apis;
mod day;
mod discount;
mod discount_chart;
pub mod field;
mod fleet;
mod fleet_size;
pub mod folded;
pub mod form;
mod gpu_price;
pub mod problems;
mod speeds;
mod split;
mod table;
mod tiers;
mod tornado;
pub mod verdict;

pub use answer::StudyAnswer;
pub use form::StudyForm;
pub use verdict::StudyVerdict;
