//! From a throughput to a decision: what a fleet costs, what its tokens cost with idle time in,
//! what the same traffic costs behind an API, and what moves the price.

mod api_price_text;
mod date;
mod field;
mod money;
mod offers;
mod owned;
mod parse;
mod price_book;
mod price_rows;
mod profile;
mod question;
mod raw;
mod serial;

pub use date::{Date, ParseDateError, STALE_AFTER_DAYS};
pub use field::EconomicsField;
pub use money::{Currency, format_usd, format_usd_cents};
pub use offers::{ApiOffer, GpuOffer, PublishedSpeed, RateTier, Relation, SizeClass, Term};
pub use owned::{HOURS_PER_YEAR, OwnedCost, OwnedTerms, SERVER_POWER_FACTOR};
pub use price_book::{
    Dated, api_offers, api_offers_for, gpu_offers, gpu_offers_for, median_gpu_offer,
    published_speeds, rate_tier, rate_tiers, size_class, speeds_for,
};
pub use profile::{HOURS, Profile};
pub use question::{
    ApiPrice, DemandQuestion, EconomicsQuestion, FleetQuestion, LimitsQuestion, Load, OwnLimits,
    PriceQuestion, Provisioning,
};
pub use raw::RawEconomics;

/// Hours of a month: a year of 8,760 in twelve.
pub const HOURS_PER_MONTH: f64 = 730.0;
