//! A serving engine: how it shares out memory, batches and schedules.

use serde::Deserialize;

/// What the engine's memory fraction is a fraction of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MemoryRule {
    /// Of the card's total: weights, activations and KV cache share it (vLLM).
    OfTotal,
    /// Of what is free once the weights are loaded: it all goes to the KV cache (TensorRT-LLM).
    OfFree,
    /// Of the total, for weights and KV cache; activations take the rest (SGLang).
    StaticShare,
}

/// What one iteration may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheduler {
    /// Chunks of prefill ride along with the decodes.
    Mixed,
    /// A waiting prefill runs alone, ahead of the decodes.
    PrefillFirst,
}

/// One generation of one engine, with its defaults.
#[derive(Debug, Clone, PartialEq)]
pub struct Engine {
    /// Stable id, such as `vllm`.
    pub id: String,
    /// Name to show.
    pub name: String,
    /// Other spellings.
    pub aliases: Vec<String>,
    /// The engine whose kernels it shares but for the differences that the constants name.
    pub based_on: Option<String>,
    /// Which versions the row stands for.
    pub generation: String,
    /// What [`memory_fraction`](Self::memory_fraction) is of.
    pub memory_rule: MemoryRule,
    /// Default memory fraction, 0 to 1.
    pub memory_fraction: f64,
    /// Memory beside weights, activations and cache on each GPU (context, communication buffers,
    /// CUDA graphs), GiB.
    pub runtime_gib: f64,
    /// Copies of the 32-bit logits of all sequences that the sampler needs at once.
    pub sampler_logits: f64,
    /// Most tokens in one iteration by default.
    pub token_budget: u32,
    /// Most sequences at once by default.
    pub max_sequences: u32,
    /// Tokens in one block of the KV cache.
    pub block_tokens: u32,
    /// Whether room for the whole output is set aside when a request starts.
    pub reserves_full_length: bool,
    /// Whether layers with a sliding window give back the blocks that have left it.
    pub frees_windows: bool,
    /// What one iteration may hold.
    pub scheduler: Scheduler,
    /// Where the defaults come from.
    pub source: String,
    /// When they were read, ISO date.
    pub date: String,
}

/// The catalogue id for a free-text engine name and version, as benchmark files spell them;
/// `None` when the engine is not one of the catalogue.
///
/// A missing version means the current generation.
#[must_use]
pub(crate) fn engine_id_for(name: &str, version: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let version = version.to_ascii_lowercase();
    if name.contains("vllm") || (name.is_empty() && version.contains("llmboost")) {
        return Some(
            match release_after(&version, "vllm").or_else(|| release(&version)) {
                Some((0, minor)) if minor < 9 => "vllm-v0",
                Some((0, minor)) if minor < 15 => "vllm-2025",
                _ if version.contains("2024") => "vllm-v0",
                _ => "vllm",
            },
        );
    }
    if name.contains("sglang") || name.starts_with("deepseek") {
        return Some("sglang");
    }
    if ["trtllm", "trt-llm", "tensorrt"]
        .iter()
        .any(|part| name.contains(part))
    {
        return Some(tensorrt_llm_id(&name, &version));
    }
    if name.contains("tgi") || name.contains("text-generation-inference") {
        return Some("tgi");
    }
    None
}

/// MLPerf states the version of the TensorRT library, others that of TensorRT-LLM.
fn tensorrt_llm_id(name: &str, version: &str) -> &'static str {
    if name.contains("static") {
        return "tensorrt-llm-static";
    }
    if let Some(library) = release_after(version, "tensorrt ") {
        return if library < (10, 7) {
            "tensorrt-llm-2024"
        } else {
            "tensorrt-llm-cpp"
        };
    }
    if name.contains("nim") || name.contains("cpp") {
        return "tensorrt-llm-cpp";
    }
    match release(version) {
        Some((0, minor)) if minor < 10 => "tensorrt-llm-static",
        Some((0, minor)) if minor < 16 => "tensorrt-llm-2024",
        Some((0, minor)) if minor < 20 => "tensorrt-llm-cpp",
        _ => "tensorrt-llm",
    }
}

/// The `major.minor` that follows `word` in the text.
fn release_after(text: &str, word: &str) -> Option<(u32, u32)> {
    text.find(word)
        .and_then(|at| release(&text[at + word.len()..]))
}

/// The first `major.minor` of a text, whatever stands around it.
fn release(text: &str) -> Option<(u32, u32)> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let (major, rest) = text[start..].split_once('.')?;
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    Some((major.parse().ok()?, rest[..digits].parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_text_versions_map_to_generations() {
        for (name, version, id) in [
            ("vllm", "", "vllm"),
            ("vllm", "0.12.0", "vllm-2025"),
            ("vllm", "0.18.0", "vllm"),
            ("vllm", "rocm7.0.0_vllm_0.11.1_20251103", "vllm-2025"),
            (
                "vllm",
                "vLLM 0.4.3+rocm614, PyTorch 2.3.0, ROCm 6.1.0",
                "vllm-v0",
            ),
            (
                "vllm",
                "vLLM 0.6.5.dev964+mlperf50, Pytorch 2.7.0",
                "vllm-v0",
            ),
            ("vllm", "vLLM 0.9.0.2.dev108+g71faa1880", "vllm-2025"),
            (
                "vllm",
                "Mango LLMBoost AI Enterprise Platform, vllm-0.9.0.2.dev108",
                "vllm-2025",
            ),
            ("vllm", "nightly-5b8c30d62b754b57", "vllm"),
            (
                "",
                "Mango LLMBoost AI Enterprise Platform, ROCm 6.12.12",
                "vllm",
            ),
            ("sglang", "0.5.9", "sglang"),
            ("trtllm", "1.0.0rc3", "tensorrt-llm"),
            ("trtllm", "v1.1+ (developer-guide)", "tensorrt-llm"),
            ("trtllm", "gpt-oss-dev", "tensorrt-llm"),
            ("trtllm", "v0.14.0", "tensorrt-llm-2024"),
            (
                "trtllm",
                "0.11.0 (repo requirements.txt)",
                "tensorrt-llm-2024",
            ),
            ("trtllm", "TensorRT 10.2.0, CUDA 12.4", "tensorrt-llm-2024"),
            ("trtllm", "TensorRT 10.11, CUDA 12.9", "tensorrt-llm-cpp"),
            ("trtllm", "v0.17", "tensorrt-llm-cpp"),
            ("trtllm", "v0.20", "tensorrt-llm"),
            ("trtllm (NIM)", "NIM 1.8.0", "tensorrt-llm-cpp"),
            ("trtllm", "v0.7a", "tensorrt-llm-static"),
            ("trtllm", "v0.9.0", "tensorrt-llm-static"),
            ("tgi", "", "tgi"),
        ] {
            assert_eq!(engine_id_for(name, version), Some(id), "{name} {version}");
        }
        assert_eq!(engine_id_for("llama.cpp", "b1234"), None);
    }
}
