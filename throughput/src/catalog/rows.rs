//! Reads the catalogue's CSV texts. The build script runs the same code over the same files.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::engine::{Engine, MemoryRule, Scheduler};
use super::gpu::{Family, Gpu, Link, Vendor};
use super::layers_text::parse_layers;
use super::llm::Llm;
use super::precision::WeightPrecision;

/// A row that is not valid, with its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {reason}")]
pub(crate) struct RowError {
    /// File name.
    pub(crate) file: &'static str,
    /// Line, counted from 1.
    pub(crate) line: u64,
    /// What is wrong.
    pub(crate) reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GpuRow {
    id: String,
    name: String,
    aliases: String,
    vendor: Vendor,
    family: Family,
    memory_gib: f64,
    memory_gb_s: f64,
    bf16_tflops: f64,
    fp8_tflops: f64,
    fp4_tflops: f64,
    int8_tops: f64,
    link: Link,
    link_gb_s: f64,
    link_domain: u32,
    tdp_w: f64,
    usd_per_hour: f64,
    price_source: String,
    price_date: String,
    source: String,
    date: String,
}

/// Reads `gpus.csv`.
///
/// # Errors
/// [`RowError`] for the first row that cannot be read or is out of its domain.
pub(crate) fn parse_gpus(file: &'static str, text: &str) -> Result<Vec<Gpu>, RowError> {
    parse(file, text, |row: GpuRow| {
        for (field, value, low, high) in [
            ("memory_gib", row.memory_gib, 1.0, 2000.0),
            ("memory_gb_s", row.memory_gb_s, 50.0, 100_000.0),
            ("bf16_tflops", row.bf16_tflops, 5.0, 100_000.0),
            ("fp8_tflops", row.fp8_tflops, 0.0, 200_000.0),
            ("fp4_tflops", row.fp4_tflops, 0.0, 400_000.0),
            ("int8_tops", row.int8_tops, 0.0, 200_000.0),
            ("link_gb_s", row.link_gb_s, 1.0, 10_000.0),
            ("link_domain", f64::from(row.link_domain), 1.0, 1024.0),
            ("tdp_w", row.tdp_w, 10.0, 10_000.0),
            ("usd_per_hour", row.usd_per_hour, 0.0, 1000.0),
        ] {
            within(field, value, low, high)?;
        }
        filled("source", &row.source)?;
        iso_date("date", &row.date)?;
        if row.usd_per_hour > 0.0 {
            filled("price_source", &row.price_source)?;
            year_or_date("price_date", &row.price_date)?;
        }
        Ok(Gpu {
            aliases: list(&row.aliases),
            id: row.id,
            name: row.name,
            vendor: row.vendor,
            family: row.family,
            memory_gib: row.memory_gib,
            hbm_bytes_per_s: row.memory_gb_s * 1e9,
            bf16_flops: row.bf16_tflops * 1e12,
            fp8_flops: row.fp8_tflops * 1e12,
            fp4_flops: row.fp4_tflops * 1e12,
            int8_ops: row.int8_tops * 1e12,
            link: row.link,
            link_bytes_per_s: row.link_gb_s * 1e9,
            link_domain: row.link_domain,
            tdp_w: row.tdp_w,
            usd_per_hour: row.usd_per_hour,
            price_source: row.price_source,
            price_date: row.price_date,
            source: row.source,
            date: row.date,
        })
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LlmRow {
    id: String,
    name: String,
    aliases: String,
    hidden: u32,
    vocab: u32,
    tied_embeddings: bool,
    layers: String,
    other_params: u64,
    vision_params: u64,
    mtp_params: u64,
    max_context: u32,
    native_weights: WeightPrecision,
    native_dense_16bit: bool,
    int4_group: u32,
    source: String,
    date: String,
}

/// Reads `models.csv`.
///
/// # Errors
/// [`RowError`] for the first row that cannot be read or is out of its domain.
pub(crate) fn parse_llms(file: &'static str, text: &str) -> Result<Vec<Llm>, RowError> {
    parse(file, text, |row: LlmRow| {
        within("hidden", f64::from(row.hidden), 64.0, 65_536.0)?;
        within("vocab", f64::from(row.vocab), 256.0, 2_000_000.0)?;
        within("max_context", f64::from(row.max_context), 256.0, 1e8)?;
        within("int4_group", f64::from(row.int4_group), 16.0, 1024.0)?;
        filled("source", &row.source)?;
        iso_date("date", &row.date)?;
        Ok(Llm {
            groups: parse_layers(&row.layers, row.hidden).map_err(|error| error.to_string())?,
            aliases: list(&row.aliases),
            id: row.id,
            name: row.name,
            hidden: row.hidden,
            vocab: row.vocab,
            tied_embeddings: row.tied_embeddings,
            other_params: row.other_params,
            vision_params: row.vision_params,
            mtp_params: row.mtp_params,
            max_context: row.max_context,
            native_weights: row.native_weights,
            native_dense_16bit: row.native_dense_16bit,
            int4_group: row.int4_group,
            is_typical: false,
            source: row.source,
            date: row.date,
        })
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EngineRow {
    id: String,
    name: String,
    aliases: String,
    based_on: String,
    generation: String,
    memory_rule: MemoryRule,
    memory_fraction: f64,
    runtime_gib: f64,
    sampler_logits: f64,
    token_budget: u32,
    max_sequences: u32,
    block_tokens: u32,
    reserves_full_length: bool,
    frees_windows: bool,
    scheduler: Scheduler,
    source: String,
    date: String,
}

/// Reads `engines.csv`.
///
/// # Errors
/// [`RowError`] for the first row that cannot be read or is out of its domain.
pub(crate) fn parse_engines(file: &'static str, text: &str) -> Result<Vec<Engine>, RowError> {
    parse(file, text, |row: EngineRow| {
        within("memory_fraction", row.memory_fraction, 0.05, 1.0)?;
        within("runtime_gib", row.runtime_gib, 0.0, 32.0)?;
        within("sampler_logits", row.sampler_logits, 0.0, 32.0)?;
        within("token_budget", f64::from(row.token_budget), 16.0, 1e7)?;
        within("max_sequences", f64::from(row.max_sequences), 1.0, 1e6)?;
        within("block_tokens", f64::from(row.block_tokens), 1.0, 4096.0)?;
        filled("source", &row.source)?;
        iso_date("date", &row.date)?;
        Ok(Engine {
            aliases: list(&row.aliases),
            id: row.id,
            name: row.name,
            based_on: Some(row.based_on).filter(|id| !id.is_empty()),
            generation: row.generation,
            memory_rule: row.memory_rule,
            memory_fraction: row.memory_fraction,
            runtime_gib: row.runtime_gib,
            sampler_logits: row.sampler_logits,
            token_budget: row.token_budget,
            max_sequences: row.max_sequences,
            block_tokens: row.block_tokens,
            reserves_full_length: row.reserves_full_length,
            frees_windows: row.frees_windows,
            scheduler: row.scheduler,
            source: row.source,
            date: row.date,
        })
    })
}

pub(crate) fn parse<Row: DeserializeOwned, Thing>(
    file: &'static str,
    text: &str,
    read: impl Fn(Row) -> Result<Thing, String>,
) -> Result<Vec<Thing>, RowError> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let at = |line, reason| RowError { file, line, reason };
    let headers = reader
        .headers()
        .map_err(|error| at(1, error.to_string()))?
        .clone();
    let mut things = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| {
            let line = error.position().map_or(0, csv::Position::line);
            at(line, error.to_string())
        })?;
        let line = record.position().map_or(0, csv::Position::line);
        let row = record
            .deserialize(Some(&headers))
            .map_err(|error| at(line, error.to_string()))?;
        things.push(read(row).map_err(|reason| at(line, reason))?);
    }
    if things.is_empty() {
        return Err(at(1, "no rows".to_owned()));
    }
    Ok(things)
}

pub(crate) fn list(cell: &str) -> Vec<String> {
    cell.split(';')
        .map(str::trim)
        .filter(|alias| !alias.is_empty())
        .map(str::to_owned)
        .collect()
}

pub(crate) fn within(field: &str, value: f64, low: f64, high: f64) -> Result<(), String> {
    if (low..=high).contains(&value) {
        Ok(())
    } else {
        Err(format!("{field} = {value} is outside {low} to {high}"))
    }
}

pub(crate) fn filled(field: &str, value: &str) -> Result<(), String> {
    if value.trim().is_empty() {
        Err(format!("{field} is empty"))
    } else {
        Ok(())
    }
}

/// Some price lists say no more than the year they stood in.
fn year_or_date(field: &str, value: &str) -> Result<(), String> {
    if value.len() == 4 && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(());
    }
    iso_date(field, value)
}

fn iso_date(field: &str, value: &str) -> Result<(), String> {
    let shape: String = value
        .chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .collect();
    if shape == "0000-00-00" {
        Ok(())
    } else {
        Err(format!("{field} = `{value}` is no date like 2026-12-01"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "id,name,aliases,hidden,vocab,tied_embeddings,layers,other_params,\
        vision_params,mtp_params,max_context,native_weights,native_dense_16bit,int4_group,source,date";

    fn error_of(row: &str) -> String {
        let text = format!("{HEADER}\n{row}\n");
        let parsed = parse_llms("models.csv", &text).map(|_| ());
        parsed.expect_err(row).to_string()
    }

    #[test]
    fn errors_name_file_line_and_reason() {
        let good =
            "a,A,,64,256,false,1x gqa(8 8 8) ffn(100),0,0,0,256,bf16,false,128,here,2026-12-01";
        let bad = |from: &str, to: &str| error_of(&good.replacen(from, to, 1));
        let text = format!("{HEADER}\n{good}\n");
        assert_eq!(
            parse_llms("models.csv", &text).map(|llms| llms.len()),
            Ok(1)
        );
        for (error, reason) in [
            (bad("64,256", "8,256"), "hidden = 8 is outside 64 to 65536"),
            (bad("bf16", "bf17"), "unknown variant `bf17`"),
            (
                bad("ffn(100)", "ffn()"),
                "layers, character 15: `ffn` takes 1 numbers, found 0",
            ),
            (bad("here", " "), "source is empty"),
            (
                bad("2026-12-01", "2026"),
                "date = `2026` is no date like 2026-12-01",
            ),
            (bad(",here", ""), "found record with 15 fields"),
        ] {
            assert!(error.starts_with("models.csv:2: "), "{error}");
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn a_file_without_rows_is_an_error() {
        let error = parse_llms("models.csv", &format!("{HEADER}\n"));
        assert_eq!(
            error.map_err(|error| error.reason),
            Err("no rows".to_owned())
        );
    }
}
