//! Which column of a trace is which.

/// Names of the column of input tokens.
const INPUT: [&str; 8] = [
    "input",
    "isl",
    "input_tokens",
    "input_length",
    "prompt_tokens",
    "prompt_length",
    "contexttokens",
    "context_tokens",
];

/// Names of the column of output tokens.
const OUTPUT: [&str; 8] = [
    "output",
    "osl",
    "output_tokens",
    "output_length",
    "completion_tokens",
    "response_tokens",
    "generatedtokens",
    "generated_tokens",
];

/// Names of the column of arrivals; with `_ms` behind them they are in milliseconds.
const ARRIVAL: [&str; 6] = [
    "arrival",
    "arrived_at",
    "arrival_time",
    "arrival_timestamp",
    "timestamp",
    "time",
];

/// Where a line's cells are.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Columns {
    separator: char,
    /// Whether the first line names the columns.
    pub(super) has_header: bool,
    pub(super) input: usize,
    pub(super) output: usize,
    pub(super) arrival: Option<usize>,
    /// Seconds of one unit of an arrival.
    pub(super) arrival_unit_s: f64,
}

impl Columns {
    /// Finds the columns by the first line; fails with what is wrong with it.
    pub(super) fn of(head: &str) -> Result<Self, String> {
        let separator = [',', ';', '\t']
            .into_iter()
            .find(|c| head.contains(*c))
            .unwrap_or(',');
        let mut columns = Self {
            separator,
            has_header: false,
            input: 0,
            output: 1,
            arrival: None,
            arrival_unit_s: 1.0,
        };
        let names: Vec<String> = columns.split(head).map(str::to_ascii_lowercase).collect();
        if names
            .first()
            .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
        {
            columns.arrival = (names.len() > 2).then_some(2);
            return Ok(columns);
        }
        let find = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
        columns.has_header = true;
        columns.input = find(&INPUT).ok_or("the header names no column “input”.")?;
        columns.output = find(&OUTPUT).ok_or("the header names no column “output”.")?;
        for (index, name) in names.iter().enumerate() {
            let (name, unit_s) = match (name.strip_suffix("_ms"), name.strip_suffix("_s")) {
                (Some(stem), _) => (stem, 1e-3),
                (None, Some(stem)) => (stem, 1.0),
                (None, None) => (name.as_str(), 1.0),
            };
            if ARRIVAL.contains(&name) {
                (columns.arrival, columns.arrival_unit_s) = (Some(index), unit_s);
            }
        }
        Ok(columns)
    }

    /// The cells of a line.
    pub(super) fn split<'a>(&self, line: &'a str) -> impl Iterator<Item = &'a str> {
        line.split(self.separator)
            .map(|cell| cell.trim().trim_matches('"').trim())
    }
}
