//! The calibrated constants: a table of text, by term and scope.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// A constant of the model. Its unit stands in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "the table says what each term means, in its own column"
)]
pub enum Term {
    WeightRead,
    ExpertRead,
    Gemm,
    GemmPadding,
    ExpertCompute,
    ExpertPadding,
    ExpertIndependence,
    KvRead,
    DecodeAttentionCompute,
    PrefillAttention,
    CollectiveLatency,
    CollectiveBandwidth,
    NetworkLatency,
    NetworkBandwidth,
    LayerOverhead,
    MoeOverhead,
    MlaOverhead,
    LinearOverhead,
    PrefillOverhead,
    MoePrefillOverhead,
    LinearPrefill,
    IterationHost,
    SequenceHost,
    RequestHost,
    FamilyOverhead,
    PipelineBubble,
}

impl Term {
    /// Number of terms.
    const COUNT: usize = Self::PipelineBubble as usize + 1;
}

/// One row of the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Constant {
    /// Which constant.
    pub term: Term,
    /// Where it holds: `*` for everywhere, or ids of an engine, a GPU family, a number format or a
    /// link, joined by `/` when all must hold. The row with the most ids wins.
    pub scope: String,
    /// Its value, in `unit`.
    pub value: f64,
    /// What it was taken to be before the fit, from kernel benchmarks and data sheets; the fit is
    /// drawn towards it.
    pub prior: f64,
    /// Unit; `1` for a share.
    pub unit: String,
    /// Whether the calibration may change it.
    pub fitted: bool,
    /// What it means or where it is from.
    pub meaning: String,
}

/// A table of constants that is no good.
#[derive(Debug, thiserror::Error)]
pub enum ConstantsError {
    /// A row cannot be read.
    #[error("constants: {0}")]
    Row(#[from] csv::Error),
    /// A term has no value that holds everywhere.
    #[error("constants: {0:?} has no row with scope `*`")]
    NoDefault(Term),
}

/// All constants of the model.
#[derive(Debug, Clone, PartialEq)]
pub struct Constants {
    rows: Vec<Constant>,
    by_term: Vec<Vec<usize>>,
}

impl Constants {
    /// Reads the table from CSV text.
    ///
    /// # Errors
    ///
    /// The first row that cannot be read, or a term without a default.
    pub fn parse(text: &str) -> Result<Self, ConstantsError> {
        let rows = csv::Reader::from_reader(text.as_bytes())
            .deserialize()
            .collect::<Result<Vec<Constant>, _>>()?;
        let mut by_term = vec![Vec::new(); Term::COUNT];
        for (index, row) in rows.iter().enumerate() {
            by_term[row.term as usize].push(index);
        }
        let constants = Self { rows, by_term };
        let has_default = |term: Term| {
            constants.by_term[term as usize]
                .iter()
                .any(|&index| constants.rows[index].scope == "*")
        };
        match constants.rows.iter().find(|row| !has_default(row.term)) {
            Some(row) => Err(ConstantsError::NoDefault(row.term)),
            None => Ok(constants),
        }
    }

    /// The constants that the product ships with.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Constants> = LazyLock::new(|| {
            Constants::parse(include_str!("../../catalog/constants.csv"))
                .expect("the shipped table is read by a test")
        });
        &SHIPPED
    }

    /// The rows, in the order of the table.
    #[must_use]
    pub fn rows(&self) -> &[Constant] {
        &self.rows
    }

    /// The same table with every value at its prior.
    #[must_use]
    pub fn at_priors(&self) -> Self {
        let mut constants = self.clone();
        for row in &mut constants.rows {
            row.value = row.prior;
        }
        constants
    }

    /// Changes one row's value.
    pub fn set(&mut self, row: usize, value: f64) {
        self.rows[row].value = value;
    }

    /// The value of a term where these ids hold: that of the most particular row.
    #[must_use]
    pub(super) fn get(&self, term: Term, ids: &[&str]) -> f64 {
        self.by_term[term as usize]
            .iter()
            .map(|&index| &self.rows[index])
            .filter_map(|row| Some((particularity(&row.scope, ids)?, row.value)))
            .max_by_key(|(ids, _)| *ids)
            .map(|(_, value)| value)
            .expect("`parse` has checked that every term has a default")
    }
}

/// How many ids a scope names, if all of them hold.
fn particularity(scope: &str, ids: &[&str]) -> Option<usize> {
    if scope == "*" {
        return Some(0);
    }
    scope
        .split('/')
        .map(|id| ids.contains(&id).then_some(1))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_table_has_every_term() {
        for rows in &Constants::shipped().by_term {
            assert!(!rows.is_empty());
        }
    }

    #[test]
    fn the_most_particular_row_wins() {
        assert_eq!(particularity("*", &["vllm", "hopper"]), Some(0));
        assert_eq!(particularity("vllm/hopper", &["vllm", "hopper"]), Some(2));
        assert_eq!(particularity("vllm/ada", &["vllm", "hopper"]), None);
    }
}
