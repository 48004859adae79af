//! `GET /api/v1/models`, `/gpus` and `/engines`: the catalogue, with source and date of every row.

mod engine_row;
mod gpu_row;
mod model_row;

use axum::response::Response;
use serde::Serialize;
use throughput::catalog;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::ApiState;
use super::answer::kept;
use super::problem::Problem;
use engine_row::EngineRow;
use gpu_row::GpuRow;
use model_row::ModelRow;

pub(super) fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(list_models))
        .routes(routes!(list_gpus))
        .routes(routes!(list_engines))
}

/// The models of the catalogue.
#[derive(Serialize, ToSchema)]
struct Models {
    /// One row a model, in the order of the catalogue.
    models: Vec<ModelRow>,
}

/// The GPUs of the catalogue.
#[derive(Serialize, ToSchema)]
struct Gpus {
    /// One row a GPU, in the order of the catalogue.
    gpus: Vec<GpuRow>,
}

/// The engines of the catalogue.
#[derive(Serialize, ToSchema)]
struct Engines {
    /// One row a generation of an engine, in the order of the catalogue.
    engines: Vec<EngineRow>,
}

/// The models that can be asked for
///
/// Beside these, `model=dense` with `params_b` stands for a typical dense model of that size.
#[utoipa::path(
    get,
    path = "/api/v1/models",
    tag = "catalogue",
    responses((status = OK, description = "The models", body = Models))
)]
async fn list_models() -> Result<Response, Problem> {
    kept(&Models {
        models: catalog::llms().iter().map(ModelRow::of).collect(),
    })
}

/// The GPUs that can be asked for
#[utoipa::path(
    get,
    path = "/api/v1/gpus",
    tag = "catalogue",
    responses((status = OK, description = "The GPUs", body = Gpus))
)]
async fn list_gpus() -> Result<Response, Problem> {
    kept(&Gpus {
        gpus: catalog::gpus().iter().map(GpuRow::of).collect(),
    })
}

/// The serving engines that can be asked for
#[utoipa::path(
    get,
    path = "/api/v1/engines",
    tag = "catalogue",
    responses((status = OK, description = "The engines", body = Engines))
)]
async fn list_engines() -> Result<Response, Problem> {
    kept(&Engines {
        engines: catalog::engines().iter().map(EngineRow::of).collect(),
    })
}
