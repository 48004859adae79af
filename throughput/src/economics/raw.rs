//! The economics' question as it was typed.

use serde_json::Value;

use super::field::EconomicsField;
use crate::raw::{Raw, raw_field};

/// The economics' question as it was typed. Its query string goes behind the scenario's, with `&`.
pub type RawEconomics = Raw<EconomicsField>;

raw_field!(
    EconomicsField,
    /// The 24 hours.
    fn of_list(self, items: &[Value]) -> Option<String> {
        let hours = items.iter().map(ToString::to_string);
        (self == Self::Hourly).then(|| hours.collect::<Vec<_>>().join(";"))
    }
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_keeps_bad_values_and_drops_unknown_keys_and_defaults() {
        let raw = RawEconomics::from_query("?users=many&tp=2&profile=office&pue=1.1");
        assert_eq!(raw.text(EconomicsField::Users), "many");
        assert_eq!(raw.to_query(), "users=many&pue=1.1");
    }

    #[test]
    fn json_and_query_say_the_same() {
        let json = serde_json::json!({
            "requests_per_day": 5000, "autoscale": true, "hourly": [1, 2.5], "tier": null
        });
        let raw = RawEconomics::from_json(&json).expect("an object of plain values");
        let query = "requests_per_day=5000&hourly=1;2.5&autoscale=1";
        assert_eq!(raw, RawEconomics::from_query(query));
        let errors = RawEconomics::from_json(&serde_json::json!({"users": {}}))
            .expect_err("an object is no value");
        assert_eq!(errors[0].field, "users");
    }
}
