//! What request handlers share.

use axum::extract::FromRef;
use leptos::config::LeptosOptions;

use crate::api::ApiSettings;

/// Shared by all request handlers; cheap to clone.
#[derive(Clone, Debug)]
pub struct AppState {
    leptos_options: LeptosOptions,
    api_settings: ApiSettings,
}

impl AppState {
    /// State for a site described by `leptos_options`.
    #[must_use]
    pub fn new(leptos_options: LeptosOptions) -> Self {
        Self {
            leptos_options,
            api_settings: ApiSettings::default(),
        }
    }

    /// The same with other limits of the API.
    #[must_use]
    pub fn with_api_settings(self, api_settings: ApiSettings) -> Self {
        Self {
            api_settings,
            ..self
        }
    }

    /// Where the site's files are and what they are called.
    #[must_use]
    pub fn leptos_options(&self) -> &LeptosOptions {
        &self.leptos_options
    }

    /// What the API allows.
    #[must_use]
    pub fn api_settings(&self) -> &ApiSettings {
        &self.api_settings
    }
}

impl FromRef<AppState> for LeptosOptions {
    fn from_ref(state: &AppState) -> Self {
        state.leptos_options.clone()
    }
}
