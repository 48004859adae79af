//! What the form about traffic says of each field: label, unit, hint.

use throughput::scenario::Field;
use throughput::trial::SimulationField as S;

use super::field::TrialField;
use crate::field_text;

/// The field's label.
#[must_use]
pub const fn label(field: TrialField) -> &'static str {
    match field {
        TrialField::Scenario(field) => field_text::label(field),
        TrialField::Simulation(field) => match field {
            S::RequestRate => "Requests a second",
            S::LoadShare => "Load",
            S::Requests => "Requests to simulate",
            S::Seed => "Seed",
            S::IslP95 => "Input p95",
            S::IslRange => "Input range",
            S::OslP95 => "Output p95",
            S::OslRange => "Output range",
            S::Trace => "Your own requests",
        },
    }
}

/// The unit that stands inside the field.
#[must_use]
pub const fn unit(field: TrialField) -> &'static str {
    match field {
        TrialField::Scenario(field) => field_text::unit(field),
        TrialField::Simulation(field) => match field {
            S::RequestRate => "1 / s",
            S::LoadShare => "x batch",
            S::IslP95 | S::OslP95 => "tokens",
            S::IslRange | S::OslRange => "of the mean",
            S::Requests | S::Seed | S::Trace => "",
        },
    }
}

/// What it means.
#[must_use]
pub const fn hint(field: TrialField) -> &'static str {
    match field {
        TrialField::Scenario(field) => match field {
            Field::IslCv | Field::OslCv => "CV of a log-normal length; 0: all alike",
            Field::ArrivalCv => "CV of the gaps; 1: Poisson, 3: bursts",
            Field::CacheHit => "share of the input found in the cache",
            _ => "",
        },
        TrialField::Simulation(field) => match field {
            S::RequestRate => "over all replicas, instead of a share",
            S::LoadShare => "share of the batch point’s rate; above 1 is overload",
            S::Requests => "sent to one replica; a tenth at either end is not measured",
            S::Seed => "the same seed gives the same run",
            S::IslP95 | S::OslP95 => "instead of the spread",
            S::IslRange | S::OslRange => "evenly around the mean, instead of the spread",
            S::Trace => "",
        },
    }
}

/// What an empty field stands for.
#[must_use]
pub const fn placeholder(field: TrialField) -> &'static str {
    match field {
        TrialField::Simulation(S::RequestRate | S::LoadShare) => "real time",
        TrialField::Simulation(S::Requests) => "5000",
        TrialField::Simulation(_) => "none",
        TrialField::Scenario(_) => "",
    }
}
