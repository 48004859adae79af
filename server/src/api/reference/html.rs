//! Pieces of HTML.

/// A text as HTML, safe between tags and in quoted attributes.
pub(super) fn escape(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            other => html.push(other),
        }
    }
    html
}

/// A text as HTML in which `` `code` `` is code.
pub(super) fn escape_with_code(text: &str) -> String {
    let pieces = text.split('`').enumerate();
    pieces
        .map(|(index, piece)| {
            let piece = escape(piece);
            if index % 2 == 1 {
                format!("<code>{piece}</code>")
            } else {
                piece
            }
        })
        .collect()
}

/// A table; its cells are HTML.
pub(super) fn table<const N: usize>(
    head: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> String {
    let cells = |tag: &str, cells: &[String; N]| -> String {
        let cells: String = cells
            .iter()
            .map(|cell| format!("<{tag}>{cell}</{tag}>"))
            .collect();
        format!("<tr>{cells}</tr>\n")
    };
    let head = cells("th", &head.map(escape));
    let rows: String = rows.into_iter().map(|row| cells("td", &row)).collect();
    format!(
        "<div class=\"scroll\"><table>\n<thead>\n{head}</thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(
            escape("<a href='\"&'>"),
            "&lt;a href=&#39;&quot;&amp;&#39;&gt;"
        );
        assert_eq!(escape_with_code("a `<b>` c"), "a <code>&lt;b&gt;</code> c");
    }
}
