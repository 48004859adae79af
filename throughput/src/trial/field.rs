//! The fields of a simulation, beside the scenario's.

use super::raw::RawSimulation;
use crate::scenario::{FieldError, format_number, parse_number};

/// One field of a simulation. None has a key of the scenario's or of the economics'.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SimulationField {
    /// Requests per second over all replicas.
    RequestRate,
    /// The same as a share of the batch point's.
    LoadShare,
    /// Requests that one replica is sent.
    Requests,
    /// Seed of the random numbers.
    Seed,
    /// 95th percentile of the input length.
    IslP95,
    /// Half the range of the input length, as a share of its mean.
    IslRange,
    /// 95th percentile of the output length.
    OslP95,
    /// Half the range of the output length, as a share of its mean.
    OslRange,
    /// The requests one by one, as CSV.
    Trace,
}

impl SimulationField {
    /// Every field, in the order of a form.
    pub const ALL: [Self; 9] = [
        Self::RequestRate,
        Self::LoadShare,
        Self::Requests,
        Self::Seed,
        Self::IslP95,
        Self::IslRange,
        Self::OslP95,
        Self::OslRange,
        Self::Trace,
    ];

    /// The field with this key.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.key() == key)
    }

    /// What stands in the form when nothing is given.
    #[must_use]
    pub const fn default_text(self) -> &'static str {
        match self {
            Self::Seed => "1",
            _ => "",
        }
    }

    /// The field's key in JSON and in a link.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::RequestRate => "request_rate_per_s",
            Self::LoadShare => "load_share",
            Self::Requests => "requests",
            Self::Seed => "seed",
            Self::IslP95 => "isl_p95",
            Self::IslRange => "isl_range",
            Self::OslP95 => "osl_p95",
            Self::OslRange => "osl_range",
            Self::Trace => "trace",
        }
    }
}

/// Reads the fields of a question and gathers what is wrong with them.
pub(super) struct Reader<'a> {
    raw: &'a RawSimulation,
    errors: Vec<FieldError>,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(raw: &'a RawSimulation) -> Self {
        Self {
            raw,
            errors: Vec::new(),
        }
    }

    /// Everything that was wrong.
    pub(super) fn into_errors(self) -> Vec<FieldError> {
        self.errors
    }

    pub(super) fn fail(&mut self, field: SimulationField, detail: impl Into<String>) {
        self.errors.push(FieldError::new(field.key(), detail));
    }

    pub(super) fn fail_all(&mut self, errors: Vec<FieldError>) {
        self.errors.extend(errors);
    }

    /// A text.
    pub(super) fn text(&self, field: SimulationField) -> Option<&'a str> {
        self.raw.get(field)
    }

    /// A number from `low` to `high`.
    pub(super) fn number(&mut self, field: SimulationField, low: f64, high: f64) -> Option<f64> {
        let read = parse_number(self.raw.get(field)?);
        match read {
            Some(number) if (low..=high).contains(&number) => return Some(number),
            Some(number) => {
                let [number, low, high] = [number, low, high].map(format_number);
                self.fail(field, format!("{number} is outside {low} to {high}."));
            }
            None => self.fail(field, "Give a number, like 2000, 1,200.5 or 8k."),
        }
        None
    }

    /// A whole number from `low` to `high`, which is below 2^53.
    pub(super) fn count(&mut self, field: SimulationField, low: u32, high: u32) -> Option<u64> {
        let number = self.number(field, f64::from(low), f64::from(high))?;
        if number.fract() != 0.0 {
            self.fail(
                field,
                format!("{} is not a whole number.", format_number(number)),
            );
            return None;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole and within a u32 range"
        )]
        Some(number as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::economics::EconomicsField;
    use crate::scenario::Field;

    #[test]
    fn keys_are_nobody_elses() {
        for field in SimulationField::ALL {
            assert_eq!(Field::from_key(field.key()), None, "{field:?}");
            assert_eq!(EconomicsField::from_key(field.key()), None, "{field:?}");
        }
    }
}
