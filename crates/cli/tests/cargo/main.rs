//! `threadproof cargo`, which is what `cargo threadproof` runs, on the example in Rust and on packages that are wrong.

mod should_panic;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Why packages in Rust cannot be checked on this machine, if they cannot: then there is nothing to test.
fn is_missing() -> bool {
    let checked = threadproof_llvm::rust::check_version(Path::new("rustc"));
    if let Err(problem) = &checked {
        eprintln!("left out: {problem}");
    }
    checked.is_err()
}

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rust")
}

fn cargo(folder: &Path, arguments: &[&str]) -> Output {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust-packages");
    Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target)
        .env_remove("RUSTFLAGS")
        .arg("cargo")
        .args(arguments)
        .output()
        .expect("threadproof runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A package with this source.
fn package(name: &str, source: &str) -> PathBuf {
    package_with(name, source, "")
}

fn package_with(name: &str, source: &str, dependencies: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(folder.join("src")).expect("a folder can be made");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\n{dependencies}\n[workspace]\n"
    );
    std::fs::write(folder.join("Cargo.toml"), manifest).expect("a file can be written");
    std::fs::write(folder.join("src/lib.rs"), source).expect("a file can be written");
    folder
}

#[test]
fn each_test_has_its_line() {
    if is_missing() {
        return;
    }
    let output = cargo(&example(), &["test"]);
    let said = text(&output.stdout);
    for line in [
        "    Checking unittests src/lib.rs",
        "running 4 tests",
        "test stack::tests::three_threads ... ignored",
        "test stack::tests::nothing_is_lost ... verified (6 executions)",
        "test stack::tests::an_empty_stack_has_no_top - should panic ... verified (panics as it should)",
        "test slot::tests::a_message_arrives_whole ... FAILED (data-race)",
        "---- slot::tests::a_message_arrives_whole ----",
        "error[data-race]: this access and one by main.1 at src/slot.rs:23 are not ordered",
    ] {
        assert!(said.lines().any(|l| l == line), "no line `{line}`:\n{said}");
    }
    let summary = "test result: FAILED. 2 verified; 1 failed; 0 inconclusive; 1 ignored; finished";
    assert!(said.contains(summary), "{said}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn filters_choose() {
    if is_missing() {
        return;
    }
    let arguments = ["test", "three", "--include-ignored", "--format", "json"];
    let output = cargo(&example(), &arguments);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["verified"], 1, "{report}");
    assert_eq!(report["tests"][0]["name"], "stack::tests::three_threads");
    assert_eq!(report["tests"][0]["report"]["verdict"], "verified");
    assert_eq!(output.status.code(), Some(0));
    let output = cargo(&example(), &["test", "nothing", "--format", "junit"]);
    let said = text(&output.stdout);
    assert!(
        said.contains("name=\"stack::tests::nothing_is_lost\""),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(0), "{said}");
}

#[test]
fn profiles_and_configured_flags_are_passed_on() {
    if is_missing() {
        return;
    }
    let source = "\
        #[test]\n\
        fn wraps() { let x = std::hint::black_box(255u8); assert_eq!(x + 1, 0); }\n\
        #[test]\n\
        fn configured() { assert!(cfg!(told)); }\n";
    let folder = package("configured", source);
    std::fs::create_dir_all(folder.join(".cargo")).expect("a folder can be made");
    let flags = "[build]\nrustflags = [\"--cfg\", \"told\"]\n";
    std::fs::write(folder.join(".cargo/config.toml"), flags).expect("a file can be written");
    let said = text(&cargo(&folder, &["test", "--release"]).stdout);
    assert!(said.contains("2 verified; 0 failed"), "{said}");
    let said = text(&cargo(&folder, &["test", "wraps"]).stdout);
    assert!(said.contains("attempt to add with overflow"), "{said}");
}

const RESULTS: &str = "\
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

#[test]
fn right() -> Result<(), std::num::ParseIntError> {
    let number: u32 = \"12\".parse()?;
    assert_eq!(number, 12);
    Ok(())
}

#[test]
fn wrong() -> Result<(), Box<dyn std::error::Error>> {
    let _: u32 = \"twelve\".parse()?;
    Ok(())
}

#[test]
fn code() -> std::process::ExitCode {
    3.into()
}

#[test]
fn with_closures() -> Result<(), String> {
    let name = String::from(\"a\");
    let check = || -> Result<(), String> {
        match name.len() {
            1 => Ok(()),
            other => Err(other.to_string()),
        }
    };
    check()?;
    check()
}

#[test]
fn sometimes() -> Result<(), String> {
    let number = Arc::new(AtomicU32::new(0));
    let count = |number: &AtomicU32| {
        let seen = number.load(Ordering::SeqCst);
        number.store(seen + 1, Ordering::SeqCst);
    };
    let other = {
        let number = Arc::clone(&number);
        std::thread::spawn(move || count(&number))
    };
    count(&number);
    other.join().map_err(|_| \"a panic\")?;
    match number.load(Ordering::SeqCst) {
        2 => Ok(()),
        other => Err(format!(\"{other} instead of 2\")),
    }
}
";

#[test]
fn tests_may_return_results() {
    if is_missing() {
        return;
    }
    let output = cargo(&package("returns-results", RESULTS), &["test"]);
    let said = text(&output.stdout);
    for words in [
        "test right ... verified (1 execution)",
        "test with_closures ... verified (1 execution)",
        "test wrong ... FAILED (panic)",
        "error[panic]: returned Err: ParseIntError { kind: InvalidDigit }",
        "test code ... FAILED (panic)",
        "non-zero status code (3)",
        "test sometimes ... FAILED (panic)",
        "error[panic]: returned Err: \"1 instead of 2\"",
        "2 verified; 3 failed; 0 inconclusive",
    ] {
        assert!(said.contains(words), "no `{words}`:\n{said}");
    }
    assert_eq!(output.status.code(), Some(1));
}

const LOOM: &str = "\
use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;

fn count(add: fn(&AtomicUsize)) {
    loom::model(move || {
        let number = Arc::new(AtomicUsize::new(0));
        let threads: Vec<_> = (0..2)
            .map(|_| {
                let number = Arc::clone(&number);
                thread::spawn(move || add(&number))
            })
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(2, number.load(Ordering::Relaxed));
    });
}

#[test]
fn right() {
    count(|number| drop(number.fetch_add(1, Ordering::AcqRel)));
}

#[test]
#[should_panic]
fn wrong() {
    count(|number| {
        let seen = number.load(Ordering::Acquire);
        number.store(seen + 1, Ordering::Release);
    });
}

#[test]
fn two_models() {
    right();
    right();
}
";

#[test]
fn tests_for_loom_run_unchanged() {
    if is_missing() {
        return;
    }
    let loom = Path::new(env!("CARGO_MANIFEST_DIR")).join("../loom");
    let loom = format!("loom = {{ package = \"threadproof-loom\", path = {loom:?} }}\n");
    let output = cargo(&package_with("uses-loom", LOOM, &loom), &["test"]);
    let said = text(&output.stdout);
    assert!(said.contains("test right ... verified ("), "{said}");
    assert!(said.contains("test two_models ... verified ("), "{said}");
    let line = "test wrong - should panic ... verified (panics as it should)";
    assert!(said.contains(line), "{said}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn shapes_of_looms_tests_have_looms_answers() {
    if is_missing() {
        return;
    }
    let shapes = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/loom-shapes");
    let output = cargo(&shapes, &["test", "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let tests = report["tests"].as_array().expect("a list");
    assert_eq!(tests.len(), 12, "{report:#}");
    for test in tests {
        assert_eq!(test["result"], "verified", "{test:#}");
    }
}

#[test]
fn code_without_bitcode_is_named_with_whoever_needs_it() {
    if is_missing() {
        return;
    }
    let source = "\
        unsafe extern \"C\" { fn getpwnam(name: *const u8) -> *const u8; }\n\
        #[test]\n\
        fn foreign() { assert!(unsafe { getpwnam(b\"root\\0\".as_ptr()) }.is_null()); }\n\
        #[test]\n\
        fn network() { drop(std::net::TcpListener::bind(\"127.0.0.1:0\")); }\n";
    let output = cargo(&package("calls-others", source), &["test"]);
    let said = text(&output.stdout);
    for words in [
        "test foreign ... inconclusive (unsupported)",
        "inconclusive: call of `getpwnam`: its code is not among the program's bitcode",
        "  --> src/lib.rs:3:33 in calls_others::foreign",
        "test network ... inconclusive (unsupported)",
        "inconclusive: call of `socket`, which std::sys::net::connection::socket::TcpListener::bind",
    ] {
        assert!(said.contains(words), "no `{words}`:\n{said}");
    }
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn a_dylib_is_named_by_the_function_that_is_called() {
    if is_missing() {
        return;
    }
    let library = package_with(
        "shared-library",
        "pub fn four() -> u32 { 4 }\n",
        "[lib]\ncrate-type = [\"dylib\"]\n",
    );
    let dependency = format!("shared-library = {{ path = {library:?} }}\n");
    let source = "#[test]\nfn calls() { assert_eq!(shared_library::four(), 4); }\n";
    let output = cargo(&package_with("uses-dylib", source, &dependency), &["test"]);
    let said = text(&output.stdout);
    let words = "call of `shared_library::four`: its code is not among the program's bitcode";
    assert!(said.contains(words), "{said}{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn what_does_not_compile_is_cargos_to_explain() {
    if is_missing() {
        return;
    }
    let output = cargo(
        &package("does-not-compile", "fn f() -> u32 { \"\" }\n"),
        &["test"],
    );
    let said = text(&output.stderr);
    assert!(said.contains("error[E0308]: mismatched types"), "{said}");
    assert!(
        said.contains("error: cargo cannot build the package"),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(2));
}

const ABORTS: &str = "\
struct Bad;
impl Drop for Bad { fn drop(&mut self) { panic!(\"second\") } }
#[test] fn twice() { let _ = std::panic::catch_unwind(|| { let _bad = Bad; panic!(\"first\") }); }
#[test] fn unchecked() { let list = vec![1]; assert_eq!(unsafe { *list.get_unchecked(list.len()) }, 0); }
#[test] fn null() { let none = std::hint::black_box(std::ptr::null::<u32>()); assert_eq!(unsafe { *none }, 0); }
#[test] fn gives_up() { eprintln!(\"enough\"); std::process::abort() }
";

#[test]
fn aborts_say_why() {
    if is_missing() {
        return;
    }
    let said = text(&cargo(&package("aborts", ABORTS), &["test"]).stdout);
    for words in [
        "error[abort]: panic in a destructor during cleanup",
        "error[abort]: unsafe precondition(s) violated: slice::get_unchecked requires",
        "error[abort]: null pointer dereference occurred",
        "error[abort]: abort() was called",
    ] {
        assert!(said.contains(words), "no `{words}`:\n{said}");
    }
}

/// A workspace with a macro, tests of the library, of a program and of `tests`, and tests in documentation.
fn workspace(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for (file, words) in [
        (
            "Cargo.toml",
            "[workspace]\nmembers = [\"queue\", \"names\"]\nresolver = \"3\"\n",
        ),
        (
            "queue/Cargo.toml",
            "[package]\nname = \"queue\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
             [dependencies]\nnames = { path = \"../names\" }\n\n[features]\nfast = []\n",
        ),
        (
            "queue/build.rs",
            "fn main() { println!(\"cargo::rustc-env=BUILT=yes\"); }\n",
        ),
        (
            "queue/src/lib.rs",
            "//! ```\n//! assert!(true);\n//! ```\npub fn two() -> u32 { names::two!() }\n\
             #[test] fn in_library() { assert_eq!(env!(\"BUILT\"), \"yes\"); }\n\
             #[cfg(feature = \"fast\")] #[test] fn fast() {}\n",
        ),
        (
            "queue/src/main.rs",
            "fn main() { assert_eq!(queue::two(), 2); }\n#[test] fn in_program() {}\n",
        ),
        (
            "queue/tests/outside.rs",
            "#[test] fn outside() { assert_eq!(queue::two(), 2); }\n",
        ),
        (
            "names/Cargo.toml",
            "[package]\nname = \"names\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[lib]\nproc-macro = true\n",
        ),
        (
            "names/src/lib.rs",
            "#[proc_macro] pub fn two(_: proc_macro::TokenStream) -> proc_macro::TokenStream { \"2\".parse().unwrap() }\n\
             #[test] fn in_macro() {}\n",
        ),
    ] {
        let file = folder.join(file);
        std::fs::create_dir_all(file.parent().expect("it is in a folder"))
            .expect("a folder can be made");
        std::fs::write(file, words).expect("a file can be written");
    }
    folder
}

#[test]
fn executables_come_in_cargos_order_and_others_are_named() {
    if is_missing() {
        return;
    }
    let folder = workspace("several");
    let output = cargo(&folder, &["test", "--workspace", "--features", "fast"]);
    let (said, noted) = (text(&output.stdout), text(&output.stderr));
    let titles: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("    Checking "))
        .collect();
    let expected = [
        "unittests src/lib.rs",
        "unittests src/main.rs",
        "tests/outside.rs",
    ];
    let expected = expected.map(|title| format!("    Checking {title}"));
    assert_eq!(titles, expected, "{said}");
    let line = "test fast ... verified (1 execution)";
    assert!(said.contains(line), "{said}");
    for words in [
        "note: unittests src/lib.rs (names) is left out: macros for the compiler have no bitcode",
        "note: the tests in the documentation of queue are left out",
    ] {
        assert!(noted.contains(words), "no `{words}`:\n{noted}");
    }
    assert_eq!(output.status.code(), Some(0), "{said}{noted}");
}

#[test]
fn options_of_the_harness_choose_tests() {
    if is_missing() {
        return;
    }
    let folder = workspace("several-chosen");
    let output = cargo(
        &folder,
        &[
            "test",
            "-p",
            "queue",
            "--test",
            "outside",
            "--",
            "--nocapture",
        ],
    );
    let said = text(&output.stdout);
    assert!(said.contains("1 verified; 0 failed"), "{said}");
    assert!(!text(&output.stderr).contains("documentation"));
    let said = text(
        &cargo(
            &folder,
            &["test", "--lib", "--", "library", "--test-threads=1"],
        )
        .stdout,
    );
    assert!(
        said.contains("running 1 test\ntest in_library ... verified"),
        "{said}"
    );
    let output = cargo(&folder, &["run"]);
    let said = text(&output.stdout);
    assert!(
        said.starts_with("verified: no execution of queue has an error"),
        "{said}"
    );
    for (arguments, words) in [
        (
            &["test", "--", "--bench"][..],
            "--bench is one of the tests' harness, which is not run",
        ),
        (&["test", "--doc"], "tests in documentation are not checked"),
    ] {
        let output = cargo(&folder, arguments);
        assert!(
            text(&output.stderr).contains(words),
            "{}",
            text(&output.stderr)
        );
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn a_harness_of_its_own_is_refused() {
    if is_missing() {
        return;
    }
    let manifest = "[[test]]\nname = \"own\"\nharness = false\n";
    let folder = package_with("own-harness", "#[test] fn usual() {}\n", manifest);
    std::fs::create_dir_all(folder.join("tests")).expect("a folder can be made");
    std::fs::write(
        folder.join("tests/own.rs"),
        "fn main() { println!(\"mine\"); }\n",
    )
    .expect("a file can be written");
    let output = cargo(&folder, &["test"]);
    let said = text(&output.stderr);
    assert!(
        said.contains("tests/own.rs does not list its tests"),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(cargo(&folder, &["test", "--lib"]).status.code(), Some(0));
}

#[test]
fn bounds_of_loom_are_kept_and_told() {
    if is_missing() {
        return;
    }
    let loom = Path::new(env!("CARGO_MANIFEST_DIR")).join("../loom");
    let loom = format!("loom = {{ package = \"threadproof-loom\", path = {loom:?} }}\n");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust-packages");
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .current_dir(package_with("bounded-loom", LOOM, &loom))
        .env("CARGO_TARGET_DIR", target)
        .env("LOOM_MAX_PREEMPTIONS", "1")
        .env("LOOM_LOG", "trace")
        .env_remove("RUSTFLAGS")
        .args(["cargo", "test", "right"])
        .output()
        .expect("threadproof runs");
    let (said, noted) = (text(&output.stdout), text(&output.stderr));
    assert!(
        said.contains("test right ... verified for at most 1 preemption ("),
        "{said}{noted}"
    );
    assert!(
        noted.contains("note: LOOM_MAX_PREEMPTIONS is taken for --preemptions 1"),
        "{noted}"
    );
    assert!(noted.contains("note: LOOM_LOG has no effect"), "{noted}");
}

#[test]
fn a_folder_without_a_package_is_bad_usage() {
    let output = cargo(Path::new("/"), &["test"]);
    let said = text(&output.stderr);
    assert!(said.contains("could not find `Cargo.toml`"), "{said}");
    assert_eq!(output.status.code(), Some(2));
    let output = cargo(&example(), &["test", "--model", "vax"]);
    assert!(text(&output.stderr).contains("invalid value 'vax'"));
    assert_eq!(output.status.code(), Some(2));
}
