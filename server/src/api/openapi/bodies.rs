//! Bodies that hold the fields of more than one table.

use throughput::openapi::{EconomicsFields, ScenarioFields, SimulationFields};
use utoipa::openapi::schema::AllOfBuilder;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The scenario's fields and the economics'.
pub(in crate::api) struct EconomicsBody;

/// The scenario's fields and the simulation's.
pub(in crate::api) struct SimulateBody;

type Schemas = Vec<(String, RefOr<Schema>)>;

fn both<A: ToSchema, B: ToSchema>() -> RefOr<Schema> {
    AllOfBuilder::new()
        .item(Ref::from_schema_name(A::name()))
        .item(Ref::from_schema_name(B::name()))
        .into()
}

fn push<T: ToSchema>(schemas: &mut Schemas) {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}

impl PartialSchema for EconomicsBody {
    fn schema() -> RefOr<Schema> {
        both::<ScenarioFields, EconomicsFields>()
    }
}

impl ToSchema for EconomicsBody {
    fn schemas(schemas: &mut Schemas) {
        push::<ScenarioFields>(schemas);
        push::<EconomicsFields>(schemas);
    }
}

impl PartialSchema for SimulateBody {
    fn schema() -> RefOr<Schema> {
        both::<SimulationFields, ScenarioFields>()
    }
}

impl ToSchema for SimulateBody {
    fn schemas(schemas: &mut Schemas) {
        push::<ScenarioFields>(schemas);
        push::<SimulationFields>(schemas);
    }
}
