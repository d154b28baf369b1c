//! `threadproof cargo test` on crates of the registry: `tests/registry` has a small test of each.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Those that hardly take time. `cargo test -p threadproof --test registry -- --ignored` checks all.
const QUICK: &[&str] = &[
    "atomic_waker",
    "concurrent_queue",
    "dashmap",
    "flume",
    "kanal",
    "once_cell",
    "oneshot",
    "parking_lot",
    "semaphore",
    "skip_set",
    "spin_once",
    "tokio_sync::channel",
];
/// Tests that are wrong, with the kind of error.
const WRONG: &[(&str, &str)] = &[
    (
        "parking_lot::a_condition_without_a_loop_is_not_enough",
        "deadlock",
    ),
    ("parking_lot::two_locks_in_two_orders", "deadlock"),
];
fn check(filters: &[&str]) -> Option<Vec<Value>> {
    if let Err(problem) = threadproof_llvm::rust::check_version(Path::new("rustc")) {
        eprintln!("left out: {problem}");
        return None;
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust-packages");
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/registry"))
        .env("CARGO_TARGET_DIR", target)
        .env_remove("RUSTFLAGS")
        .args(["cargo", "test", "--locked", "--format", "json"])
        .args(["--timeout", "120"])
        .args(filters)
        .output()
        .expect("threadproof runs");
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("no report: {}", String::from_utf8_lossy(&output.stderr)));
    report["tests"].as_array().cloned()
}

/// Every test is verified but those that are wrong.
fn compare(tests: &[Value]) {
    assert!(!tests.is_empty(), "there are tests");
    for test in tests {
        let name = test["name"].as_str().unwrap_or_default();
        let wrong = WRONG.iter().find(|(wrong, _)| *wrong == name);
        match wrong {
            None => assert_eq!(test["result"], "verified", "{name}: {test:#}"),
            Some((_, kind)) => {
                let found = &test["report"]["errors"][0]["kind"];
                assert_eq!(found, kind, "{name}: {test:#}");
            }
        }
    }
}

#[test]
fn quick_ones_are_decided() {
    if let Some(tests) = check(QUICK) {
        compare(&tests);
    }
}

#[test]
#[ignore = "it takes minutes"]
fn all_are_decided() {
    if let Some(tests) = check(&[]) {
        compare(&tests);
    }
}
