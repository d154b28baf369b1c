//! Runs one row of a suite and reads the numbers off the report.

use super::suite::Row;
use crate::system;
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

pub struct Measured {
    pub verdict: String,
    pub complete: u64,
    pub blocked: u64,
    pub redundant: u64,
    /// Time of the search alone, in seconds.
    pub explore: f64,
    /// Processor time of the whole process and of the compilers that it has started, in seconds. Unlike the time of the search it means something
    /// on a machine that has other things to do.
    pub processor: f64,
}

impl Measured {
    pub fn executions(&self) -> u64 {
        self.complete + self.blocked + self.redundant
    }
}

/// Who searches.
#[derive(Clone, Copy)]
pub enum Jobs {
    /// As users do it.
    Usual(u32),
    /// So many threads from the first execution on, so that small searches are shared, too.
    AtOnce(u32),
}

impl Jobs {
    fn words(self) -> Vec<String> {
        let (number, alone) = match self {
            Jobs::Usual(number) => (number, None),
            Jobs::AtOnce(number) => (number, Some("--alone=0".to_string())),
        };
        let jobs = format!("--jobs={number}");
        [jobs].into_iter().chain(alone).collect()
    }
}

/// Runs `threadproof check` in a process of its own, so that rows do not disturb each other.
pub fn run(
    folder: &Path,
    row: &Row,
    timeout: Option<Duration>,
    jobs: Jobs,
) -> Result<Measured, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(this);
    command
        .arg("check")
        .arg(folder.join(&row.program))
        .args(["--format", "json", "--model", row.model.name()])
        .args(["--algorithm", row.algorithm.name()])
        .args(jobs.words())
        .args(&row.options);
    if let Some(timeout) = timeout {
        command
            .arg("--timeout")
            .arg(timeout.as_secs_f64().to_string());
    }
    command.arg("--").args(&row.arguments);
    let before = system::processor_time_of_children();
    let output = command.output().map_err(|error| error.to_string())?;
    let processor = system::processor_time_of_children() - before;
    let report = serde_json::from_slice(&output.stdout).ok();
    let measured = report.and_then(|report| read(&report, processor));
    measured.ok_or_else(|| {
        let words = String::from_utf8_lossy(&output.stderr);
        let first = words.lines().next().unwrap_or("");
        format!("{}: {first}", output.status)
    })
}

fn read(report: &Value, processor: f64) -> Option<Measured> {
    let executions = report.get("executions")?;
    let count = |name: &str| executions.get(name)?.as_u64();
    let verdict = report.get("verdict")?.as_str()?;
    let why = report
        .get("reason")
        .and_then(|reason| reason.get("kind")?.as_str());
    Some(Measured {
        verdict: match why {
            None => verdict.into(),
            Some(why) => format!("{verdict} ({why})"),
        },
        complete: count("complete")?,
        blocked: count("blocked")?,
        redundant: count("redundant")?,
        explore: report.get("seconds")?.get("explore")?.as_f64()?,
        processor,
    })
}
