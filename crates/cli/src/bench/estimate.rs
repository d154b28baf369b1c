//! `threadproof bench SUITE --estimate`: the estimate that a user sees two seconds after a search has begun, beside the
//! known number of executions.

use super::suite::Row;
use super::table;
use crate::{Exit, arguments, system};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// When the user looks, in seconds of the search.
const LOOK: f64 = 2.0;
/// An estimate that is further off is none.
const FACTOR: f64 = 3.0;

/// A row, and the estimate for it.
struct Estimated {
    executions: u64,
    estimate: Estimate,
}

enum Estimate {
    /// The search was done by then.
    Unneeded,
    /// The number, and two standard errors in percent.
    Number(f64, f64),
    None,
}

pub fn run(arguments: &arguments::Bench, rows: &[Row]) -> Result<Exit, String> {
    let line = |cells: [&str; 5]| {
        let [program, how, known, estimate, factor] = cells;
        format!("{program:<44} {how:<12} {known:>12} {estimate:>20} {factor}\n")
    };
    let head = ["program", "algorithm", "executions", "estimate", "factor"];
    system::print(&line(head));
    let (mut shown, mut good, mut ended) = (0, 0, 0);
    for row in rows {
        let Some(found) = look(&arguments.dir, row)? else {
            continue;
        };
        let known = found.executions.to_string();
        let (estimate, factor) = match found.estimate {
            Estimate::Unneeded => {
                ended += 1;
                continue;
            }
            Estimate::None => ("-".into(), "none".into()),
            Estimate::Number(number, error) => {
                let ratio = number / found.executions as f64;
                let off = ratio.max(1.0 / ratio);
                good += usize::from(off <= FACTOR);
                let mark = if off <= FACTOR { "" } else { " OFF" };
                (
                    format!("{number:.3e} ±{error:.0}%"),
                    format!("{off:.2}{mark}"),
                )
            }
        };
        shown += 1;
        let (program, how) = (table::name(row), table::how(row));
        system::print(&line([&program, &how, &known, &estimate, &factor]));
    }
    let message = format!(
        "\n{good} of {shown} estimates are within a factor of {FACTOR}; {ended} searches ended \
         within {LOOK} seconds\n"
    );
    system::print(&message);
    Ok(match good == shown {
        true => Exit::Verified,
        false => Exit::ErrorFound,
    })
}

/// Runs the row for a little longer than the user needs to look; `None` if its number of executions is not known.
fn look(folder: &Path, row: &Row) -> Result<Option<Estimated>, String> {
    let Some(complete) = row.complete.filter(|_| row.verdict == "verified") else {
        return Ok(None);
    };
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(this);
    command
        .arg("check")
        .arg(folder.join(&row.program))
        .args(["--format", "json", "--progress", "json"])
        // The time of the compiler is part of it.
        .args(["--timeout", &(2.0 * LOOK).to_string()])
        .args(["--model", row.model.name()])
        .args(["--algorithm", row.algorithm.name()])
        .args(&row.options)
        .arg("--")
        .args(&row.arguments);
    let output = command.output().map_err(|error| error.to_string())?;
    let lines = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines = lines.lines().filter_map(|line| {
        let value: Value = serde_json::from_str(line).ok()?;
        value.get("progress").cloned()
    });
    let lines: Vec<Value> = lines.collect();
    let seconds = |line: &Value| line["seconds"].as_f64().unwrap_or(0.0);
    let estimate = match lines.last() {
        Some(last) if seconds(last) >= LOOK - 0.2 => estimate_at(&lines),
        _ => Estimate::Unneeded,
    };
    Ok(Some(Estimated {
        executions: complete + row.blocked.unwrap_or(0),
        estimate,
    }))
}

fn estimate_at(lines: &[Value]) -> Estimate {
    let in_time = |line: &&Value| line["seconds"].as_f64().is_some_and(|s| s <= LOOK);
    let mut estimates = lines.iter().filter(in_time).filter_map(|line| {
        let estimate = line.get("estimate")?;
        let number = estimate.get("executions")?.as_f64()?;
        Some((number, estimate.get("error")?.as_f64()?))
    });
    match estimates.next_back() {
        Some((number, error)) => Estimate::Number(number, 200.0 * error / number),
        None => Estimate::None,
    }
}
