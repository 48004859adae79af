//! The price books: what the catalogue's price files hold, and how to look in them.

use std::sync::LazyLock;

use super::date::Date;
use super::offers::{ApiOffer, GpuOffer, PublishedSpeed, RateTier, Relation, SizeClass, Term};
use super::price_rows;
use crate::catalog::Llm;

static GPU_OFFERS: LazyLock<Vec<GpuOffer>> = LazyLock::new(|| {
    price_rows::parse_gpu_offers(
        "prices_gpu.csv",
        include_str!("../../catalog/prices_gpu.csv"),
    )
    .expect("the build script has read this file")
});

static API_OFFERS: LazyLock<Vec<ApiOffer>> = LazyLock::new(|| {
    price_rows::parse_api_offers(
        "prices_api.csv",
        include_str!("../../catalog/prices_api.csv"),
    )
    .expect("the build script has read this file")
});

static RATE_TIERS: LazyLock<Vec<RateTier>> = LazyLock::new(|| {
    price_rows::parse_rate_tiers("api_tiers.csv", include_str!("../../catalog/api_tiers.csv"))
        .expect("the build script has read this file")
});

static SPEEDS: LazyLock<Vec<PublishedSpeed>> = LazyLock::new(|| {
    price_rows::parse_speeds("speeds.csv", include_str!("../../catalog/speeds.csv"))
        .expect("the build script has read this file")
});

/// Every GPU price, in the order of the file: by GPU, then term, then provider.
#[must_use]
pub fn gpu_offers() -> &'static [GpuOffer] {
    &GPU_OFFERS
}

/// Every API price, in the order of the file: by model, closed models last.
#[must_use]
pub fn api_offers() -> &'static [ApiOffer] {
    &API_OFFERS
}

/// Every published tier of rate limits.
#[must_use]
pub fn rate_tiers() -> &'static [RateTier] {
    &RATE_TIERS
}

/// Every published speed.
#[must_use]
pub fn published_speeds() -> &'static [PublishedSpeed] {
    &SPEEDS
}

/// The tier with this id; case does not matter.
#[must_use]
pub fn rate_tier(id: &str) -> Option<&'static RateTier> {
    rate_tiers()
        .iter()
        .find(|tier| tier.id.eq_ignore_ascii_case(id.trim()))
}

/// Prices of one GPU on one term, cheapest first.
#[must_use]
pub fn gpu_offers_for(gpu_id: &str, term: Term) -> Vec<&'static GpuOffer> {
    let mut offers: Vec<_> = gpu_offers()
        .iter()
        .filter(|offer| offer.gpu == gpu_id && offer.term == term)
        .collect();
    offers.sort_by(|a, b| a.usd_per_gpu_hour.total_cmp(&b.usd_per_gpu_hour));
    offers
}

/// The middle price of one GPU on one term: of an even number, the lower of the middle two, so
/// that it is always somebody's price and has a source.
#[must_use]
pub fn median_gpu_offer(gpu_id: &str, term: Term) -> Option<&'static GpuOffer> {
    let offers = gpu_offers_for(gpu_id, term);
    let middle = offers.len().checked_sub(1)? / 2;
    offers.get(middle).copied()
}

/// API prices to set beside serving `llm`: of the same model, of its shape, and of closed models
/// of its size class.
#[must_use]
pub fn api_offers_for(llm: &Llm) -> Vec<&'static ApiOffer> {
    let class = size_class(llm);
    api_offers()
        .iter()
        .filter(|offer| match offer.relation {
            Relation::Comparable => offer.size == Some(class),
            Relation::Same | Relation::Shape | Relation::Own => offer.model == llm.id,
        })
        .collect()
}

/// Published speeds of `llm`.
#[must_use]
pub fn speeds_for(llm: &Llm) -> Vec<&'static PublishedSpeed> {
    published_speeds()
        .iter()
        .filter(|speed| speed.model == llm.id)
        .collect()
}

/// The size class of a catalogue model.
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    reason = "parameter counts are far below 2^53"
)]
pub fn size_class(llm: &Llm) -> SizeClass {
    SizeClass::of_params(llm.total_params() as f64, llm.active_params() as f64)
}

/// A row of a price book: something that was read somewhere on some day.
pub trait Dated {
    /// When it was read.
    fn date(&self) -> Date;

    /// Whether it is stale on `today`: older than [`STALE_AFTER_DAYS`](super::STALE_AFTER_DAYS).
    fn is_stale(&self, today: Date) -> bool {
        self.date().is_stale(today)
    }
}

macro_rules! dated {
    ($($row:ty),*) => { $(impl Dated for $row {
        fn date(&self) -> Date {
            self.date
        }
    })* };
}

dated!(GpuOffer, ApiOffer, RateTier, PublishedSpeed);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use std::collections::BTreeSet;

    #[test]
    fn every_row_points_at_the_catalogue() {
        for offer in gpu_offers() {
            let gpu = catalog::gpu(&offer.gpu);
            assert_eq!(
                gpu.map(|gpu| gpu.id.as_ref()),
                Some(offer.gpu.as_str()),
                "{offer:?}"
            );
        }
        let models = api_offers().iter().map(|offer| &offer.model);
        for model in models.filter(|model| !model.is_empty()) {
            let llm = catalog::llm(model).unwrap_or_else(|| panic!("{model} is not there"));
            assert_eq!(llm.id, *model);
        }
    }

    #[test]
    fn ids_are_unique_and_what_is_cached_or_in_batch_is_no_dearer() {
        let ids: BTreeSet<_> = api_offers().iter().map(|offer| &offer.id).collect();
        assert_eq!(ids.len(), api_offers().len());
        let tiers: BTreeSet<_> = rate_tiers().iter().map(|tier| &tier.id).collect();
        assert_eq!(tiers.len(), rate_tiers().len());
        for offer in api_offers() {
            let cached = offer.cached_input_usd_per_m.unwrap_or(0.0);
            let batch = offer.batch_output_usd_per_m.unwrap_or(0.0);
            assert!(cached < offer.input_usd_per_m, "{}", offer.id);
            assert!(batch < offer.output_usd_per_m, "{}", offer.id);
        }
    }

    #[test]
    fn a_gpu_that_has_a_price_in_the_catalogue_has_one_in_the_book() {
        for gpu in catalog::gpus().iter().filter(|gpu| gpu.usd_per_hour > 0.0) {
            let known = gpu_offers().iter().any(|offer| {
                offer.gpu == gpu.id && (offer.usd_per_gpu_hour - gpu.usd_per_hour).abs() < 1e-9
            });
            assert!(known, "{} at {}", gpu.id, gpu.usd_per_hour);
        }
    }

    #[test]
    fn the_median_is_somebodys_price() {
        // Read off prices_gpu.csv: 2.69, 3.49, 3.85, 3.99, 4.29, 6.1489, 6.155, 10.9791.
        let median = median_gpu_offer("h100-sxm", Term::OnDemand).expect("eight prices");
        assert!((median.usd_per_gpu_hour - 3.99).abs() < 1e-9, "{median:?}");
        assert_eq!(median.provider, "Lambda");
        assert!(median_gpu_offer("h20", Term::Spot).is_none());
    }

    #[test]
    fn open_models_are_matched_by_id_and_closed_ones_by_class() {
        let llm = catalog::llm("llama-3.3-70b").expect("in the catalogue");
        let offers = api_offers_for(llm);
        assert!(
            offers
                .iter()
                .any(|offer| offer.id == "deepinfra/llama-3.3-70b-instruct")
        );
        assert!(offers.iter().any(|offer| offer.id == "openai/gpt-5.4-mini"));
        assert!(
            !offers
                .iter()
                .any(|offer| offer.size == Some(SizeClass::Large))
        );
        assert!(!offers.iter().any(|offer| offer.model == "qwen3-32b"));
    }

    #[test]
    fn stale_is_older_than_ninety_days() {
        let today = "2026-12-01".parse().expect("a date");
        let by_id = |id: &str| api_offers().iter().find(|offer| offer.id == id);
        assert!(
            !by_id("openai/gpt-5.4-mini")
                .expect("listed")
                .is_stale(today)
        );
        assert!(gpu_offers_for("b300", Term::Spot)[0].is_stale(today));
    }
}
