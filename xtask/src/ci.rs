//! `cargo xtask ci`: everything that must pass before a change is accepted.

use crate::process::{cargo, run as execute, works};
use crate::{setup, tidy};

pub fn run(_arguments: &[String]) -> Result<(), String> {
    setup::run(&[])?;
    execute(cargo().args(["fmt", "--all", "--check"]))?;
    tidy::run(&[])?;
    execute(
        cargo()
            .args(["clippy", "--workspace", "--all-targets", "--locked"])
            .args(["--", "-D", "warnings"]),
    )?;
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
