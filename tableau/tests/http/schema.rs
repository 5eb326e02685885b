//! The description of the interface, and whether an answer is as it says: as much of JSON Schema as the description uses, no more.

use std::collections::BTreeSet;

use serde_json::Value;

/// What a schema may say; a word that is not among them would be checked by nobody.
const KNOWN: [&str; 13] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "maxItems",
    "enum",
    "$ref",
    "description",
    "format",
    "maxLength",
    "const",
];

/// `tableau/openapi.json`.
pub struct Description(Value);

impl Description {
    /// Reads it.
    pub fn read() -> Self {
        let whole: Value = serde_json::from_str(include_str!("../../openapi.json")).expect("JSON");
        assert_eq!(whole["openapi"], "3.1.0");
        Description(whole)
    }

    /// All of it.
    pub fn whole(&self) -> &Value {
        &self.0
    }

    /// Methods and paths.
    pub fn operations(&self) -> BTreeSet<String> {
        let paths = self.0["paths"].as_object().expect("paths");
        let operations = paths.iter().flat_map(|(path, item)| {
            item.as_object().expect("an item").keys().map(move |method| format!("{method} {path}"))
        });
        operations.collect()
    }

    /// What is wrong with an answer.
    pub fn wrong(&self, method: &str, path: &str, status: u16, kind: &str, value: &Value) -> Vec<String> {
        let paths = self.0["paths"].as_object().expect("paths");
        let described = paths.keys().filter(|described| fits(described, path));
        // A path without a variable comes before one with.
        let Some(described) = described.min_by_key(|path| path.matches('{').count()) else {
            return vec!["no such path".into()];
        };
        let response = &paths[described][method.to_lowercase()]["responses"][status.to_string()];
        let Some(schema) = response["content"].get(kind).and_then(|content| content.get("schema")) else {
            return vec![format!("{status} {kind} is not described")];
        };
        let mut wrong = Vec::new();
        self.check(schema, value, "$", &mut wrong);
        wrong
    }

    fn check(&self, schema: &Value, value: &Value, at: &str, wrong: &mut Vec<String>) {
        let schema = match schema["$ref"].as_str() {
            Some(path) => self.0.pointer(path.trim_start_matches('#')).expect("what is referred to"),
            None => schema,
        };
        for word in schema.as_object().expect("a schema").keys() {
            assert!(KNOWN.contains(&word.as_str()), "{at}: {word}");
        }
        let kinds: Vec<&str> = match &schema["type"] {
            Value::String(kind) => vec![kind],
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if !kinds.iter().any(|kind| is(kind, value)) {
            wrong.push(format!("{at}: {value} is not {kinds:?}"));
        }
        if schema.get("enum").is_some_and(|all| !all.as_array().expect("a list").contains(value)) {
            wrong.push(format!("{at}: {value} is none of {}", schema["enum"]));
        }
        if let Some(items) = value.as_array() {
            let bound = |word: &str| schema[word].as_u64().map(|bound| bound as usize);
            if bound("minItems").is_some_and(|least| items.len() < least)
                || bound("maxItems").is_some_and(|most| items.len() > most)
            {
                wrong.push(format!("{at}: {} items", items.len()));
            }
            for (number, item) in items.iter().enumerate() {
                self.check(&schema["items"], item, &format!("{at}[{number}]"), wrong);
            }
        }
        if let Some(members) = value.as_object() {
            for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                if !members.contains_key(name) {
                    wrong.push(format!("{at}: {name} is missing"));
                }
            }
            for (name, member) in members {
                match schema["properties"].get(name) {
                    Some(schema) => self.check(schema, member, &format!("{at}.{name}"), wrong),
                    None if schema["additionalProperties"] == false => {
                        wrong.push(format!("{at}: {name} is not described"))
                    }
                    None => {}
                }
            }
        }
    }
}

/// Whether a path is one of a described one.
fn fits(described: &str, path: &str) -> bool {
    let (described, path): (Vec<&str>, Vec<&str>) =
        (described.split('/').collect(), path.split('/').collect());
    described.len() == path.len()
        && described.iter().zip(path).all(|(one, other)| one.starts_with('{') || *one == other)
}

fn is(kind: &str, value: &Value) -> bool {
    match kind {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => false,
    }
}
