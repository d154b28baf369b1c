//! `cargo xtask bench [NAME] [--size SIZE] [--only PART]...`: measures in release mode what an execution costs, runs
//! the suites, and writes all to `bench/results/NAME.md`.
//!
//! Times vary with the machine; instructions hardly do, so `cargo xtask bench --check` is a gate.

mod choice;
mod cost;
mod gate;
mod growth;
mod others;
mod search;
mod split;

use crate::process::{cargo, command, read, run as execute, works};
use crate::{root, setup};
use std::time::Instant;

const USAGE: &str = "cargo xtask bench [NAME] [--size small|medium|large] [--only PART]...
or: cargo xtask bench --check | --record
NAME is that of the file in bench/results; parts are instructions, others, split, growth, choice, restoring, memory, sc, tso-pso, ra, spin, sat and c11";
const SUITES: [&str; 6] = ["sc", "tso-pso", "ra", "spin", "sat", "c11"];
/// Most seconds for a row of a suite: what takes longer is shown as such.
const LIMIT: &str = "120";

struct Wishes {
    name: String,
    /// Of the rows of suites.
    size: String,
    /// All parts if empty.
    only: Vec<String>,
}

impl Wishes {
    fn has(&self, part: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|wish| wish == part)
    }
}

pub fn run(arguments: &[String]) -> Result<(), String> {
    match arguments {
        [word] if word == "--check" => return check(),
        [word] if word == "--record" => return gate::run(true),
        _ => (),
    }
    let wishes = read_arguments(arguments)?;
    let begin = Instant::now();
    setup::run(&[])?;
    execute(cargo().args(["build", "--release", "--locked", "--package", "threadproof"]))?;
    let words = arguments.join(" ");
    let mut page = format!(
        "# What an execution costs\n\nWritten by `cargo xtask bench {words}`.\n\n{}",
        machine()
    );
    if wishes.has("instructions") {
        if works("valgrind", &["--version"]) {
            page += &cost::instructions()?;
        } else {
            eprintln!("warning: valgrind is not installed: no instructions are counted");
        }
    }
    if wishes.has("others") {
        page += &others::others()?;
    }
    if wishes.has("restoring") {
        page += &cost::restoring()?;
    }
    if wishes.has("split") {
        page += &split::split()?;
    }
    if wishes.has("growth") {
        page += &growth::growth()?;
    }
    if wishes.has("memory") {
        page += &cost::memory()?;
    }
    if wishes.has("choice") {
        page += &choice::choice()?;
    }
    for suite in SUITES.into_iter().filter(|suite| wishes.has(suite)) {
        page += &self::suite(suite, &wishes.size)?;
    }
    let folder = root().join("bench/results");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let file = folder.join(format!("{}.md", wishes.name));
    std::fs::write(&file, page).map_err(|error| error.to_string())?;
    let minutes = begin.elapsed().as_secs_f64() / 60.0;
    eprintln!("written after {minutes:.1} minutes: {}", file.display());
    Ok(())
}

/// Fails if an execution costs more instructions than are recorded.
pub fn check() -> Result<(), String> {
    gate::run(false)
}

fn read_arguments(arguments: &[String]) -> Result<Wishes, String> {
    let mut wishes = Wishes {
        name: "cost".into(),
        size: "medium".into(),
        only: Vec::new(),
    };
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match (word.as_str(), words.clone().next()) {
            ("--size", Some(size)) if ["small", "medium", "large"].contains(&size.as_str()) => {
                wishes.size = size.clone();
                words.next();
            }
            ("--only", Some(part)) if is_part(part) => {
                wishes.only.push(part.clone());
                words.next();
            }
            (name, _) if is_name(name) => wishes.name = name.into(),
            _ => return Err(format!("`{word}` is not understood\nusage: {USAGE}")),
        }
    }
    Ok(wishes)
}

fn is_part(word: &str) -> bool {
    SUITES.contains(&word)
        || [
            "instructions",
            "others",
            "split",
            "growth",
            "restoring",
            "memory",
            "choice",
        ]
        .contains(&word)
}

fn is_name(word: &str) -> bool {
    let known = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    !word.starts_with(['-', '.']) && !word.is_empty() && word.chars().all(known)
}

fn suite(name: &str, size: &str) -> Result<String, String> {
    let mut bench = command(binary());
    bench.args(["bench", name, "--size", size, "--timeout", LIMIT]);
    let begin = Instant::now();
    let table = read(&mut bench)?;
    let seconds = begin.elapsed().as_secs_f64();
    Ok(format!(
        "\n## `threadproof bench {name} --size {size}`\n\n```text\n{table}```\n\n{seconds:.0} s in all.\n"
    ))
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
