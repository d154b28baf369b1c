//! `--sample` finds the planted bugs of the corpus, `--preemptions` says what it has left out, and neither claims
//! more than it knows.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use threadproof_testkit::corpus::{self, Case, Verdict};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn check(arguments: &[&str]) -> (Value, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .current_dir(root())
        .args(["check", "--format", "json"])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("threadproof runs");
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    let report: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{words}"));
    let schema = include_str!("../../../docs/report.schema.json");
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    if let Err(problem) = jsonschema::validate(&schema, &report) {
        panic!("{problem}\n{report:#}");
    }
    (report, output.status.code())
}

/// Cases that random executions can show: errors of executions.
fn suits(case: &Case) -> bool {
    let has = |option: &str| case.options.iter().any(|word| word == option);
    case.expected.verdict == Verdict::Error && !has("--algorithm") && !has("--robustness")
}

/// Whether 10,000 samples show the error that is planted.
fn shows(file: &str, case: &Case) -> (Value, bool) {
    let mut arguments = vec!["--sample", "10000", "--timeout", "120"];
    arguments.push("--no-compare-models");
    // The corpus means sc if it names no model.
    if case.options.iter().all(|word| word != "--model") {
        arguments.extend(["--model", "sc"]);
    }
    arguments.extend(case.options.iter().map(String::as_str));
    arguments.extend([file, "--"]);
    arguments.extend(case.clang_arguments.iter().map(String::as_str));
    let (report, code) = check(&arguments);
    (report, code == Some(1))
}

#[test]
fn every_planted_bug_is_found() {
    let entries = corpus::read(&root().join("corpus/errors")).expect("the corpus can be read");
    let mut found = 0;
    for entry in entries {
        // That an outcome is missing can only be told when all executions were seen.
        if entry.file.ends_with("litmus-missing-outcome.litmus") {
            continue;
        }
        for case in entry.cases.iter().filter(|case| suits(case)) {
            let file = entry.file.to_str().expect("our own path");
            let (report, shown) = shows(file, case);
            assert!(shown, "{file}:{} {report:#}", case.line);
            found += 1;
        }
    }
    assert!(found > 150, "{found} cases");
}

#[test]
fn every_strategy_finds_bugs_under_every_model() {
    // By the README, these are wrong under all models, and Dekker's entry under all but sc.
    let wrong = ["examples/lost-update.c", "examples/aba-stack.c"];
    for model in ["c11", "sc", "tso", "pso", "ra"] {
        for strategy in ["turns", "walk", "pct", "pos"] {
            let verdict = |file: &str| {
                let options = ["--model", model, "--strategy", strategy];
                let samples = ["--sample", "10000", "--timeout", "120"];
                let (report, _) = check(&[&[file][..], &options, &samples].concat());
                report["verdict"].as_str().map(str::to_string)
            };
            let dekker = (model != "sc").then_some("examples/dekker.c");
            for file in wrong.into_iter().chain(dekker) {
                let found = verdict(file);
                assert_eq!(found.as_deref(), Some("error"), "{file} {model} {strategy}");
            }
            let right = verdict("examples/bounded-queue.c");
            assert_eq!(right.as_deref(), Some("inconclusive"), "{model} {strategy}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_executions() {
    let sample = |seed: &str, strategy: &str| {
        let (mut report, _) = check(&[
            "examples/aba-stack.c",
            "--sample",
            "2000",
            "--seed",
            seed,
            "--strategy",
            strategy,
        ]);
        for key in ["seconds", "peak_memory_bytes"] {
            report[key] = Value::Null;
        }
        report
    };
    for strategy in ["turns", "walk", "pct", "pos"] {
        let first = sample("7", strategy);
        assert_eq!(first["verdict"], "error", "{strategy}");
        assert_eq!(first["sampled"]["strategy"], strategy);
        assert_eq!(first, sample("7", strategy), "{strategy}");
    }
    let samples = |seed| sample(seed, "walk")["sampled"]["samples"].as_u64();
    let all: Vec<_> = ["1", "2", "3", "4"].map(samples).into();
    assert!(all.iter().any(|count| *count != all[0]), "{all:?}");
}

#[test]
fn samples_never_verify() {
    let (report, code) = check(&["examples/bounded-queue.c", "--sample", "300"]);
    assert_eq!(code, Some(3));
    assert_eq!(report["verdict"], "inconclusive");
    assert_eq!(report["reason"]["kind"], "sampled");
    assert_eq!(report["algorithm"], "sample");
    // There are eight classes: the README says so.
    assert_eq!(report["sampled"]["classes"], 8);
    assert_eq!(report["sampled"]["estimated_classes"], 8.0);
}

#[test]
fn a_sampled_error_is_small_and_runs_again() {
    let saved = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sampled.json");
    let saved = saved.to_str().expect("our own path");
    let (report, _) = check(&[
        "examples/dekker.c",
        "--model",
        "tso",
        "--sample",
        "5000",
        "--save",
        saved,
    ]);
    let (whole, _) = check(&["examples/dekker.c", "--model", "tso"]);
    let switches = |report: &Value| {
        let trace = report["errors"][0]["trace"].as_array().expect("a trace");
        let threads = trace.windows(2);
        threads.filter(|w| w[0]["thread"] != w[1]["thread"]).count()
    };
    assert_eq!(switches(&report), switches(&whole), "minimised");
    let (again, _) = check(&["--replay", saved]);
    assert_eq!(again["errors"][0], report["errors"][0]);
}

#[test]
fn a_bound_on_preemptions_is_part_of_the_verdict() {
    let queue = "examples/bounded-queue.c";
    let complete = |report: &Value| report["executions"]["complete"].as_u64();
    let (report, code) = check(&[queue, "--preemptions", "1"]);
    assert_eq!(code, Some(0));
    assert_eq!(report["bounded"]["preemptions"], 1);
    assert!(complete(&report) < Some(8), "{report:#}");
    // Without a bound there are eight.
    let (report, _) = check(&[queue, "--preemptions", "auto"]);
    assert_eq!(report["bounded"], Value::Null);
    assert_eq!(complete(&report), Some(8));
    let (report, code) = check(&["examples/lost-update.c", "--preemptions", "0"]);
    assert_eq!((code, &report["verdict"]), (Some(0), &"verified".into()));
    let (_, code) = check(&["examples/lost-update.c", "--preemptions", "1"]);
    assert_eq!(code, Some(1));
}

/// `auto` ends with what it has completed when the time is up.
#[test]
fn time_ends_the_increase_of_the_bound() {
    let text = "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x;\n\
        void *t(void *p) { for (int i = 0; i < 40; i++) x = x + 1; return p; }\n\
        int main(void) { pthread_t a[3]; for (int i = 0; i < 3; i++) pthread_create(&a[i], 0, t, 0); }\n";
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("increments.c");
    std::fs::write(&file, text).expect("cargo's folder for tests can be written");
    let file = file.to_str().expect("our own path");
    let (report, code) = check(&[file, "--preemptions", "auto", "--timeout", "4"]);
    assert_eq!(code, Some(0), "{report:#}");
    assert!(report["bounded"]["preemptions"].is_u64(), "{report:#}");
}
