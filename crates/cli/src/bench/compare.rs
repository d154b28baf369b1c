//! `sat` beside the algorithms that visit one class after the other, on the same machine in the same run.
//!
//! They have a time limit for each row. One that did not end at some size is not tried at larger ones:
//! the numbers of classes grow exponentially.

use super::measure::{self, Jobs, Measured};
use super::suite::Row;
use std::path::Path;
use std::time::Duration;
use threadproof_engine::{Algorithm, resolve};

const OTHERS: [Algorithm; 2] = [Algorithm::Optimal, Algorithm::Rf];
/// When the user names none.
const LIMIT: Duration = Duration::from_secs(20);

/// Measures the programs of `sat` with the others; nothing if the suite has none.
pub fn table(
    folder: &Path,
    measured: &[(&Row, Option<Measured>)],
    timeout: Option<Duration>,
) -> String {
    let rows = measured
        .iter()
        .filter(|(row, _)| row.algorithm == Algorithm::Sat);
    let rows: Vec<&(&Row, Option<Measured>)> = rows.collect();
    if rows.is_empty() {
        return String::new();
    }
    let limit = timeout.unwrap_or(LIMIT);
    let mut shown = format!(
        "\nsat beside the others, which have {} s for a row; seconds and executions:\n{:>22}{:>22}{:>22}\n",
        limit.as_secs_f64(),
        "sat",
        "optimal",
        "rf"
    );
    let mut lost: Vec<Row> = Vec::new();
    for (row, result) in rows {
        shown += &cell(result.as_ref());
        for algorithm in OTHERS {
            let other = Row {
                algorithm,
                ..(*row).clone()
            };
            shown += &if resolve(algorithm, row.model).is_err() {
                format!("{:>22}", "-")
            } else if lost.iter().any(|smaller| is_same_program(smaller, &other)) {
                format!("{:>22}", "not at a smaller size")
            } else {
                let result = measure::run(folder, &other, Some(limit), Jobs::Usual(1)).ok();
                if result.as_ref().is_some_and(|result| !ended(result)) {
                    lost.push(other);
                }
                cell(result.as_ref())
            };
        }
        shown += &format!("  {} {}\n", row.model.name(), super::table::name(row));
    }
    shown
}

/// The same program with another size.
fn is_same_program(a: &Row, b: &Row) -> bool {
    let macros = |row: &Row| {
        let name = |argument: &String| argument.split('=').next().map(str::to_string);
        row.arguments.iter().map(name).collect::<Vec<_>>()
    };
    (&a.program, a.model, a.algorithm) == (&b.program, b.model, b.algorithm)
        && macros(a) == macros(b)
}

fn ended(measured: &Measured) -> bool {
    !measured.verdict.starts_with("inconclusive")
}

fn cell(measured: Option<&Measured>) -> String {
    match measured {
        None => format!("{:>22}", "failed"),
        Some(result) if ended(result) => {
            format!("{:>11.2} {:>10}", result.explore, result.executions())
        }
        Some(result) if result.verdict.contains("unsupported") => {
            format!("{:>22}", "cannot do it")
        }
        Some(result) => {
            let limit = format!("> {:.0}", result.explore);
            format!("{limit:>11} {:>10}", format!("> {}", result.executions()))
        }
    }
}
