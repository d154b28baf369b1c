//! SAT-directed exploration through the real program: how many runs it needs, and what it leaves behind.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn output(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("threadproof runs")
}

fn report(output: &Output) -> Value {
    let report = serde_json::from_slice(&output.stdout).expect("JSON on standard output");
    let schema = include_str!("../../../docs/report.schema.json");
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    if let Err(problem) = jsonschema::validate(&schema, &report) {
        panic!("{problem}\n{report:#}");
    }
    report
}

fn check(arguments: &[&str]) -> Value {
    report(&output(
        &[&["check", "--format", "json"], arguments].concat(),
    ))
}

fn runs(report: &Value) -> u64 {
    report["sat"]["runs"].as_u64().expect("sat counts its runs")
}

/// An empty folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    match std::fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => panic!("{error}"),
        _ => folder,
    }
}

fn program(name: &str, text: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sat-programs");
    std::fs::create_dir_all(&folder).expect("cargo's folder for tests can be written");
    let file = folder.join(name);
    std::fs::write(&file, text).expect("the folder was just made");
    file.to_str().expect("our own path").into()
}

/// The schedules in a folder, in order.
fn schedules(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder was made");
    let mut files: Vec<String> = entries
        .map(|entry| entry.expect("it can be read").path())
        .map(|path| path.to_str().expect("our own path").to_string())
        .collect();
    files.sort();
    files
}

/// Checks with `sat` and keeps the schedules.
fn emit(name: &str, arguments: &[&str]) -> (Value, Vec<String>) {
    let folder = folder(name);
    let shown = folder.to_str().expect("our own path");
    let sat = ["--algorithm", "sat", "--emit-schedules", shown];
    let report = check(&[&sat, arguments].concat());
    (report, schedules(&folder))
}

#[test]
fn a_try_lock_needs_fewer_runs_than_it_has_classes() {
    let try_lock = |algorithm| {
        check(&[
            "--algorithm",
            algorithm,
            "bench/sat/linuxlock.c",
            "--",
            "-DN=1",
        ])
    };
    assert_eq!(try_lock("optimal")["executions"]["complete"], 4);
    let sat = try_lock("sat");
    assert_eq!(sat["verdict"], "verified");
    assert!((2..=3).contains(&runs(&sat)), "{sat:#}");
}

#[test]
fn runs_grow_with_the_number_of_lock_operations() {
    for model in ["sc", "tso"] {
        for rounds in [1, 2, 4, 8, 16] {
            let size = format!("-DN={rounds}");
            let program = "bench/sat/linuxlock.c";
            let report = check(&["--algorithm", "sat", "--model", model, program, "--", &size]);
            assert_eq!(report["verdict"], "verified");
            // Each of the 2 x N operations succeeds or fails, and the first run shows one of both.
            let most = 2 * rounds + 1;
            assert!(runs(&report) <= most, "{rounds} under {model}: {report:#}");
        }
    }
}

/// The reader finds one of twenty numbers and goes another way for each, so a run reaches one of these goals.
/// They come before the assertion, and no run to one of them can break it.
const LATE_BUG: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int number, late, ways;
static void *write_all(void *unused) {
  for (int i = 1; i <= 20; i++)
    atomic_store(&number, i);
  atomic_store(&late, 1);
  atomic_store(&late, 0);
  return unused;
}
static void *read_one(void *unused) {
  int found = atomic_load(&number);
  for (int i = 0; i < 20; i++)
    if (found == i)
      atomic_fetch_add(&ways, 1);
  int bad = (found == 20) & (atomic_load(&late) == 1);
  assert(!bad);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, write_all, 0);
  pthread_create(&b, 0, read_one, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
"#;

#[test]
fn errors_are_asked_for_first() {
    let file = program("late-bug.c", LATE_BUG);
    let report = check(&["--algorithm", "sat", &file]);
    assert_eq!(report["errors"][0]["kind"], "assertion");
    assert!(runs(&report) <= 3, "{report:#}");
}

const STORE_BUFFERING: &str = r#"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x, y;
static void *one(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  if (atomic_load_explicit(&y, memory_order_relaxed))
    printf("one: yes\n");
  else
    printf("one: no\n");
  return unused;
}
static void *two(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  if (atomic_load_explicit(&x, memory_order_relaxed))
    printf("two: yes\n");
  else
    printf("two: no\n");
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
"#;

#[test]
fn every_schedule_replays() {
    let printing = program("store-buffering.c", STORE_BUFFERING);
    let dekker = ["bench/sat/dekker.c", "--", "-DN=1"];
    let queue = ["bench/sat/msqueue.c", "--", "-DN=1"];
    for (name, arguments) in [
        ("sb", &[printing.as_str()][..]),
        ("dekker", &dekker),
        ("queue", &queue),
    ] {
        for model in ["sc", "tso"] {
            let all = [&["--model", model], arguments].concat();
            let (report, files) = emit(&format!("schedules-{name}-{model}"), &all);
            assert_eq!(report["verdict"], "verified");
            assert!(
                files.len() > 1 && files.len() as u64 <= runs(&report),
                "{files:?}"
            );
            for (number, file) in files.iter().enumerate() {
                assert!(
                    file.ends_with(&format!("/{:04}.json", number + 1)),
                    "{files:?}"
                );
                let output = output(&["check", "--replay", file, "--format", "json"]);
                assert_eq!(output.status.code(), Some(0), "{file}");
                let replayed = self::report(&output);
                assert_eq!(replayed["model"], model);
                let steps = replayed["replayed"]["trace"].as_array();
                assert!(steps.is_some_and(|steps| steps.len() > 5), "{replayed:#}");
            }
        }
    }
}

#[test]
fn a_replay_prints_what_the_program_printed() {
    let file = program("store-buffering.c", STORE_BUFFERING);
    let (_, files) = emit("schedules-printed", &["--model", "tso", &file]);
    let mut seen = Vec::new();
    for file in &files {
        let output = output(&["check", "--replay", file]);
        let words = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(words.contains("ended without an error"), "{words}");
        assert!(words.contains("1 saved execution"), "{words}");
        let (_, printed) = words.split_once("Printed:\n").expect("it has printed");
        let lines: Vec<&str> = printed.lines().map(str::trim).take(2).collect();
        assert!(
            lines.iter().any(|line| line.starts_with("one: ")),
            "{words}"
        );
        assert!(
            lines.iter().any(|line| line.starts_with("two: ")),
            "{words}"
        );
        seen.extend(lines.iter().map(|line| line.to_string()));
    }
    for line in ["one: yes", "one: no", "two: yes", "two: no"] {
        assert!(
            seen.iter().any(|s| s == line),
            "{line} is in some schedule: {seen:?}"
        );
    }
}

#[test]
fn a_schedule_with_an_error_has_it_when_it_is_replayed() {
    let (report, files) = emit("schedules-error", &["examples/lost-update.c"]);
    assert_eq!(report["verdict"], "error");
    let codes: Vec<Option<i32>> = files
        .iter()
        .map(|file| output(&["check", "--replay", file]).status.code())
        .collect();
    let (last, others) = codes.split_last().expect("there are schedules");
    assert_eq!(*last, Some(1));
    assert!(others.iter().all(|code| *code == Some(0)), "{codes:?}");
}

#[test]
fn old_schedules_go_away_and_other_files_stay() {
    let (_, many) = emit("schedules-again", &["bench/sat/dekker.c", "--", "-DN=1"]);
    let folder = Path::new(&many[0]).parent().expect("it is in a folder");
    let shown = folder.to_str().expect("our own path");
    for name in ["notes.json", "0099.json"] {
        std::fs::write(folder.join(name), "{}").expect("the folder is there");
    }
    let sat = ["--algorithm", "sat", "--emit-schedules", shown];
    check(&[&sat[..], &["bench/sat/linuxlock.c", "--", "-DN=1"]].concat());
    let left = schedules(folder);
    assert!(left.len() < many.len() + 2, "{left:?}");
    for name in ["/notes.json", "/0099.json", "/0001.json"] {
        assert!(left.iter().any(|file| file.ends_with(name)), "{left:?}");
    }
}

#[test]
fn schedules_are_refused_where_there_are_none() {
    let example = "examples/lost-update.c";
    for arguments in [
        &["check", example, "--emit-schedules", "target/schedules"][..],
        &[
            "check",
            example,
            "--algorithm",
            "rf",
            "--emit-schedules",
            "target/schedules",
        ],
        &[
            "check",
            example,
            "--algorithm",
            "sat",
            "--emit-schedules",
            "README.md",
        ],
    ] {
        let output = output(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            output.stdout.is_empty() && !output.stderr.is_empty(),
            "{arguments:?}"
        );
    }
}
