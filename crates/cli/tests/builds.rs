//! Programs that a build makes with `threadproof cc` and `threadproof c++`, and those of a `compile_commands.json`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const LOCK_H: &str = "void lock(void);\nvoid unlock(void);\n";
const LOCK_C: &str = "#include \"lock.h\"\n#include <stdatomic.h>\n\
     static atomic_int taken;\n\
     void lock(void) { while (atomic_exchange(&taken, 1)); }\n\
     void unlock(void) { atomic_store(&taken, 0); }\n";
/// In the library, and needed by nobody: it would not fit together with the program.
const UNUSED_C: &str = "int main(void) { return 1; }\nvoid nobody(void) {}\n";
const MAIN_C: &str = "#include \"lock.h\"\n#include <assert.h>\n#include <pthread.h>\n\
     static int n;\n\
     static void *work(void *a) { if (LOCKED) lock(); int c = n; n = c + 1; if (LOCKED) unlock(); return a; }\n\
     int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); work(0);\n\
       pthread_join(t, 0); assert(n == 2); return 0; }\n\
     void test_nothing(void) { assert(n == 0); }\n\
     void test_wrong(void) { assert(n == 1); }\n\
     void test_argument(int x) { assert(x); }\n";
const MAKEFILE: &str = "CFLAGS = -O2 -Wall -Iinc -DLOCKED=1 -MMD\n\
     prog: main.o liblock.a\n\t$(CC) -o $@ main.o -L. -llock -pthread\n\
     liblock.a: src/lock.o src/unused.o\n\t$(AR) rcs $@ $^\n";

/// A fresh folder with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("builds-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    for (file, text) in files {
        let file = folder.join(file);
        std::fs::create_dir_all(file.parent().expect("it is in the folder")).expect("a folder");
        std::fs::write(file, text).expect("the folder was just made");
    }
    folder
}

fn project(name: &str) -> PathBuf {
    let files = [
        ("inc/lock.h", LOCK_H),
        ("src/lock.c", LOCK_C),
        ("src/unused.c", UNUSED_C),
        ("main.c", MAIN_C),
        ("Makefile", MAKEFILE),
    ];
    folder(name, &files)
}

fn run(folder: &Path, program: &str, arguments: &[&str]) -> Output {
    Command::new(program)
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"))
}

const THREADPROOF: &str = env!("CARGO_BIN_EXE_threadproof");

/// The exit code of a check, and all that it says.
fn check(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = run(folder, THREADPROOF, &[&["check"], arguments].concat());
    let words = [output.stdout, output.stderr].concat();
    let words = String::from_utf8_lossy(&words).into_owned();
    (output.status.code().expect("it ended by itself"), words)
}

#[track_caller]
fn succeeds(output: &Output) {
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
}

fn make(folder: &Path, more: &[&str]) {
    let compiler = format!("CC={THREADPROOF} cc");
    succeeds(&run(folder, "make", &[&[compiler.as_str()], more].concat()));
}

#[test]
fn make_builds_what_is_checked() {
    let folder = project("make");
    make(&folder, &[]);
    // The program is an ordinary one.
    succeeds(&run(&folder, "./prog", &[]));
    assert!(folder.join("main.d").exists(), "dependencies are written");
    let (code, words) = check(&folder, &["prog"]);
    assert_eq!(code, 0, "{words}");
    // Two critical sections, in two orders.
    assert!(words.contains("2 complete executions"), "{words}");
}

#[test]
fn errors_have_the_lines_of_the_sources() {
    let folder = project("lines");
    let flags = "CFLAGS=-O2 -Iinc -DLOCKED=0";
    make(&folder, &[flags]);
    let (code, words) = check(&folder, &["./prog", "--model", "sc", "--no-check", "races"]);
    assert_eq!(code, 1, "{words}");
    assert!(words.contains("main.c:7"), "{words}");
    assert!(words.contains("assert(n == 2)"), "{words}");
}

#[test]
fn objects_and_libraries_are_programs_too() {
    let folder = project("objects");
    make(&folder, &[]);
    let (code, words) = check(&folder, &["main.o", "liblock.a"]);
    assert_eq!(code, 0, "{words}");
    let (code, words) = check(&folder, &["main.o"]);
    assert_eq!(code, 3, "{words}");
    assert!(words.contains("unknown function `lock`"), "{words}");
    // Of a library alone, its own main is taken.
    let (code, words) = check(&folder, &["liblock.a"]);
    assert_eq!(code, 0, "{words}");
}

#[test]
fn thin_libraries_are_libraries() {
    let folder = project("thin");
    make(&folder, &["ARFLAGS=rcsT", "main.o", "src/lock.o"]);
    succeeds(&run(&folder, "ar", &["rcsT", "thin.a", "src/lock.o"]));
    let (code, words) = check(&folder, &["main.o", "thin.a"]);
    assert_eq!(code, 0, "{words}");
}

#[test]
fn a_program_can_begin_elsewhere() {
    let folder = project("entry");
    make(&folder, &[]);
    let of = |entry| check(&folder, &["prog", "--entry", entry]);
    assert_eq!(of("test_nothing").0, 0);
    let (code, words) = of("test_wrong");
    assert_eq!(code, 1, "{words}");
    assert!(words.contains("n == 1"), "{words}");
    let (code, words) = of("test_argument");
    assert_eq!(code, 2, "{words}");
    assert!(words.contains("takes arguments"), "{words}");
    let (code, words) = of("no_such_function");
    assert_eq!(code, 2, "{words}");
    assert!(words.contains("no file defines it"), "{words}");
}

#[test]
fn one_command_compiles_and_links() {
    let folder = project("once");
    let arguments = [
        "cc",
        "-DLOCKED=1",
        "-Iinc",
        "main.c",
        "src/lock.c",
        "-o",
        "once",
    ];
    succeeds(&run(&folder, THREADPROOF, &arguments));
    succeeds(&run(&folder, "./once", &[]));
    assert_eq!(check(&folder, &["once"]).0, 0);
}

#[test]
fn c_plus_plus_with_exceptions() {
    let thrower = "#include <stdexcept>\nint half(int n) { if (n % 2) throw std::invalid_argument(\"odd\"); return n / 2; }\n";
    let main = "#include <cassert>\n#include <exception>\n#include <thread>\nint half(int);\nstatic int got;\n\
         int main() { std::thread t([] { try { half(3); } catch (const std::exception &) { got = 7; } });\n\
         t.join(); assert(got == 7 && half(4) == 2); }\n";
    let folder = folder("cpp", &[("half.cc", thrower), ("main.cc", main)]);
    let compile = |file: &str| {
        let arguments = ["c++", "-O2", "-std=c++20", "-c", file];
        succeeds(&run(&folder, THREADPROOF, &arguments));
    };
    compile("half.cc");
    compile("main.cc");
    let link = ["c++", "main.o", "half.o", "-o", "prog", "-pthread"];
    succeeds(&run(&folder, THREADPROOF, &link));
    succeeds(&run(&folder, "./prog", &[]));
    let (code, words) = check(&folder, &["prog"]);
    assert_eq!(code, 0, "{words}");
}

#[test]
fn what_has_no_bitcode_is_named() {
    let folder = folder(
        "without",
        &[
            (
                "main.c",
                "int fast(void);\nint shared(void);\nint main(void) { return WHICH(); }\n",
            ),
            (
                "fast.s",
                ".globl fast\nfast:\n xorl %eax, %eax\n ret\n.section .note.GNU-stack,\"\",@progbits\n",
            ),
            ("shared.c", "int shared(void) { return 0; }\n"),
        ],
    );
    let clang = std::env::var("THREADPROOF_CLANG").unwrap_or("clang-22".into());
    let library = ["-shared", "-fPIC", "-o", "libshared.so", "shared.c"];
    succeeds(&run(&folder, &clang, &library));
    succeeds(&run(&folder, THREADPROOF, &["cc", "-c", "fast.s"]));
    for (which, named) in [("fast", "fast.o"), ("shared", "libshared.so")] {
        let define = format!("-DWHICH={which}");
        let link = [
            "cc", &define, "main.c", "fast.o", "-L.", "-lshared", "-o", "prog",
        ];
        succeeds(&run(&folder, THREADPROOF, &link));
        let (code, words) = check(&folder, &["prog"]);
        assert_eq!(code, 3, "{words}");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words.contains(&format!("unknown function `{which}`")),
            "{words}"
        );
        assert!(words.contains(named), "{words}");
    }
    let (code, words) = check(&folder, &["libshared.so"]);
    assert_eq!(code, 2, "{words}");
    assert!(words.contains("carries no bitcode"), "{words}");
    let (code, words) = check(&folder, &["fast.o"]);
    assert_eq!(code, 2, "{words}");
    assert!(words.contains("carries no bitcode"), "{words}");
}

#[test]
fn shared_libraries_with_bitcode_belong_to_the_program() {
    let folder = folder(
        "shared",
        &[
            (
                "main.c",
                "#include <assert.h>\nint value(void);\nint main(void) { assert(value() == 3); }\n",
            ),
            ("value.c", "int value(void) { return 3; }\n"),
        ],
    );
    let library = ["cc", "-shared", "-fPIC", "-o", "libvalue.so", "value.c"];
    succeeds(&run(&folder, THREADPROOF, &library));
    let link = ["cc", "main.c", "-L.", "-lvalue", "-o", "prog"];
    succeeds(&run(&folder, THREADPROOF, &link));
    let (code, words) = check(&folder, &["prog"]);
    assert_eq!(code, 0, "{words}");
}

#[test]
fn a_program_whose_main_has_no_bitcode_is_named() {
    let folder = project("main-by-another-compiler");
    let arguments = [
        "cc",
        "-fPIC",
        "-shared",
        "-o",
        "liblock.so",
        "src/lock.c",
        "-Iinc",
    ];
    succeeds(&run(&folder, THREADPROOF, &arguments));
    let arguments = [
        "-Iinc",
        "-DLOCKED=1",
        "-o",
        "prog",
        "main.c",
        "-L.",
        "-llock",
        "-pthread",
    ];
    succeeds(&run(&folder, "cc", &arguments));
    let (exit, words) = check(&folder, &["prog"]);
    assert_eq!(exit, 2, "{words}");
    assert!(
        words.contains("no function `main`, and prog is without bitcode"),
        "{words}"
    );
}

#[test]
fn the_compiler_says_what_clang_says() {
    let folder = folder("words", &[("bad.c", "int main(void) { return x; }\n")]);
    let output = run(&folder, THREADPROOF, &["cc", "-c", "bad.c"]);
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(words.contains("use of undeclared identifier"), "{words}");
    let version = run(&folder, THREADPROOF, &["cc", "--version"]);
    let words = String::from_utf8_lossy(&version.stdout);
    assert!(words.contains("clang"), "{words}");
    assert!(!run(&folder, THREADPROOF, &["cc"]).status.success());
}

#[test]
fn damaged_programs_are_refused() {
    let folder = project("damaged");
    make(&folder, &["main.o"]);
    let whole = std::fs::read(folder.join("main.o")).expect("it was built");
    for length in [10, 64, whole.len() / 2, whole.len() - 1] {
        std::fs::write(folder.join("part.o"), &whole[..length]).expect("the folder is ours");
        let (code, words) = check(&folder, &["part.o"]);
        assert_eq!(code, 2, "{length}: {words}");
    }
    std::fs::write(folder.join("text"), "no program").expect("the folder is ours");
    assert_eq!(check(&folder, &["text"]).0, 2);
}

#[test]
fn a_list_of_commands() {
    let folder = project("commands");
    let entry = |file: &str, target: &str, arguments: &str| {
        let output = format!("CMakeFiles/{target}.dir/{file}.o");
        let full = folder.display();
        format!(
            "{{\"directory\": \"{full}/build\", \"file\": \"../{file}\", \"output\": \"{output}\", \
             \"command\": \"cc -O2 -Wall {arguments} -o {output} -c ../{file}\"}}"
        )
    };
    // Each file has its own arguments, and the list has two programs.
    let entries = [
        entry("main.c", "prog", "-DLOCKED=1 -I../inc"),
        entry("src/lock.c", "prog", "-I../inc"),
        entry("src/unused.c", "other", ""),
    ];
    let list = format!("[{}]", entries.join(","));
    std::fs::create_dir_all(folder.join("build")).expect("a folder");
    std::fs::write(folder.join("build/list.json"), list).expect("the folder was just made");
    let of = |more: &[&str]| {
        check(
            &folder,
            &[&["--compile-commands", "build/list.json"], more].concat(),
        )
    };
    let (code, words) = of(&["prog"]);
    assert_eq!(code, 0, "{words}");
    assert!(words.contains("main.c"), "{words}");
    assert_eq!(of(&["main.c", "src/lock.c"]).0, 0);
    assert_eq!(
        of(&["build/CMakeFiles/prog.dir/main.c.o", "src/lock.c"]).0,
        0
    );
    assert_eq!(of(&["--entry", "test_wrong", "--save", "wrong.json"]).0, 1);
    let (code, words) = check(&folder, &["--replay", "wrong.json"]);
    assert_eq!(code, 1, "with the same arguments and entry: {words}");
    let (code, words) = of(&[]);
    assert_eq!(code, 2, "two functions are main: {words}");
    let (code, words) = of(&["nothing"]);
    assert_eq!(code, 2, "{words}");
    assert!(words.contains("no target of it"), "{words}");
}
