//! Whether JSON is as its schema says: a checker of the part of JSON Schema that the document uses.

use serde_json::Value;

/// Checks `value` against `schema`; `document` is where references lead to.
///
/// Stricter than JSON Schema: a member that the schema does not name is an error, and so is a
/// keyword that this checker does not know.
pub(crate) fn check(document: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let mut named = Vec::new();
    check_part(document, schema, value, &mut named)?;
    let Value::Object(members) = value else {
        return Ok(());
    };
    match members.keys().find(|key| !named.contains(key)) {
        Some(key) => Err(format!("{key} is not in the schema")),
        None => Ok(()),
    }
}

/// Checks against one part of a schema, and adds the members that it names to `named`.
fn check_part(
    document: &Value,
    schema: &Value,
    value: &Value,
    named: &mut Vec<String>,
) -> Result<(), String> {
    for (keyword, rule) in schema.as_object().ok_or("a schema must be an object")? {
        match keyword.as_str() {
            "$ref" => check_part(document, resolve(document, rule)?, value, named)?,
            "type" => check_type(rule, value)?,
            "enum" if !list(rule)?.contains(value) => {
                return Err(format!("{value} is not in {rule}"));
            }
            "allOf" => {
                for part in list(rule)? {
                    check_part(document, part, value, named)?;
                }
            }
            "oneOf" => check_one_of(document, list(rule)?, value, named)?,
            "required" => {
                for key in list(rule)? {
                    let key = key.as_str().ok_or("a required member is a text")?;
                    value.get(key).ok_or(format!("{key} is missing"))?;
                }
            }
            "properties" => check_members(document, rule, value, named)?,
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(document, rule, item).map_err(|error| format!("[{index}]{error}"))?;
                }
            }
            "minimum"
                if value
                    .as_f64()
                    .is_some_and(|number| Some(number) < rule.as_f64()) =>
            {
                return Err(format!("{value} is below {rule}"));
            }
            "minItems" if value.as_array().map(Vec::len) < rule.as_u64().map(|n| n as usize) => {
                return Err(format!("fewer than {rule} items"));
            }
            "maxItems" if value.as_array().map(Vec::len) > rule.as_u64().map(|n| n as usize) => {
                return Err(format!("more than {rule} items"));
            }
            "enum" | "minimum" | "minItems" | "maxItems" | "format" | "description" | "default" => {
            }
            unknown => return Err(format!("the checker does not know the keyword {unknown}")),
        }
    }
    Ok(())
}

fn resolve<'a>(document: &'a Value, reference: &Value) -> Result<&'a Value, String> {
    let pointer = reference.as_str().and_then(|text| text.strip_prefix('#'));
    pointer
        .and_then(|pointer| document.pointer(pointer))
        .ok_or(format!("{reference} leads nowhere"))
}

fn list(rule: &Value) -> Result<&Vec<Value>, String> {
    rule.as_array().ok_or(format!("{rule} is no list"))
}

fn check_type(rule: &Value, value: &Value) -> Result<(), String> {
    let is_of = |kind: &Value| match kind.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    };
    let is_right = rule
        .as_array()
        .map_or_else(|| is_of(rule), |kinds| kinds.iter().any(is_of));
    if is_right {
        Ok(())
    } else {
        Err(format!(" is {value}, not {rule}"))
    }
}

fn check_one_of(
    document: &Value,
    schemas: &[Value],
    value: &Value,
    named: &mut Vec<String>,
) -> Result<(), String> {
    let mut errors = Vec::new();
    for schema in schemas {
        let mut members = Vec::new();
        let checked = check_part(document, schema, value, &mut members).and_then(|()| {
            let keys = value
                .as_object()
                .map(|object| object.keys().collect::<Vec<_>>());
            match keys
                .unwrap_or_default()
                .into_iter()
                .find(|key| !members.contains(key))
            {
                Some(key) => Err(format!("{key} is not in the schema")),
                None => Ok(()),
            }
        });
        match checked {
            Ok(()) => {
                named.append(&mut members);
                return Ok(());
            }
            Err(error) => errors.push(error),
        }
    }
    Err(format!(" is none of several: {}", errors.join(" | ")))
}

fn check_members(
    document: &Value,
    properties: &Value,
    value: &Value,
    named: &mut Vec<String>,
) -> Result<(), String> {
    for (key, schema) in properties
        .as_object()
        .ok_or("properties must be an object")?
    {
        named.push(key.clone());
        if let Some(member) = value.get(key) {
            check(document, schema, member).map_err(|error| format!("/{key}{error}"))?;
        }
    }
    Ok(())
}

#[test]
fn the_checker_finds_what_is_wrong() {
    use serde_json::json;
    let document = json!({"definitions": {"count": {"type": "integer", "minimum": 0}}});
    let schema = json!({
        "type": "object",
        "required": ["count"],
        "properties": {
            "count": {"$ref": "#/definitions/count"},
            "name": {"type": ["string", "null"]},
            "many": {"type": "array", "items": {"oneOf": [{"type": "null"}, {"enum": ["a"], "type": "string"}]}},
        },
    });
    let check = |value: Value| check(&document, &schema, &value);
    assert_eq!(
        check(json!({"count": 1, "name": null, "many": ["a", null]})),
        Ok(())
    );
    for wrong in [
        json!({}),
        json!({"count": -1}),
        json!({"count": null}),
        json!({"count": 1, "name": 2}),
        json!({"count": 1, "more": 2}),
        json!({"count": 1, "many": ["b"]}),
        json!([]),
    ] {
        assert!(check(wrong.clone()).is_err(), "{wrong}");
    }
}
