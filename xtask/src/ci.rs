//! `cargo xtask ci`: everything that must pass before a change is accepted.

use crate::process::{cargo, command, run as execute, works};
use crate::{bench, root, setup, tidy};

pub fn run(_arguments: &[String]) -> Result<(), String> {
    setup::run(&[])?;
    execute(cargo().args(["fmt", "--all", "--check"]))?;
    tidy::run(&[])?;
    execute(
        cargo()
            .args(["clippy", "--workspace", "--all-targets", "--locked"])
            .args(["--", "-D", "warnings"]),
    )?;
    editors()?;
    bench::check()?;
    if works("cargo", &["nextest", "--version"]) {
        execute(cargo().args([
            "nextest",
            "run",
            "--workspace",
            "--locked",
            "--no-fail-fast",
        ]))?;
        // Examples in documentation are tests that nextest does not run.
        execute(cargo().args(["test", "--workspace", "--locked", "--doc", "--quiet"]))
    } else {
        execute(cargo().args(["test", "--workspace", "--locked", "--no-fail-fast"]))
    }
}

/// The tests of the extension for VS Code, with the program that it runs.
fn editors() -> Result<(), String> {
    execute(cargo().args(["build", "--locked", "--package", "threadproof"]))?;
    let threadproof = root().join("target/debug/threadproof");
    let mut node = command("node");
    node.args(["--test", "editors/vscode/test/"]);
    execute(node.env("THREADPROOF", threadproof))
}
