//! Errors as `application/problem+json` (RFC 9457).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use throughput::scenario::FieldError;
use utoipa::ToSchema;

/// What went wrong, in the form of RFC 9457.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Problem {
    /// What kind of problem it is: an address, relative to this server, where it is explained.
    #[serde(rename = "type")]
    kind_uri: String,
    /// The kind in a few words.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// What is wrong this time and what would be right.
    detail: String,
    /// One entry for each field that is wrong; empty when no field is to blame.
    errors: Vec<FieldProblem>,
    #[serde(skip)]
    retry_after_s: Option<u64>,
}

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct FieldProblem {
    /// The field's key; blank when the error is about the request as a whole.
    field: String,
    /// What is wrong and what would be right.
    detail: String,
}

/// The kinds of problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemKind {
    /// The body is no JSON.
    UnreadableJson,
    /// There is nothing at this path.
    NotFound,
    /// The path does not take this method.
    MethodNotAllowed,
    /// The body did not arrive in time.
    SlowBody,
    /// The body is too long.
    BodyTooLarge,
    /// The query string is too long.
    QueryTooLong,
    /// The body is not declared as JSON.
    NotJson,
    /// Fields are wrong.
    BadFields,
    /// The peer asks too often.
    TooManyRequests,
    /// A fault of the server.
    Internal,
    /// Too much to do at the moment.
    Busy,
    /// The work did not end in time.
    TookTooLong,
}

impl ProblemKind {
    /// Every kind, by status.
    pub const ALL: [Self; 12] = [
        Self::UnreadableJson,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::SlowBody,
        Self::BodyTooLarge,
        Self::QueryTooLong,
        Self::NotJson,
        Self::BadFields,
        Self::TooManyRequests,
        Self::Internal,
        Self::Busy,
        Self::TookTooLong,
    ];

    /// Its HTTP status.
    #[must_use]
    pub const fn status(self) -> StatusCode {
        match self {
            Self::UnreadableJson => StatusCode::BAD_REQUEST,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::SlowBody => StatusCode::REQUEST_TIMEOUT,
            Self::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::QueryTooLong => StatusCode::URI_TOO_LONG,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::BadFields => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Busy | Self::TookTooLong => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// Its name in the address that explains it.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::UnreadableJson => "unreadable-json",
            Self::NotFound => "not-found",
            Self::MethodNotAllowed => "method-not-allowed",
            Self::SlowBody => "slow-body",
            Self::BodyTooLarge => "body-too-large",
            Self::QueryTooLong => "query-too-long",
            Self::NotJson => "not-json",
            Self::BadFields => "bad-fields",
            Self::TooManyRequests => "too-many-requests",
            Self::Internal => "internal",
            Self::Busy => "busy",
            Self::TookTooLong => "took-too-long",
        }
    }

    /// It in a few words.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::UnreadableJson => "The body is not JSON",
            Self::NotFound => "There is nothing here",
            Self::MethodNotAllowed => "This method is not allowed here",
            Self::SlowBody => "The body did not arrive in time",
            Self::BodyTooLarge => "The body is too long",
            Self::QueryTooLong => "The query string is too long",
            Self::NotJson => "The body must be declared as JSON",
            Self::BadFields => "The question cannot be answered",
            Self::TooManyRequests => "Too many requests",
            Self::Internal => "The server failed",
            Self::Busy => "The server is busy",
            Self::TookTooLong => "The work took too long",
        }
    }
}

impl Problem {
    /// A problem of this kind; `detail` says what is wrong this time.
    #[must_use]
    pub fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        Self {
            kind_uri: format!("/api#{}", kind.slug()),
            title: kind.title(),
            status: kind.status().as_u16(),
            detail: detail.into(),
            errors: Vec::new(),
            retry_after_s: None,
        }
    }

    /// A fault of the server, of which the client learns nothing more.
    #[must_use]
    pub fn internal() -> Self {
        Self::new(
            ProblemKind::Internal,
            "The fault is the server's, not the request's.",
        )
    }

    /// The same problem, to go away in so many seconds.
    #[must_use]
    pub fn retry_after(self, seconds: u64) -> Self {
        Self {
            retry_after_s: Some(seconds),
            ..self
        }
    }
}

impl From<Vec<FieldError>> for Problem {
    fn from(errors: Vec<FieldError>) -> Self {
        let detail = match errors.as_slice() {
            [only] => only.detail.clone(),
            several => format!("{} fields are wrong.", several.len()),
        };
        let errors = errors
            .into_iter()
            .map(|FieldError { field, detail }| FieldProblem { field, detail })
            .collect();
        Self {
            errors,
            ..Self::new(ProblemKind::BadFields, detail)
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut body = serde_json::to_vec(&self).expect("texts and numbers are serializable");
        body.push(b'\n');
        let headers = [
            (header::CONTENT_TYPE, "application/problem+json"),
            (header::CACHE_CONTROL, "no-store"),
        ];
        let mut response = (status, headers, body).into_response();
        if let Some(seconds) = self.retry_after_s {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
