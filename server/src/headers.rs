//! Headers that responses have in common.

use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use leptos::nonce::use_nonce;
use leptos::prelude::use_context;
use leptos_axum::ResponseOptions;
use tower_http::set_header::SetResponseHeaderLayer;

/// Set on every response that does not set them itself.
const DEFAULTS: [(HeaderName, &str); 7] = [
    (header::CACHE_CONTROL, "no-cache"),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; frame-ancestors 'none'",
    ),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=()",
    ),
];

/// Adds the common headers to every response of `router`.
pub fn with_default_headers(router: Router) -> Router {
    DEFAULTS.into_iter().fold(router, |router, (name, value)| {
        router.layer(SetResponseHeaderLayer::if_not_present(
            name,
            HeaderValue::from_static(value),
        ))
    })
}

/// Sets the Content-Security-Policy of the page that is being rendered.
///
/// Inline scripts need the render's nonce. Text is measured for charts with an inline
/// `style` attribute; nothing else may be styled inline. While `cargo leptos watch` runs,
/// its reload socket on another port is let through.
pub fn provide_content_security_policy() {
    let (Some(nonce), Some(response)) = (use_nonce(), use_context::<ResponseOptions>()) else {
        return;
    };
    let reload = if std::env::var_os("LEPTOS_WATCH").is_some() {
        " ws:"
    } else {
        ""
    };
    let policy = format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}' 'wasm-unsafe-eval'; \
         style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; \
         font-src 'self'; connect-src 'self'{reload}; manifest-src 'self'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'"
    );
    let policy = HeaderValue::from_str(&policy).expect("a nonce is base64, which is visible ASCII");
    response.insert_header(header::CONTENT_SECURITY_POLICY, policy);
}
