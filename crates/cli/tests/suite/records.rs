//! Results and modules of earlier runs are used again, and only if nothing has changed.

use super::{folder, report, text, threadproof};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

#[test]
fn results_are_recorded_until_something_changes() {
    let header = "#define WANTED 1\n";
    let program = "// threadproof: expect=verified\n#include \"n.h\"\n#include <assert.h>\n\
                   int main(void) { assert(WANTED == 1); }\n";
    let folder = folder("cache", &[("n.h", header), ("a.c", program)]);
    let recorded = |arguments: &[&str]| {
        let arguments = [&["test", "--format", "json"], arguments].concat();
        let ran = threadproof(&folder, &arguments);
        let test = &report(&ran)["tests"][0];
        (test["recorded"].as_bool() == Some(true), ran.status.code())
    };
    assert_eq!(recorded(&[]), (false, Some(0)));
    assert_eq!(recorded(&[]), (true, Some(0)));
    assert_eq!(recorded(&["--timeout", "7"]), (true, Some(0)));
    assert_eq!(recorded(&["--no-cache"]), (false, Some(0)));
    assert_eq!(recorded(&["--cache-dir", "other"]), (false, Some(0)));
    std::fs::write(folder.join("n.h"), "#define WANTED 2\n").expect("it is our own");
    assert_eq!(recorded(&[]), (false, Some(1)), "a header has changed");
    assert_eq!(recorded(&[]), (true, Some(1)));
    std::fs::write(folder.join("n.h"), header).expect("it is our own");
    let other = program.replace("verified", "error:assertion");
    std::fs::write(folder.join("a.c"), other).expect("it is our own");
    assert_eq!(recorded(&[]), (false, Some(1)), "the file has changed");
}

/// The modules of a program in Rust count as well as the headers of one in C.
#[test]
fn a_module_of_rust_that_changes_is_noticed() {
    let right = "pub const N: u32 = 1;\n";
    let folder = folder(
        "rust",
        &[
            (
                "a.rs",
                "// threadproof: expect=verified\nmod n;\nfn main() { assert!(n::N == 1); }\n",
            ),
            ("n.rs", right),
            (
                "env.rs",
                "// threadproof:\nfn main() { assert!(option_env!(\"NO_SUCH\").is_none()); }\n",
            ),
        ],
    );
    let recorded = |file: &str| {
        let ran = threadproof(&folder, &["test", "--format", "json", file]);
        let test = &report(&ran)["tests"][0];
        (test["recorded"].as_bool() == Some(true), ran.status.code())
    };
    assert_eq!(recorded("a.rs"), (false, Some(0)));
    assert_eq!(recorded("a.rs"), (true, Some(0)));
    std::fs::write(folder.join("n.rs"), "pub const N: u32 = 2;\n").expect("it is our own");
    assert_eq!(recorded("a.rs"), (false, Some(1)), "a module has changed");
    for _ in 0..2 {
        assert_eq!(recorded("env.rs"), (false, Some(0)), "it read a variable");
    }
}

#[test]
fn a_changed_build_is_another_test() {
    let list = |number: u32| {
        let command = format!("cc -DN={number} -c a.c");
        format!(r#"[{{ "directory": ".", "file": "a.c", "command": "{command}" }}]"#)
    };
    let folder = folder(
        "build-changes",
        &[
            (
                "threadproof.toml",
                "compile-commands = \"list.json\"\n[[test]]\nfile = \"a.c\"\n",
            ),
            (
                "a.c",
                "#include <assert.h>\nint main(void) { assert(N == 1); }\n",
            ),
            ("list.json", &list(1)),
        ],
    );
    let recorded = || {
        let ran = threadproof(&folder, &["test", "--format", "json"]);
        let test = &report(&ran)["tests"][0];
        (test["recorded"].as_bool() == Some(true), ran.status.code())
    };
    assert_eq!(recorded(), (false, Some(0)));
    assert_eq!(recorded(), (true, Some(0)));
    std::fs::write(folder.join("list.json"), list(2)).expect("the file was just made");
    assert_eq!(recorded(), (false, Some(1)), "the arguments have changed");
}

#[test]
fn what_took_too_long_is_not_recorded() {
    let endless = "// threadproof: timeout=0.2\n#include <pthread.h>\n#include <stdatomic.h>\n\
        atomic_int x;\nvoid *t(void *p) { for (int i = 0; i < 12; i++) x = x + 1; return p; }\n\
        int main(void) { pthread_t a, b, c; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, 0); \
        pthread_create(&c, 0, t, 0); }\n";
    let bounded = endless.replace("timeout=0.2", "timeout=2 preemptions=auto");
    let folder = folder("endless", &[("a.c", endless), ("b.c", &bounded)]);
    for _ in 0..2 {
        let ran = threadproof(&folder, &["test", "b.c", "--format", "json"]);
        let report = report(&ran);
        let test = &report["tests"][0];
        let reached = &test["report"]["bounded"]["preemptions"];
        assert!(reached.is_u64() || test["result"] == "inconclusive");
        assert_eq!(test["recorded"], false, "more time reaches further");
    }
    for _ in 0..2 {
        let ran = threadproof(&folder, &["test", "a.c", "--format", "json"]);
        assert_eq!(ran.status.code(), Some(3));
        let report = report(&ran);
        assert_eq!(report["tests"][0]["recorded"], false);
        assert_eq!(report["tests"][0]["result"], "inconclusive");
    }
}

/// A module is used again for the same text, and only for that.
#[test]
fn modules_are_kept() {
    let files = [
        ("a.c", "#include \"n.h\"\nint main(void) { return N; }\n"),
        ("n.h", "#define N 0\n"),
    ];
    let folder = folder("modules", &files);
    let check = |more: &[&str]| {
        let arguments = [&["check", "a.c"], more].concat();
        let ran = threadproof(&folder, &arguments);
        assert_eq!(ran.status.code(), Some(0), "{}", text(&ran.stderr));
    };
    let kept = || {
        let modules = std::fs::read_dir(folder.join("kept/modules"));
        modules.into_iter().flatten().count()
    };
    check(&["--no-cache"]);
    assert_eq!(kept(), 0);
    check(&["--cache-dir", "kept"]);
    assert_eq!(kept(), 1);
    check(&["--cache-dir", "kept"]);
    assert_eq!(kept(), 1, "nothing has changed");
    check(&["--cache-dir", "kept", "--", "-DM=1"]);
    assert_eq!(kept(), 2, "other arguments");
    std::fs::write(folder.join("n.h"), "#define N (1 - 1)\n").expect("it can be written");
    check(&["--cache-dir", "kept"]);
    assert_eq!(kept(), 3, "another header");
    // A damaged module is made again.
    for entry in std::fs::read_dir(folder.join("kept/modules")).expect("it is there") {
        let file = entry.expect("it can be listed").path();
        std::fs::write(file, "BC").expect("it can be written");
    }
    check(&["--cache-dir", "kept"]);
}

/// A test that asks for its first result, as JSON: whether it was recorded, and the exit code.
fn recorded(folder: &Path, compiler: Option<&str>) -> (bool, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadproof"));
    command
        .current_dir(folder)
        .args(["test", "--format", "json"]);
    command.env("XDG_CACHE_HOME", folder.join("cache"));
    command.envs(compiler.map(|compiler| ("THREADPROOF_CLANG", compiler)));
    let ran = command.output().expect("threadproof runs");
    let test = &report(&ran)["tests"][0];
    (test["recorded"].as_bool() == Some(true), ran.status.code())
}

const INCLUDES: &str = "// threadproof: -- -Ifirst -Isecond\n#include <n.h>\n#include <assert.h>\n\
                        int main(void) { assert(N == 1); }\n";

/// A file that is edited after clang has read it: the result is that of the old text.
#[test]
fn a_file_that_changes_during_the_check_is_not_recorded() {
    let compiler = "#!/bin/sh\nclang-22 \"$@\"\ncode=$?\n\
                    case \"$*\" in *-emit-llvm*) echo '#define N 2' > second/n.h ;; esac\nexit $code\n";
    let files = [
        ("a.c", INCLUDES),
        ("second/n.h", "#define N 1\n"),
        ("first/other.h", ""),
        ("compiler", compiler),
    ];
    let folder = folder("edited", &files);
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.join("compiler"), mode).expect("it is our own");
    let compiler = Some("./compiler");
    assert_eq!(recorded(&folder, compiler), (false, Some(0)));
    assert_eq!(recorded(&folder, compiler), (false, Some(1)), "N is 2 now");
}

#[test]
fn a_new_header_that_hides_another_one_is_noticed() {
    let files = [
        ("a.c", INCLUDES),
        ("second/n.h", "#define N 1\n"),
        ("first/other.h", ""),
    ];
    let folder = folder("hidden", &files);
    assert_eq!(recorded(&folder, None), (false, Some(0)));
    assert_eq!(recorded(&folder, None), (true, Some(0)));
    std::fs::write(folder.join("first/n.h"), "#define N 2\n").expect("it is our own");
    assert_eq!(recorded(&folder, None), (false, Some(1)));
    std::fs::remove_file(folder.join("first/n.h")).expect("it was just made");
    assert_eq!(recorded(&folder, None), (false, Some(0)));
}

/// The answer changes without a change of any file that was read.
#[test]
fn who_asks_whether_a_header_exists_is_not_recorded() {
    let asks = "// threadproof:\n#include <assert.h>\n#if __has_include(\"n.h\")\n#define N 2\n#else\n\
                #define N 1\n#endif\nint main(void) { assert(N == 1); }\n";
    let folder = folder("asks", &[("a.c", asks)]);
    assert_eq!(recorded(&folder, None), (false, Some(0)));
    std::fs::write(folder.join("n.h"), "").expect("it is our own");
    assert_eq!(recorded(&folder, None), (false, Some(1)));
}

/// `__DATE__` is one of the things that a variable decides.
#[test]
fn another_environment_is_another_test() {
    let dated =
        "// threadproof:\n#include <assert.h>\nint main(void) { assert(__DATE__[10] == '0'); }\n";
    let folder = folder("environment", &[("a.c", dated)]);
    let at = |seconds: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_threadproof"));
        command.current_dir(&folder).arg("test");
        command.env("XDG_CACHE_HOME", folder.join("cache"));
        command.env("SOURCE_DATE_EPOCH", seconds);
        command.output().expect("threadproof runs").status.code()
    };
    assert_eq!(at("0"), Some(0), "1970");
    assert_eq!(at("63072000"), Some(1), "1972");
    assert_eq!(at("0"), Some(0));
}
