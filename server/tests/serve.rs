//! The accept loop, over real sockets.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::routing::get;
use server::serve::{Limits, bind, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// Far above what anything here takes, far below when a drain gives up.
const SOON: Duration = Duration::from_secs(20);

const LIMITS: Limits = Limits {
    connections: 5,
    head_timeout: Duration::from_secs(60),
    drain_timeout: Duration::from_secs(60),
};

const IMPATIENT: Limits = Limits {
    head_timeout: Duration::from_millis(300),
    ..LIMITS
};

struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<()>,
}

async fn start(router: Router, limits: Limits) -> Running {
    let any_port = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let listener = bind(any_port).await.expect("a free port");
    let address = listener.local_addr().expect("a bound socket");
    let (stop, stopped) = oneshot::channel();
    let ended = tokio::spawn(serve(listener, router, limits, async move {
        let _ = stopped.await;
    }));
    Running {
        address,
        stop,
        ended,
    }
}

async fn connect(address: SocketAddr, sent: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("an open port");
    stream.write_all(sent).await.expect("an open connection");
    stream
}

/// Reads until `end` has come.
async fn read_until(stream: &mut TcpStream, end: &str) -> String {
    let mut text = String::new();
    while !text.ends_with(end) {
        let mut buffer = [0; 1024];
        let count = stream.read(&mut buffer).await.expect("an open connection");
        assert_ne!(count, 0, "closed after {text:?}");
        text.push_str(&String::from_utf8_lossy(&buffer[..count]));
    }
    text
}

/// Waits until the server has closed the connection.
async fn expect_closed(stream: &mut TcpStream) {
    let mut buffer = [0; 1024];
    loop {
        match timeout(SOON, stream.read(&mut buffer))
            .await
            .expect("a close soon")
        {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
    }
}

#[tokio::test]
async fn a_taken_port_gets_advice() {
    let first = bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))
        .await
        .unwrap();
    let address = first.local_addr().unwrap();
    let message = bind(address).await.unwrap_err().to_string();
    assert!(
        message.starts_with(&format!("port {} is taken: set PORT=", address.port())),
        "{message}"
    );
    assert!(!message.contains('\n'));
}

#[tokio::test]
async fn handlers_learn_the_peers_address() {
    let show = |ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { format!("peer {peer}.") };
    let running = start(Router::new().route("/", get(show)), LIMITS).await;
    let mut stream = connect(running.address, REQUEST).await;
    let peer = stream.local_addr().unwrap();
    let answer = read_until(&mut stream, ".").await;
    assert!(answer.ends_with(&format!("peer {peer}.")), "{answer}");
}

#[tokio::test]
async fn stopping_closes_idle_connections_and_waits_for_running_requests() {
    let started = Arc::new(Notify::new());
    let release = Arc::new(Notify::new());
    let slow = {
        let (started, release) = (Arc::clone(&started), Arc::clone(&release));
        move || async move {
            started.notify_one();
            release.notified().await;
            "slow."
        }
    };
    let router = Router::new()
        .route("/", get(|| async { "quick." }))
        .route("/slow", get(slow));
    let running = start(router, LIMITS).await;

    let mut silent = connect(running.address, b"").await;
    let mut kept_alive = connect(running.address, REQUEST).await;
    read_until(&mut kept_alive, "quick.").await;
    let mut busy = connect(
        running.address,
        b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n",
    )
    .await;
    started.notified().await;

    running.stop.send(()).unwrap();
    for stream in [&mut silent, &mut kept_alive] {
        expect_closed(stream).await;
    }
    assert!(TcpStream::connect(running.address).await.is_err());
    assert!(!running.ended.is_finished());

    release.notify_one();
    assert!(
        timeout(SOON, read_until(&mut busy, "slow."))
            .await
            .unwrap()
            .contains("200 OK")
    );
    timeout(SOON, running.ended)
        .await
        .expect("an end soon")
        .unwrap();
}

#[tokio::test]
async fn a_half_sent_request_is_given_up() {
    let running = start(Router::new(), IMPATIENT).await;
    let mut partial = connect(running.address, b"GET / HT").await;
    expect_closed(&mut partial).await;
}

#[tokio::test]
async fn a_client_beyond_the_cap_waits_for_another_to_leave() {
    let router = Router::new().route("/", get(|| async { "quick." }));
    let running = start(router, LIMITS).await;
    let mut others = Vec::new();
    for _ in 0..LIMITS.connections {
        others.push(connect(running.address, b"").await);
    }
    let mut last = connect(running.address, REQUEST).await;
    let early = timeout(Duration::from_millis(100), last.read(&mut [0; 1])).await;
    assert!(early.is_err(), "answered beyond the cap");
    drop(others);
    timeout(SOON, read_until(&mut last, "quick."))
        .await
        .expect("an answer in the end");
}
