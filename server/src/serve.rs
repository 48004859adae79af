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
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt as _;

/// Connections served at once; further ones wait in the listener's queue.
const MAX_CONNECTIONS: usize = 1024;

/// How long a client may take to send a request's head, or keep an idle connection.
const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(15);

/// How long running requests may take to end once the server has been told to stop.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

/// Pause after a failed `accept`, which may mean that file descriptors have run out.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

/// Listens on `address`.
///
/// # Errors
///
/// If it cannot; a taken port gets a message that tells what to do.
pub async fn bind(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            let port = address.port();
            let next = port.checked_add(1).unwrap_or(3000);
            anyhow!("port {port} is taken: set PORT=... (for example `make serve PORT={next}`)")
        }
        _ => anyhow!("cannot listen on {address}: {error}"),
    })
}

/// Serves `router` on `listener` until `stop` ends, then refuses new connections, closes
/// idle ones and waits a while for running requests.
///
/// Handlers can extract `ConnectInfo<SocketAddr>`, the peer's address.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let drain = GracefulShutdown::new();
    tokio::pin!(stop);

    loop {
        tokio::select! {
            (stream, peer, permit) = accept(&listener, &permits) => {
                tokio::spawn(serve_connection(stream, peer, router.clone(), drain.watcher(), permit));
            }
            () = &mut stop => break,
        }
    }

    drop(listener);
    if tokio::time::timeout(DRAIN_TIMEOUT, drain.shutdown()).await.is_err() {
        eprintln!("stopped with requests still running after {} s", DRAIN_TIMEOUT.as_secs());
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

/// Serves one connection to its end. `permit` is given back then.
async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    watcher: Watcher,
    permit: OwnedSemaphorePermit,
) {
    let _permit = permit;
    // Only latency is lost if this fails.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request.map(Body::new))
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_READ_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service);
    // An error here is the client's: it hung up, was too slow or did not speak HTTP.
    let _ = watcher.watch(connection).await;
}
