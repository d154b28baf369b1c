//! `cargo xtask bench [NAME]`: runs the suites of sequential consistency and of store buffers in
//! release mode, measures what an execution costs, and writes all to `bench/results/NAME.md`.
//!
//! Times vary with the machine; instructions hardly do.

mod cost;
mod search;

use crate::process::{cargo, command, read, run as execute, works};
use crate::{root, setup};

pub fn run(arguments: &[String]) -> Result<(), String> {
    let name = arguments.first().map_or("cost", String::as_str);
    if !name
        .chars()
        .all(|c| c.is_alphanumeric() || "-_.".contains(c))
    {
        return Err(format!("`{name}` is no name for a file of results"));
    }
    setup::run(&[])?;
    execute(cargo().args(["build", "--release", "--locked", "--package", "threadproof"]))?;
    let mut page = format!(
        "# What an execution costs\n\nWritten by `cargo xtask bench {name}`.\n\n{}",
        machine()
    );
    if works("valgrind", &["--version"]) {
        page += &cost::instructions()?;
    } else {
        eprintln!("warning: valgrind is not installed: no instructions are counted");
    }
    page += &cost::restoring()?;
    page += &cost::memory()?;
    for suite in ["sc", "tso-pso"] {
        let table = read(command(binary()).args(["bench", suite]))?;
        page += &format!("\n## `threadproof bench {suite}`\n\n```text\n{table}```\n");
    }
    let folder = root().join("bench/results");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let file = folder.join(format!("{name}.md"));
    std::fs::write(&file, page).map_err(|error| error.to_string())?;
    eprintln!("written: {}", file.display());
    Ok(())
}

fn binary() -> std::path::PathBuf {
    root().join("target/release/threadproof")
}

fn verdict(holds: bool) -> &'static str {
    if holds { "ok" } else { "too much" }
}

/// The processor, as far as the system tells.
fn machine() -> String {
    let information = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information
        .lines()
        .find(|line| line.starts_with("model name"));
    let name = model.and_then(|line| line.split(':').nth(1));
    name.map_or(String::new(), |name| {
        format!("Processor: {}\n", name.trim())
    })
}
