//! The fields of the economics' question: one table that the codec, the form and the errors share.

/// One field of an [`EconomicsQuestion`](super::EconomicsQuestion). Its [`key`](Self::key) is
/// stable for ever and none of the scenario's: both stand in one link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EconomicsField {
    /// Which of the next three says how much traffic there is: `requests`, `peak` or `users`.
    Load,
    /// Requests of a day.
    RequestsPerDay,
    /// Requests per second at the peak.
    PeakRps,
    /// Users that are active in the busiest hour.
    Users,
    /// Requests of one active user in an hour.
    RequestsPerUserHour,
    /// Shape of the day: `flat`, `office`, `global` or `custom`.
    Profile,
    /// 24 weights of a custom day, separated by semicolons or spaces.
    Hourly,
    /// Peak over the day's mean that the fleet must bear; the shape's own if blank.
    PeakToMean,
    /// Share of the requests that can wait for hours.
    BatchShare,
    /// Replicas that always run, spares not counted.
    MinReplicas,
    /// Replicas beyond the need, against failures.
    SpareReplicas,
    /// Whether replicas follow the hours of the day.
    Autoscale,
    /// How the GPUs are paid for: `rented`, `on-demand`, `reserved`, `spot` or `owned`.
    Provisioning,
    /// Whose price of the book; the middle one if blank.
    Provider,
    /// Purchase price of one GPU with its share of the server, in US dollars.
    PurchaseUsd,
    /// Years until the GPU is written off.
    OwnedYears,
    /// Share of the purchase price that is left then.
    Residual,
    /// Yearly cost of the capital that is bound, as a share.
    FinanceRate,
    /// Power of one GPU with its share of the server, in watts; 1.8 x board power if blank.
    PowerW,
    /// Power usage effectiveness of the data centre.
    Pue,
    /// Price of electricity, US dollars per kWh.
    UsdPerKwh,
    /// Space, network and hands for one GPU, US dollars a month.
    HostingUsdMonth,
    /// API prices typed by the user, `id:input/cached/output/batch input/batch output;...`.
    ApiPrices,
    /// Id of a published tier of rate limits; every tier if blank.
    Tier,
    /// Requests per minute of a tier of one's own.
    TierRpm,
    /// Input tokens per minute of a tier of one's own.
    TierInputTpm,
    /// Output tokens per minute of a tier of one's own.
    TierOutputTpm,
    /// Input and output tokens per minute of a tier of one's own.
    TierTotalTpm,
    /// Share of its limit that a customer uses on average at the peak.
    UseFactor,
    /// GPUs of one node.
    NodeGpus,
    /// Code of the currency to show money in.
    Currency,
    /// Units of that currency for one US dollar.
    CurrencyPerUsd,
}

impl EconomicsField {
    /// Every field, in the order of the form and of a canonical link.
    pub const ALL: [Self; 32] = [
        Self::Load,
        Self::RequestsPerDay,
        Self::PeakRps,
        Self::Users,
        Self::RequestsPerUserHour,
        Self::Profile,
        Self::Hourly,
        Self::PeakToMean,
        Self::BatchShare,
        Self::MinReplicas,
        Self::SpareReplicas,
        Self::Autoscale,
        Self::Provisioning,
        Self::Provider,
        Self::PurchaseUsd,
        Self::OwnedYears,
        Self::Residual,
        Self::FinanceRate,
        Self::PowerW,
        Self::Pue,
        Self::UsdPerKwh,
        Self::HostingUsdMonth,
        Self::ApiPrices,
        Self::Tier,
        Self::TierRpm,
        Self::TierInputTpm,
        Self::TierOutputTpm,
        Self::TierTotalTpm,
        Self::UseFactor,
        Self::NodeGpus,
        Self::Currency,
        Self::CurrencyPerUsd,
    ];

    /// The field's key in a query string and in JSON.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::RequestsPerDay => "requests_per_day",
            Self::PeakRps => "peak_rps",
            Self::Users => "users",
            Self::RequestsPerUserHour => "requests_per_user_hour",
            Self::Profile => "profile",
            Self::Hourly => "hourly",
            Self::PeakToMean => "peak_to_mean",
            Self::BatchShare => "batch_share",
            Self::MinReplicas => "min_replicas",
            Self::SpareReplicas => "spare_replicas",
            Self::Autoscale => "autoscale",
            Self::Provisioning => "provisioning",
            Self::Provider => "provider",
            Self::PurchaseUsd => "purchase_usd",
            Self::OwnedYears => "owned_years",
            Self::Residual => "residual",
            Self::FinanceRate => "finance_rate",
            Self::PowerW => "power_w",
            Self::Pue => "pue",
            Self::UsdPerKwh => "usd_per_kwh",
            Self::HostingUsdMonth => "hosting_usd_month",
            Self::ApiPrices => "api_prices",
            Self::Tier => "tier",
            Self::TierRpm => "tier_rpm",
            Self::TierInputTpm => "tier_input_tpm",
            Self::TierOutputTpm => "tier_output_tpm",
            Self::TierTotalTpm => "tier_total_tpm",
            Self::UseFactor => "use_factor",
            Self::NodeGpus => "node_gpus",
            Self::Currency => "currency",
            Self::CurrencyPerUsd => "currency_per_usd",
        }
    }

    /// The field with this key, if there is one.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.key() == key)
    }

    /// Whether the field's value is a number (the others are ids and lists).
    #[must_use]
    pub const fn is_number(self) -> bool {
        !matches!(
            self,
            Self::Load
                | Self::Profile
                | Self::Hourly
                | Self::Provisioning
                | Self::Provider
                | Self::ApiPrices
                | Self::Tier
                | Self::Currency
        )
    }

    /// What stands in the field when nothing was given; blank where the default follows from
    /// something else or means "none".
    #[must_use]
    pub const fn default_text(self) -> &'static str {
        match self {
            Self::Load => "requests",
            Self::RequestsPerDay => "100000",
            Self::PeakRps => "2",
            Self::Users => "1000",
            Self::RequestsPerUserHour => "6",
            Self::Profile => "office",
            Self::BatchShare | Self::Autoscale | Self::Residual | Self::FinanceRate => "0",
            Self::HostingUsdMonth => "0",
            Self::MinReplicas | Self::SpareReplicas | Self::CurrencyPerUsd => "1",
            Self::Provisioning => "rented",
            Self::OwnedYears => "4",
            Self::Pue => "1.3",
            Self::UsdPerKwh | Self::UseFactor => "0.1",
            Self::NodeGpus => "8",
            Self::Currency => "USD",
            Self::Hourly
            | Self::PeakToMean
            | Self::Provider
            | Self::PurchaseUsd
            | Self::PowerW
            | Self::ApiPrices
            | Self::Tier
            | Self::TierRpm
            | Self::TierInputTpm
            | Self::TierOutputTpm
            | Self::TierTotalTpm => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Field;

    #[test]
    fn keys_are_unique_and_none_of_the_scenarios() {
        for field in EconomicsField::ALL {
            assert_eq!(EconomicsField::from_key(field.key()), Some(field));
            assert_eq!(Field::from_key(field.key()), None, "{}", field.key());
        }
    }
}
