//! Searches that are interrupted, killed and continued through the real program.

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = "bench/sc/fib-bench.c";

/// A search: its options, and the arguments for clang.
struct Search {
    options: &'static [&'static str],
    clang: &'static [&'static str],
}

/// On the event graph, by two threads.
const GRAPHS: Search = Search {
    options: &[PROGRAM, "--model", "c11", "--jobs", "2", "--alone", "0"],
    clang: &[
        "-DN=5",
        "-DREAD=memory_order_acquire",
        "-DWRITE=memory_order_release",
    ],
};
/// With wakeup trees, by one thread.
const TRACES: Search = Search {
    options: &[PROGRAM, "--model", "sc", "--algorithm", "optimal"],
    clang: &["-DN=5"],
};

const OFTEN: &[&str] = &["--checkpoint-every", "0.05", "--progress", "json"];

impl Search {
    fn command(&self, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_threadproof"));
        command
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
            .args(["check", "--format", "json"])
            .args(self.options)
            .args(more)
            .arg("--")
            .args(self.clang)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }
    /// Begins a search that is kept in a file, or goes on with it.
    fn go_on(&self, file: &str) -> Command {
        match Path::new(file).exists() {
            true => self.command(&[&["--resume", file], OFTEN].concat()),
            false => self.command(&[&["--checkpoint", file], OFTEN].concat()),
        }
    }
    /// Without interruption.
    fn executions(&self) -> Value {
        let output = self.command(&[]).output().expect("threadproof runs");
        report(&output)["executions"].clone()
    }
}

fn report(output: &Output) -> Value {
    let report = serde_json::from_slice(&output.stdout);
    report.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

/// A file in an empty folder of a test's own.
fn file(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let folder = folder.join("checkpoint").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("cargo's folder for tests can be written");
    let file = folder.join("search");
    file.to_str().expect("our own path").into()
}

/// Up to a third of a second, different each time.
fn moment(number: u64) -> Duration {
    let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    Duration::from_millis(spread % 333)
}

fn signal(child: &Child, signal: Signal) {
    let pid = Pid::from_raw(child.id() as i32).expect("a child has a number");
    // It may have ended.
    let _ = kill_process(pid, signal);
}

/// Waits until the program is compiled, and has told of its search once.
fn wait_for_search(child: &mut Child) {
    let told = child.stderr.as_mut().expect("it was asked for");
    let mut line = String::new();
    BufReader::new(told)
        .read_line(&mut line)
        .expect("it can be read");
}

/// Interrupts a search again and again, and begins anew when it is over, until it was interrupted so many times.
fn interrupt(name: &str, search: &Search, times: u64) {
    let expected = search.executions();
    let file = file(name);
    let mut interruptions = 0;
    let mut resumed = 0;
    while interruptions < times {
        let mut child = search.go_on(&file).spawn().expect("threadproof runs");
        wait_for_search(&mut child);
        std::thread::sleep(moment(interruptions));
        signal(&child, Signal::INT);
        // `timeout` sends its signal to the process, and then to the process's group.
        if interruptions % 2 == 1 {
            std::thread::sleep(Duration::from_millis(5));
            signal(&child, Signal::INT);
        }
        let output = child.wait_with_output().expect("it ends");
        let report = report(&output);
        interruptions += 1;
        if report["verdict"] == "verified" {
            assert_eq!(report["executions"], expected, "{name}");
            let _ = std::fs::remove_file(&file);
        } else {
            assert_eq!(report["reason"]["kind"], "interrupted", "{report:#}");
            resumed += u64::from(Path::new(&file).exists());
        }
    }
    assert!(resumed > 0, "it was never kept");
    let output = search.go_on(&file).output().expect("threadproof runs");
    assert_eq!(report(&output)["executions"], expected, "{name}");
}

/// Random executions cannot be kept, so nobody is told to keep them.
#[test]
fn long_searches_say_how_to_keep_them_if_that_is_possible() {
    for (more, told) in [("--keep-going", true), ("--sample=1000000000", false)] {
        let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
            .args(["check", PROGRAM, "--model", "sc", "--timeout", "4", more])
            .args(["--", "-DN=8"])
            .output()
            .expect("threadproof runs");
        let words = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(3), "{words}");
        assert_eq!(words.contains("--checkpoint FILE"), told, "{words}");
    }
}

#[test]
fn a_search_of_graphs_is_interrupted_at_many_moments() {
    interrupt("graphs", &GRAPHS, 25);
}

#[test]
fn a_search_of_traces_is_interrupted_at_many_moments() {
    interrupt("traces", &TRACES, 25);
}

/// Waits for a checkpoint, and a little longer. False if the search was over before.
fn kill_after_checkpoint(mut child: Child, file: &str, longer: Duration) -> bool {
    let begin = Instant::now();
    while !Path::new(file).exists() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    std::thread::sleep(longer);
    let over = child.try_wait().expect("it is ours").is_some();
    signal(&child, Signal::KILL);
    child.wait().expect("it ends");
    !over
}

#[test]
fn a_search_that_is_killed_goes_on_from_its_last_checkpoint() {
    for (name, search) in [("killed-graphs", &GRAPHS), ("killed-traces", &TRACES)] {
        let expected = search.executions();
        let file = file(name);
        let mut killed = 0;
        for number in 0..5 {
            let child = search.go_on(&file).spawn().expect("threadproof runs");
            killed += u32::from(kill_after_checkpoint(child, &file, moment(number) / 4));
        }
        assert!(killed > 0, "{name}");
        let output = search.go_on(&file).output().expect("threadproof runs");
        let report = report(&output);
        assert_eq!(report["verdict"], "verified", "{name}");
        assert_eq!(report["executions"], expected, "{name}");
    }
}

/// A checkpoint of a search whose time was up.
fn checkpoint(name: &str, search: &Search) -> String {
    let file = file(name);
    for patience in ["0.4", "1", "3", "10"] {
        let arguments = ["--checkpoint", &file, "--timeout", patience];
        let output = search.command(&arguments).output().expect("it runs");
        let verdict = &report(&output)["verdict"];
        if Path::new(&file).exists() {
            assert_eq!(*verdict, "inconclusive", "{name}");
            return file;
        }
    }
    panic!("the search is over before it can be kept");
}

/// The words with which something is refused.
fn refusal(command: &mut Command) -> String {
    let output = command.output().expect("threadproof runs");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_checkpoint_that_does_not_fit_is_refused() {
    let file = checkpoint("refused", &TRACES);
    let resume = |search: &Search, file: &str| refusal(&mut search.command(&["--resume", file]));
    let whole = std::fs::read(&file).expect("it was just written");
    let altered = format!("{file}-altered");
    let put = |bytes: &[u8]| std::fs::write(&altered, bytes).expect("the folder is ours");

    // One byte, anywhere.
    for at in (0..whole.len()).step_by(whole.len() / 7) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        put(&bytes);
        let words = resume(&TRACES, &altered);
        assert!(words.contains("damaged"), "byte {at}: {words}");
    }
    put(&whole[..whole.len() / 2]);
    assert!(resume(&TRACES, &altered).contains("damaged"));
    put(b"");
    assert!(resume(&TRACES, &altered).contains("no checkpoint"));

    // Another version, with a sum that fits.
    let version = env!("CARGO_PKG_VERSION").as_bytes();
    let at = whole
        .windows(version.len())
        .position(|part| part == version);
    let mut bytes = whole[..whole.len() - 32].to_vec();
    bytes[at.expect("the header names it")] = b'9';
    let sum = Sha256::digest(&bytes);
    bytes.extend(sum);
    put(&bytes);
    assert!(resume(&TRACES, &altered).contains("was written by version 9"));

    let other = Search {
        clang: &["-DN=3"],
        ..TRACES
    };
    assert!(resume(&other, &file).contains("of another program"));
    let other = Search {
        options: &[PROGRAM, "--model", "tso", "--algorithm", "optimal"],
        ..TRACES
    };
    assert!(resume(&other, &file).contains("--model"));
    let other = Search {
        options: &[PROGRAM, "--model", "sc", "--algorithm", "source"],
        ..TRACES
    };
    assert!(resume(&other, &file).contains("--algorithm"));
    assert!(resume(&TRACES, "/nowhere/at/all").contains("No such file"));
}

#[test]
fn searches_that_cannot_be_kept_are_refused() {
    let file = file("unkept");
    for (options, words) in [
        (vec!["--checkpoint-every", "1"], "there is no --checkpoint"),
        (
            vec!["--checkpoint", &file, "--algorithm", "sat"],
            "cannot be kept",
        ),
        (vec!["--checkpoint", &file, "--sample", "10"], "--sample"),
        (vec!["--checkpoint", "/nowhere/at/all"], "folder"),
    ] {
        let search = Search {
            options: &[PROGRAM],
            clang: &[],
        };
        let refused = refusal(&mut search.command(&options));
        assert!(refused.contains(words), "{refused}");
    }
}
