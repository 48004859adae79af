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

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=catalog");
    println!("cargo::rerun-if-changed=src/catalog");
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
    Ok(())
}
