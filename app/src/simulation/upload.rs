//! The user's own requests.

use std::sync::Arc;

use throughput::scenario::FieldError;
use throughput::trial::{SimulationField, Trace};

/// The longest trace that is read, in bytes.
pub const LONGEST_TRACE: usize = 4 * 1024 * 1024;

/// A trace that was read without a fault.
#[derive(Debug, Clone)]
pub struct Upload {
    name: String,
    text: Arc<str>,
    requests: usize,
    has_arrivals: bool,
}

impl PartialEq for Upload {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.text, &other.text)
    }
}

impl Upload {
    /// Reads a file of this name.
    ///
    /// # Errors
    ///
    /// What is wrong with it, line by line.
    pub fn read(name: &str, text: String) -> Result<Self, Vec<FieldError>> {
        checked_length(&text)?;
        let trace = Trace::parse(&text)?;
        Ok(Self {
            name: name.to_owned(),
            text: text.into(),
            requests: trace.lengths.len(),
            has_arrivals: trace.arrivals_s.is_some(),
        })
    }

    /// The CSV text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it is, in a sentence.
    #[must_use]
    pub fn summary(&self) -> String {
        let times = if self.has_arrivals {
            "with arrival times"
        } else {
            "lengths only"
        };
        format!("{}: {} requests, {times}.", self.name, self.requests)
    }

    /// Whether it says when each request arrives, and so the load.
    #[must_use]
    pub const fn has_arrivals(&self) -> bool {
        self.has_arrivals
    }
}

/// The text, if it is not too long.
///
/// # Errors
///
/// That it is.
pub fn checked_length(text: &str) -> Result<&str, Vec<FieldError>> {
    if text.len() <= LONGEST_TRACE {
        return Ok(text);
    }
    let detail = format!(
        "The trace has {:.1} MB; at most {} MB are read.",
        text.len() as f64 / 1e6,
        LONGEST_TRACE / 1_048_576
    );
    Err(vec![FieldError::new(SimulationField::Trace.key(), detail)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_says_what_it_is_or_which_line_is_wrong() {
        let good = Upload::read("mine.csv", "input,output\n1,2\n3,4\n".to_owned());
        let summary = good.map(|upload| upload.summary());
        assert_eq!(
            summary,
            Ok("mine.csv: 2 requests, lengths only.".to_owned())
        );
        let errors = Upload::read("mine.csv", "input,output\n1,x\n3,4\n".to_owned())
            .expect_err("`x` is no number");
        assert!(errors[0].detail.starts_with("Line 2: "));
        let errors = Upload::read("big.csv", "1".repeat(LONGEST_TRACE + 1)).expect_err("too long");
        assert!(errors[0].detail.contains("at most 4 MB"));
    }
}
