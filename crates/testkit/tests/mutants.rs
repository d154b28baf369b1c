//! Every deliberately broken engine is caught by the net of random programs, random litmus tests and
//! generated cycles, and the sound one gets through the very same tests. They are as many as fit into a
//! minute; a number rather than a time, so that a busy machine does not let anything through.
//!
//! Broken engines exist in builds with debug assertions only.
#![cfg(debug_assertions)]

use std::time::Instant;
use threadproof_engine::mutant::{self, Mutant};
use threadproof_engine::{Algorithm, Model, resolve};
use threadproof_litmus::cycles::{Bounds, Cycle, all};
use threadproof_testkit::compare::{self, Compared};
use threadproof_testkit::net;

/// Executions of brute force: small programs show as much, in less time.
const LIMIT: usize = 300;
/// How many tests there are of each kind.
const ENOUGH: u64 = 1_500;

/// The first of all tests that shows a difference.
fn first_difference(cycles: &[Cycle]) -> Option<(u64, String)> {
    let models = Model::ALL.into_iter();
    let models: Vec<Model> = models
        .filter(|model| *model == Model::Ra || resolve(Algorithm::Naive, *model).is_ok())
        .collect();
    for number in 0..ENOUGH {
        for model in &models {
            let program = net::built(number);
            if let Compared::Different(difference) = compare::built_within(&program, *model, LIMIT)
            {
                return Some((number, difference));
            }
        }
        if let Err(difference) = net::random_litmus(number) {
            return Some((number, difference));
        }
        let cycle = &cycles[number as usize % cycles.len()];
        if let Err(difference) = compare::litmus(&cycle.test()) {
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
        match mutant::with(*mutant, || first_difference(&cycles)) {
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

#[test]
fn the_sound_engine_passes() {
    let found = first_difference(&cycles());
    assert_eq!(found, None);
}
