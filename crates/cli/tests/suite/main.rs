//! `threadproof test` and `threadproof init`, in folders as users have them.

mod conditions;
mod records;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const RIGHT: &str = "#include <assert.h>\nint main(void) { assert(N == 1); }\n";

/// A fresh folder with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("suite-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    // Nothing above it belongs to the project.
    std::fs::create_dir_all(folder.join(".git")).expect("cargo's folder for tests can be written");
    for (file, text) in files {
        let file = folder.join(file);
        std::fs::create_dir_all(file.parent().expect("it is in the folder")).expect("a folder");
        std::fs::write(file, text).expect("the folder was just made");
    }
    folder
}

fn threadproof(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .current_dir(folder)
        .args(arguments)
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .stdin(Stdio::null())
        .output()
        .expect("threadproof runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The JSON of a suite, which the schema describes.
fn report(output: &Output) -> Value {
    let report = serde_json::from_slice(&output.stdout).expect("JSON on standard output");
    let schema = include_str!("../../../../docs/suite.schema.json");
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    if let Err(problem) = jsonschema::validate(&schema, &report) {
        panic!("{problem}\n{report:#}");
    }
    report
}

/// Names and results.
fn results(report: &Value) -> Vec<(String, String)> {
    let tests = report["tests"].as_array().expect("a list");
    let word = |value: &Value| value.as_str().expect("a text").to_owned();
    tests
        .iter()
        .map(|test| (word(&test["name"]), word(&test["result"])))
        .collect()
}

#[test]
fn the_first_test_of_a_new_project_passes() {
    let folder = folder("init", &[]);
    let made = threadproof(&folder, &["init"]);
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let ran = threadproof(&folder, &["test", "--no-cache"]);
    let shown = text(&ran.stdout);
    assert_eq!(ran.status.code(), Some(0), "{shown}{}", text(&ran.stderr));
    assert!(shown.contains("all 2 tests ended as expected"), "{shown}");
    let again = threadproof(&folder, &["init"]);
    assert_eq!(again.status.code(), Some(2), "nothing is overwritten");
}

/// Our own corpus is a suite, too: every file of it that has cases has tests.
#[test]
fn the_corpus_is_a_suite() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let listed = threadproof(&root, &["test", "corpus", "--list"]);
    assert_eq!(listed.status.code(), Some(0), "{}", text(&listed.stderr));
    let names = text(&listed.stdout);
    let entries = threadproof_testkit::corpus::read(&root.join("corpus"));
    for entry in entries.expect("the corpus can be read") {
        let file = entry.file.strip_prefix(&root).expect("it is in the corpus");
        let file = file.to_str().expect("our own path");
        assert!(names.contains(file), "{file} has no tests");
    }
}

/// Links back to folders around them are followed once, and pipes are not opened.
#[test]
fn folders_with_loops_and_pipes_are_searched() {
    let files = [
        ("a/one.c", "// threadproof: -- -DN=1\nint main(void) {}\n"),
        (
            "elsewhere/two.c",
            "// threadproof: -- -DN=1\nint main(void) {}\n",
        ),
    ];
    let folder = folder("loops", &files);
    for (to, name) in [
        ("..", "up"),
        (".", "here"),
        ("../../suite-loops", "round"),
        ("../a", "again"),
        ("../elsewhere", "linked"),
    ] {
        std::os::unix::fs::symlink(to, folder.join("a").join(name)).expect("the folder is ours");
    }
    let pipe = Command::new("mkfifo").arg(folder.join("a/pipe.c")).status();
    assert!(pipe.is_ok_and(|status| status.success()));
    let listed = threadproof(&folder, &["test", "--list"]);
    assert_eq!(listed.status.code(), Some(0), "{}", text(&listed.stderr));
    let names = ["a/linked/two.c", "a/one.c", "elsewhere/two.c"];
    let names = names.map(|name| format!("{name} (c11, -DN=1)\n")).concat();
    assert_eq!(text(&listed.stdout), names);
}

#[test]
fn comments_describe_tests() {
    let folder = folder(
        "comments",
        &[
            (
                "a/good.c",
                &format!(
                    "// threadproof: -- -DN=1\n// threadproof: model=tso expect=error:assertion line=4 -- -DN=2\n{RIGHT}"
                ),
            ),
            ("a/bad.c", &format!("// threadproof: -- -DN=2\n{RIGHT}")),
            ("a/broken.c", "// threadproof: expect=verified\nint main(\n"),
            (
                "a/refused.c",
                "// threadproof: expect=bad-input\nint main(\n",
            ),
            ("a/no-test.c", RIGHT),
            ("target/skipped.c", "// threadproof: nonsense\n"),
        ],
    );
    let ran = threadproof(&folder, &["test", "--no-cache", "--format", "json"]);
    assert_eq!(ran.status.code(), Some(2), "a file cannot be compiled");
    let report = report(&ran);
    let expected = [
        ("a/bad.c (c11, -DN=2)", "failed"),
        ("a/broken.c (c11)", "bad-input"),
        ("a/good.c (c11, -DN=1)", "as-expected"),
        ("a/good.c (tso, -DN=2)", "as-expected"),
        ("a/refused.c (c11)", "as-expected"),
    ];
    let expected = expected.map(|(name, result)| (name.to_owned(), result.to_owned()));
    assert_eq!(results(&report), expected);
    assert_eq!(
        report["tests"][0]["why"],
        "expected verified, got error:assertion (N == 1) at a/bad.c:3"
    );

    let ran = threadproof(&folder, &["test", "--no-cache", "a/bad.c"]);
    assert_eq!(ran.status.code(), Some(1));
    let shown = text(&ran.stdout);
    assert!(shown.contains("FAILED a/bad.c (c11, -DN=2)"), "{shown}");
    assert!(shown.contains("error[assertion]: N == 1"), "{shown}");
    let repeat = "to repeat: threadproof check --model c11 --timeout=60 a/bad.c -- -DN=2";
    assert!(shown.contains(repeat), "{shown}");

    let filter = ["test", "--filter", "good", "--filter", "refused", "--list"];
    let listed = text(&threadproof(&folder, &filter).stdout);
    let names = "a/good.c (c11, -DN=1)\na/good.c (tso, -DN=2)\na/refused.c (c11)\n";
    assert_eq!(listed, names);

    let twice = format!("// threadproof: -- -DN=1\n// threadproof: -- -DN=1\n{RIGHT}");
    std::fs::write(folder.join("a/twice.c"), twice).expect("it is our own");
    let name = "a/twice.c (c11, -DN=1)";
    let listed = threadproof(&folder, &["test", "--filter", name, "--list"]);
    assert_eq!(text(&listed.stdout), format!("{name}\n"), "and not #2");
}

#[test]
fn a_file_describes_a_suite() {
    let folder = folder(
        "config",
        &[
            (
                "threadproof.toml",
                r#"
[defaults]
models = ["sc", "tso"]

[discover]
paths = []

[[test]]
name = "numbers"
files = ["src/one.c", "src/two.c"]
clang-args = ["-Iinclude"]
expect = "error:assertion"
matrix.N = [1, 2]

[[test]]
file = "src/three.c"
models = "sc"
compile-commands = "build/compile_commands.json"

[[test]]
name = "each its own"
files = ["src/four.c", "src/two.c"]
models = "sc"
compile-commands = "build/compile_commands.json"
clang-args = ["-DSUM=9"]
"#,
            ),
            ("include/two.h", "int two(void);\n"),
            (
                "src/two.c",
                "#include <two.h>\nint two(void) { return 2; }\n",
            ),
            (
                "src/one.c",
                "#include <assert.h>\n#include <two.h>\nint main(void) { assert(two() == N + 5); }\n",
            ),
            ("src/three.c", RIGHT),
            (
                "src/four.c",
                "#include <assert.h>\nint two(void);\nint main(void) { assert(two() + OWN == SUM); }\n",
            ),
            (
                "build/compile_commands.json",
                r#"[{ "directory": ".", "file": "../src/three.c",
                      "command": "cc -O2 -Wall -DN=1 -c ../src/three.c -o three.o" },
                    { "directory": ".", "file": "../src/four.c",
                      "command": "cc -DOWN=7 -c ../src/four.c" },
                    { "directory": ".", "file": "../src/two.c",
                      "command": "cc -I../include -c ../src/two.c" }]"#,
            ),
        ],
    );
    let ran = threadproof(&folder, &["test", "--no-cache", "--format", "json"]);
    let report = report(&ran);
    assert_eq!(ran.status.code(), Some(0), "{report:#}");
    let names: Vec<String> = results(&report).into_iter().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        [
            "numbers (sc, -Iinclude, -DN=1)",
            "numbers (sc, -Iinclude, -DN=2)",
            "numbers (tso, -Iinclude, -DN=1)",
            "numbers (tso, -Iinclude, -DN=2)",
            "src/three.c (sc)",
            "each its own (sc, -DSUM=9)",
        ]
    );
    // From a folder below, and by its name.
    let below = threadproof(&folder.join("src"), &["test", "--no-cache", "--list"]);
    assert_eq!(text(&below.stdout).lines().count(), 6);
    let named = threadproof(&folder, &["test", "src/three.c", "--list"]);
    assert_eq!(text(&named.stdout), "src/three.c (sc)\n");
}

#[test]
fn mistakes_are_told_with_their_place() {
    let folder = folder(
        "mistakes",
        &[
            (
                "a.c",
                "// threadproof: modle=sc\n  // threadproof: model=x86\nint main(void) {}\n",
            ),
            ("b/threadproof.toml", "[defaults]\nmodle = \"sc\"\n"),
            ("c/threadproof.toml", "[[test]]\nfile = \"missing.c\"\n"),
            ("d/empty.c", "int main(void) {}\n"),
            (
                "e/threadproof.toml",
                "[[test]]\nfile = \"a.c\"\nmatrix.\"A B\" = [1]\n",
            ),
            ("f/threadproof.toml", "[[test]]\nfiles = []\n"),
            (
                "g/threadproof.toml",
                "[[test]]\nfiles = [\n  \"a.c\",\n  \"p/Cargo.toml\"]\n",
            ),
            (
                "i/threadproof.toml",
                "[[test]]\nfile = \"a.c\"\nclang-args = \"-DA -DB\"\n",
            ),
            (
                "h/threadproof.toml",
                "[[test]]\nfile = \"a.c\"\nmodel = \"c11\"\nalgorithms = [\"source\", \"optimal\"]\n",
            ),
        ],
    );
    for (arguments, words) in [
        (
            &["test", "a.c"][..],
            "a.c:1:17: there is no `modle` (`model`?)",
        ),
        (&["test", "a.c"], "a.c:2:19: `x86` is none of"),
        (
            &["test", "b"],
            "b/threadproof.toml:2:1: there is no `modle`",
        ),
        (
            &["test", "e"],
            "e/threadproof.toml:3:8: a macro's name has letters",
        ),
        (
            &["test", "f"],
            "f/threadproof.toml:2:9: a test has at least one file",
        ),
        (
            &["test", "g"],
            "g/threadproof.toml:4:3: `cargo threadproof test --manifest-path p/Cargo.toml`",
        ),
        (
            &["test", "h"],
            "h/threadproof.toml:1:1: none of the algorithms source, optimal can do this under c11",
        ),
        (
            &["test", "i"],
            "i/threadproof.toml:3:14: several arguments are a list",
        ),
        (&["test", "d"], "there are no tests here"),
        (&["test", "d/empty.c"], "d/empty.c: has no test"),
        (&["test", "missing"], "missing: does not exist"),
        (
            &["test", "c", "--filter", "nothing"],
            "no test has a name with nothing",
        ),
        (&["test", "c", "--jobs", "0"], "--jobs"),
    ] {
        let ran = threadproof(&folder, arguments);
        assert_eq!(ran.status.code(), Some(2), "{arguments:?}");
        assert!(ran.stdout.is_empty(), "{arguments:?}");
        let said = text(&ran.stderr);
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
    let ran = threadproof(&folder, &["test", "c", "--no-cache"]);
    assert_eq!(ran.status.code(), Some(2));
    assert!(text(&ran.stdout).contains("BROKEN c/missing.c (c11)"));
}

#[test]
fn other_formats_have_all_tests() {
    let bad = format!("// threadproof: model=sc,tso -- -DN=2\n{RIGHT}");
    let good = format!("// threadproof: -- -DN=1\n{RIGHT}");
    let folder = folder("formats", &[("bad.c", &bad), ("good.c", &good)]);
    let arguments = [
        "test",
        "--no-cache",
        "--format",
        "junit",
        "--sarif",
        "all.sarif",
        "--html",
        "pages",
    ];
    let ran = threadproof(&folder, &arguments);
    assert_eq!(ran.status.code(), Some(1), "{}", text(&ran.stderr));
    let junit = text(&ran.stdout);
    assert!(
        junit.contains("tests=\"3\" failures=\"2\" errors=\"0\""),
        "{junit}"
    );
    assert_eq!(junit.matches("<testcase ").count(), 3);

    let sarif = std::fs::read(folder.join("all.sarif")).expect("it was asked for");
    let sarif: Value = serde_json::from_slice(&sarif).expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("a list");
    assert_eq!(results.len(), 1, "one place, under two models");
    assert_eq!(results[0]["ruleId"], "assertion");

    let index = std::fs::read_to_string(folder.join("pages/index.html")).expect("a page");
    assert!(index.contains("1 of 3 tests ended as expected"), "{index}");
    assert!(
        index.contains("<a href=\"0001.html\">bad.c (sc, -DN=2)</a>"),
        "{index}"
    );
    let page = std::fs::read_to_string(folder.join("pages/0002.html")).expect("a page");
    assert!(page.contains("href=\"index.html\""), "a way back");
    assert!(
        !folder.join("pages/0003.html").exists(),
        "no error, no page"
    );

    let ran = threadproof(&folder, &["test", "--no-cache", "--format", "github"]);
    let shown = text(&ran.stdout);
    assert!(shown.contains("::error file=bad.c,line=3"), "{shown}");
    assert!(shown.contains("1 of 3 tests ended as expected"), "{shown}");
}

#[test]
fn an_error_of_clang_is_annotated_where_it_is() {
    let broken = "// threadproof:\nint main(void) { retrn 0; }\n";
    let folder = folder("annotated", &[("broken.c", broken)]);
    let ran = threadproof(&folder, &["test", "--no-cache", "--format", "github"]);
    assert_eq!(ran.status.code(), Some(2));
    let shown = text(&ran.stdout);
    assert!(shown.contains("::error file=broken.c,line=2"), "{shown}");
}

#[test]
fn progress_for_programs_has_a_line_for_each_change() {
    let good = format!("// threadproof: -- -DN=1\n{RIGHT}");
    let folder = folder("progress", &[("good.c", &good)]);
    let ran = threadproof(&folder, &["test", "--no-cache", "--progress", "json"]);
    let said = text(&ran.stderr);
    let lines: Vec<Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON on each line"))
        .collect();
    assert!(
        lines.iter().any(|line| line["result"] == "as-expected"),
        "{said}"
    );
}

/// The commands of docs/suites.md.
#[test]
fn the_manual_is_right() {
    let manual = include_str!("../../../../docs/suites.md");
    let block = manual.split("```console\n").nth(1).expect("an example");
    let block = block.split("```").next().expect("its end");
    let folder = folder("manual", &[]);
    let digits_away = |text: &str| -> Vec<String> {
        let word = |word: &str| match word.contains('.') && word.parse::<f64>().is_ok() {
            true => "T".to_string(),
            false => word.to_string(),
        };
        let line = |line: &str| -> String {
            let words: Vec<String> = line.split_whitespace().map(word).collect();
            words.join(" ")
        };
        text.lines().map(line).collect()
    };
    for part in block.split("$ threadproof ").skip(1) {
        let (command, shown) = part.split_once('\n').expect("a command on a line");
        let arguments: Vec<&str> = command.split(' ').collect();
        let ran = threadproof(&folder, &arguments);
        assert_eq!(
            digits_away(&text(&ran.stdout)),
            digits_away(shown),
            "{command}"
        );
    }
}
