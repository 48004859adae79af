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
