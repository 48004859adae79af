//! What request handlers share.

use axum::extract::FromRef;
use leptos::config::LeptosOptions;

/// Shared by all request handlers; cheap to clone.
#[derive(Clone, Debug)]
pub struct AppState {
    leptos_options: LeptosOptions,
}

impl AppState {
    /// State for a site described by `leptos_options`.
    #[must_use]
    pub fn new(leptos_options: LeptosOptions) -> Self {
        Self { leptos_options }
    }

    /// Where the site's files are and what they are called.
    #[must_use]
    pub fn leptos_options(&self) -> &LeptosOptions {
        &self.leptos_options
    }
}

impl FromRef<AppState> for LeptosOptions {
    fn from_ref(state: &AppState) -> Self {
        state.leptos_options.clone()
    }
}
