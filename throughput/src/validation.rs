//! Grading the model against published measurements.

mod as_run;
mod case;
mod cohorts;
mod cross_validated;
mod doubt;
mod errors;
pub mod kv;
pub mod layout;
mod lengths;
mod parallel;
mod predict;
mod published;
mod question;
mod report;
mod row;

pub use case::{Case, Unanswered};
pub use cross_validated::{CrossValidated, cross_validated};
pub use doubt::doubt;
pub use errors::{ErrorTable, Slice, quantile};
pub use predict::{ClosedLoop, Prediction, closed_loop, predict};
pub use published::published;
pub use question::Question;
pub use report::{Graded, Line, Metric, Report, grade};
pub use row::{Measurement, read_measurements};
