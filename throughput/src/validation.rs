//! Grading the model against published measurements.

mod case;
mod errors;
pub mod layout;
mod predict;
mod row;

pub use case::{Case, Question, Unanswered};
pub use errors::{ErrorTable, Slice};
pub use predict::{Prediction, predict};
pub use row::{Measurement, read_measurements};
