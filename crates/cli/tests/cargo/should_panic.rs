//! Tests that should panic, and those that end their process.

use super::{cargo, is_missing, package, text};

#[test]
fn a_test_that_should_panic_and_does_not_fails() {
    if is_missing() {
        return;
    }
    let source = "#[test]\n#[should_panic]\nfn never() {}\n";
    let output = cargo(&package("never-panics", source), &["test"]);
    let said = text(&output.stdout);
    let line = "test never - should panic ... FAILED (does not panic)";
    assert!(said.contains(line), "{said}");
    assert_eq!(output.status.code(), Some(1));
}

/// The harness catches the panic of a test, so destructors run; a panic in one of them ends the harness.
const ENDS_HARNESS: &str = "\
struct Panics;
impl Drop for Panics { fn drop(&mut self) { panic!(\"second\") } }
struct Prints;
impl Drop for Prints { fn drop(&mut self) { eprintln!(\"first?\") } }
extern \"C\" fn must_not_unwind() { panic!(\"first\") }

#[test] #[should_panic] fn panics_twice() { let _panics = Panics; panic!(\"first\") }
#[test] #[should_panic(expected = \"first\")] fn says_first() { let _panics = Panics; panic!(\"first\") }
#[test] #[should_panic] fn cannot_unwind() { must_not_unwind() }
#[test] #[should_panic(expected = \"raised 1\")] fn raised_again() {
    let thread = std::thread::spawn(|| panic!(\"raised {}\", 1));
    std::panic::resume_unwind(thread.join().unwrap_err())
}
#[test] #[should_panic(expected = \"first!\")] fn prints() { let _prints = Prints; panic!(\"first!\") }
#[test] #[should_panic] fn stuck() {
    let lock = std::sync::Mutex::new(0);
    let _guard = lock.lock();
    struct Locks<'l>(&'l std::sync::Mutex<u32>);
    impl Drop for Locks<'_> { fn drop(&mut self) { drop(self.0.lock()) } }
    let _locks = Locks(&lock);
    panic!(\"first\")
}
";

#[test]
fn a_test_that_should_panic_runs_its_destructors() {
    if is_missing() {
        return;
    }
    let output = cargo(&package("ends-harness", ENDS_HARNESS), &["test"]);
    let said = text(&output.stdout);
    for line in [
        "test panics_twice - should panic ... FAILED (abort)",
        "test says_first - should panic ... FAILED (abort)",
        "test cannot_unwind - should panic ... FAILED (abort)",
        "test prints - should panic ... verified (panics as it should)",
        "test raised_again - should panic ... verified (panics as it should)",
        "test stuck - should panic ... FAILED (deadlock)",
    ] {
        assert!(said.lines().any(|l| l == line), "no line `{line}`:\n{said}");
    }
}

/// Attributes, tests and functions share lines, and macros make tests, too.
const TOGETHER: &str = "\
macro_rules! panicking { ($name:ident) => { #[test] #[should_panic] fn $name() { panic!() } }; }
panicking!(by_a_macro);
#[test] fn plain() {} #[test] #[should_panic(expected = \"out of \\
    bounds\")] fn index() { let list = vec![1]; let at = list.len(); assert_eq!(list[at], 1); }
#[test] #[should_panic(expected = r#\"other \"words\"\"#)] fn words() { panic!(\"these\") }
#[test] fn quiet() { let text = \"#[should_panic]\"; assert_eq!(text.len(), 15); } // #[should_panic]
#[test] #[should_panic] fn exits() { std::process::exit(3) }
#[test] fn thread_exits() { std::thread::spawn(|| std::process::exit(1)); }
#[test] fn leaves() { std::process::exit(256) }
";

#[test]
fn attributes_belong_to_their_functions() {
    if is_missing() {
        return;
    }
    let output = cargo(&package("shared-lines", TOGETHER), &["test"]);
    let said = text(&output.stdout);
    for line in [
        "test by_a_macro - should panic ... verified (panics as it should)",
        "test plain ... verified (1 execution)",
        "test index - should panic ... verified (panics as it should)",
        "test words - should panic ... FAILED (panics with other words than expected)",
        "test quiet ... verified (1 execution)",
        "test exits - should panic ... FAILED (abort)",
        "error[abort]: the test ended its process with exit code 3",
        "test thread_exits ... FAILED (abort)",
        "test leaves ... verified (1 execution)",
    ] {
        assert!(said.lines().any(|l| l == line), "no line `{line}`:\n{said}");
    }
}
