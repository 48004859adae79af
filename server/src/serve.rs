//! The accept loop: HTTP/1.1 connections with limits, drained when the server stops.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt as _;

/// What clients may take from the server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections served at once; further ones wait in the listener's queue.
    pub connections: usize,
    /// How long a client may take to send a request's head, or keep an idle connection.
    pub head_timeout: Duration,
    /// How long running requests may take to end once the server has been told to stop.
    pub drain_timeout: Duration,
}

impl Default for Limits {
    /// The drain outlasts the head's time, after which half-sent requests are gone.
    fn default() -> Self {
        Self {
            connections: 1024,
            head_timeout: Duration::from_secs(5),
            drain_timeout: Duration::from_secs(10),
        }
    }
}

/// Pause after a failed `accept`, which may mean that file descriptors have run out.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

/// Listens on `address`.
///
/// # Errors
///
/// If it cannot; a taken port gets a message that tells what to do.
pub async fn bind(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address)
        .await
        .map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => {
                let port = address.port();
                let next = port.checked_add(1).unwrap_or(3000);
                anyhow!("port {port} is taken: set PORT=... (for example `make serve PORT={next}`)")
            }
            _ => anyhow!("cannot listen on {address}: {error}"),
        })
}

/// Serves `router` on `listener` until `stop` ends, then refuses new connections, closes
/// idle ones and waits a while for running and half-sent requests.
///
/// Handlers can extract `ConnectInfo<SocketAddr>`, the peer's address.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    stop: impl Future<Output = ()>,
) {
    let permits = Arc::new(Semaphore::new(limits.connections));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.head_timeout);
    let drain = GracefulShutdown::new();
    tokio::pin!(stop);

    loop {
        tokio::select! {
            (stream, peer, permit) = accept(&listener, &permits) => {
                let connection = connect(&http, stream, peer, router.clone());
                let connection = drain.watch(connection);
                tokio::spawn(async move {
                    // An error is the client's: it hung up, was too slow or spoke no HTTP.
                    let _ = connection.await;
                    drop(permit);
                });
            }
            () = &mut stop => break,
        }
    }

    drop(listener);
    if tokio::time::timeout(limits.drain_timeout, drain.shutdown())
        .await
        .is_err()
    {
        eprintln!(
            "stopped with requests still running after {:?}",
            limits.drain_timeout
        );
    }
}

/// Waits for a free permit and then for a client.
async fn accept(
    listener: &TcpListener,
    permits: &Arc<Semaphore>,
) -> (TcpStream, SocketAddr, OwnedSemaphorePermit) {
    let permit = Arc::clone(permits)
        .acquire_owned()
        .await
        .expect("the semaphore is never closed");
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, permit),
            Err(_) => tokio::time::sleep(ACCEPT_RETRY_DELAY).await,
        }
    }
}

/// One client's connection, which `router` answers.
fn connect(
    http: &http1::Builder,
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
) -> impl GracefulConnection + use<> {
    // Only latency is lost if this fails.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request.map(Body::new))
    });
    http.serve_connection(TokioIo::new(stream), service)
}
