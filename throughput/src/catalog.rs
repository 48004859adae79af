//! GPUs, models and engines: text files with one row a thing, each with its source and date,
//! checked when the crate is built.

use std::sync::LazyLock;

mod engine;
mod find_gpu;
mod find_llm;
mod gpu;
mod layers;
mod layers_text;
mod llm;
mod precision;
pub(crate) mod rows;
mod typical;

pub use engine::{Engine, MemoryRule, Scheduler};
pub(crate) use find_gpu::stated_memory_gib;
pub use gpu::{Family, Gpu, Link, Vendor};
pub use layers::{Ffn, LayerGroup, Mixer};
pub use layers_text::{ParseLayersError, parse_layers};
pub(crate) use llm::to_f64;
pub use llm::{Llm, ParamCounts};
pub use precision::{KvPrecision, ParsePrecisionError, WeightPrecision};
pub use typical::{MAX_BILLIONS, MIN_BILLIONS, TypicalSizeError};

static GPUS: LazyLock<Vec<Gpu>> = LazyLock::new(|| {
    rows::parse_gpus("gpus.csv", include_str!("../catalog/gpus.csv"))
        .expect("the build script has read this file")
});

static LLMS: LazyLock<Vec<Llm>> = LazyLock::new(|| {
    rows::parse_llms("models.csv", include_str!("../catalog/models.csv"))
        .expect("the build script has read this file")
});

static ENGINES: LazyLock<Vec<Engine>> = LazyLock::new(|| {
    rows::parse_engines("engines.csv", include_str!("../catalog/engines.csv"))
        .expect("the build script has read this file")
});

/// All GPUs, in the order of the catalogue.
#[must_use]
pub fn gpus() -> &'static [Gpu] {
    &GPUS
}

/// The GPU with this id or alias, or described so (`8xH100 SXM 80GB`); case does not matter.
#[must_use]
pub fn gpu(name: &str) -> Option<&'static Gpu> {
    find_gpu::find_gpu(gpus(), name)
}

/// All models, in the order of the catalogue.
#[must_use]
pub fn llms() -> &'static [Llm] {
    &LLMS
}

/// The model with this id or alias, in any usual spelling: organisation, `-Instruct`, quantisation
/// suffixes, dates and case do not matter.
#[must_use]
pub fn llm(name: &str) -> Option<&'static Llm> {
    find_llm::find_llm(llms(), name)
}

/// All engines, in the order of the catalogue.
#[must_use]
pub fn engines() -> &'static [Engine] {
    &ENGINES
}

/// The engine with this id or alias; case does not matter.
#[must_use]
pub fn engine(id_or_alias: &str) -> Option<&'static Engine> {
    let wanted = id_or_alias.trim();
    engines().iter().find(|engine| {
        let mut names = std::iter::once(&engine.id).chain(&engine.aliases);
        names.any(|name| name.eq_ignore_ascii_case(wanted))
    })
}

/// The engine for a free-text name and version, as benchmark files spell them
/// (`trtllm`, `v0.14.0`); an empty version means the current generation.
#[must_use]
pub fn engine_for(name: &str, version: &str) -> Option<&'static Engine> {
    engine::engine_id_for(name, version).and_then(self::engine)
}
