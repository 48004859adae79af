//! From a throughput to a decision: what a fleet costs, what its tokens cost with idle time in,
//! what the same traffic costs behind an API, and what moves the price.
//!
//! Pure functions over plain data: [`economics`] takes an estimate, [`study`] the function that
//! makes one. Every figure can be worked out by hand from what the answer holds; the formulas
//! stand with the types, and `docs/WORKED-EXAMPLE.md` does it for one case.

mod answer;
mod api_cost;
mod api_price_text;
mod break_even;
mod comparison;
mod customers;
mod date;
mod demand;
mod discount;
mod field;
mod fleet;
mod fleet_size;
mod gpu_price;
mod money;
mod offers;
mod owned;
mod parse;
mod price_book;
mod price_rows;
mod profile;
mod question;
mod raw;
mod sensitivity;
mod serial;
mod token_bill;
mod verdict;

pub use answer::{EconomicsAnswer, economics, study};
pub use api_cost::RequestCost;
pub use break_even::{BREAK_EVEN_MARGIN, BreakEven};
pub use comparison::ApiComparison;
pub use customers::{BindingLimit, DeploymentTpm, TierCustomers, tier_customers};
pub use date::{Date, ParseDateError, STALE_AFTER_DAYS};
pub use demand::{DAYS_PER_MONTH, Demand};
pub use discount::{BatchDiscount, COMMON_BATCH_DISCOUNT, DiscountPoint, discount_curve};
pub use field::EconomicsField;
pub use fleet::{Fleet, FleetOutcome};
pub use gpu_price::{GpuPrice, gpu_price, priced_scenario};
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
pub use sensitivity::{Sensitivity, Swing, SwingEnd, SwingInput};
pub use token_bill::{TokenBill, TokenPrices, Tokens};

/// Hours of a month: a year of 8,760 in twelve.
pub const HOURS_PER_MONTH: f64 = 730.0;
