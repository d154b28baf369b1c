//! The JSON of every shape of outcome is what `docs/report.schema.json` promises.

use crate::outcomes;
use serde_json::{Value, json};
use threadproof_report::json;

fn schema() -> jsonschema::Validator {
    let text = include_str!("../../../../docs/report.schema.json");
    let schema: Value = serde_json::from_str(text).expect("the schema is JSON");
    jsonschema::validator_for(&schema).expect("the schema is a schema")
}

#[test]
fn every_shape_is_valid() {
    let schema = schema();
    for report in outcomes::all() {
        let value: Value = serde_json::from_str(&json::render(&report)).expect("JSON");
        let problems: Vec<String> = schema
            .iter_errors(&value)
            .map(|problem| format!("{problem} at {}", problem.instance_path()))
            .collect();
        assert!(problems.is_empty(), "{problems:?}\n{value:#}");
    }
}

#[test]
fn the_schema_refuses_what_is_wrong() {
    let schema = schema();
    let good: Value = serde_json::from_str(&json::render(&outcomes::verified())).expect("JSON");
    assert!(schema.is_valid(&good));
    for (key, wrong) in [
        ("verdict", json!("ok")),
        ("verdict", json!("error")),
        ("verdict", json!("inconclusive")),
        ("executions", json!({})),
        ("errors", json!([{}])),
        ("robust", json!("yes")),
        ("extra", json!(1)),
    ] {
        let mut value = good.clone();
        value[key] = wrong;
        assert!(!schema.is_valid(&value), "{key}");
    }
}

#[test]
fn json_of_a_failed_assertion() {
    insta::assert_snapshot!(json::render(&outcomes::assertion()));
}
