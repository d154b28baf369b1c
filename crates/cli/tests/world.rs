//! The world around a program: what is taken for granted about it, and what the command line says of it.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn output(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadproof"));
    command.current_dir(root()).args(arguments);
    let output = command.stdin(Stdio::null()).output();
    output.expect("threadproof runs")
}

fn report(arguments: &[&str]) -> Value {
    let output = output(&[&["check", "--format", "json"], arguments].concat());
    let report = serde_json::from_slice(&output.stdout).expect("JSON on standard output");
    let schema = include_str!("../../../docs/report.schema.json");
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    if let Err(problem) = jsonschema::validate(&schema, &report) {
        panic!("{problem}\n{report:#}");
    }
    report
}

#[test]
fn what_is_taken_for_granted_is_said_under_every_model() {
    for model in ["sc", "tso", "pso", "ra"] {
        let file = "corpus/library/files_missing.c";
        let report = report(&[file, "--model", model]);
        let notes = report["notes"].as_array().expect("a list");
        let [note] = &notes[..] else {
            panic!("{report:#}");
        };
        assert_eq!(note["kind"], "assumed");
        let places = note["locations"].as_array().expect("a list");
        assert_eq!(places.len(), 6, "{note:#}");
        assert_eq!(places[0]["line"], 16);
    }
    let text = output(&["check", "corpus/bad-input/signal-handler.c"]);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.contains("Note: signals are not modelled"), "{text}");
    assert!(text.contains("signal-handler.c:9"), "{text}");
}

#[test]
fn an_unknown_function_is_named_with_what_helps() {
    let unknown = report(&["corpus/bad-input/unknown-function.c"]);
    let message = unknown["reason"]["message"].as_str().expect("a message");
    let advice = "--model-function 'launch_missiles=0'";
    assert!(message.contains(advice), "{message}");
}

#[test]
fn values_of_functions_are_saved_with_an_execution() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("model-function.json");
    let file = file.to_str().expect("our own path");
    let program = "corpus/library/model_function.c";
    let values = ["sensor=8", "beep=0", "find=0", "ratio=2"];
    let mut arguments = vec![program, "--save", file];
    arguments.extend(values.iter().flat_map(|v| ["--model-function", v]));
    assert_eq!(report(&arguments)["verdict"], "error");
    let replayed = report(&["--replay", file]);
    assert_eq!(replayed["verdict"], "error", "{replayed:#}");
}
