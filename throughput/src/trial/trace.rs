//! A trace: the requests of a real service, one by one, as CSV text.

mod clock;
mod columns;

use super::field::SimulationField;
use crate::scenario::FieldError;
use columns::Columns;

/// Most requests of a trace.
pub const MOST_ROWS: usize = 200_000;

/// Longest prompt or answer in tokens.
const LONGEST: u32 = 10_000_000;

/// Errors that are listed one by one.
const LISTED_ERRORS: usize = 10;

/// The requests of a trace, in order of arrival.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// Input and output tokens of each request.
    pub lengths: Vec<(u32, u32)>,
    /// When each arrives, in seconds after the first; `None` when the trace does not say.
    pub arrivals_s: Option<Vec<f64>>,
}

/// What is wrong in one line.
struct LineError {
    line: usize,
    detail: String,
}

impl Trace {
    /// Reads CSV text: a header that names the columns, or else input, output and, if known,
    /// arrival in this order. Columns are separated by commas, semicolons or tabs.
    ///
    /// # Errors
    ///
    /// What is wrong, line by line; the first ten of many.
    pub fn parse(text: &str) -> Result<Self, Vec<FieldError>> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty())
            .peekable();
        let Some((first, head)) = lines.peek().copied() else {
            return Err(vec![error("The trace is blank.")]);
        };
        let columns =
            Columns::of(head).map_err(|detail| vec![error(&format!("Line {first}: {detail}"))])?;
        if columns.has_header {
            lines.next();
        }
        let (mut trace, mut clock) = (
            Self {
                lengths: Vec::new(),
                arrivals_s: None,
            },
            Vec::new(),
        );
        let mut errors = Vec::new();
        for (line, text) in lines {
            if trace.lengths.len() == MOST_ROWS {
                return Err(vec![error(&format!(
                    "A trace may have at most {MOST_ROWS} requests."
                ))]);
            }
            match read(&columns, text, clock.last().copied()) {
                Ok((lengths, arrival_s)) => {
                    trace.lengths.push(lengths);
                    clock.extend(arrival_s);
                }
                Err(detail) => errors.push(LineError { line, detail }),
            }
        }
        if !errors.is_empty() {
            return Err(listed(&errors));
        }
        if trace.lengths.len() < 2 {
            return Err(vec![error("A trace needs at least two requests.")]);
        }
        if columns.arrival.is_some() {
            let start = clock.first().copied().unwrap_or_default();
            trace.arrivals_s = Some(clock.into_iter().map(|time| time - start).collect());
        }
        Ok(trace)
    }

    /// The request that holds most tokens, as (place from 1, tokens).
    pub(super) fn longest(&self) -> (usize, u64) {
        let tokens = |(input, output): (u32, u32)| u64::from(input) + u64::from(output);
        let sizes = self
            .lengths
            .iter()
            .enumerate()
            .map(|(index, &pair)| (index + 1, tokens(pair)));
        sizes.max_by_key(|(_, tokens)| *tokens).unwrap_or_default()
    }
}

fn error(detail: &str) -> FieldError {
    FieldError::new(SimulationField::Trace.key(), detail)
}

/// The first errors, and how many more there are.
fn listed(errors: &[LineError]) -> Vec<FieldError> {
    let mut listed: Vec<_> = errors
        .iter()
        .take(LISTED_ERRORS)
        .map(|LineError { line, detail }| error(&format!("Line {line}: {detail}")))
        .collect();
    if errors.len() > LISTED_ERRORS {
        listed.push(error(&format!(
            "{} more lines are wrong.",
            errors.len() - LISTED_ERRORS
        )));
    }
    listed
}

type Row = ((u32, u32), Option<f64>);

/// One line; `before` is the arrival of the one before it.
fn read(columns: &Columns, line: &str, before: Option<f64>) -> Result<Row, String> {
    let cells: Vec<&str> = columns.split(line).collect();
    let cell = |index: usize, name: &str| {
        cells
            .get(index)
            .copied()
            .filter(|cell| !cell.is_empty())
            .ok_or(format!("no {name}."))
    };
    let tokens = |index: usize, name: &str| {
        let text = cell(index, name)?;
        text.parse::<u32>()
            .ok()
            .or_else(|| text.strip_suffix(".0").and_then(|whole| whole.parse().ok()))
            .filter(|tokens| (1..=LONGEST).contains(tokens))
            .ok_or_else(|| {
                format!(
                    "{name} “{}” is not a whole number from 1 to {LONGEST}.",
                    short(text)
                )
            })
    };
    let lengths = (
        tokens(columns.input, "input")?,
        tokens(columns.output, "output")?,
    );
    let Some(arrival) = columns.arrival else {
        return Ok((lengths, None));
    };
    let text = cell(arrival, "arrival")?;
    let seconds = clock::seconds(text)
        .ok_or_else(|| format!("arrival “{}” is neither a number nor a time.", short(text)))?
        * columns.arrival_unit_s;
    if before.is_some_and(|before| seconds < before) {
        return Err("arrives before the line above it.".to_owned());
    }
    Ok((lengths, Some(seconds)))
}

/// As much of a text as an error needs to repeat.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details(text: &str) -> Vec<String> {
        let errors = Trace::parse(text).expect_err(text);
        errors.into_iter().map(|error| error.detail).collect()
    }

    #[test]
    fn lengths_and_arrivals_are_read() {
        let trace =
            Trace::parse("input,output,arrival_s\n100,20,5\n\n300,40,7.5\n").expect("valid");
        assert_eq!(trace.lengths, [(100, 20), (300, 40)]);
        assert_eq!(trace.arrivals_s, Some(vec![0.0, 2.5]));
        assert_eq!(trace.longest(), (2, 340));
    }

    #[test]
    fn the_columns_of_public_traces_are_known() {
        let azure = "TIMESTAMP,ContextTokens,GeneratedTokens\n\
            2023-11-16 23:59:59.5000000,374,44\n2023-11-17 00:00:01.0000000,396,109\n";
        let trace = Trace::parse(azure).expect("valid");
        assert_eq!(trace.lengths, [(374, 44), (396, 109)]);
        assert_eq!(trace.arrivals_s, Some(vec![0.0, 1.5]));
        let milliseconds = Trace::parse("osl;isl;timestamp_ms\n1;2;0\n3;4;250").expect("valid");
        assert_eq!(milliseconds.lengths, [(2, 1), (4, 3)]);
        assert_eq!(milliseconds.arrivals_s, Some(vec![0.0, 0.25]));
    }

    #[test]
    fn a_header_is_not_needed() {
        let trace = Trace::parse("100\t20\n300\t40").expect("valid");
        assert_eq!((trace.lengths.len(), trace.arrivals_s), (2, None));
    }

    #[test]
    fn errors_name_their_line() {
        assert_eq!(
            details("input,output\n100,20\n0,3\n5\n7,x\n"),
            [
                "Line 3: input “0” is not a whole number from 1 to 10000000.",
                "Line 4: no output.",
                "Line 5: output “x” is not a whole number from 1 to 10000000.",
            ]
        );
        assert_eq!(
            details("1,1,5\n1,1,4"),
            ["Line 2: arrives before the line above it."]
        );
        assert_eq!(
            details("input,prompt\n1,1"),
            ["Line 1: the header names no column “output”."]
        );
        assert_eq!(details(" \n"), ["The trace is blank."]);
        assert_eq!(
            details(&"x,x\n".repeat(50)),
            ["Line 1: the header names no column “input”."]
        );
        let many = details(&format!("1,1\n{}", "1,x\n".repeat(50)));
        assert_eq!(
            (many.len(), many[10].as_str()),
            (11, "40 more lines are wrong.")
        );
    }

    #[test]
    fn a_trace_may_not_be_endless() {
        assert!(details(&"1,1\n".repeat(MOST_ROWS + 1))[0].contains("at most 200000"));
    }
}
