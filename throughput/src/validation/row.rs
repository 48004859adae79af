//! One published measurement, as its row states it.

use serde::Deserialize;

/// A row of the measurements table. Blank cells are `None`: not stated by the source.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
#[expect(
    missing_docs,
    reason = "each field is the column of the same name, described in docs/ACCURACY.md"
)]
pub struct Measurement {
    pub id: String,
    pub source: String,
    pub url: String,
    pub commit: String,
    pub date: String,
    pub gpu: String,
    pub gpus_total: Option<f64>,
    pub tp: Option<f64>,
    pub pp: Option<f64>,
    pub ep_or_dp: String,
    pub engine: String,
    pub engine_version: String,
    pub model: String,
    pub weight_dtype: String,
    pub kv_dtype: String,
    pub isl: Option<f64>,
    pub osl: Option<f64>,
    pub length_dist: String,
    pub batch_or_concurrency: String,
    pub request_rate_qps: Option<f64>,
    pub scenario: String,
    pub output_tok_s_total: Option<f64>,
    pub total_tok_s: Option<f64>,
    pub tok_s_per_gpu: Option<f64>,
    pub tok_s_per_gpu_basis: String,
    pub ttft_ms_mean: Option<f64>,
    pub ttft_ms_p99: Option<f64>,
    pub tpot_ms_mean: Option<f64>,
    pub tpot_ms_p99: Option<f64>,
    pub e2e_ms_mean: Option<f64>,
    pub derived_output_tok_s: Option<f64>,
    pub quality: String,
    pub notes: String,
}

impl Measurement {
    /// Measured output tokens per second over all GPUs: as published, else the output's share of
    /// what was published for input and output together, else from latency and concurrency by
    /// Little's law.
    #[must_use]
    pub fn output_tok_s(&self) -> Option<f64> {
        self.output_tok_s_total
            .or_else(|| {
                self.total_tok_s
                    .zip(self.output_share())
                    .map(|(total, share)| total * share)
            })
            .or(self.derived_output_tok_s)
            .filter(|value| *value > 0.0)
    }

    /// Output tokens among all tokens of a request.
    fn output_share(&self) -> Option<f64> {
        self.isl.zip(self.osl).map(|(isl, osl)| osl / (isl + osl))
    }
}

/// Reads a table of measurements from CSV text; columns that are not known are ignored.
///
/// # Errors
///
/// The first row that is not valid CSV or holds a text where a number belongs.
pub fn read_measurements(text: &str) -> Result<Vec<Measurement>, csv::Error> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .collect()
}
