//! The text report of every kind of error under every model, for the programs that `threadproof
//! explain` shows. The programs are checked to have the error that they are an example of.

use std::path::{Path, PathBuf};
use std::process::Command;
use threadproof_engine::{Algorithm, Model, resolve};
use threadproof_program::ErrorKind;
use threadproof_report::explain;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../report/src/explain")
}

fn threadproof(arguments: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .current_dir(folder())
        .args(arguments)
        .output()
        .expect("threadproof runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text, output.status.code())
}

/// The report without its last two lines: counts are tested elsewhere, and times differ.
fn report(kind: ErrorKind, model: Model) -> String {
    let example = explain::example(kind).expect("asked for kinds with examples");
    let command = example
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("// threadproof "));
    let command = command.expect("an example says how to check it");
    let command = &command.replace(" --model tso", "");
    let mut arguments: Vec<&str> = command.split(' ').collect();
    arguments.extend(["--model", model.name()]);
    if matches!(model, Model::Ra | Model::C11) && kind != ErrorKind::DataRace {
        // Some examples race on the way to their error.
        arguments.extend(["--no-check", "races"]);
    }
    let (text, code) = threadproof(&arguments);
    assert_eq!(code, Some(1), "{command}: {text}");
    let expected = format!("error[{}]: ", kind.name());
    assert!(text.starts_with(&expected), "{command}: {text}");
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "too long: {line}");
    }
    let lines: Vec<&str> = text.lines().collect();
    lines[..lines.len() - 2].join("\n")
}

/// Can programs in Rust be checked on this machine?
fn has_rust() -> bool {
    let checked = threadproof_llvm::rust::check_version(Path::new("rustc"));
    if let Err(problem) = &checked {
        eprintln!("the example in Rust is left out: {problem}");
    }
    checked.is_ok()
}

fn compare(model: Model) {
    if resolve(Algorithm::Auto, model).is_err() {
        return;
    }
    for kind in ErrorKind::ALL {
        // Robustness is a question about hardware models.
        let is_looked_for =
            kind != ErrorKind::NotRobust || matches!(model, Model::Tso | Model::Pso);
        if kind == ErrorKind::Panic && !has_rust() {
            continue;
        }
        if explain::example(kind).is_some() && is_looked_for {
            let name = format!("{}-{}", kind.name(), model.name());
            insta::assert_snapshot!(name, report(kind, model));
        }
    }
}

#[test]
fn under_sc() {
    compare(Model::Sc);
}

#[test]
fn under_tso() {
    compare(Model::Tso);
}

#[test]
fn under_pso() {
    compare(Model::Pso);
}

#[test]
fn under_ra() {
    compare(Model::Ra);
}

#[test]
fn under_c11() {
    compare(Model::C11);
}

#[test]
fn every_example_is_a_file_that_is_shown() {
    let entries = std::fs::read_dir(folder()).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("it can be read").file_name());
    let mut names: Vec<String> = names.map(|n| n.to_string_lossy().into_owned()).collect();
    names.sort();
    let kinds = ErrorKind::ALL.into_iter();
    let with_example = kinds.filter(|kind| explain::example(*kind).is_some());
    let mut expected: Vec<String> = with_example
        .map(|kind| match kind {
            ErrorKind::Panic => format!("{}.rs", kind.name()),
            kind => format!("{}.c", kind.name()),
        })
        .collect();
    expected.sort();
    assert_eq!(names, expected);
}

#[test]
fn every_kind_is_explained() {
    let (list, _) = threadproof(&["explain"]);
    for kind in ErrorKind::ALL {
        assert!(list.contains(kind.name()), "{list}");
        let (text, code) = threadproof(&["explain", kind.name()]);
        assert_eq!(code, Some(0));
        assert!(text.contains("What to do:"), "{text}");
        assert!(
            text.lines().all(|line| line.chars().count() <= 104),
            "{text}"
        );
    }
    assert_eq!(threadproof(&["explain", "nonsense"]).1, Some(2));
}
