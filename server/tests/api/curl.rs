//! The part of curl's command line that the documentation uses.

use axum::body::Body;
use axum::http::{Request, header};

/// The calls of a text: commands that begin with `curl` at the start of a line and go on over
/// lines that end in a backslash.
pub(crate) fn calls(text: &str) -> Vec<String> {
    let mut calls = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if !line.starts_with("curl ") {
            continue;
        }
        let mut call = line.to_owned();
        while let Some(head) = call.strip_suffix('\\') {
            call = format!("{head}{}", lines.next().expect("a further line"));
        }
        calls.push(call);
    }
    calls
}

/// The words of a command as a shell splits them, with single quotes only.
fn words(call: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    for character in call.chars() {
        match character {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    assert!(!quoted, "{call}");
    words.extend(word);
    words
}

/// The request that a call makes, and its path.
pub(crate) fn request(call: &str) -> (String, Request<Body>) {
    let mut path = None;
    let mut builder = Request::builder();
    let mut body = None;
    let mut words = words(call).into_iter().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "-N" | "-s" | "-i" => {}
            "-H" => {
                let line = words.next().expect("a header");
                let (name, value) = line.split_once(": ").expect("a header");
                builder = builder.header(name, value);
            }
            "-d" => body = words.next(),
            address if address.starts_with("http://127.0.0.1:3000/") => {
                path = Some(
                    address
                        .trim_start_matches("http://127.0.0.1:3000")
                        .to_owned(),
                );
            }
            other => panic!("{other} in {call}"),
        }
    }
    let path = path.expect("an address");
    let method = if body.is_some() { "POST" } else { "GET" };
    let request = builder
        .method(method)
        .uri(&path)
        .body(Body::from(body.unwrap_or_default()));
    let request = request.expect("a valid request");
    assert!(
        method == "GET" || request.headers().contains_key(header::CONTENT_TYPE),
        "{call}"
    );
    (path, request)
}
