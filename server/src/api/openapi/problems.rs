//! The problems that an endpoint can answer with.

use std::collections::BTreeMap;

use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

use crate::api::problem::{Problem, ProblemKind};

/// Problems of an endpoint whose question stands in the query string.
pub(in crate::api) struct QueryProblems;

/// Problems of an endpoint whose question stands in a JSON body.
pub(in crate::api) struct BodyProblems;

impl IntoResponses for QueryProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses(|kind| !is_about_body(kind))
    }
}

impl IntoResponses for BodyProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses(|kind| kind != ProblemKind::QueryTooLong)
    }
}

const fn is_about_body(kind: ProblemKind) -> bool {
    matches!(
        kind,
        ProblemKind::UnreadableJson
            | ProblemKind::SlowBody
            | ProblemKind::BodyTooLarge
            | ProblemKind::NotJson
    )
}

/// One response for each status; those of a wrong address or method belong to no endpoint.
fn responses(has: impl Fn(ProblemKind) -> bool) -> BTreeMap<String, RefOr<Response>> {
    let mut titles: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for kind in ProblemKind::ALL {
        let is_elsewhere = matches!(kind, ProblemKind::NotFound | ProblemKind::MethodNotAllowed);
        if has(kind) && !is_elsewhere {
            titles
                .entry(kind.status().as_str().to_owned())
                .or_default()
                .push(kind.title());
        }
    }
    titles
        .into_iter()
        .map(|(status, titles)| (status, response(&titles.join("; ")).into()))
        .collect()
}

fn response(description: &str) -> Response {
    let schema = Ref::from_schema_name(Problem::name());
    ResponseBuilder::new()
        .description(description)
        .content(
            "application/problem+json",
            ContentBuilder::new().schema(Some(schema)).build(),
        )
        .build()
}
