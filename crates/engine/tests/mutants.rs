//! Every deliberately broken engine is caught by the net of hard patterns of conflicts, random programs, random
//! litmus tests and generated cycles, and the sound one gets through the very same tests. They are as many as fit into a
//! minute; a number rather than a time, so that a busy machine does not let anything through.
//!
//! Broken engines exist in builds with debug assertions only.
#![cfg(debug_assertions)]

use std::time::Instant;
use threadproof_engine::mutant::{self, Mutant};
use threadproof_engine::{Jobs, Model};
use threadproof_litmus::cycles::{Bounds, Cycle, all};
use threadproof_testkit::conflicts::Pattern;
use threadproof_testkit::tally::Tally;
use threadproof_testkit::{compare, net};

/// Executions of brute force: small programs show as much, in less time.
const LIMIT: usize = 300;
/// How many tests there are of each kind.
const ENOUGH: u64 = 1_500;
/// Shapes with any memory orders for each of them: they are for C11 alone.
const SHAPES: u64 = 4;

/// Every so many-th number also stands for a program that mixes sizes of accesses.
const MIXED: u64 = 4;
/// Every so many-th program is also searched by several workers.
const SHARED: u64 = 4;
/// Each execution is a task, so that every branch is handed over.
const TINY: Jobs = Jobs {
    budget: Some(1),
    ..Jobs::exactly(3)
};

/// What was compared, for each kind of test.
#[derive(Default)]
struct Tallies {
    programs: Tally,
    litmus: Tally,
    shapes: Tally,
    cycles: Tally,
}

/// The first of all tests that shows a difference.
fn first_difference(cycles: &[Cycle], tallies: &mut Tallies) -> Option<(u64, String)> {
    for pattern in Pattern::hard() {
        if let Some(difference) = pattern.difference() {
            return Some((0, difference));
        }
    }
    for number in 0..ENOUGH {
        for model in Model::ALL {
            let program = net::built(number, model);
            let comparison = compare::built_within(&program, model, LIMIT);
            tallies.programs.add(&comparison);
            if number.is_multiple_of(MIXED)
                && let Err(difference) =
                    net::random_mixed(number, model, LIMIT, &mut tallies.programs)
            {
                return Some((number, difference));
            }
            let shared = || match number.is_multiple_of(SHARED) {
                true => compare::shared(&program, model, TINY, LIMIT),
                false => None,
            };
            if let Some(difference) = comparison.difference().or_else(shared) {
                return Some((number, difference));
            }
        }
        if let Err(difference) = net::random_litmus(number, &Model::ALL, &mut tallies.litmus) {
            return Some((number, difference));
        }
        for shape in SHAPES * number..SHAPES * (number + 1) {
            if let Err(difference) = net::random_shape(shape, &[Model::C11], &mut tallies.shapes) {
                return Some((number, difference));
            }
        }
        let cycle = &cycles[number as usize % cycles.len()];
        let (_, comparison) = compare::litmus(&cycle.test(), &Model::ALL);
        tallies.cycles.add(&comparison);
        if let Some(difference) = comparison.difference() {
            return Some((number, difference));
        }
    }
    None
}

fn cycles() -> Vec<Cycle> {
    all(Bounds {
        accesses: 4,
        threads: 4,
        decorations: 1,
    })
}

#[test]
fn every_mutant_is_caught() {
    let cycles = cycles();
    let mut survivors = Vec::new();
    for mutant in Mutant::ALL {
        let begin = Instant::now();
        match mutant::with(*mutant, || {
            first_difference(&cycles, &mut Tallies::default())
        }) {
            Some((number, difference)) => println!(
                "{mutant:?}: caught by test {number} after {:.2} s: {}",
                begin.elapsed().as_secs_f64(),
                difference.lines().next().unwrap_or_default()
            ),
            None => survivors.push(*mutant),
        }
    }
    assert!(survivors.is_empty(), "not caught: {survivors:?}");
}

/// And every pair of algorithm and model takes part: what refuses everything differs from nothing.
#[test]
fn the_sound_engine_passes() {
    let mut tallies = Tallies::default();
    let found = first_difference(&cycles(), &mut tallies);
    assert_eq!(found, None);
    for (name, tally, enough) in [
        ("programs", tallies.programs, ENOUGH / 3),
        ("litmus tests", tallies.litmus, ENOUGH / 3),
        ("cycles", tallies.cycles, ENOUGH / 3),
    ] {
        println!("{name}\n{tally}");
        assert_eq!(tally.rarer_than(enough), Vec::<String>::new(), "{name}");
    }
}
