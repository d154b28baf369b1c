//! `threadproof bench`: runs the programs of a suite, each in a process of its own, and compares
//! the numbers of executions with those that are known.

mod compare;
mod estimate;
mod measure;
mod parallel;
mod price;
mod suite;
mod table;

use crate::{Exit, arguments, system};
use measure::{Jobs, Measured};
use suite::Row;
use table::Table;
use threadproof_engine::{Algorithm, resolve};

/// The verdict of a search in which no execution ran to its end.
const NOTHING_COMPLETE: &str = "inconclusive (nothing-complete)";

pub fn run(arguments: &arguments::Bench) -> Result<Exit, String> {
    if arguments.suite == "parallel" {
        return parallel::run(arguments);
    }
    let rows = suite::read(&arguments.dir, &arguments.suite)?;
    let rows = rows.into_iter().filter(|row| row.size <= arguments.size);
    let mut skipped = Vec::new();
    let mut chosen = Vec::new();
    for row in rows {
        match obstacle(&row) {
            None => chosen.push(row),
            Some(obstacle) => skipped.push(obstacle),
        }
    }
    if arguments.estimate {
        return estimate::run(arguments, &chosen);
    }
    let jobs = Jobs::AtOnce(arguments.jobs);
    let table = Table::new(&chosen);
    system::print(&table.head());
    let mut differs = 0;
    let mut results = Vec::new();
    for row in &chosen {
        let measured = measure::run(&arguments.dir, row, arguments.timeout, jobs);
        let problem = match &measured {
            Ok(measured) => difference(row, measured),
            Err(message) => Some(message.clone()),
        };
        differs += usize::from(problem.is_some());
        system::print(&table.row(row, measured.as_ref().ok(), problem.as_deref()));
        results.push((row, measured.ok()));
    }
    system::print(&price::table(&arguments.dir, &results, arguments.timeout));
    system::print(&compare::table(&arguments.dir, &results, arguments.timeout));
    system::print(&summary(chosen.len(), differs, skipped));
    Ok(if differs == 0 {
        Exit::Verified
    } else {
        Exit::ErrorFound
    })
}

/// The differences from the expectation, in words.
fn difference(row: &Row, measured: &Measured) -> Option<String> {
    // The tables of the literature call a program verified even if a bound cuts all its executions.
    let all_cut = row.verdict == "verified" && measured.verdict == NOTHING_COMPLETE;
    if measured.verdict != row.verdict && !all_cut {
        let (expected, found) = (&row.verdict, &measured.verdict);
        return Some(format!("verdict {found}, expected {expected}"));
    }
    let numbers = [
        ("complete", row.complete, measured.complete),
        ("blocked", row.blocked, measured.blocked),
        (
            "redundant",
            matches!(row.algorithm, Algorithm::Optimal | Algorithm::Rf).then_some(0),
            measured.redundant,
        ),
    ];
    let (name, expected, found) = numbers
        .into_iter()
        .find(|(_, expected, found)| expected.is_some_and(|expected| expected != *found))?;
    Some(format!("{name} {found}, expected {}", expected?))
}

/// Why a row cannot be run.
fn obstacle(row: &Row) -> Option<String> {
    let unsupported = resolve(row.algorithm, row.model).err()?;
    Some(unsupported.to_string())
}

fn summary(run: usize, differs: usize, mut skipped: Vec<String>) -> String {
    let mut shown = format!("\n{run} run, {differs} differ, {} skipped\n", skipped.len());
    skipped.sort();
    for same in skipped.chunk_by(|a, b| a == b) {
        shown += &format!("skipped {}: {}\n", same.len(), same[0]);
    }
    shown
}
