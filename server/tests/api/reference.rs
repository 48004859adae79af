//! The page at `/api`, and whether the calls of the documentation work.

use std::collections::BTreeSet;

use axum::http::header;

use crate::curl;
use crate::support::{app, get, send, settings};

/// The file that says the same in the repository.
const DOCUMENTATION: &str = include_str!("../../../docs/API.md");

fn unescape(html: &str) -> String {
    html.replace("<pre><code>", "")
        .replace("</code></pre>", "")
        .replace("&#39;", "'")
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

/// Runs every call, and returns the paths called.
async fn run(text: &str) -> BTreeSet<String> {
    let app = app(settings());
    let mut called = BTreeSet::new();
    for call in curl::calls(text) {
        let (path, request) = curl::request(&call);
        let method = request.method().clone();
        let answer = send(&app, request).await;
        assert_eq!(answer.status, 200, "{call}\n{}", answer.text);
        assert!(
            !answer.text.contains("\"problem\""),
            "{call}\n{}",
            answer.text
        );
        called.insert(format!(
            "{method} {}",
            path.split('?').next().unwrap_or_default()
        ));
    }
    called
}

/// Every endpoint of the OpenAPI document, as `GET /path`.
async fn endpoints() -> BTreeSet<String> {
    let document = get("/api/v1/openapi.json").await.json();
    let paths = document["paths"].as_object().expect("paths");
    let methods = |(path, item): (&String, &serde_json::Value)| -> Vec<String> {
        let methods = item.as_object().expect("methods").keys();
        methods
            .map(|method| format!("{} {path}", method.to_uppercase()))
            .collect()
    };
    paths.iter().flat_map(methods).collect()
}

#[tokio::test]
async fn the_page_has_a_call_that_works_for_every_endpoint() {
    let page = get("/api").await;
    assert_eq!(page.status, 200);
    assert_eq!(
        page.header(header::CONTENT_TYPE),
        "text/html; charset=utf-8"
    );
    assert_eq!(run(&unescape(&page.text)).await, endpoints().await);
}

#[tokio::test]
async fn the_documentation_has_a_call_that_works_for_every_endpoint() {
    let mut called = run(DOCUMENTATION).await;
    called.remove("GET /api/v1/openapi.json");
    assert_eq!(called, endpoints().await);
}

#[tokio::test]
async fn the_documentation_names_every_field() {
    let document = get("/api/v1/openapi.json").await.json();
    for table in ["ScenarioFields", "EconomicsFields", "SimulationFields"] {
        let properties = &document["components"]["schemas"][table]["properties"];
        for key in properties.as_object().expect(table).keys() {
            assert!(DOCUMENTATION.contains(&format!("`{key}`")), "{key}");
        }
    }
}

#[tokio::test]
async fn the_page_explains_every_problem_and_needs_nothing_from_elsewhere() {
    let page = get("/api").await.text;
    for kind in server::api::ProblemKind::ALL {
        assert!(
            page.contains(&format!("id=\"{}\"", kind.slug())),
            "{kind:?}"
        );
    }
    for needle in ["<script", "src=\"http", "href=\"http", "style=\""] {
        assert!(!page.contains(needle), "{needle}");
    }
    let style = get("/api/reference.css").await;
    assert_eq!(
        style.header(header::CONTENT_TYPE),
        "text/css; charset=utf-8"
    );
}

#[tokio::test]
async fn other_spellings_of_the_pages_address_lead_to_it() {
    for path in ["/api/", "/api/docs"] {
        let answer = get(path).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header(header::LOCATION)),
            (308, "/api")
        );
    }
}
