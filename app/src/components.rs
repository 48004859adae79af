//! The parts of the pages, one file each.

pub mod accuracy;
pub mod answer;
pub mod economics;
pub mod footer;
pub mod form;
pub mod masthead;
pub mod plain_words;
pub mod presets;
pub mod theme_toggle;
