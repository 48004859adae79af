//! The Permillion page, rendered on the server and brought to life in the browser.
//!
//! The server calls [`shell`]; the browser calls [`hydrate`]. Both show [`App`].

pub mod pages;
pub mod root;
pub mod shell;

pub use root::App;
pub use shell::shell;

/// Attaches [`App`] to the HTML that the server rendered. Called once by the loaded page.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    leptos::mount::hydrate_body(App);
}
