//! Reads the catalogue's text files with the crate's own parser, so that a bad row fails the build
//! with its file and line.

use std::process::ExitCode;

#[expect(
    dead_code,
    unreachable_pub,
    reason = "the build script uses only the parsing half of these modules"
)]
mod catalog {
    #[path = "../src/catalog/engine.rs"]
    mod engine;
    #[path = "../src/catalog/gpu.rs"]
    mod gpu;
    #[path = "../src/catalog/layers.rs"]
    mod layers;
    #[path = "../src/catalog/layers_text.rs"]
    mod layers_text;
    #[path = "../src/catalog/llm.rs"]
    mod llm;
    #[path = "../src/catalog/precision.rs"]
    mod precision;
    #[path = "../src/catalog/rows.rs"]
    pub(crate) mod rows;
}

#[expect(
    dead_code,
    unreachable_pub,
    reason = "the build script uses only the parsing half of these modules"
)]
#[path = "src/economics"]
mod economics {
    mod date;
    mod offers;
    pub(crate) mod price_rows;
}

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=catalog");
    println!("cargo::rerun-if-changed=src/catalog");
    println!("cargo::rerun-if-changed=src/economics");
    match check() {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            println!("cargo::error={reason}");
            ExitCode::FAILURE
        }
    }
}

fn check() -> Result<(), String> {
    let read = |path: &str| {
        std::fs::read_to_string(path).map_err(|error| format!("throughput/{path}: {error}"))
    };
    let place = |error: catalog::rows::RowError| format!("throughput/{error}");
    let (gpus, models, engines) = (
        "catalog/gpus.csv",
        "catalog/models.csv",
        "catalog/engines.csv",
    );
    catalog::rows::parse_gpus(gpus, &read(gpus)?).map_err(place)?;
    catalog::rows::parse_llms(models, &read(models)?).map_err(place)?;
    catalog::rows::parse_engines(engines, &read(engines)?).map_err(place)?;
    let (gpu_prices, api_prices, tiers, speeds) = (
        "catalog/prices_gpu.csv",
        "catalog/prices_api.csv",
        "catalog/api_tiers.csv",
        "catalog/speeds.csv",
    );
    economics::price_rows::parse_gpu_offers(gpu_prices, &read(gpu_prices)?).map_err(place)?;
    economics::price_rows::parse_api_offers(api_prices, &read(api_prices)?).map_err(place)?;
    economics::price_rows::parse_rate_tiers(tiers, &read(tiers)?).map_err(place)?;
    economics::price_rows::parse_speeds(speeds, &read(speeds)?).map_err(place)?;
    Ok(())
}
