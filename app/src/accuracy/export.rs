//! The graded figures as CSV.

use std::fmt::Write as _;
use std::sync::LazyLock;

use super::cases::answered;
use super::name_of;

const HEADER: &str = "id,metric,unit,measured,predicted,error,gpu,gpus,model,engine,engine_version,weights,scenario,case,\
                      quality,source,date,commit,url\n";

static TABLE: LazyLock<String> = LazyLock::new(|| {
    let mut text = String::from(HEADER);
    for answered in answered() {
        let row = answered.row;
        for &(metric, predicted, measured) in &answered.figures {
            let named = name_of(metric);
            let (id, gpus) = (
                quoted(&row.id),
                row.gpus_total
                    .map_or_else(String::new, |gpus| gpus.to_string()),
            );
            // Writing to a String cannot fail.
            let _ = write!(
                text,
                "{id},{},{},{measured},{predicted:.4},{:.4},{gpus_id},{gpus}",
                named.slug,
                named.unit,
                predicted / measured - 1.0,
                gpus_id = answered.gpu.0,
            );
            let cells = [
                &answered.model.0,
                answered.engine.0,
                &row.engine_version,
                &row.weight_dtype,
                &row.scenario,
                &answered.name,
                &row.quality,
                &row.source,
                &row.date,
                &row.commit,
                &row.url,
            ];
            for cell in cells {
                text.push(',');
                text.push_str(&quoted(cell));
            }
            text.push('\n');
        }
    }
    text
});

/// Every figure with its prediction and source: one line for each row and metric under a header.
#[must_use]
pub fn table() -> &'static str {
    &TABLE
}

/// A cell, in quotes where it needs them.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_is_a_line_with_a_source() {
        let figures: usize = answered().iter().map(|row| row.figures.len()).sum();
        assert_eq!(table().lines().count(), figures + 1);
        assert!(
            table()
                .lines()
                .skip(1)
                .all(|line| line.contains(",https://"))
        );
    }

    #[test]
    fn cells_with_commas_and_quotes_are_quoted() {
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(quoted("plain"), "plain");
    }
}
