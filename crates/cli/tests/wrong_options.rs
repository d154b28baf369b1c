//! Options that ask for harm or nonsense are refused with words, before anything is run.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

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

/// A path in a folder of this test's own.
fn path(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong-options");
    std::fs::create_dir_all(&folder).expect("cargo's folder for tests can be written");
    let path = folder.join(name);
    path.to_str().expect("our own path").into()
}

/// A file that is read is never written over, and no report over another one.
#[test]
fn outputs_spare_sources_and_each_other() {
    let text = std::fs::read_to_string(root().join("examples/dekker.c")).expect("an example");
    let text = format!("// threadproof: model=tso expect=error:assertion\n{text}");
    let source = path("spared.c");
    std::fs::write(&source, &text).expect("the folder is ours");
    let other = &path("../wrong-options/spared.c");
    let once = &path("once.out");
    let check = ["check", &source, "--model", "tso"];
    let refused = [
        (vec!["--html", &source], "is read"),
        (vec!["--save", other], "is read"),
        (vec!["--checkpoint", &source], "is read"),
        (vec!["--html", once, "--dot", once], "written twice"),
        (vec!["--save", once, "--checkpoint", once], "written twice"),
    ];
    for (more, why) in refused {
        let output = output(&[&check[..], &more].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {said}");
        assert!(said.contains(why), "{more:?}: {said}");
    }
    let advised = output(&["advise", &source, "--patch", &source]);
    assert_eq!(advised.status.code(), Some(2));
    let sarif = &path("no-folder/x.sarif");
    for more in [
        ["--sarif", sarif],
        ["--html", &source],
        ["--sarif", &source],
    ] {
        let output = output(&[&["test", &source], &more[..]].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {said}");
        assert!(said.contains(more[1]), "{said}");
        assert!(output.stdout.is_empty(), "{more:?}: no test was run");
    }
    assert_eq!(std::fs::read_to_string(&source).ok(), Some(text));
    // Devices take everything.
    let output = output(&[&check[..], &["--html", "/dev/null", "--dot", "/dev/null"]].concat());
    assert_eq!(output.status.code(), Some(1));
}

/// However many lines it has.
#[test]
fn a_report_that_is_lost_is_mentioned_once() {
    for (arguments, code) in [
        (&["check", "examples/dekker.c", "--model", "tso"][..], 1),
        (&["test", "corpus/errors/abort-simple.c"], 0),
        (&["explain"], 0),
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let child = threadproof(arguments)
            .stdout(full.expect("Linux has it"))
            .stderr(Stdio::piped())
            .spawn();
        let output = child.and_then(Child::wait_with_output).expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert_eq!(said.matches("cannot be written").count(), 1, "{said}");
    }
}

/// A number below zero is a wrong value of its option, and no argument for clang.
#[test]
fn negative_numbers_are_values() {
    for option in [
        "--timeout",
        "--jobs",
        "--sample",
        "--unroll",
        "--preemptions",
        "--seed",
    ] {
        let output = output(&["check", "examples/dekker.c", option, "-1"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{option}");
        assert!(said.contains("invalid value '-1'"), "{option}: {said}");
        assert!(said.contains(option) && !said.contains("-- -1"), "{said}");
    }
}
