//! How lengths scatter.

use super::field::SimulationField as F;
use crate::scenario::{FieldError, Traffic, both};
use crate::simulation::{Length, Lengths, SimulationError};

/// How a length scatters about its mean, other than the scenario says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Spread {
    /// Log-normal with this 95th percentile in tokens.
    P95(f64),
    /// Evenly, by this share of the mean on either side.
    Range(f64),
}

/// The lengths of a traffic that scatter so, or what is wrong with which field.
///
/// The simulator counts decode steps; one of speculative decoding yields `tokens_per_step` tokens.
pub(super) fn lengths(
    traffic: &Traffic,
    isl: Option<Spread>,
    osl: Option<Spread>,
    tokens_per_step: f64,
) -> Result<Lengths, Vec<FieldError>> {
    let input = length(traffic.isl, traffic.isl_cv, isl, 1.0);
    let output = length(traffic.osl, traffic.osl_cv, osl, tokens_per_step);
    let (input, output) = both(
        input.map_err(|detail| error(F::IslP95, F::IslRange, isl, detail)),
        output.map_err(|detail| error(F::OslP95, F::OslRange, osl, detail)),
    )?;
    Ok(Lengths::Independent { input, output })
}

/// The length's distribution, in units of `unit` tokens.
fn length(mean: f64, cv: f64, spread: Option<Spread>, unit: f64) -> Result<Length, String> {
    if spread.is_some() && cv > 0.0 {
        return Err("Give this or the coefficient of variation, not both.".to_owned());
    }
    let mean = (mean / unit).max(1.0);
    let sentence = |error: SimulationError| format!("{error}.");
    match spread {
        None if cv > 0.0 => Length::log_normal_cv(mean, cv).map_err(sentence),
        None => Ok(Length::Fixed(tokens(mean))),
        Some(Spread::P95(p95)) => Length::log_normal_p95(mean, p95 / unit).map_err(sentence),
        Some(Spread::Range(range)) => Ok(Length::Uniform {
            min: tokens(mean * (1.0 - range)),
            max: tokens(mean * (1.0 + range)),
        }),
    }
}

/// Whole tokens, at least one.
pub(super) fn tokens(mean: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, and lengths of a scenario are below 2^32"
    )]
    let whole = mean.round().max(1.0) as u32;
    whole
}

/// An error at the field that gave the spread; at the first when none did.
fn error(p95: F, range: F, spread: Option<Spread>, detail: String) -> Vec<FieldError> {
    let field = match spread {
        Some(Spread::Range(_)) => range,
        Some(Spread::P95(_)) | None => p95,
    };
    vec![FieldError::new(field.key(), detail)]
}
