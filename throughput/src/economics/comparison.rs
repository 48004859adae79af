//! The fleet beside every API that serves such a model.

use serde::{Deserialize, Serialize};

use super::api_cost::RequestCost;
use super::break_even::{BreakEven, api_usd_per_month};
use super::date::Date;
use super::demand::{DAYS_PER_MONTH, Demand};
use super::fleet::{Fleet, FleetModel};
use super::offers::{ApiOffer, Relation};
use super::price_book::{api_offers, api_offers_for};
use super::question::{ApiPrice, EconomicsQuestion};
use super::token_bill::Tokens;
use super::verdict::verdict;
use crate::scenario::Scenario;

/// One API beside the fleet, for the same traffic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ApiComparison {
    /// The prices that were reckoned with, per million tokens.
    pub price: ApiPrice,
    /// Who sells it.
    pub provider: String,
    /// The provider's name of the model.
    pub name: String,
    /// How it stands to the scenario's model.
    pub relation: Relation,
    /// Whether the prices were typed by the user.
    pub is_typed: bool,
    /// What the row is exactly.
    pub note: String,
    /// Where the prices were read; blank when they were typed.
    pub source: String,
    /// When they were read; `None` when they were typed.
    pub date: Option<Date>,
    /// Whether they are stale; `None` until [`mark_stale`](super::EconomicsAnswer::mark_stale).
    pub stale: Option<bool>,
    /// What a request costs.
    pub request: RequestCost,
    /// The bill of a month: requests x mean cost.
    pub usd_per_month: f64,
    /// That bill over the output tokens, US dollars per million.
    pub usd_per_m_output_all_in: f64,
    /// The fleet's bill less the API's, a month; above 0 where the API is cheaper.
    pub fleet_minus_api_usd_per_month: Option<f64>,
    /// From which volume on the fleet is cheaper.
    pub break_even: Option<BreakEven>,
    /// The comparison as a sentence.
    pub verdict: String,
}

/// Prices the traffic at every API: the same model first, then its shape, then comparable closed
/// ones, each cheapest first.
pub(crate) fn compare(
    scenario: &Scenario,
    question: &EconomicsQuestion,
    demand: &Demand,
    fleet: Option<(&FleetModel, &Fleet)>,
) -> Vec<ApiComparison> {
    let context = Context {
        scenario,
        question,
        demand,
        fleet,
    };
    let typed = question.api_prices();
    let is_book_id = |price: &&ApiPrice| api_offers().iter().any(|offer| offer.id == price.id);
    let listed = api_offers_for(&scenario.deployment().llm);
    let from_book = listed
        .into_iter()
        .map(|offer| context.of_offer(offer, typed.iter().find(|price| price.id == offer.id)));
    let own = typed
        .iter()
        .filter(|price| !is_book_id(price))
        .map(|price| context.of_own(price));
    let mut all: Vec<ApiComparison> = own.chain(from_book).collect();
    all.sort_by(|a, b| {
        rank(a.relation)
            .cmp(&rank(b.relation))
            .then(a.usd_per_month.total_cmp(&b.usd_per_month))
    });
    all
}

/// A typed price ranks with those of the same model: the user says that it is one.
const fn rank(relation: Relation) -> u8 {
    match relation {
        Relation::Own | Relation::Same => 0,
        Relation::Shape => 1,
        Relation::Comparable => 2,
    }
}

struct Context<'a> {
    scenario: &'a Scenario,
    question: &'a EconomicsQuestion,
    demand: &'a Demand,
    fleet: Option<(&'a FleetModel, &'a Fleet)>,
}

impl Context<'_> {
    fn of_offer(&self, offer: &ApiOffer, typed: Option<&ApiPrice>) -> ApiComparison {
        let listed = ApiComparison {
            price: typed.cloned().unwrap_or_else(|| offer.into()),
            provider: offer.provider.clone(),
            name: offer.name.clone(),
            relation: offer.relation,
            is_typed: typed.is_some(),
            note: offer.note.clone(),
            source: if typed.is_some() {
                String::new()
            } else {
                offer.source.clone()
            },
            date: typed.is_none().then_some(offer.date),
            ..self.blank()
        };
        self.filled(listed)
    }

    fn of_own(&self, price: &ApiPrice) -> ApiComparison {
        let own = ApiComparison {
            price: price.clone(),
            provider: price.id.clone(),
            relation: Relation::Own,
            is_typed: true,
            ..self.blank()
        };
        self.filled(own)
    }

    fn blank(&self) -> ApiComparison {
        ApiComparison {
            price: ApiPrice {
                id: String::new(),
                input_usd_per_m: 0.0,
                cached_input_usd_per_m: None,
                output_usd_per_m: 0.0,
                batch_input_usd_per_m: None,
                batch_output_usd_per_m: None,
            },
            provider: String::new(),
            name: String::new(),
            relation: Relation::Own,
            is_typed: false,
            note: String::new(),
            source: String::new(),
            date: None,
            stale: None,
            request: RequestCost {
                real_time_usd: 0.0,
                batch_usd: 0.0,
                mean_usd: 0.0,
            },
            usd_per_month: 0.0,
            usd_per_m_output_all_in: 0.0,
            fleet_minus_api_usd_per_month: None,
            break_even: None,
            verdict: String::new(),
        }
    }

    fn filled(&self, mut row: ApiComparison) -> ApiComparison {
        let tokens = Tokens::of_request(self.scenario.traffic());
        row.request = RequestCost::new(&row.price, tokens, self.question.demand().batch_share);
        let requests = self.demand.requests_per_day;
        row.usd_per_month = api_usd_per_month(requests, row.request.mean_usd);
        let output_m = tokens.millions(requests * DAYS_PER_MONTH).output;
        row.usd_per_m_output_all_in = row.usd_per_month / output_m;
        if let Some((model, fleet)) = self.fleet {
            let per_replica_hour = f64::from(model.gpus_per_replica) * model.usd_per_gpu_hour;
            row.fleet_minus_api_usd_per_month = Some(fleet.month.total_usd - row.usd_per_month);
            row.break_even = Some(BreakEven::find(
                &model.sizer,
                per_replica_hour,
                row.request.mean_usd,
            ));
        }
        row.verdict = verdict(&row, self.scenario, self.question, self.demand, self.fleet);
        row
    }
}
