//! The fields of the form about money.

use throughput::economics::EconomicsField;
use throughput::scenario::Field;

/// A field of the form: one of the economics', or the one of the scenario that is a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StudyField {
    /// What a rented GPU costs for an hour.
    GpuUsdHour,
    /// One of the economics'.
    Money(EconomicsField),
}

impl From<EconomicsField> for StudyField {
    fn from(field: EconomicsField) -> Self {
        Self::Money(field)
    }
}

impl StudyField {
    /// Every field of the form.
    pub fn all() -> impl Iterator<Item = Self> {
        let money = EconomicsField::ALL.into_iter().map(Self::Money);
        std::iter::once(Self::GpuUsdHour).chain(money)
    }

    /// Its key in a link.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::GpuUsdHour => Field::GpuUsdHour.key(),
            Self::Money(field) => field.key(),
        }
    }

    /// The field with this key, if the form has it.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::all().find(|field| field.key() == key)
    }

    /// What stands in the field when nothing was given.
    #[must_use]
    pub const fn default_text(self) -> &'static str {
        match self {
            Self::GpuUsdHour => Field::GpuUsdHour.default_text(),
            Self::Money(field) => field.default_text(),
        }
    }

    /// Whether the field is a number and not a word or a list.
    #[must_use]
    pub const fn is_number(self) -> bool {
        match self {
            Self::GpuUsdHour => true,
            Self::Money(field) => field.is_number(),
        }
    }
}
