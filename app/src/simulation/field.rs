//! The fields of the form about traffic.

use throughput::scenario::Field;
use throughput::trial::SimulationField;

/// A field of the form: one of the simulation's, or one of the scenario that shapes its traffic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TrialField {
    /// One of the scenario's.
    Scenario(Field),
    /// One of the simulation's.
    Simulation(SimulationField),
}

impl From<Field> for TrialField {
    fn from(field: Field) -> Self {
        Self::Scenario(field)
    }
}

impl From<SimulationField> for TrialField {
    fn from(field: SimulationField) -> Self {
        Self::Simulation(field)
    }
}

/// Fields of the scenario that the form has too.
const OF_SCENARIO: [Field; 6] = [
    Field::Isl,
    Field::Osl,
    Field::IslCv,
    Field::OslCv,
    Field::CacheHit,
    Field::ArrivalCv,
];

impl TrialField {
    /// Every field of the form.
    pub fn all() -> impl Iterator<Item = Self> {
        let simulation = SimulationField::ALL
            .into_iter()
            .filter(|field| *field != SimulationField::Trace);
        OF_SCENARIO
            .into_iter()
            .map(Self::Scenario)
            .chain(simulation.map(Self::Simulation))
    }

    /// Its key in a link.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Scenario(field) => field.key(),
            Self::Simulation(field) => field.key(),
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
            Self::Scenario(field) => field.default_text(),
            Self::Simulation(field) => field.default_text(),
        }
    }
}
