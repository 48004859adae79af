//! Addresses: one carries the questions of all pages.

use throughput::economics::RawEconomics;
use throughput::trial::RawSimulation;

use crate::economics::study;
use crate::simulation::trial;

/// Two query strings as one.
#[must_use]
pub fn joined(first: &str, second: &str) -> String {
    let parts = [first, second];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("&")
}

/// The address of a page with a question.
#[must_use]
pub fn address(path: &str, query: &str) -> String {
    if query.is_empty() {
        path.to_owned()
    } else {
        format!("{path}?{query}")
    }
}

/// What an address asks beside the scenario and beside what the page at `path` is about: it stays,
/// for the page that it is of.
#[must_use]
pub fn kept(query: &str, path: &str) -> String {
    let of = |page: &str, part: String| if page == path { String::new() } else { part };
    joined(
        &of(study::PATH, RawEconomics::from_query(query).to_query()),
        &of(trial::PATH, RawSimulation::from_query(query).to_query()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_other_pages_ask_is_kept_and_what_nobody_asks_is_not() {
        let query = "?isl=8000&requests_per_day=5000&seed=7&utm=1";
        assert_eq!(kept(query, "/"), "requests_per_day=5000&seed=7");
        assert_eq!(kept(query, study::PATH), "seed=7");
        assert_eq!(kept(query, trial::PATH), "requests_per_day=5000");
        assert_eq!(address("/", ""), "/");
    }
}
