//! From a throughput to a decision: what a fleet costs, what its tokens cost with idle time in,
//! what the same traffic costs behind an API, and what moves the price.

mod date;
mod money;
mod offers;
mod price_book;
mod price_rows;

pub use date::{Date, ParseDateError, STALE_AFTER_DAYS};
pub use money::{Currency, format_usd, format_usd_cents};
pub use offers::{ApiOffer, GpuOffer, PublishedSpeed, RateTier, Relation, SizeClass, Term};
pub use price_book::{
    Dated, api_offers, api_offers_for, gpu_offers, gpu_offers_for, median_gpu_offer,
    published_speeds, rate_tier, rate_tiers, size_class, speeds_for,
};
