//! `cargo xtask fuzz [--minutes N] [--seed S] [--cycles A,D] [--no-choices]`: random programs and
//! generated litmus tests beyond those of the test suite, against the references.

use crate::process::{cargo, run as execute};

pub fn run(arguments: &[String]) -> Result<(), String> {
    let mut fuzz = cargo();
    fuzz.args(["run", "--release", "--quiet", "--locked"]);
    fuzz.args(["--package", "threadproof-testkit", "--bin", "fuzz", "--"]);
    execute(fuzz.args(arguments))
}
