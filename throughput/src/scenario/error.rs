//! What is wrong with a scenario, field by field.

use serde::{Deserialize, Serialize};

/// One thing that is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{field}: {detail}")]
pub struct FieldError {
    /// The field's key, such as `tp`; blank when the error is about the request as a whole.
    pub field: String,
    /// What is wrong and what would be right, as one sentence for the person who typed it.
    pub detail: String,
}

impl FieldError {
    /// An error at the field with this key.
    #[must_use]
    pub fn new(field: impl Into<String>, detail: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            detail: detail.into(),
        }
    }
}

/// Both, or everything that is wrong with either.
///
/// # Errors
///
/// The errors of the first, then those of the second.
pub fn both<A, B>(
    first: Result<A, Vec<FieldError>>,
    second: Result<B, Vec<FieldError>>,
) -> Result<(A, B), Vec<FieldError>> {
    match (first, second) {
        (Ok(first), Ok(second)) => Ok((first, second)),
        (Err(mut errors), Err(more)) => {
            errors.extend(more);
            Err(errors)
        }
        (Err(errors), Ok(_)) | (Ok(_), Err(errors)) => Err(errors),
    }
}
