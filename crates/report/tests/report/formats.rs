//! Reports for other programs are what their formats ask for.

use crate::outcomes;
use serde_json::{Value, json};
use std::process::Command;
use threadproof_engine::{Detail, Model};
use threadproof_report::witness::Circumstances;
use threadproof_report::{dot, github, html, junit, sarif, witness};

/// The schema of SARIF 2.1.0, from a package that contains it and that nothing builds.
fn sarif_schema() -> Value {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    let metadata: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{words}"));
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let package = packages
        .iter()
        .find(|package| package["name"] == "serde-sarif");
    let manifest = package.expect("it is in Cargo.toml")["manifest_path"].as_str();
    let folder = std::path::Path::new(manifest.expect("a path"))
        .parent()
        .expect("a folder");
    let text =
        std::fs::read_to_string(folder.join("src/schema.json")).expect("the schema is there");
    let mut schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    // A pattern with a bracket too many, which a strict reader refuses; we set no language.
    for part in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][part]["properties"]["language"];
        let language = language.as_object_mut().expect("it is there");
        language.remove("pattern");
    }
    schema
}

#[test]
fn sarif_is_valid() {
    let validator = jsonschema::validator_for(&sarif_schema()).expect("the schema is a schema");
    for report in outcomes::all() {
        let log: Value = serde_json::from_str(&sarif::render(&report)).expect("JSON");
        let problems = validator
            .iter_errors(&log)
            .map(|p| format!("{p} at {}", p.instance_path()));
        let problems: Vec<String> = problems.collect();
        assert!(problems.is_empty(), "{problems:?}\n{log:#}");
        let results = log["runs"][0]["results"].as_array().expect("a list");
        assert_eq!(results.len(), report.outcome.errors.len());
    }
    let wrong = json!({ "version": "2.1.0", "runs": [{ "results": [] }] });
    assert!(!validator.is_valid(&wrong), "the schema asks for a tool");
}

#[test]
fn sarif_has_a_flow_for_each_thread() {
    let log: Value = serde_json::from_str(&sarif::render(&outcomes::assertion())).expect("JSON");
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "assertion");
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startLine"], 8);
    let flows = result["codeFlows"][0]["threadFlows"]
        .as_array()
        .expect("flows");
    let ids: Vec<&Value> = flows.iter().map(|flow| &flow["id"]).collect();
    assert_eq!(ids, ["main", "main.1", "main.2"]);
    let steps = flows
        .iter()
        .flat_map(|flow| flow["locations"].as_array().expect("steps"));
    let mut orders: Vec<u64> = steps
        .map(|s| s["executionOrder"].as_u64().expect("set"))
        .collect();
    orders.sort_unstable();
    assert_eq!(orders, (1..=11).collect::<Vec<u64>>());
}

#[test]
fn junit_is_xml_with_one_test() {
    for report in outcomes::all() {
        let text = junit::render(&report, &mut outcomes::sources());
        let document = roxmltree::Document::parse(&text).expect("XML");
        let count = |name: &str| {
            document
                .descendants()
                .filter(|n| n.has_tag_name(name))
                .count()
        };
        assert_eq!(count("testcase"), 1);
        assert_eq!(
            count("failure"),
            usize::from(!report.outcome.errors.is_empty())
        );
        assert_eq!(count("error"), usize::from(report.outcome.reason.is_some()));
        for suite in document
            .descendants()
            .filter(|n| n.has_tag_name("testsuite"))
        {
            let attribute = |name| suite.attribute(name).and_then(|text| text.parse().ok());
            assert_eq!(attribute("failures"), Some(count("failure")));
            assert_eq!(attribute("errors"), Some(count("error")));
        }
    }
}

#[test]
fn annotations_are_single_lines() {
    for report in outcomes::all() {
        let text = github::render(&report);
        assert!(!text.is_empty());
        for line in text.lines() {
            let commands = ["::error ", "::warning ", "::notice "];
            assert!(commands.iter().any(|c| line.starts_with(c)), "{line}");
        }
    }
    let text = github::render(&outcomes::assertion());
    assert!(
        text.starts_with("::error file=dekker.c,line=8,col=9,title=assertion under tso::x == 0")
    );
}

#[test]
fn graphs_have_all_nodes_of_their_edges() {
    for report in outcomes::all() {
        for found in &report.outcome.errors {
            let text = dot::render(found, report.model, false);
            assert!(text.starts_with("digraph execution {") && text.ends_with("}\n"));
            let quotes = text
                .replace("\\\\", "")
                .replace("\\\"", "")
                .matches('"')
                .count();
            assert_eq!(quotes % 2, 0, "{text}");
            let lines = text.lines().map(str::trim);
            let edges = lines
                .clone()
                .filter_map(|line| line.split_once(" [")?.0.split_once(" -> "));
            for (from, to) in edges {
                for node in [from, to] {
                    let declared = format!("{node} [label=");
                    assert!(
                        lines.clone().any(|line| line.starts_with(&declared)),
                        "{node}"
                    );
                }
            }
        }
    }
}

fn metadata_schema() -> Value {
    let text = json!({ "type": "string", "minLength": 1 });
    let task = json!({
        "required": ["input_files", "input_file_hashes", "specification", "data_model", "language"],
        "properties": {
            "input_files": { "type": "array", "minItems": 1 },
            "input_file_hashes": {
                "type": "object",
                "additionalProperties": { "pattern": "^[0-9a-f]{64}$" },
            },
            "specification": { "pattern": "^CHECK\\( init\\(main\\(\\)\\), LTL\\(.*\\) \\)$" },
            "data_model": { "enum": ["LP64", "ILP32"] },
            "language": { "const": "C" },
        },
    });
    json!({
        "required": ["format_version", "uuid", "creation_time", "producer", "task"],
        "properties": {
            "format_version": { "type": "string", "pattern": "^2\\.[0-9]+$" },
            "uuid": { "pattern": "^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$" },
            "creation_time": {
                "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$",
            },
            "producer": { "required": ["name", "version"], "properties": { "name": text } },
            "task": task,
        },
    })
}

/// The parts of the format of witnesses that a violation needs.
fn witness_schema() -> Value {
    let location = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["file_name", "line"],
        "properties": {
            "file_name": { "type": "string" },
            "line": { "type": "integer", "minimum": 1 },
            "column": { "type": "integer", "minimum": 1 },
            "function": { "type": "string" },
        },
    });
    let constraint = json!({
        "type": "object",
        "required": ["value", "format"],
        "properties": { "value": { "type": "string" }, "format": { "const": "c_expression" } },
    });
    let waypoint = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["type", "action", "location", "thread_id"],
        "properties": {
            "type": { "enum": ["assumption", "target"] },
            "action": { "const": "follow" },
            "thread_id": { "type": "integer", "minimum": 0 },
            "location": location,
            "constraint": constraint,
        },
        "if": { "properties": { "type": { "const": "assumption" } } },
        // An assumption without a column is about the first statement of its line.
        "then": {
            "required": ["constraint"],
            "properties": { "location": { "properties": { "column": false } } },
        },
        "else": { "properties": { "constraint": false } },
    });
    let segment = json!({
        "type": "array",
        "minItems": 1,
        "maxItems": 1,
        "items": {
            "required": ["waypoint"],
            "additionalProperties": false,
            "properties": { "waypoint": waypoint },
        },
    });
    let metadata = metadata_schema();
    json!({
        "type": "array",
        "minItems": 1,
        "maxItems": 1,
        "items": {
            "required": ["entry_type", "metadata", "content"],
            "properties": {
                "entry_type": { "const": "violation_sequence" },
                "metadata": metadata,
                "content": {
                    "type": "array",
                    "minItems": 1,
                    "items": { "required": ["segment"], "properties": { "segment": segment } },
                },
            },
        },
    })
}

#[test]
fn witnesses_end_with_the_target() {
    let validator = jsonschema::validator_for(&witness_schema()).expect("the schema is a schema");
    let circumstances = Circumstances {
        creation_time: "2026-01-02T03:04:05Z".into(),
        hashes: vec![("dekker.c".into(), "0123456789abcdef".repeat(4))],
    };
    for report in outcomes::all() {
        for found in report.outcome.errors.iter().filter(|f| !f.trace.is_empty()) {
            let text = witness::render(found, &report, &circumstances);
            let value: Value = serde_yaml_ng::from_str(&text).expect("YAML");
            let problems = validator.iter_errors(&value);
            let problems: Vec<String> = problems
                .map(|p| format!("{p} at {}", p.instance_path()))
                .collect();
            assert!(problems.is_empty(), "{problems:?}\n{text}");
            let segments = value[0]["content"].as_array().expect("segments");
            let kind = |s: &Value| s["segment"][0]["waypoint"]["type"].clone();
            let (last, others) = segments.split_last().expect("not empty");
            assert_eq!(kind(last), "target");
            assert!(others.iter().all(|segment| kind(segment) == "assumption"));
        }
    }
    let report = outcomes::assertion();
    let text = witness::render(&report.outcome.errors[0], &report, &circumstances);
    let value: Value = serde_yaml_ng::from_str(&text).expect("YAML");
    let waypoints = value[0]["content"].as_array().expect("segments").iter();
    let waypoints: Vec<&Value> = waypoints.map(|s| &s["segment"][0]["waypoint"]).collect();
    let read = waypoints
        .iter()
        .find(|w| w["constraint"]["value"] == "flag[0] == 0");
    assert_eq!(read.expect("the read is there")["thread_id"], 2);
    assert_eq!(waypoints.last().expect("not empty")["thread_id"], 1);
}

#[test]
fn pages_contain_only_themselves() {
    let mut report = outcomes::assertion();
    report
        .program
        .push("</script><script>alert(1)</script>".into());
    report.outcome.errors[0].detail = Detail::Words("</script><!--".into());
    let page = html::render(&report, &mut outcomes::sources());
    assert_eq!(page.matches("</script>").count(), 2, "data and script");
    assert!(!page.contains("<!--") && !page.contains("<link") && !page.contains(" src="));
    let address = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!address.contains("http:") && !address.contains("https:"));
    assert_eq!(report.model, Model::Tso);
}
