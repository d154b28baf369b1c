//! `threadproof litmus`: a line for each test, and what is said of tests without a model or a condition.

use std::path::Path;
use std::process::{Command, Output};

fn output(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .args(arguments)
        .output()
        .expect("threadproof runs")
}

#[test]
fn litmus_tests_have_a_line_each() {
    let run = |paths: &[&str], model| {
        let output = output(&[&["litmus", "--model", model], paths].concat());
        let words = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), words)
    };
    for (model, verdict, executions) in [("sc", "forbidden", 3), ("tso", "allowed", 4)] {
        let (code, words) = run(&["corpus/litmus/SB.litmus"], model);
        assert_eq!(code, Some(0), "{words}");
        let wanted = format!(
            "{:24} {verdict:9}  {executions:>8} executions  as expected\n\
             1 test under {model}: 1 as expected, 0 not as expected\n",
            "SB"
        );
        assert_eq!(words, wanted);
    }
    assert_eq!(run(&["corpus/litmus"], "pso").0, Some(0));
    assert_eq!(run(&["corpus/litmus"], "c11").0, Some(0));
    let (code, words) = run(&["corpus/errors/litmus-lost-update.litmus"], "sc");
    assert_eq!(code, Some(1));
    assert!(words.contains("NOT AS EXPECTED"), "{words}");
    let unreadable = "corpus/bad-input/litmus-unknown-name.litmus";
    let (code, words) = run(&[unreadable, "corpus/litmus/SB.litmus"], "sc");
    assert_eq!(code, Some(2));
    assert!(
        words.contains("1 as expected") && words.contains("1 unreadable"),
        "{words}"
    );
}

/// Without a model, litmus tests are checked under C11, as programs are.
#[test]
fn litmus_tests_without_a_model_or_condition() {
    let run = |words: &[&str]| {
        let output = output(words);
        let words = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), words)
    };
    let (code, words) = run(&["litmus", "corpus/litmus/c11/herd-no-condition.litmus"]);
    let line = format!(
        "{:24} {:9}  {:>8} executions  no condition\n",
        "herd-no-condition", "-", 2
    );
    let summary = "1 test under c11: 0 as expected, 0 not as expected, 1 without condition\n";
    assert_eq!((code, words), (Some(0), line + summary));
    // Undefined, so its outcomes mean little.
    let (code, words) = run(&["litmus", "corpus/litmus/c11/MP+na-flag.litmus"]);
    assert_eq!(code, Some(0), "{words}");
    assert!(
        words.contains("executions  as expected, data race\n"),
        "{words}"
    );
    assert!(words.ends_with(", 1 with a data race\n"), "{words}");
    let (_, words) = run(&["check", "corpus/litmus/IRIW.litmus"]);
    assert!(words.contains("model c11"), "{words}");
}
