//! A simulation's progress and result, line by line (NDJSON).

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use hyper::body::Frame;
use serde::Serialize;
use throughput::simulation;
use throughput::trial::SimulationAnswer;
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::go_on_while;
use super::run::Run;
use crate::api::answer::json;
use crate::api::problem::Problem;
use crate::api::workers::Place;

/// The media type of the lines.
pub(super) const CONTENT_TYPE: &str = "application/x-ndjson";

/// Least time between two lines of progress.
const BETWEEN_LINES: Duration = Duration::from_millis(100);

/// Lines that may wait for a slow client; further progress is left out.
const WAITING_LINES: usize = 4;

/// One line.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    /// How far the run has come.
    Progress(Progress),
    /// The last line: what was simulated.
    Result(Box<SimulationAnswer>),
    /// The last line: why there is no result.
    Problem(Problem),
}

/// How far a run has come.
#[derive(Serialize, ToSchema)]
pub(super) struct Progress {
    /// Requests finished.
    finished: u64,
    /// Requests in total.
    requests: u64,
    /// Simulated seconds.
    simulated_s: f64,
}

impl From<simulation::Progress> for Progress {
    fn from(progress: simulation::Progress) -> Self {
        let simulation::Progress {
            finished,
            requests,
            seconds,
        } = progress;
        Self {
            finished,
            requests,
            simulated_s: seconds,
        }
    }
}

/// Starts the run; its lines are the body of the response.
pub(super) fn stream(place: Place, run: Run) -> Response {
    let (sender, receiver) = mpsc::channel(WAITING_LINES);
    tokio::spawn(send_lines(place, run, sender));
    let headers = [
        (header::CONTENT_TYPE, CONTENT_TYPE),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, Body::new(Lines(receiver))).into_response()
}

async fn send_lines(place: Place, run: Run, sender: mpsc::Sender<Bytes>) {
    let progress = sender.clone();
    let mut last: Option<Instant> = None;
    let listen = move |now: simulation::Progress| {
        if last.is_none_or(|last| last.elapsed() >= BETWEEN_LINES) {
            last = Some(Instant::now());
            if let Ok(line) = json(&Line::Progress(now.into())) {
                // A client that does not keep up misses a line.
                let _ = progress.try_send(line);
            }
        }
        go_on_while(!progress.is_closed())
    };
    let line = match place.run(move || run.finish(listen)).await.flatten() {
        Ok(answer) => Line::Result(Box::new(answer)),
        Err(problem) => Line::Problem(problem),
    };
    if let Ok(line) = json(&line) {
        // The client may have gone.
        let _ = sender.send(line).await;
    }
}

/// Lines as a body; dropped when the client hangs up.
struct Lines(mpsc::Receiver<Bytes>);

impl HttpBody for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0
            .poll_recv(context)
            .map(|line| line.map(|line| Ok(Frame::data(line))))
    }
}
