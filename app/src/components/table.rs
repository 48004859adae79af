//! Tables that scroll inside their own box, and rows that open to their formula.

use leptos::prelude::*;
use throughput::economics::Date;

/// A cell: what it says, and what it says in small letters below.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cell {
    text: String,
    small: String,
    href: Option<String>,
    mark: Option<&'static str>,
    class: &'static str,
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

impl Cell {
    /// Words, which may take several lines.
    pub(crate) fn words(text: impl Into<String>, small: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            small: small.into(),
            class: "cell--text",
            ..Self::default()
        }
    }

    /// A number with a word below it.
    pub(crate) fn with_small(text: impl Into<String>, small: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            small: small.into(),
            ..Self::default()
        }
    }

    /// Where something was read, and on what day; old days are marked.
    pub(crate) fn source(source: &str, date: Option<Date>, stale: Option<bool>) -> Self {
        Self {
            mark: (stale == Some(true)).then_some(STALE),
            class: "cell--text cell--source",
            ..Self::words(
                date.map_or_else(String::new, |date| {
                    date.to_string().replace('-', "\u{2011}")
                }),
                source,
            )
        }
    }

    /// The same as a link.
    pub(crate) fn linked(self, href: String) -> Self {
        Self {
            href: Some(href),
            ..self
        }
    }

    fn content(self) -> impl IntoView {
        let text = match self.href {
            Some(href) => view! { <a href=href data-noscroll="">{self.text}</a> }.into_any(),
            None => view! { <span>{self.text}</span> }.into_any(),
        };
        let mark = self
            .mark
            .map(|mark| view! { " " <span class="badge badge--old">{mark}</span> });
        let small = (!self.small.is_empty()).then(|| view! { <small>{self.small}</small> });
        (text, mark, small)
    }
}

/// The mark of a price that is older than 90 days.
pub(crate) const STALE: &str = "over 90 days old";

/// A table. The first cell of a row is its heading.
pub(crate) fn table(
    caption: &'static str,
    headings: &[&'static str],
    rows: Vec<Vec<Cell>>,
) -> AnyView {
    // A heading stands over its column's cells as they do.
    let classes: Vec<_> = rows
        .first()
        .map(|row| row.iter().map(|cell| cell.class).collect())
        .unwrap_or_default();
    let heading = |(index, heading): (usize, &&'static str)| {
        let class = classes.get(index).copied().unwrap_or_default();
        // A column of headings needs none itself.
        if heading.is_empty() {
            return view! { <td class=class></td> }.into_any();
        }
        view! {
            <th scope="col" class=class>
                {*heading}
            </th>
        }
        .into_any()
    };
    let row = |cells: Vec<Cell>| {
        let mut cells = cells.into_iter();
        let first = cells.next().unwrap_or_default();
        let first_class = first.class;
        let rest = cells
            .map(|cell| {
                let class = cell.class;
                view! { <td class=class>{cell.content()}</td> }
            })
            .collect_view();
        view! {
            <tr>
                <th scope="row" class=first_class>
                    {first.content()}
                </th>
                {rest}
            </tr>
        }
    };
    view! {
        <div class="scroller scroller--whole" tabindex="0" role="region" aria-label=caption>
            <table>
                <thead>
                    <tr>{headings.iter().enumerate().map(heading).collect_view()}</tr>
                </thead>
                <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// A table behind a fold.
pub(crate) fn folded_table(summary: &'static str, table: AnyView) -> AnyView {
    view! {
        <details class="data-table">
            <summary>{summary}</summary>
            {table}
        </details>
    }
    .into_any()
}

/// A number with the formula that gives it, numbers put in.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// What it is.
    pub(crate) label: String,
    /// A word more.
    pub(crate) detail: String,
    /// The number.
    pub(crate) value: String,
    /// The formula in words and with numbers.
    pub(crate) formula: String,
    /// What to know about it.
    pub(crate) note: String,
}

impl Line {
    /// A line without a word more and without a note.
    pub(crate) fn new(
        label: impl Into<String>,
        value: impl Into<String>,
        formula: impl Into<String>,
    ) -> Self {
        Self {
            label: label.into(),
            detail: String::new(),
            value: value.into(),
            formula: formula.into(),
            note: String::new(),
        }
    }

    /// With a word more.
    pub(crate) fn detail(self, detail: impl Into<String>) -> Self {
        Self {
            detail: detail.into(),
            ..self
        }
    }

    /// With what to know about it.
    pub(crate) fn note(self, note: impl Into<String>) -> Self {
        Self {
            note: note.into(),
            ..self
        }
    }
}

/// Lines that open to their formula.
pub(crate) fn lines(lines: Vec<Line>) -> AnyView {
    let line = |line: Line| {
        view! {
            <details class="why">
                <summary>
                    <span class="why__label">{line.label} " " <small>{line.detail}</small></span>
                    <span class="why__value">{line.value}</span>
                </summary>
                <div class="why__body">
                    <code class="formula">{line.formula}</code>
                    <p hidden=line.note.is_empty()>{line.note.clone()}</p>
                </div>
            </details>
        }
    };
    view! { <div class="lines">{lines.into_iter().map(line).collect_view()}</div> }.into_any()
}

/// A part of the answer.
pub(crate) fn panel(
    id: &'static str,
    title: &'static str,
    lead: impl Into<String>,
    body: impl IntoView + 'static,
) -> AnyView {
    let lead: String = lead.into();
    view! {
        <section class="panel" aria-labelledby=id>
            <h2 id=id>{title}</h2>
            <p class="panel__lead">{lead}</p>
            {body.into_any()}
        </section>
    }
    .into_any()
}
