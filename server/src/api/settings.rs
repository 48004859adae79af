//! What the API allows.

use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use anyhow::Context as _;

/// What the API allows, read from environment variables.
///
/// | variable | meaning | default |
/// | --- | --- | --- |
/// | `API_UNITS_PER_MINUTE` | work that one peer may ask for; 0 = any amount | 600 |
/// | `API_SIMULATIONS` | simulations that run at once | one fewer than processors, at least 1 |
/// | `API_SIMULATION_STEPS` | most steps of one simulation | 10000000 |
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiSettings {
    /// Units of work that one peer may ask for in a minute, and at once; 0 = any amount.
    /// An estimate is one unit, the economics ten, a simulation twenty.
    pub units_per_minute: u32,
    /// Estimates that are worked out at once.
    pub estimates: NonZeroUsize,
    /// Simulations that run at once.
    pub simulations: NonZeroUsize,
    /// Most steps of one simulation.
    pub simulation_steps: u64,
    /// How long a simulation may run.
    pub simulation_timeout: Duration,
    /// How long a request waits for others to end before it is turned away.
    pub patience: Duration,
}

impl Default for ApiSettings {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self {
            units_per_minute: 600,
            estimates: processors,
            simulations: NonZeroUsize::new(processors.get() - 1).unwrap_or(NonZeroUsize::MIN),
            simulation_steps: 10_000_000,
            simulation_timeout: Duration::from_secs(20),
            patience: Duration::from_secs(5),
        }
    }
}

impl ApiSettings {
    /// Reads the settings through `lookup`, which gives a variable's value by its name.
    ///
    /// # Errors
    ///
    /// If a variable is set to something that cannot be understood.
    pub fn from_lookup(lookup: impl Fn(&str) -> Option<String>) -> anyhow::Result<Self> {
        let default = Self::default();
        Ok(Self {
            units_per_minute: read(&lookup, "API_UNITS_PER_MINUTE", default.units_per_minute)?,
            simulations: read(&lookup, "API_SIMULATIONS", default.simulations)?,
            simulation_steps: read(&lookup, "API_SIMULATION_STEPS", default.simulation_steps)?,
            ..default
        })
    }
}

fn read<T>(lookup: impl Fn(&str) -> Option<String>, name: &str, default: T) -> anyhow::Result<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    lookup(name).map_or(Ok(default), |text| {
        text.parse()
            .with_context(|| format!("{name}={text} is not a number that it may have"))
    })
}

#[cfg(test)]
mod tests {
    use super::ApiSettings;

    #[test]
    fn a_bad_value_is_named_in_the_error() {
        let lookup = |name: &str| (name == "API_SIMULATIONS").then(|| "0".to_owned());
        let message = ApiSettings::from_lookup(lookup).unwrap_err().to_string();
        assert!(message.contains("API_SIMULATIONS=0"), "{message}");
    }

    #[test]
    fn what_is_not_set_is_as_by_default() {
        let lookup = |name: &str| (name == "API_UNITS_PER_MINUTE").then(|| "0".to_owned());
        let settings = ApiSettings::from_lookup(lookup).expect("valid");
        assert_eq!(
            settings,
            ApiSettings {
                units_per_minute: 0,
                ..ApiSettings::default()
            }
        );
    }
}
