//! From the graded figures to what the page shows for one filter.

use std::collections::BTreeMap;

use throughput::validation::{ErrorTable, cross_validated, doubt, published};

use super::cases::{Answered, answered};
use super::{Choices, Filter, Line, METRICS, Point, Shown, Source, metric_of};

/// Groups with fewer figures have no line of their own.
const FEWEST: usize = 3;

/// What the page shows.
pub(super) fn select(filter: Filter) -> Shown {
    let wanted = metric_of(&filter.metric).metric;
    let rows: Vec<&Answered> = answered()
        .iter()
        .filter(|row| passes(row, &filter))
        .collect();

    let mut sources: Vec<Source> = Vec::new();
    let mut place = |source: Source| {
        sources
            .iter()
            .position(|known| *known == source)
            .unwrap_or_else(|| {
                sources.push(source);
                sources.len() - 1
            })
    };
    let mut points = Vec::new();
    let mut slices = Slices::default();
    let mut by_metric: Vec<ErrorTable> = vec![ErrorTable::default(); METRICS.len()];
    for row in rows {
        for &(metric, predicted, measured) in &row.figures {
            if let Some(index) = METRICS.iter().position(|named| named.metric == metric) {
                by_metric[index].add(predicted, measured);
            }
            if metric == wanted {
                slices.add(row, predicted, measured);
                points.push(Point {
                    case: row.name.clone(),
                    measured: five_digits(measured),
                    predicted: five_digits(predicted),
                    is_moe: row.is_moe,
                    source: place(row.source()),
                    doubt: doubt(row.row, metric).map(str::to_owned),
                });
            }
        }
    }
    let distance = |point: &Point| (point.predicted / point.measured).ln().abs();
    points.sort_by(|a, b| distance(b).total_cmp(&distance(a)));

    Shown {
        rows: published().len(),
        answered: answered().len(),
        choices: choices(),
        points,
        sources,
        by_metric: METRICS
            .iter()
            .zip(by_metric)
            .filter_map(|(named, table)| {
                Some(Line {
                    of: named.name.to_owned(),
                    errors: table.slice()?,
                })
            })
            .collect(),
        by_slice: slices.lines(),
        cross_validated: cross_validated().to_vec(),
        filter,
    }
}

fn passes(row: &Answered, filter: &Filter) -> bool {
    let is = |wanted: &str, id: &str| wanted.is_empty() || wanted == id;
    is(&filter.gpu, row.gpu.0)
        && is(&filter.model, &row.model.0)
        && is(&filter.engine, row.engine.0)
}

fn five_digits(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
}

/// Everything that occurs in the table, by name.
fn choices() -> Vec<Choices> {
    let of = |key: &str, id_and_name: fn(&Answered) -> (String, String)| {
        let named: BTreeMap<String, String> = answered()
            .iter()
            .map(id_and_name)
            .map(|(id, name)| (name, id))
            .collect();
        let options = named.into_iter().map(|(name, id)| (id, name)).collect();
        Choices {
            key: key.to_owned(),
            options,
        }
    };
    vec![
        of("gpu", |row| (row.gpu.0.to_owned(), row.gpu.1.to_owned())),
        of("model", |row| row.model.clone()),
        of("engine", |row| {
            (row.engine.0.to_owned(), row.engine.1.to_owned())
        }),
    ]
}

/// Error tables of one metric, by the kinds of group in [`Slices::KINDS`].
#[derive(Default)]
struct Slices {
    tables: BTreeMap<(usize, String), ErrorTable>,
}

impl Slices {
    const KINDS: [&str; 5] = ["Kind of model", "GPU", "Engine", "How it was run", "Model"];

    fn add(&mut self, row: &Answered, predicted: f64, measured: f64) {
        let kind = if row.is_moe {
            "Mixture of experts"
        } else {
            "Dense"
        };
        let run = sentence(&row.row.scenario);
        let groups = [kind, row.gpu.1, row.engine.1, &run, &row.model.1];
        for (index, group) in groups.into_iter().enumerate() {
            self.tables
                .entry((index, group.to_owned()))
                .or_default()
                .add(predicted, measured);
        }
    }

    fn lines(self) -> Vec<(String, Vec<Line>)> {
        let mut by_kind = Self::KINDS.map(|kind| (kind.to_owned(), Vec::new()));
        for ((index, of), table) in self.tables {
            if let Some(errors) = table.slice().filter(|errors| errors.count >= FEWEST) {
                by_kind[index].1.push(Line { of, errors });
            }
        }
        by_kind
            .into_iter()
            .filter(|(_, lines)| !lines.is_empty())
            .collect()
    }
}

/// With a capital at the start.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(metric: &str, gpu: &str) -> Filter {
        Filter {
            metric: metric.to_owned(),
            gpu: gpu.to_owned(),
            model: String::new(),
            engine: String::new(),
        }
    }

    #[test]
    fn a_filter_leaves_its_own_rows_and_orders_them_by_distance() {
        let all = select(filter("tpot", ""));
        let some = select(filter("tpot", "h100-sxm"));
        assert!(!some.points.is_empty() && some.points.len() < all.points.len());
        assert!(
            some.points
                .iter()
                .all(|point| point.case.contains("H100 SXM"))
        );
        let distance = |point: &Point| (point.predicted / point.measured).ln().abs();
        assert!(
            all.points
                .windows(2)
                .all(|two| distance(&two[0]) >= distance(&two[1]))
        );
    }

    #[test]
    fn the_line_of_the_metric_counts_the_points() {
        let shown = select(filter("throughput", "b200"));
        let line = shown
            .by_metric
            .iter()
            .find(|line| line.of == "Output throughput")
            .expect("a line");
        assert_eq!(line.errors.count, shown.points.len());
        assert!(shown.answered * 100 >= shown.rows * 97);
    }

    #[test]
    fn what_is_not_in_the_table_is_empty_and_no_fault() {
        let shown = select(filter("tpot", "abacus"));
        assert!(shown.points.is_empty() && shown.by_slice.is_empty() && shown.by_metric.is_empty());
    }
}
