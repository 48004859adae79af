//! The site's files: scripts, styles and images.

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use leptos::config::LeptosOptions;
use tower_http::services::ServeDir;

/// Length of the shortest content hash that is taken for one in a file's name.
const MIN_HASH_LENGTH: usize = 16;

/// The files of `folder` as they are, compressed where the client allows it.
///
/// A file `name` is sent as `name.br` or `name.gz` where that exists.
pub fn site_files(folder: &str) -> ServeDir {
    ServeDir::new(folder)
        .append_index_html_on_directories(false)
        .precompressed_br()
        .precompressed_gzip()
}

/// The scripts and styles that the build made, below `/pkg`.
///
/// A file whose name carries a hash of its content never changes, so it may be kept for ever.
pub fn package_files<S>(options: &LeptosOptions) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    let folder = format!("{}/{}", options.site_root, options.site_pkg_dir);
    Router::new()
        .nest_service(&format!("/{}", options.site_pkg_dir), site_files(&folder))
        .layer(middleware::from_fn(cache_hashed_files))
}

/// Says how long a file may be kept, and that its compressed form is another one.
async fn cache_hashed_files(request: Request, next: Next) -> Response {
    let hashed = has_hash(request.uri().path());
    let mut response = next.run(request).await;
    response
        .headers_mut()
        .insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if hashed && (response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED) {
        response.headers_mut().insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("public, max-age=31536000, immutable"),
        );
    }
    response
}

/// Whether the file at `path` is named `stem.HASH.extension`.
fn has_hash(path: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or(path);
    let mut parts = file.rsplit('.').skip(1);
    match (parts.next(), parts.next()) {
        (Some(hash), Some(_stem)) => hash.len() >= MIN_HASH_LENGTH,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::has_hash;

    #[test]
    fn a_hash_stands_between_stem_and_extension() {
        assert!(has_hash("/pkg/permillion.xpVmqErGGVIo9yMNwKBRaQ.wasm"));
        assert!(!has_hash("/pkg/permillion.wasm"));
        assert!(!has_hash("/pkg/permillion.min.js"));
        assert!(!has_hash("/pkg/xpVmqErGGVIo9yMNwKBRaQ.js"));
    }
}
