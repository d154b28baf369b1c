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

/// The kinds of the notes of a report, but for the one that ra always has.
fn kinds(report: &Value) -> Vec<&str> {
    let notes = report["notes"].as_array().expect("a list");
    let kinds = notes.iter().map(|note| note["kind"].as_str());
    let kinds = kinds.map(|kind| kind.expect("a text"));
    kinds.filter(|kind| *kind != "weakened").collect()
}

/// A verdict that says less than it seems to has a note, under every model and algorithm.
#[test]
fn a_verdict_of_little_worth_says_so() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("little-worth.c");
    let program = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int sensor(void);
atomic_int x;
static void *thread(void *unused) { (void)unused; x = 1; return 0; }
int main(void) {
  pthread_t t;
#ifdef THREAD
  pthread_create(&t, 0, thread, 0);
  pthread_join(t, 0);
#else
  (void)t;
  thread(0);
#endif
  if (x == DEAD)
    assert(x == WANTED);
#ifdef SENSOR
  assert(sensor() == 3);
#endif
}
"#;
    std::fs::write(&file, program).expect("cargo's folder for tests can be written");
    let file = file.to_str().expect("our own path");
    for pair in [
        "c11 rf",
        "ra rf",
        "sc optimal",
        "sc rf",
        "sc source",
        "sc naive",
        "sc sat",
        "tso rf",
        "pso optimal",
    ] {
        let (model, algorithm) = pair.split_once(' ').expect("two words");
        let check = |options: &[&str], defines: &[&str]| {
            let common = [file, "--model", model, "--algorithm", algorithm];
            let report = report(&[&common, options, &["--"], defines].concat());
            assert_eq!(report["verdict"], "verified", "{report:#}");
            kinds(&report).join(" ")
        };
        let all = ["-DTHREAD", "-DDEAD=1", "-DWANTED=1"];
        assert_eq!(check(&[], &all), "", "{pair}: nothing to say");
        assert_eq!(
            check(&[], &["-DDEAD=1", "-DWANTED=1"]),
            "sequential",
            "{pair}"
        );
        let dead = ["-DTHREAD", "-DDEAD=2", "-DWANTED=1"];
        assert_eq!(check(&[], &dead), "no-assertion", "{pair}: dead code");
        let removed = ["-DTHREAD", "-DDEAD=1", "-DWANTED=2", "-DNDEBUG"];
        assert_eq!(check(&[], &removed), "no-assertion", "{pair}: NDEBUG");
        let fails = ["-DTHREAD", "-DDEAD=1", "-DWANTED=2"];
        if algorithm != "sat" {
            let unwanted = ["--no-check", "assertion"];
            assert_eq!(check(&unwanted, &fails), "passed-over", "{pair}");
        }
        let sensor = ["-DTHREAD", "-DDEAD=1", "-DWANTED=1", "-DSENSOR"];
        let granted = ["--model-function", "sensor=3"];
        assert_eq!(check(&granted, &sensor), "assumed", "{pair}");
    }
}
