//! The question as JSON, and back to text by field.

use serde::de::Error as _;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::api_price_text::format_api_prices;
use super::field::EconomicsField as F;
use super::profile::Profile;
use super::question::{EconomicsQuestion, Load};
use super::raw::RawEconomics;
use crate::scenario::format_number;

impl EconomicsQuestion {
    /// The text of every field that has a value, defaults filled in; of the three ways to say how
    /// much traffic there is, the one that counts.
    #[must_use]
    pub fn to_raw(&self) -> RawEconomics {
        F::ALL
            .into_iter()
            .filter_map(|field| Some((field, self.field_text(field)?)))
            .collect()
    }

    /// The canonical query string: every value in one spelling, defaults left out.
    #[must_use]
    pub fn to_query(&self) -> String {
        self.to_raw().to_query()
    }

    fn field_text(&self, field: F) -> Option<String> {
        let text = match field {
            F::Load => match self.demand.load {
                Load::RequestsPerDay(_) => "requests",
                Load::PeakRequestsPerS(_) => "peak",
                Load::Users { .. } => "users",
            }
            .to_owned(),
            F::Profile => self.demand.profile.id().to_owned(),
            F::Hourly => match self.demand.profile {
                Profile::Custom(hours) => hours.map(format_number).join(";"),
                _ => return None,
            },
            F::Provisioning => self.price.provisioning.id().to_owned(),
            F::Provider => self.price.provider.clone()?,
            F::ApiPrices if self.api_prices.is_empty() => return None,
            F::ApiPrices => format_api_prices(&self.api_prices),
            F::Tier => self.limits.tier.clone()?,
            F::Currency => self.currency.code.clone(),
            number => format_number(self.field_number(number)?),
        };
        Some(text)
    }

    fn field_number(&self, field: F) -> Option<f64> {
        let (owned, own) = (&self.price.owned, &self.limits.own);
        let number = match (field, self.demand.load) {
            (F::RequestsPerDay, Load::RequestsPerDay(requests)) => requests,
            (F::PeakRps, Load::PeakRequestsPerS(peak)) => peak,
            (F::Users, Load::Users { users, .. }) => users,
            (
                F::RequestsPerUserHour,
                Load::Users {
                    requests_per_user_hour,
                    ..
                },
            ) => requests_per_user_hour,
            (F::PeakToMean, _) => self.demand.peak_to_mean?,
            (F::BatchShare, _) => self.demand.batch_share,
            (F::MinReplicas, _) => f64::from(self.fleet.min_replicas),
            (F::SpareReplicas, _) => f64::from(self.fleet.spare_replicas),
            (F::Autoscale, _) => f64::from(u8::from(self.fleet.autoscale)),
            (F::PurchaseUsd, _) => owned.purchase_usd?,
            (F::OwnedYears, _) => owned.years,
            (F::Residual, _) => owned.residual,
            (F::FinanceRate, _) => owned.finance_rate,
            (F::PowerW, _) => owned.power_w?,
            (F::Pue, _) => owned.pue,
            (F::UsdPerKwh, _) => owned.usd_per_kwh,
            (F::HostingUsdMonth, _) => owned.hosting_usd_per_month,
            (F::TierRpm, _) => own.requests_per_minute?,
            (F::TierInputTpm, _) => own.input_tpm?,
            (F::TierOutputTpm, _) => own.output_tpm?,
            (F::TierTotalTpm, _) => own.total_tpm?,
            (F::UseFactor, _) => self.limits.use_factor,
            (F::NodeGpus, _) => f64::from(self.limits.node_gpus),
            (F::CurrencyPerUsd, _) => self.currency.per_usd,
            _ => return None,
        };
        Some(number)
    }
}

impl Serialize for EconomicsQuestion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for field in F::ALL {
            match (self.field_number(field), self.field_text(field)) {
                (Some(number), _) => map.serialize_entry(field.key(), &number)?,
                (None, Some(text)) => map.serialize_entry(field.key(), &text)?,
                (None, None) => {}
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for EconomicsQuestion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let body = serde_json::Value::deserialize(deserializer)?;
        RawEconomics::from_json(&body)
            .and_then(|raw| Self::parse(&raw))
            .map_err(|errors| {
                let texts: Vec<_> = errors.iter().map(ToString::to_string).collect();
                D::Error::custom(texts.join("; "))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(query: &str) -> Vec<String> {
        let errors = EconomicsQuestion::parse(&RawEconomics::from_query(query)).expect_err(query);
        errors.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn the_defaults_are_a_question_whose_link_is_blank() {
        assert_eq!(EconomicsQuestion::default().to_query(), "");
    }

    #[test]
    fn every_bad_field_is_named_at_once() {
        let query = "requests_per_day=0&batch_share=2&spare_replicas=1.5&provisioning=leased\
                     &pue=0.5&use_factor=0&currency=EURO";
        assert_eq!(
            fields(query),
            [
                "requests_per_day",
                "batch_share",
                "spare_replicas",
                "provisioning",
                "pue",
                "use_factor",
                "currency"
            ]
        );
    }

    #[test]
    fn prices_that_are_missing_negative_or_absurd_are_named() {
        assert_eq!(fields("provisioning=owned"), ["purchase_usd"]);
        assert_eq!(
            fields("provisioning=owned&purchase_usd=-5"),
            ["purchase_usd"]
        );
        assert_eq!(fields("purchase_usd=1e12"), ["purchase_usd"]);
        assert_eq!(fields("usd_per_kwh=-0.1"), ["usd_per_kwh"]);
        assert_eq!(fields("api_prices=mine:0/1"), ["api_prices"]);
        assert_eq!(fields("tier=gold"), ["tier"]);
        assert_eq!(fields("currency_per_usd=0.9"), ["currency_per_usd"]);
    }

    #[test]
    fn only_the_load_that_counts_is_checked() {
        assert_eq!(fields("load=users&users=0&requests_per_day=0"), ["users"]);
        assert_eq!(fields("load=tokens"), ["load"]);
        let question =
            EconomicsQuestion::parse(&RawEconomics::from_query("load=peak&peak_rps=3&users=x"));
        assert_eq!(question.expect("valid").to_query(), "load=peak&peak_rps=3");
    }

    #[test]
    fn a_day_has_24_hours_and_a_peak_no_lower_than_its_own() {
        assert_eq!(fields("profile=custom&hourly=1;2;3"), ["hourly"]);
        let zeros = vec!["0"; 24].join(";");
        assert_eq!(
            fields(&format!("profile=custom&hourly={zeros}")),
            ["hourly"]
        );
        assert_eq!(fields("profile=office&peak_to_mean=1.5"), ["peak_to_mean"]);
        let flat = RawEconomics::from_query("profile=flat&peak_to_mean=1");
        assert!(EconomicsQuestion::parse(&flat).is_ok());
    }

    #[test]
    fn a_link_comes_back_as_the_same_question() {
        let hours = vec!["1"; 23].join(";");
        let query = format!(
            "load=users&users=5k&requests_per_user_hour=2.5&profile=custom&hourly={hours};4\
             &peak_to_mean=6&batch_share=25%25&autoscale=1&provisioning=owned\
             &purchase_usd=35000&power_w=1200&api_prices=mine:1/2;b:1//2/0.5/1\
             &tier=openai-tier-1&tier_input_tpm=1e6&currency=eur&currency_per_usd=0.9"
        );
        let question = EconomicsQuestion::parse(&RawEconomics::from_query(&query)).expect("valid");
        let link = question.to_query();
        let again = EconomicsQuestion::parse(&RawEconomics::from_query(&link)).expect("valid");
        assert_eq!(question, again);
        let json = serde_json::to_string(&question).expect("serializable");
        assert_eq!(
            serde_json::from_str::<EconomicsQuestion>(&json).expect("valid"),
            question
        );
    }
}
