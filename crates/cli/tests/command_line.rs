//! Exit codes and streams of the real program, for good and bad command lines.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn threadproof(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadproof"));
    command.current_dir(root()).args(arguments);
    command.stdin(Stdio::null());
    command
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
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
        &["check", example, "--jobs", "many"],
        &["check", example, "--robustness", "--model", "ra"],
        &["check", example, "--timeout", "-1"],
        &["check", example, "--timeout", "nan"],
        &["check", example, "--max-executions", "0"],
        &["check", example, "--sample", "0"],
        &["check", example, "--sample", "3", "--algorithm", "rf"],
        &["check", example, "--sample", "3", "--strategy", "luck"],
        &["check", example, "--preemptions", "few"],
        &["check", example, "--preemptions", "1", "--sample", "3"],
        &["check", example, "--check", "spelling"],
        &["check", example, "--no-check", "spelling"],
        &["check", example, "--replay", "run.json"],
        &["check", "--replay", "run.json"],
        &["check", "--replay", "README.md"],
        &["check", "--replay", "docs/report.schema.json"],
        &["check", example, "--html", "missing/page.html"],
        &["check", example, "--sarif", "examples"],
        &["explain", "spelling"],
        &["completions", "cobol"],
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
        "rf         yes*",
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
    // No execution comes to its end, so nothing is verified.
    assert_eq!(output.status.code(), Some(3));
    let report = report(&output);
    assert_eq!(report["reason"]["kind"], "nothing-complete");
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

#[test]
fn an_empty_name_of_clang_is_none() {
    let mut command = threadproof(&["check", "examples/bounded-queue.c"]);
    let output = command.env("THREADPROOF_CLANG", "").output();
    assert_eq!(output.expect("threadproof runs").status.code(), Some(0));
}

#[test]
fn a_report_that_nobody_gets_is_mentioned() {
    let full = std::fs::File::create("/dev/full").expect("Linux has it");
    let mut command = threadproof(&["check", "examples/bounded-queue.c"]);
    let output = command.stdout(full).output().expect("threadproof runs");
    assert_eq!(output.status.code(), Some(0));
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(words.contains("cannot be written"), "{words}");
}

#[test]
fn an_execution_without_steps_is_saved() {
    let text = "#include <stdatomic.h>\natomic_int f;\nint main(void) { while (!f) ; }\n";
    let file = program("never.c", text);
    let saved = folder("programs").join("never.json");
    let saved = saved.to_str().expect("our own path");
    let first = output(&["check", &file, "--save", saved, "--format", "json"]);
    let again = output(&["check", "--replay", saved, "--format", "json"]);
    assert_eq!(again.status.code(), Some(1));
    assert_eq!(report(&again)["errors"], report(&first)["errors"]);
}

/// The atomics of C++ contain instructions of every order; the one that is asked for counts.
#[test]
fn weaker_orders_are_noted_where_they_are_used() {
    let text =
        "#include <atomic>\nstd::atomic<int> f;\nint main() { f.store(1); return f.load(); }\n";
    let strong = program("strong.cpp", text);
    let weak = program(
        "weak.cpp",
        &text.replace("f.load()", "f.load(std::memory_order_acquire)"),
    );
    let notes = |file: &str| {
        let output = output(&["check", file, "--model", "sc", "--format", "json"]);
        report(&output)["notes"].clone()
    };
    let is_about_orders = |note: &Value| note["kind"] == "weak-atomics";
    let count = |file: &str| {
        notes(file)
            .as_array()
            .map(|all| all.iter().filter(|n| is_about_orders(n)).count())
    };
    assert_eq!(count(&strong), Some(0));
    assert_eq!(count(&weak), Some(1));
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

/// Saves the counterexample of a program; the file and its content.
fn saved(name: &str, arguments: &[&str]) -> (String, Value) {
    let file = folder("saved").join(name);
    let file = file.to_str().expect("our own path").to_owned();
    let output = output(&[&["check", "--save", &file], arguments].concat());
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    let text = std::fs::read(&file).expect("it was saved");
    (file, serde_json::from_slice(&text).expect("it is JSON"))
}

fn switches(saved: &Value) -> usize {
    let moves = saved["moves"].as_array().expect("a list of moves");
    let pairs = moves.windows(2);
    pairs
        .filter(|pair| pair[0]["thread"] != pair[1]["thread"])
        .count()
}

#[test]
fn counterexamples_have_the_fewest_context_switches() {
    for (program, model, fewest) in [
        // main creates both, one reads, the other does all, the first writes, main looks.
        ("examples/lost-update.c", "sc", 4),
        ("examples/aba-stack.c", "sc", 3),
        ("examples/dekker.c", "tso", 2),
        ("corpus/errors/deadlock-lock-order.c", "sc", 2),
    ] {
        let name = program.replace('/', "-");
        let (_, saved) = saved(&name, &[program, "--model", model]);
        assert_eq!(switches(&saved), fewest, "{program}");
    }
}

#[test]
fn what_the_program_prints_is_shown_in_order() {
    let text = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdio.h>\n\
        static atomic_int x;\n\
        static void *f(void *u) { printf(\"in f: %d\\n\", x++); return u; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); printf(\"in main: %d\\n\", x++);\n\
        pthread_join(t, 0); printf(\"after\\n\"); assert(x == 3); }\n";
    let program = program("prints.c", text);
    let (file, _) = saved("prints.json", &[&program]);
    let output = output(&["check", "--replay", &file]);
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    let printed = words
        .split("Printed until then:")
        .nth(1)
        .expect("the output is shown");
    let lines: Vec<&str> = printed
        .lines()
        .map(str::trim)
        .filter(|l| l.starts_with("in "))
        .collect();
    assert_eq!(lines.len(), 2, "{words}");
    assert!(
        lines[0].ends_with(": 0") && lines[1].ends_with(": 1"),
        "{words}"
    );
    assert!(words.contains("1 saved execution"), "{words}");
}

#[test]
fn a_replay_tells_that_the_program_has_changed() {
    let text = std::fs::read_to_string(root().join("examples/lost-update.c")).expect("it is there");
    let file = program("changing.c", &text);
    let (saved, _) = saved("changing.json", &[&file]);
    let replay = || {
        let output = output(&["check", "--replay", &saved]);
        let words = [output.stdout, output.stderr].concat();
        (
            output.status.code(),
            String::from_utf8_lossy(&words).into_owned(),
        )
    };
    assert_eq!(replay().0, Some(1));

    // Another place of the error, and the same steps.
    program("changing.c", &format!("// A new line.\n{text}"));
    let (code, words) = replay();
    assert_eq!(code, Some(1), "{words}");
    assert!(
        words.contains("has changed since the execution was saved"),
        "{words}"
    );
    assert!(words.contains("changing.c:21:3"), "{words}");

    // Other steps.
    let fixed = "atomic_fetch_add(&visitors, 1)";
    program("changing.c", &text.replace("atomic_load(&visitors)", fixed));
    let (code, words) = replay();
    assert_eq!(code, Some(2), "{words}");
    assert!(
        words.contains("has changed since the execution was saved"),
        "{words}"
    );
    assert!(words.contains("It fits up to step"), "{words}");

    // The same steps without the error.
    program(
        "changing.c",
        &text.replace("visitors == 2", "visitors <= 2"),
    );
    let (code, words) = replay();
    assert_eq!(code, Some(3), "{words}");
    assert!(words.contains("without the error"), "{words}");
}

#[test]
fn every_file_that_is_asked_for_is_written() {
    let folder = folder("written");
    let kinds = ["html", "dot", "sarif", "junit", "witness", "save"];
    let run = |program: &str| {
        let mut command = threadproof(&["check", program, "--model", "tso"]);
        for kind in kinds {
            let file = folder.join(kind);
            let _ = std::fs::remove_file(&file);
            command.arg(format!("--{kind}")).arg(file);
        }
        command.output().expect("threadproof runs")
    };
    assert_eq!(run("examples/dekker.c").status.code(), Some(1));
    for kind in kinds {
        let text = std::fs::read_to_string(folder.join(kind)).expect(kind);
        assert!(text.len() > 500, "{kind}: {text}");
    }
    let output = run("examples/bounded-queue.c");
    assert_eq!(output.status.code(), Some(0));
    let written = kinds.map(|kind| folder.join(kind).exists());
    assert_eq!(written, [false, false, true, true, false, false]);
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(words.matches("was not written").count(), 4, "{words}");
}

#[test]
fn colours_respect_no_color() {
    let coloured = |name: &str, value: &str| {
        let mut command = threadproof(&["check", "examples/lost-update.c"]);
        command.env("CLICOLOR_FORCE", "1").env(name, value);
        command
            .output()
            .expect("threadproof runs")
            .stdout
            .contains(&0x1b)
    };
    assert!(coloured("UNRELATED", "1"), "colours can be asked for");
    assert!(!coloured("NO_COLOR", "1"));
}

#[test]
fn an_interruption_is_told_to_people() {
    let file = program("interrupted-text.c", LONG);
    let mut command = threadproof(&["check", &file]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("threadproof runs");
    std::thread::sleep(Duration::from_secs(2));
    interrupt(&child);
    let output = child.wait_with_output().expect("threadproof ends");
    assert_eq!(output.status.code(), Some(3));
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(words.starts_with("inconclusive: "), "{words}");
    assert!(words.contains("complete executions"), "{words}");
}

#[test]
fn completions_and_the_manual_page_know_the_commands() {
    for arguments in [
        &["completions", "bash"][..],
        &["completions", "fish"],
        &["man"],
    ] {
        let output = output(arguments);
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        for word in ["litmus", "explain", "replay"] {
            assert!(text.contains(word), "{arguments:?} has {word}");
        }
    }
}

#[test]
fn every_command_has_an_example() {
    for name in [
        "check",
        "show",
        "bench",
        "litmus",
        "explain",
        "completions",
        "man",
    ] {
        let output = output(&[name, "--help"]);
        let help = String::from_utf8_lossy(&output.stdout).into_owned();
        let example = format!("  threadproof {name}");
        assert!(
            help.contains("Example") && help.contains(&example),
            "{help}"
        );
    }
}

/// The time for other models ends somewhere in the long beginning of this program. An execution that was found before
/// that is run again to its end.
#[test]
fn what_was_found_in_time_is_run_again() {
    let file = "corpus/structures/big-ring.c";
    let tso = ["--model", "tso", "--algorithm", "optimal", "--", "-DBUG"];
    let output = output(&[&["check", file, "--format", "json"], &tso[..]].concat());
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!complaints.contains("internal error"), "{complaints}");
    assert_eq!(output.status.code(), Some(1), "{complaints}");
    let report = report(&output);
    assert_eq!(report["errors"][0]["kind"], "assertion");
    assert!(report["errors"][0]["location"]["line"].is_u64());
}

/// Programs are told how far a search is, with an estimate within two seconds.
#[test]
fn progress_for_programs() {
    let file = program(
        "long.c",
        "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x;\n\
         void *t(void *p) { for (int i = 0; i < 4; i++) x = x + 1; return p; }\n\
         int main(void) { pthread_t a, b; pthread_create(&a, 0, t, 0); t(0); pthread_create(&b, 0, t, 0); t(0); }\n",
    );
    for algorithm in ["optimal", "source", "naive", "rf"] {
        let output = output(&[
            "check",
            &file,
            "--algorithm",
            algorithm,
            "--timeout",
            "2",
            "--progress",
            "json",
            "--format",
            "json",
        ]);
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        let lines: Vec<Value> = words
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON on each line"))
            .collect();
        let Some(last) = lines.last() else {
            assert_ne!(output.status.code(), Some(3), "{algorithm}: silent for 2 s");
            continue;
        };
        let progress = &last["progress"];
        let seen = progress["complete"].as_f64().unwrap_or_default();
        let estimate = &progress["estimate"];
        let above = estimate["executions"].as_f64() >= Some(seen);
        assert!(estimate.is_null() || above, "{algorithm}: {last}");
        let known = lines
            .iter()
            .any(|line| line["progress"]["estimate"].is_object());
        assert!(known || algorithm != "naive", "{algorithm}: {words}");
        assert!(progress["depth"].as_u64() > Some(0), "{algorithm}: {last}");
        assert!(progress["memory_bytes"].as_u64() > Some(1 << 20), "{last}");
        report(&output);
    }
    let quiet = output(&["check", &file, "--timeout", "0.5", "--progress", "none"]);
    assert!(quiet.stderr.is_empty(), "nothing is told");
}
