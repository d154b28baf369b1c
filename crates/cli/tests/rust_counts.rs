//! The same small program in C and in Rust has as many executions, under every model and with every algorithm that
//! looks for data races. Not with `naive`, for which the accesses of Rust's library to its own objects have orders, too.

use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use threadproof_engine::{Algorithm, Model, resolve};

const PROGRAMS: &[&str] = &[
    "message-passing",
    "mutex-counter",
    "store-buffering",
    "ticket-lock",
];

fn source(name: &str, extension: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/twins");
    folder.join(name).with_extension(extension)
}

/// A rustc that has compiled a program already, with threads that are joined one by one or with a scope.
fn compiled(name: &str, scope: bool) -> PathBuf {
    let arguments: &[&str] = if scope { &["--cfg", "scope"] } else { &[] };
    let arguments: Vec<String> = arguments.iter().map(|word| word.to_string()).collect();
    let bitcode = threadproof_llvm::rust::compile(&source(name, "rs"), &arguments, None, None);
    let bitcode = bitcode.expect("the program compiles");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let name = if scope {
        format!("{name}-scope")
    } else {
        name.into()
    };
    let kept = folder.join(format!("twin-{name}.bc"));
    std::fs::write(&kept, bitcode).expect("a file can be written");
    let rustc = folder.join(format!("twin-{name}-rustc"));
    let script = format!(
        "#!/bin/sh\n[ \"$1\" = -vV ] && exec rustc -vV\nfor a; do case $a in --out-dir=*) cp '{}' \"${{a#--out-dir=}}/\" ;; esac; done\n",
        kept.display()
    );
    std::fs::write(&rustc, script).expect("a file can be written");
    let permissions = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&rustc, permissions).expect("it can be made a program");
    rustc
}

/// The verdict and the numbers of executions.
fn counts(file: &Path, rustc: &Path, model: Model, algorithm: Algorithm) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .env("RUSTC", rustc)
        .args(["check", "--format", "json", "--check", "races"])
        .args(["--no-compare-models", "--timeout", "60"])
        .args(["--model", model.name(), "--algorithm", algorithm.name()])
        .arg(file)
        .output()
        .expect("threadproof runs");
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("no report: {}", String::from_utf8_lossy(&output.stderr)));
    let mut executions = report["executions"].clone();
    if algorithm == Algorithm::Source {
        // How many executions `source` begins in vain depends on the order in which it meets races.
        executions["redundant"] = Value::Null;
    }
    serde_json::json!([report["verdict"], executions])
}

#[test]
fn twins_have_the_same_counts() {
    if let Err(problem) = threadproof_llvm::rust::check_version(Path::new("rustc")) {
        eprintln!("left out: {problem}");
        return;
    }
    for name in PROGRAMS {
        let [spawning, scope] = [false, true].map(|scope| compiled(name, scope));
        for model in Model::ALL {
            for algorithm in [Algorithm::Optimal, Algorithm::Source, Algorithm::Rf] {
                if resolve(algorithm, model).is_err() {
                    continue;
                }
                let count = |extension, rustc: &Path| {
                    counts(&source(name, extension), rustc, model, algorithm)
                };
                let how = format!("{name}, {}, {}", model.name(), algorithm.name());
                let c = count("c", &spawning);
                assert_eq!(c, count("rs", &spawning), "{how}");
                assert_eq!(c, count("rs", &scope), "{how}, in a scope");
                // `rf` gives up under sc where a loop waits; everything else is decided.
                let gives_up = *name == "ticket-lock" && algorithm == Algorithm::Rf;
                assert!(c[0] == "verified" || gives_up, "{how}: {c}");
            }
        }
    }
}
