//! How much work one peer may ask for.
//!
//! Peers are told apart by the address of their connection: what `X-Forwarded-For` says is the
//! client's to forge. Behind a proxy all clients are one peer; then let the proxy limit them and
//! set the limit here to 0.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::Response;

use super::problem::{Problem, ProblemKind};

/// Peers that are remembered; when there are more, those that are no longer limited are forgotten.
const MOST_PEERS: usize = 16_384;

/// The window over which units are given out.
const WINDOW: Duration = Duration::from_secs(60);

/// Gives out units of work to peers: as many in a minute, and at once, as the settings say.
///
/// For each peer the time is kept at which all its units will be back (the generic cell rate
/// algorithm): a request puts it off by its units' share of a minute, and is refused when that
/// would take it more than a minute ahead.
#[derive(Debug)]
pub(super) struct RateLimiter {
    unit: Option<Duration>,
    peers: Mutex<HashMap<IpAddr, Instant>>,
}

impl RateLimiter {
    /// No limit when `units_per_minute` is 0.
    pub(super) fn new(units_per_minute: u32) -> Self {
        Self {
            unit: WINDOW.checked_div(units_per_minute),
            peers: Mutex::default(),
        }
    }

    /// Takes `units` for the peer, or says how long it has to wait for them.
    fn take(&self, peer: IpAddr, units: u32, now: Instant) -> Result<(), Duration> {
        let Some(unit) = self.unit else { return Ok(()) };
        let mut peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        let full_at = peers.get(&peer).map_or(now, |full_at| now.max(*full_at)) + unit * units;
        let ahead = full_at - now;
        // What costs more than a minute's units goes through when all are there.
        let most = WINDOW.max(unit * units);
        if ahead > most {
            return Err(ahead - most);
        }
        if peers.len() >= MOST_PEERS && !peers.contains_key(&peer) {
            peers.retain(|_, full_at| *full_at > now);
            if peers.len() >= MOST_PEERS {
                peers.clear();
            }
        }
        peers.insert(peer, full_at);
        Ok(())
    }
}

/// A rate limiter and what one request costs.
#[derive(Debug, Clone)]
pub(super) struct Cost {
    pub(super) limiter: Arc<RateLimiter>,
    pub(super) units: u32,
}

/// Middleware that answers 429 when the peer has used up its units.
pub(super) async fn limit(
    State(cost): State<Cost>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    cost.limiter
        .take(peer_of(&request), cost.units, Instant::now())
        .map_err(|wait| {
            let seconds = wait.as_secs() + 1;
            let detail = format!(
                "Your address has used up its share of this server; try again in {seconds} s."
            );
            Problem::new(ProblemKind::TooManyRequests, detail).retry_after(seconds)
        })?;
    Ok(next.run(request).await)
}

/// The peer that a request came from; one of IPv6 has a whole /64 network to itself. Requests
/// without a connection, such as tests make, are all of one peer.
fn peer_of(request: &Request) -> IpAddr {
    let connection = request.extensions().get::<ConnectInfo<SocketAddr>>();
    match connection.map(|ConnectInfo(address)| address.ip().to_canonical()) {
        Some(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        Some(address) => address,
        None => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEER: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn units_come_back_with_time() {
        let (limiter, start) = (RateLimiter::new(60), Instant::now());
        for _ in 0..3 {
            assert_eq!(limiter.take(PEER, 20, start), Ok(()));
        }
        assert_eq!(limiter.take(PEER, 20, start), Err(Duration::from_secs(20)));
        assert_eq!(
            limiter.take(PEER, 20, start + Duration::from_secs(20)),
            Ok(())
        );
        assert!(
            limiter
                .take(PEER, 1, start + Duration::from_secs(20))
                .is_err()
        );
    }

    #[test]
    fn peers_do_not_share_and_none_is_unlimited() {
        let (limiter, now) = (RateLimiter::new(1), Instant::now());
        assert_eq!(limiter.take(PEER, 1, now), Ok(()));
        assert!(limiter.take(PEER, 1, now).is_err());
        assert_eq!(
            limiter.take(IpAddr::V4(Ipv4Addr::BROADCAST), 1, now),
            Ok(())
        );
        assert_eq!(RateLimiter::new(0).take(PEER, u32::MAX, now), Ok(()));
    }

    #[test]
    fn one_request_can_always_be_made() {
        let (limiter, now) = (RateLimiter::new(10), Instant::now());
        assert_eq!(limiter.take(PEER, 20, now), Ok(()));
        assert_eq!(limiter.take(PEER, 20, now), Err(Duration::from_secs(120)));
    }

    #[test]
    fn peers_are_forgotten_when_there_are_too_many() {
        let (limiter, now) = (RateLimiter::new(1), Instant::now());
        for address in 0..=u32::try_from(MOST_PEERS).expect("small") {
            assert_eq!(
                limiter.take(IpAddr::V4(Ipv4Addr::from(address)), 1, now),
                Ok(())
            );
        }
        assert!(limiter.peers.lock().expect("not poisoned").len() <= MOST_PEERS);
    }
}
