//! Reading the question from the query string.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::problem::{Problem, ProblemKind};

/// The longest query string that is read, in bytes.
pub(super) const LONGEST_QUERY: usize = 4096;

/// The query string as it stands in the address, of a length that a question can have.
#[derive(Debug, Clone)]
pub(super) struct Query(pub(super) String);

impl<S: Sync> FromRequestParts<S> for Query {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        if query.len() > LONGEST_QUERY {
            let detail = format!(
                "A query string here may have at most {LONGEST_QUERY} bytes; POST the question as JSON."
            );
            return Err(Problem::new(ProblemKind::QueryTooLong, detail));
        }
        Ok(Self(query.to_owned()))
    }
}
