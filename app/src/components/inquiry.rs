//! What the pages beside the calculator are made of.

pub mod field;
pub mod folded;
pub mod parts;
pub mod problems;
pub mod served;
pub mod verdict;

pub use field::{Chosen, Typed};
pub use folded::Folded;
pub use parts::Parts;
pub use problems::Problems;
pub use served::Served;
pub use verdict::InShort;
