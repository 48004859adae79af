//! Reading a JSON body: its declared type, its length, its syntax.

use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde_json::Value;
use throughput::scenario::FieldError;

use super::problem::{Problem, ProblemKind};

/// How long a client may take to send a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(15);

/// The longest text that a member of the body may be, in bytes; a trace is longer.
pub(super) const LONGEST_TEXT: usize = 4096;

/// The member that may be longer than [`LONGEST_TEXT`].
pub(super) const LONG_TEXT: &str = "trace";

/// A JSON object of at most `LIMIT` bytes.
#[derive(Debug, Clone)]
pub(super) struct JsonBody<const LIMIT: usize>(pub(super) Value);

impl<S: Sync, const LIMIT: usize> FromRequest<S> for JsonBody<LIMIT> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        if !is_json(&request) {
            let detail = "Send the header `Content-Type: application/json`.";
            return Err(Problem::new(ProblemKind::NotJson, detail));
        }
        if declared_length(&request).is_some_and(|length| length > LIMIT as u64) {
            return Err(too_large(LIMIT));
        }
        let bytes = tokio::time::timeout(BODY_TIMEOUT, to_bytes(request.into_body(), LIMIT))
            .await
            .map_err(|_| too_slow())?
            // The other reason is a client that has gone, which reads no answer.
            .map_err(|_| too_large(LIMIT))?;
        let value = serde_json::from_slice(&bytes)
            .map_err(|error| Problem::new(ProblemKind::UnreadableJson, sentence(&error)))?;
        check(&value)?;
        Ok(Self(value))
    }
}

/// Whether the body is declared as `application/json` or as a type that ends in `+json`.
fn is_json(request: &Request) -> bool {
    let Some(value) = request.headers().get(header::CONTENT_TYPE) else {
        return false;
    };
    let essence = value
        .to_str()
        .unwrap_or_default()
        .split(';')
        .next()
        .unwrap_or_default()
        .trim();
    let Some((kind, subtype)) = essence.split_once('/') else {
        return false;
    };
    let subtype = subtype.to_ascii_lowercase();
    kind.eq_ignore_ascii_case("application") && (subtype == "json" || subtype.ends_with("+json"))
}

fn declared_length(request: &Request) -> Option<u64> {
    request
        .headers()
        .get(header::CONTENT_LENGTH)?
        .to_str()
        .ok()?
        .parse()
        .ok()
}

fn too_large(limit: usize) -> Problem {
    let detail = format!("A body here may have at most {limit} bytes.");
    Problem::new(ProblemKind::BodyTooLarge, detail)
}

fn too_slow() -> Problem {
    let detail = format!("A body must arrive within {} s.", BODY_TIMEOUT.as_secs());
    Problem::new(ProblemKind::SlowBody, detail)
}

/// What the parser says of unreadable JSON, with the place.
fn sentence(error: &serde_json::Error) -> String {
    format!("The body cannot be read: {error}.")
}

/// An object whose texts are of a length that a field can have.
fn check(body: &Value) -> Result<(), Vec<FieldError>> {
    let Value::Object(members) = body else {
        return Err(vec![FieldError::new(
            "",
            "The body must be a JSON object of fields.",
        )]);
    };
    let errors: Vec<_> = members
        .iter()
        .filter(|(key, value)| key.as_str() != LONG_TEXT && value.as_str().is_some_and(is_long))
        .map(|(key, _)| FieldError::new(key, format!("Longer than {LONGEST_TEXT} bytes.")))
        .collect();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

fn is_long(text: &str) -> bool {
    text.len() > LONGEST_TEXT
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn declared(content_type: &str) -> bool {
        let request = Request::post("/").header(header::CONTENT_TYPE, content_type);
        is_json(&request.body(Body::empty()).expect("a valid request"))
    }

    #[test]
    fn json_is_what_is_declared_as_such() {
        assert!(declared("application/json"));
        assert!(declared("Application/JSON; charset=utf-8"));
        assert!(declared("application/vnd.example+json"));
        assert!(!declared("text/json"));
        assert!(!declared("application/x-www-form-urlencoded"));
        assert!(!declared("json"));
    }

    #[test]
    fn a_text_that_no_field_can_have_is_refused_by_field() {
        let body =
            serde_json::json!({"model": "x".repeat(LONGEST_TEXT + 1), LONG_TEXT: "x".repeat(9999)});
        let errors = check(&body).expect_err("too long");
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].field, "model");
    }
}
