//! `cargo xtask demo`: from a fresh machine to a first counterexample.

use crate::process::{cargo, command, run as execute};
use crate::{root, setup};

const EXAMPLE: &str = "examples/lost-update.c";

pub fn run(_arguments: &[String]) -> Result<(), String> {
    setup::without_tests()?;
    execute(cargo().args(["build", "--release", "--locked", "--package", "threadproof"]))?;
    let binary = root().join("target/release/threadproof");
    eprintln!("$ threadproof check {EXAMPLE}");
    let status = command(&binary).args(["check", EXAMPLE]).status();
    let status = status.map_err(|error| format!("{}: {error}", binary.display()))?;
    if status.code() != Some(1) {
        return Err(format!("the bug of {EXAMPLE} was not found: {status}"));
    }
    eprintln!(
        "\nIt works: the bug above is real. Check your own program with\n  {} check FILE.c",
        binary.display()
    );
    Ok(())
}
