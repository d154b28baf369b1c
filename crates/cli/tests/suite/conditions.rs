//! Results that could mislead say so, in every format.

use super::{folder, report, text};
use serde_json::Value;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Ends soon, and takes for ever.
const SOON: &str = "// threadproof: preemptions=1\n#include <stdatomic.h>\nint main(void) {}\n";
const LONG: &str = "// threadproof: timeout=300\n#include <pthread.h>\n#include <stdatomic.h>\n\
    atomic_int x;\nvoid *t(void *p) { for (int i = 0; i < 30; i++) x = x + 1; return p; }\n\
    int main(void) { pthread_t a, b, c; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, 0); \
    pthread_create(&c, 0, t, 0); }\n";

fn begin(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadproof"));
    command.current_dir(folder).args(arguments);
    command.env("XDG_CACHE_HOME", folder.join("cache"));
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command
        .stderr(Stdio::piped())
        .spawn()
        .expect("threadproof runs")
}

/// Runs a suite of three tests, one at a time, and interrupts it while the second one runs.
fn interrupted(name: &str, arguments: &[&str]) -> (Output, std::path::PathBuf) {
    let files = [("1.c", SOON), ("2.c", LONG), ("3.c", SOON)];
    let folder = folder(name, &files);
    let arguments = [&["test", "--no-cache", "--jobs", "1"], arguments].concat();
    let child = begin(&folder, &arguments);
    let begun = Instant::now();
    // Threads start the tests, so they are children of these.
    let runs = |file: &str| {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", child.id()));
        let tasks = tasks.into_iter().flatten().flatten();
        let mut pids = tasks.flat_map(|task| {
            let children = std::fs::read_to_string(task.path().join("children"));
            let children = children.unwrap_or_default();
            let pids = children.split_whitespace().map(String::from);
            pids.collect::<Vec<_>>()
        });
        pids.any(|pid| {
            let words = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&words).contains(file)
        })
    };
    while !runs("2.c") {
        assert!(begun.elapsed() < Duration::from_secs(120), "2.c never runs");
        std::thread::sleep(Duration::from_millis(20));
    }
    let told = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(told.is_ok_and(|status| status.success()));
    (child.wait_with_output().expect("it ends"), folder)
}

#[test]
fn an_interrupted_suite_says_what_was_not_run() {
    let files = ["--html", "pages", "--sarif", "all.sarif"];
    let (ran, folder) = interrupted("interrupted", &files);
    let shown = text(&ran.stdout);
    assert_eq!(ran.status.code(), Some(3), "{shown}");
    assert!(
        shown.contains("1 of 3 tests ended as expected, 1 was not run"),
        "{shown}"
    );
    let index = std::fs::read_to_string(folder.join("pages/index.html")).expect("a page");
    assert!(
        index.contains("1 of 3 tests ended as expected, 1 was not run"),
        "{index}"
    );
    assert!(
        index.contains("<td>not run</td><td>3.c (c11, --preemptions=1)</td>"),
        "{index}"
    );
    let sarif = std::fs::read(folder.join("all.sarif")).expect("it was asked for");
    let sarif: Value = serde_json::from_slice(&sarif).expect("JSON");
    assert_eq!(
        sarif["runs"][0]["invocations"][0]["executionSuccessful"],
        false
    );

    let (ran, _) = interrupted("interrupted-json", &["--format", "json"]);
    let report = report(&ran);
    assert_eq!(report["summary"]["tests"], 2);
    assert_eq!(report["summary"]["not_run"], 1);

    let (ran, _) = interrupted("interrupted-junit", &["--format", "junit"]);
    let junit = text(&ran.stdout);
    assert!(
        junit.contains("tests=\"3\" failures=\"0\" errors=\"2\""),
        "{junit}"
    );
    assert!(junit.contains("<error type=\"not-run\""), "{junit}");

    let (ran, _) = interrupted("interrupted-github", &["--format", "github"]);
    let shown = text(&ran.stdout);
    let words = "::warning title=threadproof test::1 of 3 tests ended as expected, 1 was not run";
    assert!(shown.contains(words), "{shown}");
}

/// A passed test case shows the bound and the notes of its verdict.
#[test]
fn a_passed_test_case_shows_its_conditions() {
    let folder = folder("conditions", &[("1.c", SOON)]);
    let ran = begin(&folder, &["test", "--no-cache", "--format", "junit"]);
    let ran = ran.wait_with_output().expect("it ends");
    let junit = text(&ran.stdout);
    assert_eq!(ran.status.code(), Some(0), "{junit}");
    assert!(junit.contains("<system-out>verified"), "{junit}");
    assert!(junit.contains("the program created no thread"), "{junit}");
    assert!(
        junit.contains("no execution reached an assertion"),
        "{junit}"
    );
    let ran = begin(&folder, &["test", "--no-cache", "--html", "pages"]);
    let shown = text(&ran.wait_with_output().expect("it ends").stdout);
    let words = "no thread was created, no assertion was reached";
    let line = format!("ok     1.c (c11, --preemptions=1): {words} ");
    assert!(shown.contains(&line), "{shown}");
    let index = std::fs::read_to_string(folder.join("pages/index.html")).expect("a page");
    let verdict = format!("verified ({words})");
    assert!(index.contains(&verdict), "{index}");
}

/// Names that are no text cannot be handed on; others can, whatever they look like.
#[test]
fn odd_names() {
    use std::os::unix::ffi::OsStrExt;
    let names = ["-x.c", "a b,c'\"$(d).c"];
    let folder = folder("odd", &names.map(|name| (name, SOON)));
    let ran = begin(&folder, &["test", "--no-cache", "--format", "json"]);
    let ran = ran.wait_with_output().expect("it ends");
    assert_eq!(ran.status.code(), Some(0), "{}", text(&ran.stderr));
    assert_eq!(report(&ran)["summary"]["as_expected"], 2);
    let name = std::ffi::OsStr::from_bytes(b"no\xfftext.c");
    std::fs::write(folder.join(name), SOON).expect("the folder is ours");
    let ran = begin(&folder, &["test", "--no-cache"]);
    let ran = ran.wait_with_output().expect("it ends");
    assert_eq!(ran.status.code(), Some(2));
    assert!(
        text(&ran.stderr).contains("is no UTF-8"),
        "{}",
        text(&ran.stderr)
    );
}

/// A report that cannot be written is told before hours are spent on the tests.
#[test]
fn unwritable_reports_are_refused_at_once() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    // Nobody else may have a way to cargo's folder.
    let folder =
        std::env::temp_dir().join(format!("threadproof-unwritable-{}", std::process::id()));
    std::fs::create_dir_all(folder.join(".git")).expect("a folder for temporary files");
    let checker = folder.join("threadproof");
    std::fs::copy(env!("CARGO_BIN_EXE_threadproof"), &checker).expect("it can be copied");
    std::fs::write(folder.join("1.c"), SOON).expect("the folder is ours");
    for (file, mode) in [(&folder, 0o555), (&checker, 0o755)] {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(file, mode).expect("it is ours");
    }
    for arguments in [
        &["test", "--sarif", "all.sarif"][..],
        &["test", "--html", "pages"],
        &["check", "1.c", "--save", "saved.json"],
        &["check", "1.c", "--junit", "1.c.xml"],
    ] {
        let mut command = Command::new(&checker);
        command
            .current_dir(&folder)
            .args(arguments)
            .arg("--no-cache");
        // Nothing is refused to the superuser.
        if rustix::process::getuid().is_root() {
            command.uid(65_534).gid(65_534);
        }
        let ran = command.output().expect("threadproof runs");
        assert_eq!(ran.status.code(), Some(2), "{arguments:?}");
        assert_eq!(text(&ran.stdout), "", "{arguments:?}: nothing was run");
    }
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&folder, mode).expect("it is ours");
    let _ = std::fs::remove_dir_all(&folder);
}
