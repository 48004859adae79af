//! The Permillion page, rendered on the server and brought to life in the browser.
//!
//! The server calls [`shell`]; the browser calls [`hydrate`]. Both show [`App`].

// The types of views nest deeply.
#![recursion_limit = "256"]

pub mod accuracy;
pub mod address;
pub mod answer;
#[cfg(feature = "hydrate")]
mod awake;
pub mod chart;
pub mod choices;
pub mod components;
pub mod csv;
pub mod economics;
pub mod field_text;
pub mod format;
pub mod inquiry;
pub mod pages;
pub mod point_rows;
pub mod presets;
pub mod question;
pub mod root;
pub mod shell;
pub mod simulation;
pub mod theme;
pub mod typed;
pub mod verdict;
pub mod wording;

pub use root::App;
pub use shell::shell;

/// Attaches [`App`] to the HTML that the server rendered. Called once by the loaded page.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    awake::save_early_input();
    leptos::mount::hydrate_body(App);
}
