//! Predicted against measured: what the accuracy page shows, and the server function that selects it.

#[cfg(feature = "ssr")]
pub mod cases;
#[cfg(feature = "ssr")]
pub mod export;
#[cfg(feature = "ssr")]
mod select;

use leptos::prelude::*;
use leptos::server_fn::codec::GetUrl;
use leptos_router::params::ParamsMap;
use serde::{Deserialize, Serialize};
use throughput::validation::{CrossValidated, Metric, Slice};

/// What is looked at. Blank means all; the metric is never blank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// The metric's name in addresses, one of [`METRICS`].
    pub metric: String,
    /// Id of a GPU.
    pub gpu: String,
    /// Id of a model.
    pub model: String,
    /// Id of an engine.
    pub engine: String,
}

impl Filter {
    /// Its keys in addresses, in the order of the form.
    pub const KEYS: [&str; 4] = ["metric", "gpu", "model", "engine"];

    /// The filter in a page's address; a metric of no known name is the first one.
    #[must_use]
    pub fn from_params(params: &ParamsMap) -> Self {
        let of = |key| {
            params
                .get_str(key)
                .unwrap_or_default()
                .chars()
                .take(64)
                .collect()
        };
        let metric = metric_of(params.get_str("metric").unwrap_or_default());
        Self {
            metric: metric.slug.to_owned(),
            gpu: of("gpu"),
            model: of("model"),
            engine: of("engine"),
        }
    }

    /// What is chosen for a key.
    #[must_use]
    pub fn value(&self, key: &str) -> &str {
        match key {
            "metric" => &self.metric,
            "gpu" => &self.gpu,
            "model" => &self.model,
            _ => &self.engine,
        }
    }

    /// The same with another choice for a key.
    #[must_use]
    pub fn with(mut self, key: &str, value: String) -> Self {
        match key {
            "metric" => self.metric = value,
            "gpu" => self.gpu = value,
            "model" => self.model = value,
            _ => self.engine = value,
        }
        self
    }

    /// The address of the page that shows it.
    #[must_use]
    pub fn address(&self) -> String {
        let mut params = ParamsMap::new();
        for key in Self::KEYS {
            let value = self.value(key);
            if !value.is_empty() && !(key == "metric" && value == METRICS[0].slug) {
                params.insert(key, value.to_owned());
            }
        }
        format!("/accuracy{}", params.to_query_string())
    }
}

/// A metric as the page calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MetricName {
    /// Which.
    pub metric: Metric,
    /// Its name in addresses.
    pub slug: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The unit of its values.
    pub unit: &'static str,
}

const fn named(
    metric: Metric,
    slug: &'static str,
    name: &'static str,
    unit: &'static str,
) -> MetricName {
    MetricName {
        metric,
        slug,
        name,
        unit,
    }
}

/// The metrics, the one that is shown first at the head.
pub const METRICS: [MetricName; 6] = [
    named(Metric::Tpot, "tpot", "Time per output token", "ms"),
    named(
        Metric::OutputTokS,
        "throughput",
        "Output throughput",
        "tok/s",
    ),
    named(Metric::Ttft, "ttft", "Time to first token", "ms"),
    named(
        Metric::TpotP99,
        "tpot-p99",
        "Time per output token, p99",
        "ms",
    ),
    named(
        Metric::TtftP99,
        "ttft-p99",
        "Time to first token, p99",
        "ms",
    ),
    named(
        Metric::PrefillTokSPerGpu,
        "prefill",
        "Prefill throughput per GPU",
        "tok/s",
    ),
];

/// The metric with this name in addresses, else the first.
#[must_use]
pub fn metric_of(slug: &str) -> MetricName {
    METRICS
        .into_iter()
        .find(|metric| metric.slug == slug)
        .unwrap_or(METRICS[0])
}

/// The page's name of a metric.
#[must_use]
pub fn name_of(metric: Metric) -> MetricName {
    METRICS
        .into_iter()
        .find(|named| named.metric == metric)
        .unwrap_or(METRICS[0])
}

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
