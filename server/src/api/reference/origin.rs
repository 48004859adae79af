//! Where the reader of the page has reached this server.

use axum::http::{HeaderMap, header};

/// Stands in when the request does not say.
const LOCAL: &str = "127.0.0.1:3000";

/// Scheme and host of the request, such as `http://127.0.0.1:3000`, for the calls on the page.
///
/// Both are the client's word, and only the client sees them again.
pub(super) fn origin(headers: &HeaderMap) -> String {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let is_host = |host: &&str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
        !host.is_empty() && host.chars().all(is_part)
    };
    let host = text(header::HOST.as_str()).filter(is_host).unwrap_or(LOCAL);
    let scheme = if text("x-forwarded-proto") == Some("https") {
        "https"
    } else {
        "http"
    };
    format!("{scheme}://{host}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_a_host_is_shown_as_one() {
        let mut headers = HeaderMap::new();
        assert_eq!(origin(&headers), "http://127.0.0.1:3000");
        headers.insert(header::HOST, HeaderValue::from_static("example.org:8080"));
        headers.insert("x-forwarded-proto", HeaderValue::from_static("https"));
        assert_eq!(origin(&headers), "https://example.org:8080");
        headers.insert(header::HOST, HeaderValue::from_static("x';rm -rf ~;'"));
        assert_eq!(origin(&headers), "https://127.0.0.1:3000");
    }
}
