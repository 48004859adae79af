//! The question of a simulation as it was typed.

use super::field::SimulationField;
use crate::raw::{Raw, raw_field};

/// The question of a simulation as it was typed. Its query string goes behind the scenario's, with
/// `&`.
pub type RawSimulation = Raw<SimulationField>;

raw_field!(SimulationField);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_keeps_bad_values_and_drops_unknown_keys_and_defaults() {
        let raw = RawSimulation::from_query("?load_share=much&tp=2&seed=7&requests=");
        assert_eq!(raw.text(SimulationField::LoadShare), "much");
        assert_eq!(raw.to_query(), "load_share=much&seed=7");
    }
}
