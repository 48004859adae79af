//! The parts of the pages, one file each.

pub mod accuracy;
pub mod answer;
pub mod economics;
pub mod footer;
pub mod form;
pub mod inquiry;
pub mod masthead;
pub mod plain_words;
mod plot;
pub mod presets;
pub mod simulation;
pub(crate) mod table;
pub mod theme_toggle;
mod tiles;
pub mod traffic;
