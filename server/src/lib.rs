//! The Permillion web server: it renders the page, serves its files and answers requests.
//!
//! [`router::router`] holds every route and can be called without a socket;
//! [`serve::serve`] puts it on one.

pub mod accuracy;
pub mod api;
pub mod assets;
pub mod config;
pub mod headers;
pub mod health;
pub mod pages;
pub mod router;
pub mod serve;
pub mod shutdown;
pub mod state;
