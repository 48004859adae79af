//! Predicted against measured: what the accuracy page shows, and the server function that selects it.

#[cfg(feature = "ssr")]
pub mod cases;
#[cfg(feature = "ssr")]
pub mod export;
mod filter;
#[cfg(feature = "ssr")]
mod select;

use leptos::prelude::*;
use leptos::server_fn::codec::GetUrl;
use serde::{Deserialize, Serialize};
use throughput::validation::{CrossValidated, Slice};

pub use filter::{Filter, METRICS, MetricName, metric_of, name_of};

/// One measured figure and what the model says to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// What was measured, in a line.
    pub case: String,
    /// In the metric's unit.
    pub measured: f64,
    /// In the metric's unit.
    pub predicted: f64,
    /// Whether the model has routed experts.
    pub is_moe: bool,
    /// Place of its source in [`Shown::sources`].
    pub source: usize,
    /// Why the figure should not be taken at its word, where that is known.
    pub doubt: Option<String>,
}

impl Point {
    /// Predicted over measured, less 1.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.predicted / self.measured - 1.0
    }
}

/// Where figures were published.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Source {
    /// Its name.
    pub name: String,
    /// Its address.
    pub url: String,
    /// When it was measured or published.
    pub date: String,
}

/// Errors of some rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// What the rows share.
    pub of: String,
    /// The errors.
    pub errors: Slice,
}

/// What can be chosen for a key of the filter: ids and names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choices {
    /// The key.
    pub key: String,
    /// Ids and names, in the order of the names.
    pub options: Vec<(String, String)>,
}

/// What the page shows for a filter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shown {
    /// The filter that it answers.
    pub filter: Filter,
    /// Figures in the whole table, by row.
    pub rows: usize,
    /// Rows that the model answers.
    pub answered: usize,
    /// GPU, model and engine.
    pub choices: Vec<Choices>,
    /// The figures that pass the filter, the farthest from the diagonal first.
    pub points: Vec<Point>,
    /// Their sources.
    pub sources: Vec<Source>,
    /// Errors by metric, of the rows that pass the filter.
    pub by_metric: Vec<Line>,
    /// Errors of the filter's metric, by what is named first.
    pub by_slice: Vec<(String, Vec<Line>)>,
    /// Errors of rows that the fit had not seen.
    pub cross_validated: Vec<CrossValidated>,
}

/// Selects what the page shows.
///
/// # Errors
///
/// When the server cannot be reached.
#[server(endpoint = "accuracy", input = GetUrl)]
pub async fn accuracy(
    /// What is looked at.
    filter: Filter,
) -> Result<Shown, ServerFnError> {
    Ok(select::select(filter))
}

/// What the server's HTML shows at once. In the browser there is no table to ask: `None`.
#[must_use]
pub fn accuracy_at_once(filter: &Filter) -> Option<Shown> {
    #[cfg(feature = "ssr")]
    return Some(select::select(filter.clone()));
    #[cfg(not(feature = "ssr"))]
    {
        let _ = filter;
        None
    }
}
