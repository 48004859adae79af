//! Reads the price books' CSV texts. The build script runs the same code over the same files.

use serde::Deserialize;

use super::date::Date;
use super::offers::{ApiOffer, GpuOffer, PublishedSpeed, RateTier, Relation, SizeClass, Term};
use crate::catalog::rows::{RowError, filled, parse, within};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GpuOfferRow {
    gpu: String,
    provider: String,
    term: Term,
    usd_per_gpu_hour: f64,
    instance_gpus: u32,
    note: String,
    source: String,
    date: Date,
}

/// Reads `prices_gpu.csv`.
///
/// # Errors
/// [`RowError`] for the first row that cannot be read or is out of its domain.
pub(crate) fn parse_gpu_offers(file: &'static str, text: &str) -> Result<Vec<GpuOffer>, RowError> {
    parse(file, text, |row: GpuOfferRow| {
        filled("gpu", &row.gpu)?;
        filled("provider", &row.provider)?;
        filled("source", &row.source)?;
        within("usd_per_gpu_hour", row.usd_per_gpu_hour, 0.01, 1000.0)?;
        within("instance_gpus", f64::from(row.instance_gpus), 1.0, 1024.0)?;
        Ok(GpuOffer {
            gpu: row.gpu,
            provider: row.provider,
            term: row.term,
            usd_per_gpu_hour: row.usd_per_gpu_hour,
            instance_gpus: row.instance_gpus,
            note: row.note,
            source: row.source,
            date: row.date,
        })
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ApiOfferRow {
    id: String,
    provider: String,
    name: String,
    model: String,
    relation: Relation,
    size: Option<SizeClass>,
    input_usd_per_m: f64,
    cached_input_usd_per_m: Option<f64>,
    output_usd_per_m: f64,
    batch_input_usd_per_m: Option<f64>,
    batch_output_usd_per_m: Option<f64>,
    note: String,
    source: String,
    date: Date,
}

/// Reads `prices_api.csv`.
///
/// # Errors
/// [`RowError`] for the first row that cannot be read or is out of its domain.
pub(crate) fn parse_api_offers(file: &'static str, text: &str) -> Result<Vec<ApiOffer>, RowError> {
    parse(file, text, |row: ApiOfferRow| {
        filled("id", &row.id)?;
        filled("provider", &row.provider)?;
        filled("name", &row.name)?;
        filled("source", &row.source)?;
        for (field, price) in [
            ("input_usd_per_m", Some(row.input_usd_per_m)),
            ("cached_input_usd_per_m", row.cached_input_usd_per_m),
            ("output_usd_per_m", Some(row.output_usd_per_m)),
            ("batch_input_usd_per_m", row.batch_input_usd_per_m),
            ("batch_output_usd_per_m", row.batch_output_usd_per_m),
        ] {
            within(field, price.unwrap_or(1.0), 0.0001, 10_000.0)?;
        }
        if row.batch_input_usd_per_m.is_some() != row.batch_output_usd_per_m.is_some() {
            return Err("give both batch prices or neither".to_owned());
        }
        let is_closed = row.relation == Relation::Comparable;
        if row.model.is_empty() != is_closed || row.size.is_some() != is_closed {
            return Err("an open model has a catalogue id, a closed one a size class".to_owned());
        }
        Ok(ApiOffer {
            id: row.id,
            provider: row.provider,
            name: row.name,
            model: row.model,
            relation: row.relation,
            size: row.size,
            input_usd_per_m: row.input_usd_per_m,
            cached_input_usd_per_m: row.cached_input_usd_per_m,
            output_usd_per_m: row.output_usd_per_m,
            batch_input_usd_per_m: row.batch_input_usd_per_m,
            batch_output_usd_per_m: row.batch_output_usd_per_m,
            note: row.note,
            source: row.source,
            date: row.date,
        })
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RateTierRow {
    id: String,
    provider: String,
    name: String,
    requests_per_minute: Option<f64>,
    input_tpm: Option<f64>,
    output_tpm: Option<f64>,
    total_tpm: Option<f64>,
    counts_cached_input: bool,
    source: String,
    date: Date,
}

/// Reads `api_tiers.csv`.
///
/// # Errors
/// [`RowError`] for the first row that cannot be read or is out of its domain.
pub(crate) fn parse_rate_tiers(file: &'static str, text: &str) -> Result<Vec<RateTier>, RowError> {
    parse(file, text, |row: RateTierRow| {
        filled("id", &row.id)?;
        filled("provider", &row.provider)?;
        filled("source", &row.source)?;
        let limits = [
            ("requests_per_minute", row.requests_per_minute),
            ("input_tpm", row.input_tpm),
            ("output_tpm", row.output_tpm),
            ("total_tpm", row.total_tpm),
        ];
        for (field, limit) in limits {
            within(field, limit.unwrap_or(1.0), 1.0, 1e12)?;
        }
        if limits[1..].iter().all(|(_, limit)| limit.is_none()) {
            return Err("a tier limits some tokens".to_owned());
        }
        Ok(RateTier {
            id: row.id,
            provider: row.provider,
            name: row.name,
            requests_per_minute: row.requests_per_minute,
            input_tpm: row.input_tpm,
            output_tpm: row.output_tpm,
            total_tpm: row.total_tpm,
            counts_cached_input: row.counts_cached_input,
            source: row.source,
            date: row.date,
        })
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpeedRow {
    provider: String,
    machine: String,
    memory: String,
    model: String,
    single_stream_tok_s: Option<f64>,
    aggregate_tok_s: Option<f64>,
    concurrency: Option<f64>,
    chips: Option<u32>,
    note: String,
    source: String,
    date: Date,
}

/// Reads `speeds.csv`.
///
/// # Errors
/// [`RowError`] for the first row that cannot be read or is out of its domain.
pub(crate) fn parse_speeds(
    file: &'static str,
    text: &str,
) -> Result<Vec<PublishedSpeed>, RowError> {
    parse(file, text, |row: SpeedRow| {
        filled("machine", &row.machine)?;
        filled("model", &row.model)?;
        filled("source", &row.source)?;
        within(
            "single_stream_tok_s",
            row.single_stream_tok_s.unwrap_or(1.0),
            1.0,
            1e5,
        )?;
        within(
            "aggregate_tok_s",
            row.aggregate_tok_s.unwrap_or(1.0),
            1.0,
            1e9,
        )?;
        within("concurrency", row.concurrency.unwrap_or(1.0), 1.0, 1e7)?;
        if row.single_stream_tok_s.is_none() && row.aggregate_tok_s.is_none() {
            return Err("a speed of one request or of the machine".to_owned());
        }
        Ok(PublishedSpeed {
            provider: row.provider,
            machine: row.machine,
            memory: row.memory,
            model: row.model,
            single_stream_tok_s: row.single_stream_tok_s,
            aggregate_tok_s: row.aggregate_tok_s,
            concurrency: row.concurrency,
            chips: row.chips,
            note: row.note,
            source: row.source,
            date: row.date,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GPU_HEAD: &str = "gpu,provider,term,usd_per_gpu_hour,instance_gpus,note,source,date\n";
    const API_HEAD: &str = "id,provider,name,model,relation,size,input_usd_per_m,cached_input_usd_per_m,\
        output_usd_per_m,batch_input_usd_per_m,batch_output_usd_per_m,note,source,date\n";

    fn gpu_error(row: &str) -> String {
        let text = format!("{GPU_HEAD}{row}\n");
        parse_gpu_offers("x.csv", &text).expect_err(row).to_string()
    }

    fn api_error(row: &str) -> String {
        let text = format!("{API_HEAD}{row}\n");
        parse_api_offers("x.csv", &text).expect_err(row).to_string()
    }

    #[test]
    fn a_price_that_cannot_be_stops_the_build_with_its_place() {
        let free = gpu_error("h100-sxm,RunPod,on-demand,0,1,,page,2026-09-25");
        assert!(
            free.starts_with("x.csv:2:") && free.contains("usd_per_gpu_hour"),
            "{free}"
        );
        assert!(gpu_error("h100-sxm,RunPod,on-demand,-3,1,,page,2026-09-25").contains("-3"));
        assert!(gpu_error("h100-sxm,RunPod,weekly,3,1,,page,2026-09-25").contains("weekly"));
        assert!(gpu_error("h100-sxm,RunPod,spot,3,1,,page,2026-02-30").contains("2026-02-30"));
        assert!(gpu_error("h100-sxm,RunPod,spot,3,1,,,2026-09-25").contains("source"));
    }

    #[test]
    fn an_api_price_is_whole() {
        assert!(
            api_error("a/b,A,B,m,same,,1,,2,0.5,,,page,2026-12-01").contains("both batch prices")
        );
        assert!(api_error("a/b,A,B,,comparable,,1,,2,,,,page,2026-12-01").contains("size class"));
        assert!(api_error("a/b,A,B,m,same,,1,0,2,,,,page,2026-12-01").contains("cached_input"));
    }
}
