//! When to stop.

use std::future::Future;
use std::io;

use tokio::signal::unix::{SignalKind, signal};

/// Installs handlers for SIGTERM and SIGINT; the returned future ends at the first of them.
///
/// # Errors
///
/// If the operating system refuses a handler.
pub fn requested() -> io::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
