//! The limit on what one peer may ask for.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::{HeaderName, HeaderValue, Method, header};
use server::api::ApiSettings;

use crate::support::{Answer, app, json_request, request, send, settings};

async fn get_as(app: &Router, peer: &str, path: &str) -> Answer {
    let mut request = request(Method::GET, path);
    let address: SocketAddr = peer.parse().expect("an address");
    request.extensions_mut().insert(ConnectInfo(address));
    // Anybody can say so: it must not matter.
    let forwarded = HeaderName::from_static("x-forwarded-for");
    request
        .headers_mut()
        .insert(forwarded, HeaderValue::from_static("203.0.113.9"));
    send(app, request).await
}

#[tokio::test]
async fn a_peer_that_asks_too_often_is_told_when_to_come_back() {
    let app = app(ApiSettings {
        units_per_minute: 2,
        ..settings()
    });
    for _ in 0..2 {
        assert_eq!(
            get_as(&app, "192.0.2.1:1000", "/api/v1/estimate")
                .await
                .status,
            200
        );
    }
    // Another port and another endpoint are the same peer.
    let refused = get_as(&app, "192.0.2.1:2000", "/api/v1/estimate").await;
    refused.problem(429);
    let seconds: u64 = refused
        .header(header::RETRY_AFTER)
        .parse()
        .expect("seconds");
    assert!((1..=31).contains(&seconds), "{seconds}");
    get_as(&app, "[::ffff:192.0.2.1]:1", "/api/v1/economics")
        .await
        .problem(429);

    assert_eq!(
        get_as(&app, "192.0.2.2:1000", "/api/v1/estimate")
            .await
            .status,
        200
    );
    assert_eq!(
        get_as(&app, "192.0.2.1:1000", "/api/v1/models")
            .await
            .status,
        200
    );
    assert_eq!(get_as(&app, "192.0.2.1:1000", "/").await.status, 200);
}

#[tokio::test]
async fn a_network_of_ipv6_is_one_peer() {
    let app = app(ApiSettings {
        units_per_minute: 1,
        ..settings()
    });
    assert_eq!(
        get_as(&app, "[2001:db8:0:1::1]:1", "/api/v1/estimate")
            .await
            .status,
        200
    );
    get_as(&app, "[2001:db8:0:1::2]:1", "/api/v1/estimate")
        .await
        .problem(429);
    assert_eq!(
        get_as(&app, "[2001:db8:0:2::1]:1", "/api/v1/estimate")
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn a_simulation_costs_more_than_an_estimate() {
    let app = app(ApiSettings {
        units_per_minute: 30,
        ..settings()
    });
    let body = "{\"requests\": 10}";
    assert_eq!(
        send(&app, json_request("/api/v1/simulate", body))
            .await
            .status,
        200
    );
    send(&app, json_request("/api/v1/simulate", body))
        .await
        .problem(429);
    assert_eq!(
        send(&app, request(Method::GET, "/api/v1/estimate"))
            .await
            .status,
        200
    );
}
