//! Exit codes and streams of the real program, for good and bad command lines.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn threadproof(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadproof"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    command.current_dir(root).args(arguments);
    command.stdin(Stdio::null());
    command
}

fn output(arguments: &[&str]) -> Output {
    threadproof(arguments).output().expect("threadproof runs")
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

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("cargo's folder for tests can be written");
    folder
}

fn program(name: &str, text: &str) -> String {
    let file = folder("programs").join(name);
    std::fs::write(&file, text).expect("the folder was just made");
    file.to_str().expect("our own path").into()
}

#[test]
fn bad_usage_is_explained() {
    let example = "examples/lost-update.c";
    for arguments in [
        &[][..],
        &["check"],
        &["chekc", example],
        &["check", "missing.c"],
        &["check", "examples"],
        &["check", "README.md"],
        &["check", "test.litmus"],
        &["check", example, "--model", "x86"],
        &["check", example, "--algorithm", "best"],
        &[
            "check",
            example,
            "--algorithm",
            "auto",
            "--model",
            "nonsense",
        ],
        &["check", example, "--unroll", "0"],
        &["check", example, "--unroll", "many"],
        &["check", example, "--jobs", "0"],
        &["check", example, "--jobs", "2"],
        &["check", example, "--timeout", "-1"],
        &["check", example, "--timeout", "nan"],
        &["check", example, "--max-executions", "0"],
        &["check", example, "--check", "spelling"],
        &["check", example, "--no-check", "spelling"],
        &["check", example, "--replay", "run.json"],
        &["check", example, "--format", "xml"],
        &["check", example, "-DN=3"],
        &["check", example, "--", "-DN=(", "-include", "missing.h"],
        &["litmus", "examples"],
        &["litmus", "missing.litmus"],
        &[
            "litmus",
            "corpus/bad-input/litmus-unknown-name.litmus",
            "--model",
            "x86",
        ],
        &["bench", "nonsense"],
    ] {
        let mut with_json = arguments.to_vec();
        if arguments.first() == Some(&"check") && !arguments.contains(&"--format") {
            with_json.splice(1..1, ["--format", "json"]);
        }
        let output = output(&with_json);
        assert_eq!(output.status.code(), Some(2), "{with_json:?}");
        assert!(output.stdout.is_empty(), "{with_json:?}");
        assert!(!output.stderr.is_empty(), "{with_json:?}");
    }
}

#[test]
fn unknown_checks_are_answered_with_the_known_ones() {
    let output = output(&["check", "examples/lost-update.c", "--check", "raecs"]);
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        words.contains("raecs") && words.contains("data-race"),
        "{words}"
    );
}

#[test]
fn help_has_the_table_of_algorithms_and_models() {
    let output = output(&["check", "--help"]);
    assert_eq!(output.status.code(), Some(0));
    let help = String::from_utf8_lossy(&output.stdout).into_owned();
    for word in [
        "optimal    yes*",
        "Exit codes",
        "Examples",
        "use-after-free",
    ] {
        assert!(help.contains(word), "{word}");
    }
}

#[test]
fn reports_have_no_colours_without_a_terminal() {
    let output = output(&["check", "examples/lost-update.c"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!output.stdout.contains(&0x1b));
    assert!(output.stderr.is_empty(), "no progress without a terminal");
}

#[test]
fn every_verdict_as_json() {
    let verified = output(&["check", "examples/bounded-queue.c", "--format", "json"]);
    assert_eq!(verified.status.code(), Some(0));
    assert_eq!(report(&verified)["verdict"], "verified");

    let failed = output(&["check", "examples/lost-update.c", "--format", "json"]);
    assert_eq!(failed.status.code(), Some(1));
    let failed = report(&failed);
    assert_eq!(failed["errors"][0]["kind"], "assertion");
    assert_eq!(failed["errors"][0]["location"]["line"], 20);

    let limits = ["--format", "json", "--max-executions", "1"];
    let limited = threadproof(&["check", "examples/bounded-queue.c"])
        .args(limits)
        .output()
        .expect("threadproof runs");
    assert_eq!(limited.status.code(), Some(3));
    assert_eq!(report(&limited)["reason"]["kind"], "execution-limit");
}

#[test]
fn loops_are_cut_at_the_accepted_bound() {
    let file = program(
        "endless.c",
        "#include <stdatomic.h>\natomic_int x;\nint main(void) { while (1) x++; }\n",
    );
    let output = output(&["check", &file, "--unroll", "3", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0));
    let report = report(&output);
    assert_eq!(report["bounded"]["loop"], 3);
    assert_eq!(report["executions"]["blocked"], 1);
}

/// A search that takes hours.
const LONG: &str = "#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *unused) {
  for (int i = 0; i < 12; i++) atomic_store(&x, atomic_load(&x) + 1);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  pthread_create(&t, 0, add, 0);
  add(0);
}
";

#[test]
fn time_runs_out_while_searching() {
    let file = program("long.c", LONG);
    let begin = Instant::now();
    let output = output(&["check", &file, "--timeout", "1.5", "--format", "json"]);
    assert!(begin.elapsed() < Duration::from_secs(15));
    assert_eq!(output.status.code(), Some(3));
    let report = report(&output);
    assert_eq!(report["reason"]["kind"], "timeout");
    assert_ne!(report["executions"]["complete"], 0);
}

#[test]
fn time_runs_out_while_compiling() {
    let mut command = threadproof(&["check", "examples/lost-update.c", "--format", "json"]);
    command
        .args(["--timeout", "0.2"])
        .env("THREADPROOF_CLANG", slow_clang("timeout"));
    let begin = Instant::now();
    let output = command.output().expect("threadproof runs");
    assert!(begin.elapsed() < Duration::from_secs(10));
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(report(&output)["reason"]["kind"], "timeout");
}

/// A compiler that does not end.
fn slow_clang(name: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let script = folder(name).join("clang");
    std::fs::write(&script, "#!/bin/sh\nexec sleep 1000\n").expect("the folder was just made");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&script, executable).expect("the file is ours");
    script
}

#[test]
fn an_interruption_gives_what_is_known() {
    let file = program("interrupted.c", LONG);
    let mut command = threadproof(&["check", &file, "--format", "json"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("threadproof runs");
    std::thread::sleep(Duration::from_secs(2));
    interrupt(&child);
    let output = child.wait_with_output().expect("threadproof ends");
    assert_eq!(output.status.code(), Some(3));
    let report = report(&output);
    assert_eq!(report["reason"]["kind"], "interrupted");
    assert_ne!(report["executions"]["complete"], 0);
}

fn interrupt(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process};
    let pid = Pid::from_child(child);
    kill_process(pid, Signal::INT).expect("the child is ours and runs");
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
