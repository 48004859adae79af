//! Where work that takes long is done: off the threads that serve connections, a few at a time.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::problem::{Problem, ProblemKind};

/// Does a limited number of things at once; further requests wait for a while.
#[derive(Debug, Clone)]
pub(super) struct Workers {
    places: Arc<Semaphore>,
    patience: Duration,
}

/// The right to work; given back when dropped.
#[derive(Debug)]
pub(super) struct Place(OwnedSemaphorePermit);

impl Workers {
    /// `places` at once; a request waits for one for as long as `patience`.
    pub(super) fn new(places: NonZeroUsize, patience: Duration) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places.get())),
            patience,
        }
    }

    /// Waits for a place.
    pub(super) async fn place(&self) -> Result<Place, Problem> {
        let place = Arc::clone(&self.places).acquire_owned();
        match tokio::time::timeout(self.patience, place).await {
            Ok(place) => Ok(Place(place.expect("the semaphore is never closed"))),
            Err(_) => {
                let detail = "All its places for such work are taken; try again in a moment.";
                let seconds = self.patience.as_secs().max(1);
                Err(Problem::new(ProblemKind::Busy, detail).retry_after(seconds))
            }
        }
    }

    /// Waits for a place and does the work there.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.place().await?.run(work).await
    }
}

impl Place {
    /// Does the work. It goes on when the returned future is dropped, and keeps its place.
    pub(super) async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        tokio::task::spawn_blocking(move || {
            let Self(_permit) = self;
            work()
        })
        .await
        // The work has panicked.
        .map_err(|_| Problem::internal())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_place() -> Workers {
        Workers::new(NonZeroUsize::MIN, Duration::from_millis(20))
    }

    #[tokio::test]
    async fn a_full_house_turns_requests_away() {
        let workers = one_place();
        let place = workers.place().await.expect("free");
        assert!(workers.run(|| 1).await.is_err());
        drop(place);
        assert_eq!(workers.run(|| 2).await.ok(), Some(2));
    }

    #[tokio::test]
    async fn a_panic_is_a_problem_and_gives_its_place_back() {
        let workers = one_place();
        let problem = workers
            .run(|| panic!("inner text"))
            .await
            .map(|()| 0)
            .expect_err("panicked");
        assert_eq!(problem, Problem::internal());
        assert_eq!(workers.run(|| 2).await.ok(), Some(2));
    }
}
