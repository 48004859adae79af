//! Counts as numbers to calculate with.

/// A count of parameters or bytes as `f64`; exact below 2^53.
#[expect(
    clippy::cast_precision_loss,
    reason = "no count of this crate reaches 2^53"
)]
pub(crate) const fn f64_of(count: u64) -> f64 {
    count as f64
}
