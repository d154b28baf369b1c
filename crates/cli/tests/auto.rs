//! The choice of `auto` between reads-from classes and traces.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

fn check(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .args(["check", "--model", "sc"])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("threadproof runs");
    String::from_utf8(output.stdout).expect("reports are UTF-8")
}

/// The algorithm and the number of complete executions.
fn chosen(arguments: &[&str]) -> (String, u64) {
    let shown = check(&[&["--format", "json"], arguments].concat());
    let report: Value = serde_json::from_str(&shown).expect("JSON on standard output");
    assert_eq!(report["verdict"], "verified", "{report:#}");
    let algorithm = report["algorithm"].as_str().expect("it has a name");
    let complete = report["executions"]["complete"].as_u64();
    (algorithm.to_string(), complete.expect("a number"))
}

/// Mutexes order nearly everything in a thread pool: there are as many classes as traces, and those of `rf` cost more.
#[test]
fn a_thread_pool_is_left_to_optimal() {
    let pool = "corpus/cplusplus/thread-pool-futures.cpp";
    let arguments = ["--", "-DWORKERS=2", "-DTASKS=1"];
    let auto = chosen(&[&[pool], &arguments[..]].concat());
    let optimal = chosen(&[&[pool, "--algorithm", "optimal"], &arguments[..]].concat());
    assert_eq!(auto, optimal);
    let shown = check(&[&[pool, "--verbose"], &arguments[..]].concat());
    assert!(shown.contains("auto: optimal"), "{shown}");
}

/// 5,040 classes of 135,135 traces (`bench/sc.tsv`).
#[test]
fn few_classes_are_left_to_rf() {
    let sigma = ["bench/sc/sigma.c", "--", "-DN=7"];
    assert_eq!(chosen(&sigma), ("rf".to_string(), 5040));
}

/// As many classes as traces (`bench/sc.tsv`), and the same choice each time, since nothing depends on the clock.
#[test]
fn the_choice_does_not_depend_on_the_clock() {
    let fib = ["bench/sc/fib-bench.c", "--", "-DN=4"];
    let first = chosen(&fib);
    assert_eq!(first.1, 19_605);
    assert_eq!(chosen(&fib), first);
}

/// 1,195 classes (`bench/sc.tsv`) of traces without number: a trial of those must not mislead.
#[test]
fn a_loop_that_waits_is_left_to_rf() {
    let lock = ["bench/sc/opt-lock.c", "--", "-DN=100"];
    assert_eq!(chosen(&lock), ("rf".to_string(), 1195));
}

/// The text tells that two mutexes are taken at once, which `rf` does not do: no time is lost with it.
#[test]
fn locks_that_are_taken_together_are_left_to_optimal_at_once() {
    let shown = check(&["corpus/library/cxx_scoped_lock.cpp"]);
    assert!(shown.contains("algorithm optimal)"), "{shown}");
    // A read-write lock has two words if memory is sequentially consistent.
    let shown = check(&["corpus/library/rwlock_readers_writer.c"]);
    assert!(shown.contains("algorithm optimal)"), "{shown}");
}
