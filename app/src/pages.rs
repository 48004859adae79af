//! One file a page.

pub mod home;
pub mod not_found;

pub use home::Home;
pub use not_found::NotFound;
