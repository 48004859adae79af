//! Grading the model against published measurements.

mod case;
mod errors;
pub mod kv;
pub mod layout;
mod predict;
mod report;
mod row;

pub use case::{Case, Question, Unanswered};
pub use errors::{ErrorTable, Slice, quantile};
pub use predict::{ClosedLoop, Prediction, closed_loop, predict};
pub use report::{Graded, Line, Metric, Report, grade};
pub use row::{Measurement, read_measurements};
