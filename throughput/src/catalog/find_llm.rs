//! Finding a model by the many spellings of its name: with and without organisation, `-Instruct`,
//! quantisation suffixes, dates.

use super::llm::Llm;

/// Words that say how a checkpoint was tuned or stored, not which architecture it has.
const STORAGE_WORDS: &[&str] = &[
    "instruct",
    "chat",
    "hf",
    "it",
    "pt",
    "base",
    "meta",
    "fp8",
    "fp4",
    "nvfp4",
    "mxfp4",
    "mxfp8",
    "wmxfp4fp8",
    "bf16",
    "fp16",
    "f16",
    "nf4",
    "int4",
    "int8",
    "awq",
    "gptq",
    "gguf",
    "exl2",
    "mlx",
    "bnb",
    "w4a16",
    "w8a8",
    "w8a16",
    "w4a8",
    "4bit",
    "8bit",
    "g128",
    "kv",
    "dynamic",
    "static",
    "tensor",
    "per",
    "pertensor",
    "block",
    "quantized",
    "quant",
    "marlin",
    "auto",
    "autoround",
    "round",
    "dummy",
    "weights",
];

/// Words of names whose model is not the one that the rest of the name says.
const OTHER_MODEL_WORDS: &[&str] = &[
    "draft",
    "drafter",
    "eagle",
    "eagle3",
    "medusa",
    "speculator",
    "mtp",
    "lora",
    "minitron",
    "mini",
    "tiny",
    "pruned",
    "distill",
    "embedding",
    "reranker",
    "reward",
    "vision",
    "vl",
    "omni",
    "audio",
];

/// The model with this id, alias or spelling of one of them.
///
/// Tried in this order, each only when the one before finds nothing: the name as it stands but for
/// case; without organisation and storage words; without dates and `v0.x`; as the end of a
/// fine-tune's name (`OpenHermes-2.5-Mistral-7B`). A name that only resembles one finds nothing.
pub(crate) fn find_llm<'a>(llms: &'a [Llm], wanted: &str) -> Option<&'a Llm> {
    let wanted = wanted.trim();
    let names = |llm: &'a Llm| std::iter::once(&llm.id).chain(&llm.aliases);
    let by = |matches: &dyn Fn(&str) -> bool| {
        llms.iter().find(|llm| names(llm).any(|name| matches(name)))
    };
    if let Some(llm) = by(&|name| name.eq_ignore_ascii_case(wanted)) {
        return Some(llm);
    }
    let words = words_of(wanted);
    if words.is_empty() {
        return None;
    }
    let undated = without_dates(&words);
    let key = joined(&words);
    let undated_key = joined(&undated);
    by(&|name| joined(&words_of(name)) == key)
        .or_else(|| by(&|name| joined(&words_of(name)) == undated_key))
        .or_else(|| {
            let ends_so = |llm: &&Llm| ends_with_model(&undated, &words_of(&llm.id));
            llms.iter().filter(ends_so).max_by_key(|llm| llm.id.len())
        })
}

/// The words of a name that tell the architecture: `meta-llama/Llama-3.1-8B-Instruct` gives
/// `llama`, `3.1`, `8b`.
fn words_of(name: &str) -> Vec<String> {
    let name = name.split('(').next().unwrap_or_default().trim();
    let name = name
        .rsplit('/')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let letters: Vec<char> = name.chars().collect();
    let digit_at = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    let mut text = String::with_capacity(name.len());
    for (at, letter) in letters.iter().enumerate() {
        let between_digits = at > 0 && digit_at(at - 1) && digit_at(at + 1);
        text.push(match letter {
            '.' | '_' if between_digits => '.',
            letter if letter.is_alphanumeric() || *letter == '+' => *letter,
            _ => ' ',
        });
    }
    text.split_whitespace()
        .filter(|word| !STORAGE_WORDS.contains(word))
        .flat_map(split_family)
        .map(str::to_owned)
        .collect()
}

/// `qwen2.5` is `qwen`, `2.5`; `v3`, `r1` and `8x7b` stay whole.
fn split_family(word: &str) -> impl Iterator<Item = &str> {
    let letters = word.len()
        - word
            .trim_start_matches(|c: char| c.is_ascii_alphabetic())
            .len();
    let (family, rest) = if letters >= 3 {
        word.split_at(letters)
    } else {
        (word, "")
    };
    [family, rest].into_iter().filter(|part| !part.is_empty())
}

/// The words in one piece, numbers kept apart: `gpt-j` is `gptj`, but `3.1-8b` is not `3.18b`.
fn joined(words: &[String]) -> String {
    let mut text = String::new();
    for word in words {
        let digits = |c: char| c.is_ascii_digit();
        if text.ends_with(digits) && word.starts_with(digits) {
            text.push('-');
        }
        text.push_str(word);
    }
    text
}

/// Leaves out months (`2507`), days (`0528`), early versions (`v0.3`) and `thinking`.
fn without_dates(words: &[String]) -> Vec<String> {
    let date = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let version = |word: &str| word.starts_with("v0.") || word == "v1" || word.starts_with("v1.");
    words
        .iter()
        .filter(|word| !date(word) && !version(word))
        .filter(|word| !["thinking", "reasoning"].contains(&word.as_str()))
        .cloned()
        .collect()
}

/// Whether a longer name ends with a whole model name that states a size.
fn ends_with_model(words: &[String], model: &[String]) -> bool {
    let sized = model
        .last()
        .is_some_and(|word| word.ends_with('b') && word.starts_with(|c: char| c.is_ascii_digit()));
    let Some(prefix) = words
        .len()
        .checked_sub(model.len())
        .filter(|prefix| *prefix > 0)
    else {
        return false;
    };
    sized
        && model.len() >= 2
        && words[prefix..] == *model
        && !words[..prefix]
            .iter()
            .any(|word| OTHER_MODEL_WORDS.contains(&word.as_str()))
}
