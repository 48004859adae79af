//! GPUs, models and engines: text files with one row a thing, each with its source and date,
//! checked when the crate is built.

use std::sync::LazyLock;

mod engine;
mod gpu;
mod layers;
mod layers_text;
mod llm;
mod precision;
pub(crate) mod rows;

pub use engine::{Engine, MemoryRule, Scheduler};
pub use gpu::{Family, Gpu, Link, Vendor};
pub use layers::{Ffn, LayerGroup, Mixer};
pub use layers_text::{ParseLayersError, parse_layers};
pub use llm::{Llm, ParamCounts};
pub use precision::{KvPrecision, ParsePrecisionError, WeightPrecision};

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

/// The GPU with this id or alias; case does not matter.
#[must_use]
pub fn gpu(id_or_alias: &str) -> Option<&'static Gpu> {
    find(gpus(), id_or_alias, |gpu| (&gpu.id, &gpu.aliases))
}

/// All models, in the order of the catalogue.
#[must_use]
pub fn llms() -> &'static [Llm] {
    &LLMS
}

/// The model with this id or alias; case does not matter.
#[must_use]
pub fn llm(id_or_alias: &str) -> Option<&'static Llm> {
    find(llms(), id_or_alias, |llm| (&llm.id, &llm.aliases))
}

/// All engines, in the order of the catalogue.
#[must_use]
pub fn engines() -> &'static [Engine] {
    &ENGINES
}

/// The engine with this id or alias; case does not matter.
#[must_use]
pub fn engine(id_or_alias: &str) -> Option<&'static Engine> {
    find(engines(), id_or_alias, |engine| {
        (&engine.id, &engine.aliases)
    })
}

/// The engine for a free-text name and version, as benchmark files spell them
/// (`trtllm`, `v0.14.0`); an empty version means the current generation.
#[must_use]
pub fn engine_for(name: &str, version: &str) -> Option<&'static Engine> {
    engine::engine_id_for(name, version).and_then(self::engine)
}

fn find<Thing>(
    things: &'static [Thing],
    wanted: &str,
    names: impl Fn(&Thing) -> (&String, &Vec<String>),
) -> Option<&'static Thing> {
    let wanted = wanted.trim();
    things.iter().find(|thing| {
        let (id, aliases) = names(thing);
        id.eq_ignore_ascii_case(wanted)
            || aliases
                .iter()
                .any(|alias| alias.eq_ignore_ascii_case(wanted))
    })
}
