//! The price of weak memory: what an execution of a robust program costs under TSO and PSO, compared
//! with SC.
//!
//! A program is robust if it has the same executions under all of them. The three are run in turn, a
//! few times, and the best time of each counts, so that what else the machine does matters little.

use super::measure::{self, Jobs, Measured};
use super::suite::Row;
use std::path::Path;
use std::time::Duration;
use threadproof_engine::Model;

/// Shorter runs measure the clock.
const LEAST_EXECUTIONS: u64 = 1000;
const ROUNDS: usize = 3;
/// The most that an execution under TSO and under PSO may cost.
const MOST: [f64; 2] = [1.5, 2.0];

/// One program under SC, TSO and PSO.
struct Triple<'a> {
    rows: [&'a Row; 3],
    executions: u64,
}

/// Measures the robust programs of a suite; nothing if it has none.
pub fn table(
    folder: &Path,
    measured: &[(&Row, Option<Measured>)],
    timeout: Option<Duration>,
) -> String {
    let triples: Vec<Triple<'_>> = measured
        .iter()
        .filter_map(|(row, result)| triple(row, result.as_ref()?, measured))
        .collect();
    if triples.is_empty() {
        return String::new();
    }
    let mut shown = String::from(
        "\nThe price of weak memory for robust programs, in µs per execution:\n  executions        \
         sc       tso       pso   tso/sc   pso/sc\n",
    );
    for triple in triples {
        shown += &line(folder, &triple, timeout);
    }
    shown
}

fn triple<'a>(
    row: &'a Row,
    result: &Measured,
    all: &'a [(&Row, Option<Measured>)],
) -> Option<Triple<'a>> {
    let executions = result.executions();
    if row.model != Model::Sc || executions < LEAST_EXECUTIONS || result.verdict != "verified" {
        return None;
    }
    let same = |model: Model| {
        let mut others = all.iter().filter(|(other, result)| {
            let robust = result.as_ref().is_some_and(|result| {
                result.verdict == "verified" && result.executions() == executions
            });
            other.model == model && robust && is_same_program(row, other)
        });
        others.next().map(|(row, _)| *row)
    };
    Some(Triple {
        rows: [row, same(Model::Tso)?, same(Model::Pso)?],
        executions,
    })
}

fn is_same_program(a: &Row, b: &Row) -> bool {
    (&a.program, &a.arguments, &a.options, a.algorithm)
        == (&b.program, &b.arguments, &b.options, b.algorithm)
}

fn line(folder: &Path, triple: &Triple<'_>, timeout: Option<Duration>) -> String {
    let mut best = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        for (row, best) in triple.rows.iter().zip(&mut best) {
            if let Ok(measured) = measure::run(folder, row, timeout, Jobs::Usual(1)) {
                *best = best.min(measured.explore);
            }
        }
    }
    let each = best.map(|seconds| seconds * 1e6 / triple.executions as f64);
    let prices = [each[1] / each[0], each[2] / each[0]];
    let mark = if prices.iter().zip(MOST).all(|(price, most)| *price <= most) {
        "ok"
    } else {
        "more than 1.5 and 2"
    };
    format!(
        "{:>12}  {:>8.1}  {:>8.1}  {:>8.1}  {:>7.2}  {:>7.2}  {}  {mark}\n",
        triple.executions,
        each[0],
        each[1],
        each[2],
        prices[0],
        prices[1],
        super::table::name(triple.rows[0])
    )
}
