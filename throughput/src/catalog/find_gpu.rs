//! Finding a GPU by free text such as `8xH100 SXM 80GB` or `AMD Instinct MI325X 256GB HBM3E`.

use super::gpu::Gpu;

/// Words that do not tell one chip from another.
const NOISE: &[&str] = &[
    "nvidia",
    "amd",
    "instinct",
    "geforce",
    "quadro",
    "tesla",
    "gpu",
    "gpus",
    "card",
    "server",
    "workstation",
    "edition",
    "se",
    "blackwell",
    "hopper",
    "ampere",
    "generation",
    "tensor",
    "core",
    "nvlink",
    "oam",
    "x",
    "tp",
    "pp",
    "node",
    "nodes",
    "same",
    "with",
];

/// How a card is built in, where one chip comes in several forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Sxm,
    Pcie,
    Nvl,
}

/// A free text taken apart.
#[derive(Debug, Clone, PartialEq)]
struct Description {
    /// Words of the chip, sorted: `["6000", "pro", "rtx"]`.
    chip: Vec<String>,
    form: Option<Form>,
    memory_gib: Option<f64>,
}

/// Nominal and usable memory differ by up to this share (B300: 288 GB on the box, 268 GiB usable).
const MEMORY_TOLERANCE: f64 = 0.12;

/// The GPU with this id, alias, or described by this text.
///
/// All words that tell chips apart must be those of the GPU, so that `RTX 4090 Laptop` or a text
/// with two chips finds nothing; form and memory must not contradict. Without them the first row
/// of the chip is meant.
pub(crate) fn find_gpu<'a>(gpus: &'a [Gpu], wanted: &str) -> Option<&'a Gpu> {
    let wanted = wanted.trim();
    let names = |gpu: &'a Gpu| std::iter::once(&gpu.id).chain(&gpu.aliases);
    let exact = |gpu: &'a Gpu| names(gpu).any(|name| name.eq_ignore_ascii_case(wanted));
    if let Some(gpu) = gpus.iter().find(|gpu| exact(gpu)) {
        return Some(gpu);
    }
    let wanted = describe(wanted);
    if wanted.chip.is_empty() {
        return None;
    }
    if let Some(gpu) = gpus
        .iter()
        .find(|gpu| names(gpu).any(|name| describe(name) == wanted))
    {
        return Some(gpu);
    }
    let same_chip: Vec<&Gpu> = gpus
        .iter()
        .filter(|gpu| names(gpu).any(|name| describe(name).chip == wanted.chip))
        .collect();
    let has_forms = same_chip.iter().any(|gpu| describe(&gpu.id).form.is_some());
    same_chip.into_iter().find(|gpu| {
        let form_fits =
            !has_forms || wanted.form.is_none() || describe(&gpu.id).form == wanted.form;
        let memory_fits = wanted
            .memory_gib
            .is_none_or(|gib| (gib / gpu.memory_gib - 1.0).abs() <= MEMORY_TOLERANCE);
        form_fits && memory_fits
    })
}

/// The memory that a text states (`23.58 GiB`, `46068 MiB`, `80GB`), GiB; GB counts as GiB, as
/// memory sizes are meant.
pub(crate) fn stated_memory_gib(text: &str) -> Option<f64> {
    describe(text).memory_gib
}

fn describe(text: &str) -> Description {
    let mut description = Description {
        chip: Vec::new(),
        form: None,
        memory_gib: None,
    };
    let text = text.to_ascii_lowercase();
    let words: Vec<&str> = text
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '.')
        .filter(|word| !word.is_empty())
        .collect();
    let mut skip = false;
    for (at, word) in words.iter().enumerate() {
        if std::mem::take(&mut skip) {
            continue;
        }
        let next = words.get(at + 1).copied().unwrap_or_default();
        if let Some(gib) = memory_gib(word, "").or_else(|| {
            let gib = memory_gib(word, next);
            skip = gib.is_some();
            gib
        }) {
            description.memory_gib = Some(gib);
            continue;
        }
        let word = without_count(word);
        match word {
            "sxm" | "sxm2" | "sxm3" | "sxm4" | "sxm5" | "sxm6" | "hgx" => {
                description.form = Some(Form::Sxm);
            }
            "pcie" => description.form = Some(Form::Pcie),
            "nvl" | "nvl72" | "nvl36" | "nvl2" => description.form = Some(Form::Nvl),
            word if NOISE.contains(&word) || is_small_number(word) => {}
            word if word.starts_with("hbm") || word.starts_with("gddr") || word.is_empty() => {}
            word => description.chip.push(word.to_owned()),
        }
    }
    description.chip.sort();
    description
}

/// `80gb`, or `80` followed by `gb`.
fn memory_gib(word: &str, next: &str) -> Option<f64> {
    let unit_at = word
        .find(|c: char| c.is_ascii_alphabetic())
        .unwrap_or(word.len());
    let (number, unit) = word.split_at(unit_at);
    let unit = if unit.is_empty() { next } else { unit };
    let number: f64 = number.parse().ok()?;
    match unit {
        "gb" | "gib" | "g" => Some(number),
        "mb" | "mib" => Some(number / 1024.0),
        _ => None,
    }
}

/// `8xh100` and `h100x8` are `h100`.
fn without_count(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let counted = rest.strip_prefix('x').filter(|_| rest.len() < word.len());
    if let Some(chip) = counted {
        return chip;
    }
    match word.rsplit_once('x') {
        Some((chip, count)) if count.parse::<u32>().is_ok() && !chip.ends_with("rt") => chip,
        _ => word,
    }
}

fn is_small_number(word: &str) -> bool {
    word.parse::<f64>().is_ok_and(|number| number < 100.0)
}
