//! The accuracy page and its table, called without a socket.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use axum::response::Response;
use http_body_util::BodyExt as _;
use leptos::config::LeptosOptions;
use server::{router::router, state::AppState};
use tower::ServiceExt as _;

async fn get(path: &str) -> Response {
    let options = LeptosOptions::builder()
        .output_name("permillion")
        .site_root(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/site"))
        .build();
    let request = Request::get(path)
        .body(Body::empty())
        .expect("a valid path");
    let Ok(response) = router(AppState::new(options)).oneshot(request).await;
    response
}

async fn text(response: Response) -> String {
    let body = response.into_body().collect().await.expect("a whole body");
    String::from_utf8(body.to_bytes().to_vec()).expect("UTF-8")
}

#[tokio::test]
async fn the_page_draws_every_figure_without_a_script() {
    let all = text(get("/accuracy").await).await;
    let some = text(get("/accuracy?metric=tpot&gpu=h100-sxm").await).await;
    let circles = |html: &str| {
        html.matches("\"scatter__dense\"").count() + html.matches("\"scatter__moe\"").count()
    };
    assert!(
        circles(&all) > 100 && circles(&some) > 10,
        "{} {}",
        circles(&all),
        circles(&some)
    );
    assert!(circles(&some) < circles(&all));
}

#[tokio::test]
async fn a_filter_with_markup_in_it_is_no_markup_in_the_page() {
    let html =
        text(get("/accuracy?gpu=%3Cscript%3Ealert(1)%3C/script%3E&metric=%22%3E").await).await;
    assert!(!html.contains("<script>alert"));
    assert!(html.contains("No published figure passes this filter."));
}

#[tokio::test]
async fn the_table_is_sent_as_csv() {
    let response = get("/accuracy.csv").await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(
        response.headers()[header::CONTENT_TYPE],
        "text/csv; charset=utf-8"
    );
    let table = text(response).await;
    assert!(table.starts_with("id,metric,unit,measured,predicted,error,"));
    assert!(table.lines().count() > 500);
}
