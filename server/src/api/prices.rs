//! `GET /api/v1/prices`: the price books.

use axum::response::Response;
use serde::Serialize;
use throughput::catalog;
use throughput::economics::{
    ApiOffer, Date, Dated, GpuOffer, PublishedSpeed, RateTier, api_offers, api_offers_for,
    gpu_offers, published_speeds, rate_tiers, speeds_for,
};
use throughput::scenario::{Field, FieldError, RawScenario};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::ApiState;
use super::answer::kept;
use super::openapi::QueryProblems;
use super::problem::Problem;
use super::query::Query;
use super::today::today;

pub(super) fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new().routes(routes!(list_prices))
}

/// The price books. Every row has its source and its date.
#[derive(Serialize, ToSchema)]
struct Prices {
    /// The day on which `stale` is true or false: today, in UTC.
    today: Date,
    /// GPU-hours by provider and term.
    gpus: Vec<Row<GpuOffer>>,
    /// API list prices. For one model: of the same model, of its shape, and of closed models of
    /// its size class.
    apis: Vec<Row<ApiOffer>>,
    /// Published tiers of rate limits.
    rate_tiers: Vec<Row<RateTier>>,
    /// Published speeds of other machines.
    speeds: Vec<Row<PublishedSpeed>>,
}

/// A row of a price book.
#[derive(Serialize, ToSchema)]
struct Row<T: 'static> {
    /// The row.
    #[serde(flatten)]
    row: &'static T,
    /// Whether it was read more than 90 days ago.
    stale: bool,
}

/// Prices of GPU-hours and of APIs, rate-limit tiers and published speeds
///
/// `gpu` leaves the offers of one GPU, `model` the APIs and speeds to set beside one model.
#[utoipa::path(
    get,
    path = "/api/v1/prices",
    tag = "catalogue",
    params(
        ("gpu" = Option<String>, Query, description = "Catalogue id or usual name of a GPU."),
        ("model" = Option<String>, Query, description = "Catalogue id or usual name of a model."),
    ),
    responses((status = OK, description = "The prices", body = Prices), QueryProblems)
)]
async fn list_prices(Query(query): Query) -> Result<Response, Problem> {
    let asked = RawScenario::from_query(&query);
    let gpu = chosen(asked.get(Field::Gpu), Field::Gpu, catalog::gpu);
    let llm = chosen(asked.get(Field::Model), Field::Model, catalog::llm);
    let (gpu, llm) = throughput::scenario::both(gpu, llm)?;
    let today = today();
    let gpus = gpu_offers()
        .iter()
        .filter(|offer| gpu.is_none_or(|gpu| gpu.id == offer.gpu));
    kept(&Prices {
        today,
        gpus: rows(today, gpus),
        apis: llm.map_or_else(
            || rows(today, api_offers()),
            |llm| rows(today, api_offers_for(llm)),
        ),
        rate_tiers: rows(today, rate_tiers()),
        speeds: llm.map_or_else(
            || rows(today, published_speeds()),
            |llm| rows(today, speeds_for(llm)),
        ),
    })
}

/// The row of the catalogue that was asked for, if one was.
fn chosen<T>(
    asked: Option<&str>,
    field: Field,
    find: impl Fn(&str) -> Option<&'static T>,
) -> Result<Option<&'static T>, Vec<FieldError>> {
    let Some(name) = asked else { return Ok(None) };
    find(name).map(Some).ok_or_else(|| {
        vec![FieldError::new(
            field.key(),
            format!("“{name}” is not in the catalogue."),
        )]
    })
}

fn rows<T: Dated>(today: Date, rows: impl IntoIterator<Item = &'static T>) -> Vec<Row<T>> {
    rows.into_iter()
        .map(|row| Row {
            stale: row.is_stale(today),
            row,
        })
        .collect()
}
