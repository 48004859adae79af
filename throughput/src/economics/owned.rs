//! What a GPU costs by the hour for whoever buys it.

use serde::{Deserialize, Serialize};

use super::HOURS_PER_MONTH;

/// Hours of a year of 365 days: 12 months of 730.
pub const HOURS_PER_YEAR: f64 = 8760.0;

/// Power of a whole server per GPU over the board power of the GPU: a DGX H100 draws up to
/// 10.2 kW with 8 GPUs of 0.7 kW (1.82), a DGX B200 14.3 kW with 8 of 1 kW (1.79; NVIDIA data
/// sheets). It is the most they draw, so the energy is an upper bound.
pub const SERVER_POWER_FACTOR: f64 = 1.8;

/// What owning one GPU costs, its share of server, network and building in it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct OwnedTerms {
    /// Purchase price in US dollars; `None` = not known.
    pub purchase_usd: Option<f64>,
    /// Years until it is written off, above 0.
    pub years: f64,
    /// Share of the purchase price that is left then, within [0, 1).
    pub residual: f64,
    /// Yearly cost of the capital that is bound, as a share; 0 leaves it out.
    pub finance_rate: f64,
    /// Power in watts; `None` = [`SERVER_POWER_FACTOR`] x board power.
    pub power_w: Option<f64>,
    /// Power usage effectiveness, at least 1.
    pub pue: f64,
    /// Price of electricity, US dollars per kWh.
    pub usd_per_kwh: f64,
    /// Space, network and hands, US dollars a month.
    pub hosting_usd_per_month: f64,
}

/// The cost of one owned GPU for one hour, in its parts, which add up to the total.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OwnedCost {
    /// Loss of value: (purchase - residual) / hours.
    pub depreciation_usd_per_hour: f64,
    /// Capital: rate x (purchase + residual) / 2, the mean of what is bound, a year.
    pub finance_usd_per_hour: f64,
    /// Electricity: kW x PUE x price.
    pub energy_usd_per_hour: f64,
    /// Hosting: a month / 730.
    pub hosting_usd_per_hour: f64,
    /// All of it.
    pub usd_per_hour: f64,
    /// The hours over which the value is lost.
    pub hours: f64,
    /// The power that was reckoned with, in watts.
    pub power_w: f64,
}

impl OwnedTerms {
    /// Works out the hour; `None` when the purchase price is not known.
    ///
    /// ```text
    /// depreciation = purchase x (1 - residual) / (years x 8760)
    /// finance      = rate x purchase x (1 + residual) / 2 / 8760
    /// energy       = W / 1000 x PUE x USD per kWh
    /// hosting      = USD a month / 730
    /// ```
    ///
    /// The hour costs the same whether the GPU works or idles.
    #[must_use]
    pub fn cost(&self, board_power_w: f64) -> Option<OwnedCost> {
        let purchase = self.purchase_usd?;
        let hours = self.years * HOURS_PER_YEAR;
        let power_w = self.power_w.unwrap_or(SERVER_POWER_FACTOR * board_power_w);
        let depreciation = purchase * (1.0 - self.residual) / hours;
        let finance = self.finance_rate * purchase * (1.0 + self.residual) / 2.0 / HOURS_PER_YEAR;
        let energy = power_w / 1000.0 * self.pue * self.usd_per_kwh;
        let hosting = self.hosting_usd_per_month / HOURS_PER_MONTH;
        Some(OwnedCost {
            depreciation_usd_per_hour: depreciation,
            finance_usd_per_hour: finance,
            energy_usd_per_hour: energy,
            hosting_usd_per_hour: hosting,
            usd_per_hour: depreciation + finance + energy + hosting,
            hours,
            power_w,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owned_hour_by_hand() {
        let terms = OwnedTerms {
            purchase_usd: Some(40_000.0),
            years: 4.0,
            residual: 0.2,
            finance_rate: 0.08,
            power_w: None,
            pue: 1.3,
            usd_per_kwh: 0.1,
            hosting_usd_per_month: 146.0,
        };
        let cost = terms.cost(700.0).expect("a purchase price");
        // 32,000 / 35,040; 0.08 x 24,000 / 8760; 1.26 kW x 1.3 x 0.1; 146 / 730.
        for (got, by_hand) in [
            (cost.depreciation_usd_per_hour, 0.913_242_009),
            (cost.finance_usd_per_hour, 0.219_178_082),
            (cost.energy_usd_per_hour, 0.1638),
            (cost.hosting_usd_per_hour, 0.2),
            (cost.usd_per_hour, 1.496_220_091),
        ] {
            assert!((got - by_hand).abs() < 1e-9, "{got} against {by_hand}");
        }
        let unknown = OwnedTerms {
            purchase_usd: None,
            ..terms
        };
        assert_eq!(unknown.cost(700.0), None);
    }
}
