//! Whatever the files contain, the user gets words.

#[allow(dead_code, reason = "each test program uses another part")]
mod support;

use std::path::PathBuf;
use support::{file, load_with};
use threadproof_llvm::{Input, LoadError, load};

const GOOD: &str = "int main(void) { return 0; }";

fn words(files: &[PathBuf]) -> String {
    match load_with(files, &[]) {
        Ok(_) => panic!("loaded"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn no_files() {
    assert!(matches!(load(&Input::default()), Err(LoadError::NoFiles)));
}

#[test]
fn missing_files_are_named() {
    for name in ["nowhere.c", "nowhere.cpp", "nowhere.ll", "nowhere.bc"] {
        let error = words(&[name.into()]);
        assert!(
            error.starts_with(&format!("cannot read {name}: ")),
            "{error}"
        );
    }
}

#[test]
fn a_folder_is_no_file() {
    let error = words(&[PathBuf::from(env!("CARGO_TARGET_TMPDIR"))]);
    assert!(error.contains("Is a directory"), "{error}");
}

#[test]
fn unknown_extensions() {
    for name in ["a.go", "a", "a.o", ".c"] {
        let error = words(&[file(name, GOOD)]);
        assert!(error.contains("a C file ends in .c"), "{error}");
    }
}

#[test]
fn the_message_of_clang_is_passed_on() {
    let path = file("broken.c", "int main(void) { return undeclared; }");
    let error = words(&[path]);
    assert!(
        error.contains("use of undeclared identifier 'undeclared'"),
        "{error}"
    );
    assert!(error.contains("broken.c:1:25"), "{error}");
}

#[test]
fn arguments_reach_clang() {
    let text = "#ifndef N\n#error N is missing\n#endif\nint main(void) { return N; }";
    let missing = load_with(&[file("n.c", text)], &[]);
    assert!(matches!(missing, Err(LoadError::ClangFailed { .. })));
    load_with(&[file("n.c", text)], &["-DN=3"]).expect("N is given");
}

#[test]
fn clang_that_does_not_exist() {
    let path = file("a.c", GOOD);
    let error = load(&Input {
        files: vec![path],
        clang: Some("/no/such/clang".into()),
        ..Input::default()
    });
    let Err(error @ LoadError::ClangNotFound { .. }) = error else {
        panic!("{:?}", error.err());
    };
    let error = error.to_string();
    for part in [
        "/no/such/clang",
        "package clang-22",
        "$THREADPROOF_CLANG",
        "14 to 22",
    ] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn text_that_is_no_module() {
    let error = words(&[file("broken.ll", "define i32 @main( {")]);
    assert!(
        error.contains("broken.ll is no valid LLVM module"),
        "{error}"
    );
    assert!(error.contains("expected type"), "{error}");
}

#[test]
fn a_module_that_breaks_the_rules() {
    let text = "define i32 @main() {\n  br label %b\na:\n  %x = add i32 1, 1\n  br label %b\nb:\n  ret i32 %x\n}";
    let error = words(&[file("rules.ll", text)]);
    assert!(error.contains("does not dominate all uses"), "{error}");
}

#[test]
fn bitcode_that_is_none() {
    for contents in [
        &b"garbage"[..],
        b"BC\xc0\xde",
        b"BC\xc0\xde\x35\x14\x00\x00\x05\x00",
    ] {
        let error = words(&[file("garbage.bc", contents)]);
        assert!(
            error.contains("garbage.bc is no valid LLVM module"),
            "{error}"
        );
    }
}

#[test]
fn damaged_bitcode() {
    let path = file(
        "whole.c",
        "#include <stdatomic.h>\natomic_int x;\nint main(void) { return x++; }",
    );
    let output = std::process::Command::new("clang-22")
        .args(["-g", "-c", "-emit-llvm", "-o", "-"])
        .arg(&path)
        .output()
        .expect("clang-22 is installed");
    let whole = output.stdout;
    assert!(load_with(&[file("whole.bc", &whole)], &[]).is_ok());
    for at in (8..whole.len()).step_by(whole.len() / 12) {
        // Any outcome but a crash will do.
        let _ = load_with(&[file("cut.bc", &whole[..at])], &[]);
        let mut flipped = whole.clone();
        flipped[at] ^= 0x5a;
        let _ = load_with(&[file("flipped.bc", flipped)], &[]);
    }
}

#[test]
fn no_main() {
    let error = words(&[file("a.c", "int helper(void) { return 0; }")]);
    assert_eq!(error, "the program has no function `main`");
    let error = words(&[file(
        "a.c",
        "int main(void); int f(void) { return main(); }",
    )]);
    assert_eq!(error, "the program has no function `main`");
    // For LLVM, nothing at all is a module without functions.
    let error = words(&[file("empty.bc", "")]);
    assert_eq!(error, "the program has no function `main`");
}

#[test]
fn two_definitions_of_one_function() {
    let error = words(&[file("a.c", GOOD), file("b.c", GOOD)]);
    assert!(error.contains("symbol multiply defined"), "{error}");
    assert!(error.contains("main"), "{error}");
}

#[test]
fn a_program_for_another_machine() {
    let result = load_with(&[file("a.c", GOOD)], &["-m32"]);
    assert!(matches!(result, Err(LoadError::WrongTarget)));
}
