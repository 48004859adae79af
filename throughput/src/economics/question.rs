//! The economics' question, checked: an [`EconomicsQuestion`] is only built from values that make
//! sense.

use serde::{Deserialize, Serialize};

use super::money::Currency;
use super::owned::OwnedTerms;
use super::profile::Profile;

/// How much traffic there is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Load {
    /// Requests of a day.
    RequestsPerDay(f64),
    /// Requests per second at the peak that the fleet must bear.
    PeakRequestsPerS(f64),
    /// Users of the busiest hour.
    Users {
        /// Users that are active in the busiest hour.
        users: f64,
        /// Requests of each of them in that hour.
        requests_per_user_hour: f64,
    },
}

/// The traffic: how much, when, and how much of it can wait.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DemandQuestion {
    /// How much.
    pub load: Load,
    /// On which hours it falls.
    pub profile: Profile,
    /// Peak over the day's mean that the fleet must bear; never below the profile's own.
    /// `None` = the profile's own.
    pub peak_to_mean: Option<f64>,
    /// Share of the requests that can wait for hours, within [0, 1].
    pub batch_share: f64,
}

/// How the fleet is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FleetQuestion {
    /// Replicas that always run, spares not counted.
    pub min_replicas: u32,
    /// Replicas beyond the need at every hour.
    pub spare_replicas: u32,
    /// Whether replicas follow the hours of the day.
    pub autoscale: bool,
}

/// How the GPUs are paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Provisioning {
    /// At the scenario's price.
    Rented,
    /// At an on-demand price of the book.
    OnDemand,
    /// At a price of the book for a commitment.
    Reserved,
    /// At a spot price of the book.
    Spot,
    /// Bought and run.
    Owned,
}

impl Provisioning {
    /// Every way, in the order of the form.
    pub const ALL: [Self; 5] = [
        Self::Rented,
        Self::OnDemand,
        Self::Reserved,
        Self::Spot,
        Self::Owned,
    ];

    /// Its id in a link.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Rented => "rented",
            Self::OnDemand => "on-demand",
            Self::Reserved => "reserved",
            Self::Spot => "spot",
            Self::Owned => "owned",
        }
    }
}

/// What a GPU-hour costs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PriceQuestion {
    /// How the GPUs are paid for.
    pub provisioning: Provisioning,
    /// Whose price of the book; `None` = the middle one.
    pub provider: Option<String>,
    /// What owning costs; its purchase price is there when the GPUs are owned.
    pub owned: OwnedTerms,
}

/// An API price typed by the user: a new one, or in place of a row of the book with the same id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ApiPrice {
    /// Id of the row, or a name of one's own.
    pub id: String,
    /// Input, US dollars per million tokens.
    pub input_usd_per_m: f64,
    /// Cached input; `None` = as other input.
    pub cached_input_usd_per_m: Option<f64>,
    /// Output.
    pub output_usd_per_m: f64,
    /// Input of batch jobs; `None` = no batch price.
    pub batch_input_usd_per_m: Option<f64>,
    /// Output of batch jobs; there exactly when the batch input is.
    pub batch_output_usd_per_m: Option<f64>,
}

/// Limits of a customer, as a provider would set them.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct OwnLimits {
    /// Requests per minute.
    pub requests_per_minute: Option<f64>,
    /// Input tokens per minute that are not cached.
    pub input_tpm: Option<f64>,
    /// Output tokens per minute.
    pub output_tpm: Option<f64>,
    /// Input and output tokens per minute together, cached ones counted.
    pub total_tpm: Option<f64>,
}

/// Whose rate limits to serve, and how hard they are used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LimitsQuestion {
    /// Id of a published tier; `None` = every one.
    pub tier: Option<String>,
    /// Limits of one's own.
    pub own: OwnLimits,
    /// Share of its limit that a customer uses on average at the peak, within (0, 1].
    pub use_factor: f64,
    /// GPUs of one node, at least 1.
    pub node_gpus: u32,
}

/// The whole question beside the scenario. Built by [`EconomicsQuestion::parse`].
#[derive(Debug, Clone, PartialEq)]
pub struct EconomicsQuestion {
    pub(crate) demand: DemandQuestion,
    pub(crate) fleet: FleetQuestion,
    pub(crate) price: PriceQuestion,
    pub(crate) api_prices: Vec<ApiPrice>,
    pub(crate) limits: LimitsQuestion,
    pub(crate) currency: Currency,
}

impl EconomicsQuestion {
    /// The traffic.
    #[must_use]
    pub const fn demand(&self) -> &DemandQuestion {
        &self.demand
    }

    /// How the fleet is kept.
    #[must_use]
    pub const fn fleet(&self) -> &FleetQuestion {
        &self.fleet
    }

    /// What a GPU-hour costs.
    #[must_use]
    pub const fn price(&self) -> &PriceQuestion {
        &self.price
    }

    /// API prices typed by the user.
    #[must_use]
    pub fn api_prices(&self) -> &[ApiPrice] {
        &self.api_prices
    }

    /// Whose rate limits to serve.
    #[must_use]
    pub const fn limits(&self) -> &LimitsQuestion {
        &self.limits
    }

    /// The currency to show money in; every figure is in US dollars.
    #[must_use]
    pub const fn currency(&self) -> &Currency {
        &self.currency
    }
}

impl Default for EconomicsQuestion {
    fn default() -> Self {
        Self::parse(&super::RawEconomics::default())
            .expect("the defaults are a valid question (tested)")
    }
}
