//! A scenario as it was typed.

use super::Field;
use crate::raw::{Raw, raw_field};

/// A scenario as it was typed.
pub type RawScenario = Raw<Field>;

/// The version of the link's schema that this code writes and reads.
pub const SCHEMA_VERSION: u32 = 1;

raw_field!(Field);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_keeps_bad_values_and_drops_unknown_keys_and_defaults() {
        let raw = RawScenario::from_query("?tp=banana&nope=1&isl=1000&model=qwen3-32b");
        assert_eq!(raw.text(Field::Tp), "banana");
        assert_eq!(raw.to_query(), "model=qwen3-32b&tp=banana");
    }

    #[test]
    fn json_and_query_say_the_same() {
        let json = serde_json::json!({"model": "qwen3-32b", "tp": 4, "isl": "8k", "ep": true, "osl": null});
        let raw = RawScenario::from_json(&json).expect("an object of plain values");
        assert_eq!(
            raw,
            RawScenario::from_query("model=qwen3-32b&tp=4&isl=8k&ep=1")
        );
    }

    #[test]
    fn json_lists_are_refused_by_field() {
        let errors = RawScenario::from_json(&serde_json::json!({"tp": [1], "isl": 5})).unwrap_err();
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].field, "tp");
    }
}
