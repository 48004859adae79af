//! The published figures that the project carries: what the accuracy page shows and a test grades.

use std::sync::LazyLock;

use super::row::{Measurement, read_measurements};

/// One row a figure, each with its source and date; `docs/ACCURACY.md` says how they were chosen.
const TABLE: &str = include_str!("../../catalog/published.csv");

static PUBLISHED: LazyLock<Vec<Measurement>> =
    LazyLock::new(|| read_measurements(TABLE).expect("the shipped table is read by a test"));

/// The published figures, in the order of their ids.
#[must_use]
pub fn published() -> &'static [Measurement] {
    &PUBLISHED
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_figure_has_an_address_and_a_date() {
        for row in published() {
            assert!(row.url.starts_with("https://"), "{}", row.id);
            assert!(row.date.starts_with("20"), "{}", row.id);
            assert!(!row.source.is_empty(), "{}", row.id);
        }
    }

    #[test]
    fn there_are_at_least_three_hundred_and_none_twice() {
        let ids: BTreeSet<&str> = published().iter().map(|row| row.id.as_str()).collect();
        assert_eq!(ids.len(), published().len());
        assert!(ids.len() >= 300, "{}", ids.len());
    }

    #[test]
    fn every_kind_of_scenario_is_among_them() {
        for kind in [
            "closed-loop",
            "offline/max-throughput",
            "static batch",
            "fixed request rate",
            "server w/ SLO",
            "interactive",
            "batch=1 prefill",
            "disagg closed-loop",
            "prefill-only",
            "decode-only",
        ] {
            assert!(
                published().iter().any(|row| row.scenario.contains(kind)),
                "{kind}"
            );
        }
    }
}
