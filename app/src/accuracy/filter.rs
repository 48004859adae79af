//! What is looked at, and how the page's address says it.

use leptos_router::params::ParamsMap;
use serde::{Deserialize, Serialize};
use throughput::validation::Metric;

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
            let is_default = key == "metric" && value == METRICS[0].slug;
            if !value.is_empty() && !is_default {
                params.insert(key, value.to_owned());
            }
        }
        // Ids are full of hyphens and dots, which may stand as they are.
        let query = params
            .to_query_string()
            .replace("%2D", "-")
            .replace("%2E", ".");
        format!("/accuracy{query}")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_and_its_filter_say_the_same() {
        let mut params = ParamsMap::new();
        params.insert("metric", "ttft".to_owned());
        params.insert("gpu", "h100-sxm".to_owned());
        params.insert("model", "llama-3.1-8b".to_owned());
        let filter = Filter::from_params(&params);
        assert_eq!(
            filter.address(),
            "/accuracy?metric=ttft&gpu=h100-sxm&model=llama-3.1-8b"
        );
        let plain = filter
            .with("metric", "tpot".to_owned())
            .with("gpu", String::new())
            .with("model", String::new());
        assert_eq!(plain.address(), "/accuracy");
    }

    #[test]
    fn a_metric_of_no_known_name_is_the_first() {
        assert_eq!(metric_of("beauty"), METRICS[0]);
        assert_eq!(Filter::from_params(&ParamsMap::new()).metric, "tpot");
    }
}
