//! One run of the checker, and what its report says.

use super::binary;
use crate::process::{command, read};
use std::process::Command;

/// A program of `bench/sc` with its macros, and how it is explored.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    pub name: &'a str,
    pub model: &'a str,
    pub algorithm: &'a str,
    pub macros: &'a [&'a str],
}

pub struct Report {
    pub executions: u64,
    /// Of the search alone.
    pub seconds: f64,
    pub bytes: u64,
}

impl Program<'_> {
    /// Adds `check` with all that follows it.
    pub fn check(&self, command: &mut Command) {
        self.check_with(command, &[]);
    }
    /// The same with further options.
    pub fn check_with(&self, command: &mut Command, options: &[&str]) {
        let file = format!("bench/sc/{}.c", self.name);
        command.args(["check", &file, "--format", "json"]);
        command.args(["--model", self.model, "--algorithm", self.algorithm]);
        // Under a tool that counts, a search takes so long that it would be shared between cores.
        command.args(["--jobs", "1"]);
        // What one run keeps makes the next one cheaper.
        command.arg("--no-cache").args(options);
        command.arg("--").args(self.macros);
    }

    pub fn run(&self) -> Result<Report, String> {
        let mut command = command(binary());
        self.check(&mut command);
        report(&read(&mut command)?)
    }

    /// The fastest of a few runs: what else the machine does only makes them slower.
    pub fn fastest(&self, runs: u32) -> Result<Report, String> {
        let mut best = self.run()?;
        for _ in 1..runs {
            let report = self.run()?;
            if report.seconds < best.seconds {
                best = report;
            }
        }
        Ok(best)
    }
}

pub fn report(text: &str) -> Result<Report, String> {
    let missing = |key: &str| format!("no {key} in the report");
    let field = |key: &str| number(text, &format!("\"{key}\"")).ok_or_else(|| missing(key));
    Ok(Report {
        executions: field("complete")? as u64,
        seconds: field("explore")?,
        bytes: field("peak_memory_bytes")? as u64,
    })
}

/// The first number behind a key.
pub fn number(text: &str, key: &str) -> Option<f64> {
    let rest = &text[text.find(key)? + key.len()..];
    let rest = rest.trim_start_matches([' ', ':']);
    let end = rest.find(|c: char| !c.is_ascii_digit() && !".e-".contains(c));
    rest[..end.unwrap_or(rest.len())].parse().ok()
}
