//! What the forms of the pages beside the calculator are made of.

pub mod field;
pub mod folded;
pub mod problems;

pub use field::{Chosen, Typed};
pub use folded::Folded;
pub use problems::Problems;
