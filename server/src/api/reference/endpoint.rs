//! One endpoint of the page: what it is for, a call, its fields.

use serde_json::Value;

use super::examples;
use super::html::{escape, escape_with_code, table};

/// Every endpoint of an OpenAPI document, in its order.
pub(super) fn sections(document: &Value) -> String {
    let mut sections = String::new();
    for (path, item) in members(&document["paths"]) {
        for method in ["get", "post"] {
            if item[method].is_object() {
                sections.push_str(&section(document, path, item, method));
            }
        }
    }
    sections
}

fn section(document: &Value, path: &str, item: &Value, method: &str) -> String {
    let operation = &item[method];
    let id = format!("{method}{}", path.replace('/', "-"));
    let name = method.to_uppercase();
    let calls: String = examples::of(path, &name)
        .iter()
        .map(|call| format!("<pre><code>{}</code></pre>\n", escape(call)))
        .collect();
    let summary = escape_with_code(text(&operation["summary"]));
    let description = match text(&operation["description"]) {
        "" => String::new(),
        text => format!("<p>{}</p>\n", escape_with_code(text)),
    };
    let fields = match (method, item["get"].is_object()) {
        ("get", _) => parameters(operation),
        // Those of the GET above.
        (_, true) => Vec::new(),
        (_, false) => body_fields(document, operation),
    };
    format!(
        "<section id=\"{id}\">\n<h2><code>{name} {path}</code></h2>\n<p>{summary}.</p>\n\
         {description}{calls}{}</section>\n",
        fold(fields),
    )
}

/// One row of the table of fields.
type Row = [String; 3];

fn row(key: &str, schema: &Value, description: &Value) -> Row {
    let default = match &schema["default"] {
        Value::Null => String::new(),
        Value::String(text) => escape(text),
        number => escape(&number.to_string()),
    };
    [
        format!("<code>{}</code>", escape(key)),
        default,
        escape_with_code(text(description)),
    ]
}

/// The fields of a query string.
fn parameters(operation: &Value) -> Vec<Row> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    parameters
        .map(|parameter| {
            let name = text(&parameter["name"]);
            row(name, &parameter["schema"], &parameter["description"])
        })
        .collect()
}

/// The fields of a JSON body, of all tables that it is put together from.
fn body_fields(document: &Value, operation: &Value) -> Vec<Row> {
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    let body = resolve(document, body);
    let parts = body["allOf"]
        .as_array()
        .map_or_else(|| vec![body], |parts| parts.iter().collect());
    parts
        .into_iter()
        .flat_map(|part| members(&resolve(document, part)["properties"]))
        .map(|(key, schema)| row(key, schema, &schema["description"]))
        .collect()
}

fn fold(fields: Vec<Row>) -> String {
    if fields.is_empty() {
        return String::new();
    }
    let table = table(["field", "default", "meaning"], fields);
    format!("<details>\n<summary>Fields</summary>\n{table}</details>\n")
}

/// The schema itself, or what it refers to.
fn resolve<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let pointer = schema["$ref"]
        .as_str()
        .and_then(|text| text.strip_prefix('#'));
    pointer
        .and_then(|pointer| document.pointer(pointer))
        .unwrap_or(schema)
}

fn members(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
