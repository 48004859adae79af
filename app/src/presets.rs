//! Questions to start from.

/// A question with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it asks, in a sentence.
    pub description: &'static str,
    /// Its canonical query string.
    pub query: &'static str,
}

impl Preset {
    /// The link to it.
    #[must_use]
    pub fn address(&self) -> String {
        if self.query.is_empty() {
            "/".to_owned()
        } else {
            format!("/?{}", self.query)
        }
    }
}

/// All presets, in the order of the page.
pub const PRESETS: [Preset; 4] = [
    Preset {
        name: "Chat, 70B on H100",
        description: "Llama 3.3 70B in FP8 on two H100, p99 time to first token within 2 s",
        query: "",
    },
    Preset {
        name: "Batch summaries, same",
        description: "The same model and GPUs on long documents, with a loose promise",
        query: "isl=6000&osl=400&ttft_p99_ms=60000&tpot_p99_ms=500",
    },
    Preset {
        name: "8B on one L40S",
        description: "Llama 3.1 8B in FP8 on one L40S",
        query: "model=llama-3.1-8b&gpu=l40s&tp=1",
    },
    Preset {
        name: "DeepSeek V3 on 8 H200",
        description: "DeepSeek V3 in FP8 over eight H200",
        query: "model=deepseek-v3&gpu=h200-sxm&tp=8",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::query_of;
    use throughput::scenario::{RawScenario, Scenario};

    #[test]
    fn every_preset_is_valid_and_canonical() {
        for preset in PRESETS {
            let raw = RawScenario::from_query(preset.query);
            assert!(Scenario::parse(&raw).is_ok(), "{}", preset.name);
            assert_eq!(query_of(&raw), preset.query, "{}", preset.name);
        }
    }
}
