//! Grading the model against published measurements.

mod case;
mod cohorts;
mod cross_validated;
mod doubt;
mod errors;
pub mod kv;
pub mod layout;
mod predict;
mod published;
mod report;
mod row;

pub use case::{Case, Question, Unanswered};
pub use cross_validated::{CrossValidated, cross_validated};
pub use doubt::doubt;
pub use errors::{ErrorTable, Slice, quantile};
pub use predict::{ClosedLoop, Prediction, closed_loop, predict};
pub use published::published;
pub use report::{Graded, Line, Metric, Report, grade};
pub use row::{Measurement, read_measurements};
