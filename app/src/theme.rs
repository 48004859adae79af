//! Light or dark: the system's choice until the reader makes another.
//!
//! The choice is the `data-theme` attribute of the root element, which [`HEAD_SCRIPT`] sets before
//! the first paint.

use leptos::prelude::*;

/// Where the reader's choice is remembered in the browser.
pub const STORAGE_KEY: &str = "theme";

/// Applies the remembered choice before anything is painted.
pub const HEAD_SCRIPT: &str = "try{const t=localStorage.getItem('theme');\
    if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}";

/// Counts changes of the theme, so that what is painted by hand can be painted anew.
#[derive(Debug, Clone, Copy)]
pub struct ThemeChanges(RwSignal<u32>);

impl ThemeChanges {
    /// Makes the count known to everything below, and counts the system's changes.
    pub fn provide() {
        let changes = Self(RwSignal::new(0));
        provide_context(changes);
        #[cfg(feature = "hydrate")]
        browser::watch_system(changes);
    }

    /// Notices a change. Read it inside an effect.
    pub fn track(self) {
        self.0.track();
    }

    /// Counts one more.
    pub fn count(self) {
        self.0.update(|count| *count = count.wrapping_add(1));
    }
}

/// Changes to the other theme and remembers it. Does nothing outside a browser.
pub fn toggle() {
    #[cfg(feature = "hydrate")]
    {
        browser::toggle();
        if let Some(changes) = use_context::<ThemeChanges>() {
            changes.count();
        }
    }
}

#[cfg(feature = "hydrate")]
mod browser {
    use leptos::prelude::*;
    use wasm_bindgen::JsCast as _;
    use wasm_bindgen::closure::Closure;

    use super::{STORAGE_KEY, ThemeChanges};

    const DARK: &str = "(prefers-color-scheme: dark)";

    pub(super) fn watch_system(changes: ThemeChanges) {
        Effect::new(move |_| {
            let Ok(Some(query)) = window().match_media(DARK) else {
                return;
            };
            let count = Closure::<dyn Fn()>::new(move || changes.count());
            // Without the listener a hand-painted chart keeps its colours until the next change.
            let _ =
                query.add_event_listener_with_callback("change", count.as_ref().unchecked_ref());
            // The page itself listens, for as long as it is open.
            count.forget();
        });
    }

    pub(super) fn toggle() {
        let Some(root) = document().document_element() else {
            return;
        };
        let is_dark = match root.get_attribute("data-theme").as_deref() {
            Some(theme) => theme == "dark",
            None => window()
                .match_media(DARK)
                .ok()
                .flatten()
                .is_some_and(|query| query.matches()),
        };
        let next = if is_dark { "light" } else { "dark" };
        // Neither may fail the click: a browser that stores nothing still changes its colours.
        let _ = root.set_attribute("data-theme", next);
        if let Ok(Some(storage)) = window().local_storage() {
            let _ = storage.set_item(STORAGE_KEY, next);
        }
    }
}
