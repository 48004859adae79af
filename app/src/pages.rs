//! One file a page. A new page is its file and one line in [`pages!`] below.

pub mod not_found;

use leptos::prelude::*;
use leptos_router::StaticSegment;
use leptos_router::components::{FlatRoutes, Route};

pub use not_found::NotFound;

/// A page as the masthead lists it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NavEntry {
    /// Its path, with the leading slash.
    pub path: &'static str,
    /// Its name.
    pub name: &'static str,
}

/// Declares each page's module, its route and its entry in the masthead.
macro_rules! pages {
    ($($module:ident::$page:ident at $segment:literal named $name:literal;)+) => {
        $(
            pub mod $module;
            pub use $module::$page;
        )+

        /// The pages in the order of the masthead.
        pub const NAVIGATION: &[NavEntry] =
            &[$(NavEntry { path: concat!("/", $segment), name: $name }),+];

        /// The page for the current address.
        #[component]
        pub fn PageRoutes() -> impl IntoView {
            view! {
                <FlatRoutes fallback=NotFound>
                    $(<Route path=StaticSegment($segment) view=$page />)+
                </FlatRoutes>
            }
        }
    };
}

pages! {
    home::Home at "" named "Calculator";
    simulate::Simulate at "simulate" named "Simulation";
    economics::Economics at "economics" named "Economics";
    accuracy::Accuracy at "accuracy" named "Accuracy";
}
