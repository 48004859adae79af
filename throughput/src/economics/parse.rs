//! From text by field to a checked question, with one error for each thing that is wrong.

use std::ops::RangeInclusive;

use super::api_price_text::parse_api_prices;
use super::field::EconomicsField as F;
use super::money::Currency;
use super::owned::OwnedTerms;
use super::price_book::{rate_tier, rate_tiers};
use super::profile::{HOURS, Profile};
use super::question::{
    DemandQuestion, EconomicsQuestion, FleetQuestion, LimitsQuestion, Load, OwnLimits,
    PriceQuestion, Provisioning,
};
use super::raw::RawEconomics;
use crate::scenario::{FieldError, format_number, parse_number};

impl EconomicsQuestion {
    /// Checks a question as typed.
    ///
    /// # Errors
    ///
    /// One [`FieldError`] for each field that is wrong, in the order of the form. What depends on
    /// the scenario (whether the provider has such a GPU) is checked by
    /// [`gpu_price`](super::gpu_price).
    pub fn parse(raw: &RawEconomics) -> Result<Self, Vec<FieldError>> {
        let mut reader = Reader {
            raw,
            errors: Vec::new(),
        };
        let question = reader.question();
        match question {
            Some(question) if reader.errors.is_empty() => Ok(question),
            _ => Err(reader.errors),
        }
    }
}

/// Reads fields and gathers what is wrong with them; a `None` always leaves an error behind.
struct Reader<'a> {
    raw: &'a RawEconomics,
    errors: Vec<FieldError>,
}

impl Reader<'_> {
    /// Every field is read before the first `?`, so that one answer names all that is wrong.
    fn question(&mut self) -> Option<EconomicsQuestion> {
        let demand = self.demand();
        let fleet = self.fleet();
        let price = self.price();
        let api_prices = self.api_prices();
        let limits = self.limits();
        let currency = self.currency();
        Some(EconomicsQuestion {
            demand: demand?,
            fleet: fleet?,
            price: price?,
            api_prices: api_prices?,
            limits: limits?,
            currency: currency?,
        })
    }

    fn demand(&mut self) -> Option<DemandQuestion> {
        let load = self.load();
        let profile = self.profile();
        let peak_to_mean = self.optional(F::PeakToMean, 1.0..=1000.0);
        let batch_share = self.number(F::BatchShare, 0.0..=1.0);
        let (profile, peak_to_mean) = (profile?, peak_to_mean?);
        let own = profile.peak_to_mean();
        if peak_to_mean.is_some_and(|peak| peak < own * (1.0 - 1e-9)) {
            let detail = format!(
                "The profile alone has a peak of {own:.2} x the mean. Give at least that, or a \
                 flatter profile."
            );
            return self.fail(F::PeakToMean, detail);
        }
        Some(DemandQuestion {
            load: load?,
            profile,
            peak_to_mean,
            batch_share: batch_share?,
        })
    }

    fn load(&mut self) -> Option<Load> {
        match self.raw.text(F::Load).trim() {
            "requests" => {
                let requests = self.number(F::RequestsPerDay, 1.0..=1e12)?;
                Some(Load::RequestsPerDay(requests))
            }
            "peak" => {
                let peak = self.number(F::PeakRps, 1e-4..=1e7)?;
                Some(Load::PeakRequestsPerS(peak))
            }
            "users" => {
                let users = self.number(F::Users, 1.0..=1e10);
                let each = self.number(F::RequestsPerUserHour, 0.01..=1e4);
                Some(Load::Users {
                    users: users?,
                    requests_per_user_hour: each?,
                })
            }
            other => self.fail(
                F::Load,
                format!("“{other}” is none of requests, peak and users."),
            ),
        }
    }

    fn profile(&mut self) -> Option<Profile> {
        match self.raw.text(F::Profile).trim() {
            "flat" => Some(Profile::Flat),
            "office" => Some(Profile::Office),
            "global" => Some(Profile::Global),
            "custom" => self.hourly().map(Profile::Custom),
            other => self.fail(
                F::Profile,
                format!("“{other}” is none of flat, office, global and custom."),
            ),
        }
    }

    fn hourly(&mut self) -> Option<[f64; HOURS]> {
        let text = self.raw.text(F::Hourly);
        let separator = |c: char| c == ';' || c.is_whitespace();
        let typed = text.split(separator).filter(|part| !part.is_empty());
        let hours: Option<Vec<f64>> = typed.map(parse_number).collect();
        let hours: Option<[f64; HOURS]> = hours.and_then(|hours| hours.try_into().ok());
        let is_shape = |hours: &[f64; HOURS]| {
            let sum: f64 = hours.iter().sum();
            hours.iter().all(|hour| (0.0..=1e9).contains(hour)) && sum > 1e-9
        };
        match hours.filter(is_shape) {
            Some(hours) => Some(hours),
            None => self.fail(
                F::Hourly,
                "Give 24 numbers from midnight on, none negative, not all zero, separated by \
                 semicolons.",
            ),
        }
    }

    fn fleet(&mut self) -> Option<FleetQuestion> {
        let min_replicas = self.count(F::MinReplicas, 0..=10_000);
        let spare_replicas = self.count(F::SpareReplicas, 0..=1000);
        let autoscale = self.count(F::Autoscale, 0..=1).map(|flag| flag == 1);
        Some(FleetQuestion {
            min_replicas: min_replicas?,
            spare_replicas: spare_replicas?,
            autoscale: autoscale?,
        })
    }

    fn price(&mut self) -> Option<PriceQuestion> {
        let typed = self.raw.text(F::Provisioning).trim();
        let provisioning = match Provisioning::ALL.into_iter().find(|way| way.id() == typed) {
            Some(way) => Some(way),
            None => {
                let ways = Provisioning::ALL.map(Provisioning::id).join(", ");
                self.fail(F::Provisioning, format!("“{typed}” is none of {ways}."))
            }
        };
        let provider = self.raw.get(F::Provider).map(|name| name.trim().to_owned());
        let owned = self.owned(provisioning);
        Some(PriceQuestion {
            provisioning: provisioning?,
            provider,
            owned: owned?,
        })
    }

    fn owned(&mut self, provisioning: Option<Provisioning>) -> Option<OwnedTerms> {
        let purchase_usd = self.optional(F::PurchaseUsd, 1.0..=1e7);
        if purchase_usd == Some(None) && provisioning == Some(Provisioning::Owned) {
            let detail = "Type what one GPU costs with its share of the server; no list price is \
                          published.";
            self.errors
                .push(FieldError::new(F::PurchaseUsd.key(), detail));
        }
        let years = self.number(F::OwnedYears, 0.25..=20.0);
        let residual = self.number(F::Residual, 0.0..=0.95);
        let finance_rate = self.number(F::FinanceRate, 0.0..=1.0);
        let power_w = self.optional(F::PowerW, 1.0..=100_000.0);
        let pue = self.number(F::Pue, 1.0..=5.0);
        let usd_per_kwh = self.number(F::UsdPerKwh, 0.0..=10.0);
        let hosting = self.number(F::HostingUsdMonth, 0.0..=1e6);
        Some(OwnedTerms {
            purchase_usd: purchase_usd?,
            years: years?,
            residual: residual?,
            finance_rate: finance_rate?,
            power_w: power_w?,
            pue: pue?,
            usd_per_kwh: usd_per_kwh?,
            hosting_usd_per_month: hosting?,
        })
    }

    fn api_prices(&mut self) -> Option<Vec<super::ApiPrice>> {
        match parse_api_prices(self.raw.text(F::ApiPrices)) {
            Ok(prices) => Some(prices),
            Err(detail) => self.fail(F::ApiPrices, detail),
        }
    }

    fn limits(&mut self) -> Option<LimitsQuestion> {
        let tier = match self.raw.get(F::Tier) {
            None => Some(None),
            Some(id) => match rate_tier(id) {
                Some(tier) => Some(Some(tier.id.clone())),
                None => {
                    let ids: Vec<_> = rate_tiers().iter().map(|tier| tier.id.as_str()).collect();
                    let detail = format!("“{}” is none of {}.", id.trim(), ids.join(", "));
                    self.fail(F::Tier, detail)
                }
            },
        };
        let requests_per_minute = self.optional(F::TierRpm, 1.0..=1e12);
        let input_tpm = self.optional(F::TierInputTpm, 1.0..=1e15);
        let output_tpm = self.optional(F::TierOutputTpm, 1.0..=1e15);
        let total_tpm = self.optional(F::TierTotalTpm, 1.0..=1e15);
        let use_factor = self.number(F::UseFactor, 1e-6..=1.0);
        let node_gpus = self.count(F::NodeGpus, 1..=1024);
        Some(LimitsQuestion {
            tier: tier?,
            own: OwnLimits {
                requests_per_minute: requests_per_minute?,
                input_tpm: input_tpm?,
                output_tpm: output_tpm?,
                total_tpm: total_tpm?,
            },
            use_factor: use_factor?,
            node_gpus: node_gpus?,
        })
    }

    fn currency(&mut self) -> Option<Currency> {
        let per_usd = self.number(F::CurrencyPerUsd, 1e-4..=1e7);
        let typed = self.raw.text(F::Currency).trim();
        if typed.len() != 3 || !typed.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            let detail = format!("“{typed}” is no currency code of three letters, such as EUR.");
            return self.fail(F::Currency, detail);
        }
        let (code, per_usd) = (typed.to_ascii_uppercase(), per_usd?);
        if code == "USD" && (per_usd - 1.0).abs() > 1e-12 {
            return self.fail(F::CurrencyPerUsd, "One US dollar is one US dollar.");
        }
        Some(Currency { code, per_usd })
    }

    fn fail<T>(&mut self, field: F, detail: impl Into<String>) -> Option<T> {
        self.errors.push(FieldError::new(field.key(), detail));
        None
    }

    fn number(&mut self, field: F, range: RangeInclusive<f64>) -> Option<f64> {
        let text = self.raw.text(field).trim();
        let Some(value) = parse_number(text) else {
            let detail = format!("“{text}” is not a number. Write it like 2000, 1,200.5 or 8k.");
            return self.fail(field, detail);
        };
        if range.contains(&value) {
            return Some(value);
        }
        let (low, high) = (format_number(*range.start()), format_number(*range.end()));
        let value = format_number(value);
        self.fail(field, format!("{value} is outside {low} to {high}."))
    }

    /// A number that may be left blank.
    fn optional(&mut self, field: F, range: RangeInclusive<f64>) -> Option<Option<f64>> {
        if self.raw.text(field).trim().is_empty() {
            Some(None)
        } else {
            self.number(field, range).map(Some)
        }
    }

    /// A whole number.
    fn count(&mut self, field: F, range: RangeInclusive<u32>) -> Option<u32> {
        let limits = f64::from(*range.start())..=f64::from(*range.end());
        let value = self.number(field, limits)?;
        if value.fract() != 0.0 {
            return self.fail(
                field,
                format!("{} is not a whole number.", format_number(value)),
            );
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole and within a u32 range"
        )]
        Some(value as u32)
    }
}
