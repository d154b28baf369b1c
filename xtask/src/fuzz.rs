//! `cargo xtask fuzz [--minutes N] [--each N] [--seed S] [--limit L] [--model M] [--cycles A,D [--orders N]] [--litmus N]
//! [--shapes N] [--combinations N]`: random
//! programs and generated litmus tests beyond those of the test suite, against the references.
//!
//! `cargo xtask fuzz --inputs [--minutes N] [--seed S]`: broken inputs of every kind.

use crate::process::{cargo, run as execute};

pub fn run(arguments: &[String]) -> Result<(), String> {
    match arguments.split_first() {
        Some((first, rest)) if first == "--inputs" => inputs(rest),
        _ => {
            let mut fuzz = cargo();
            fuzz.args(["run", "--release", "--quiet", "--locked"]);
            fuzz.args(["--package", "threadproof-testkit", "--bin", "fuzz", "--"]);
            execute(fuzz.args(arguments))
        }
    }
}

/// With debug assertions, which find more.
fn inputs(arguments: &[String]) -> Result<(), String> {
    let mut test = cargo();
    for pair in arguments.chunks(2) {
        match pair {
            [name, value] if name == "--minutes" => test.env("FUZZ_MINUTES", value),
            [name, value] if name == "--seed" => test.env("FUZZ_SEED", value),
            _ => return Err(format!("{}: unknown, or without a value", pair[0])),
        };
    }
    test.args(["test", "--quiet", "--locked", "--package", "threadproof"]);
    test.args(["--test", "inputs", "--", "--ignored", "--nocapture"]);
    execute(&mut test)
}
