//! Writes `docs/gallery.md`: well-known structures of the corpus, with what checking them gives under each model.

use crate::{process, root};
use std::fmt::Write;

/// File and what it is.
const STRUCTURES: &[(&str, &str)] = &[
    ("ticket-lock.c", "Ticket lock"),
    ("mcs-lock.c", "MCS queue lock (Mellor-Crummey and Scott)"),
    ("reader-writer-lock.c", "Reader-writer lock in one word"),
    ("seqlock.c", "Sequence lock"),
    ("treiber-stack.c", "Treiber's stack"),
    ("michael-scott-queue.c", "Michael and Scott's queue"),
    ("mpmc-queue.c", "Bounded queue of numbered cells (Vyukov)"),
    ("spsc-ring.c", "Ring for one producer and one consumer"),
    (
        "chase-lev-fences.c",
        "Work-stealing deque with fences (Chase and Lev)",
    ),
    ("hazard-pointer.c", "Hazard pointer"),
    ("rcu.c", "Read-copy-update"),
    ("left-right.cpp", "Left-right"),
];
const MODELS: &[&str] = &["sc", "tso", "pso", "ra", "c11"];
const SECONDS: &str = "60";

const HEAD: &str = "\
# Gallery

Twelve well-known structures as small programs, and what checking them gives: the verdict, the number of complete executions and the seconds of the search, compiling included, with the algorithm that `auto` takes.
An error under `ra` alone comes from accesses that have to be sequentially consistent, which `ra` does not know; `c11` tells the two apart.
Each program has a bug, too, behind `-DBUG`; the last column names the error that `c11` finds there.
`cargo xtask gallery` writes this page.

";

pub fn run(_: &[String]) -> Result<(), String> {
    let mut build = process::cargo();
    build.args(["build", "--release", "-p", "threadproof"]);
    process::run(&mut build)?;
    let mut page = String::from(HEAD);
    let columns = MODELS.join(" | ");
    let rule = "---|".repeat(MODELS.len() + 2);
    write!(page, "| structure | {columns} | with the bug |\n|{rule}\n").map_err(words)?;
    for (file, title) in STRUCTURES {
        let path = format!("corpus/structures/{file}");
        write!(page, "| [{title}](../{path}) |").map_err(words)?;
        for model in MODELS {
            let report = check(&path, model, &[])?;
            write!(page, " {} |", cell(&report)?).map_err(words)?;
        }
        let report = check(&path, "c11", &["--", "-DBUG"])?;
        writeln!(page, " {} |", verdict(&report)?).map_err(words)?;
    }
    let target = root().join("docs/gallery.md");
    std::fs::write(&target, page).map_err(|error| format!("{}: {error}", target.display()))
}

fn words(error: std::fmt::Error) -> String {
    error.to_string()
}

fn check(path: &str, model: &str, rest: &[&str]) -> Result<String, String> {
    let mut command = process::command(root().join("target/release/threadproof"));
    command.args(["check", path, "--model", model, "--timeout", SECONDS]);
    command.args(["--format", "json"]).args(rest);
    process::read(&mut command)
}

/// `verified, 12, 0.05 s`
fn cell(report: &str) -> Result<String, String> {
    let executions = field(report, "complete")?;
    let seconds = seconds(report, "compile")? + seconds(report, "explore")?;
    Ok(format!(
        "{}, {executions}, {seconds:.2} s",
        verdict(report)?
    ))
}

fn seconds(report: &str, phase: &str) -> Result<f64, String> {
    let text = field(after(report, "\"seconds\"")?, phase)?;
    text.parse().map_err(|_| format!("no time: {text}"))
}

/// The verdict; of an error its kind.
fn verdict(report: &str) -> Result<String, String> {
    match field(report, "verdict")? {
        "error" => Ok(format!(
            "**{}**",
            field(after(report, "\"errors\"")?, "kind")?
        )),
        verdict => Ok(verdict.into()),
    }
}

fn after<'r>(report: &'r str, key: &str) -> Result<&'r str, String> {
    let at = report.find(key);
    at.map(|at| &report[at..])
        .ok_or_else(|| format!("a report without {key}"))
}

/// The value of the first field with this name, without quotes. Reports are written by us, a field on a line.
fn field<'r>(report: &'r str, name: &str) -> Result<&'r str, String> {
    let rest = after(report, &format!("\"{name}\":"))?;
    let value = rest[name.len() + 3..].lines().next().unwrap_or_default();
    Ok(value.trim().trim_end_matches(',').trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "{\n  \"verdict\": \"error\",\n  \"executions\": {\n    \"complete\": 7,\n    \"blocked\": 0\n  },\n  \
        \"errors\": [\n    {\n      \"kind\": \"deadlock\"\n    }\n  ],\n  \"seconds\": {\n    \"compile\": 0.12,\n    \"explore\": 0.008\n  }\n}\n";

    #[test]
    fn cells() {
        assert_eq!(cell(REPORT), Ok("**deadlock**, 7, 0.13 s".into()));
        let verified = REPORT.replace("\"error\"", "\"verified\"");
        assert_eq!(cell(&verified), Ok("verified, 7, 0.13 s".into()));
        assert!(cell("{}").is_err());
    }
}
