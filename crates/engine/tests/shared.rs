//! Several workers see what one sees, on random programs: every class once, whatever the timing is. With tasks of one execution every
//! branch is handed over.

use std::ops::Range;
use threadproof_engine::mutant::{self, Mutant};
use threadproof_engine::{Jobs, Model};
use threadproof_testkit::compare;
use threadproof_testkit::net;
use threadproof_testkit::shrink::shrink;

/// Executions of one worker above which a program is left out.
const LIMIT: usize = 600;

fn compare(models: &[Model], jobs: Jobs, seeds: Range<u64>) {
    for seed in seeds {
        for model in models {
            let program = net::built(seed, *model);
            if let Some(difference) = compare::shared(&program, *model, jobs, LIMIT) {
                let differs = |p: &_| compare::shared(p, *model, jobs, LIMIT).is_some();
                let small = shrink(&program, differs);
                panic!("seed {seed}: {difference}\nshrunk: {:#?}", small.threads);
            }
        }
    }
}

/// Every branch becomes a task.
const TINY: Jobs = Jobs {
    budget: Some(1),
    ..Jobs::exactly(3)
};

#[test]
fn every_branch_is_handed_over_under_sc() {
    compare(&[Model::Sc], TINY, 0..600);
}

#[test]
fn every_branch_is_handed_over_under_tso_and_pso() {
    compare(&[Model::Tso, Model::Pso], TINY, 0..300);
}

#[test]
fn every_part_of_a_frame_is_handed_over() {
    compare(&[Model::Ra, Model::C11], TINY, 0..4000);
}

#[test]
fn branches_are_handed_over_when_somebody_waits() {
    let models = Model::ALL;
    compare(&models, Jobs::exactly(2), 0..150);
    compare(&models, Jobs::exactly(8), 150..200);
}

/// Each kind of search, since each hands over in its own way.
#[test]
#[cfg(debug_assertions)]
fn a_broken_hand_over_is_caught_under_every_model() {
    let mutants = [
        Mutant::DroppedSleeper,
        Mutant::UpwardTwice,
        Mutant::UpwardDropped,
    ];
    for mutant in mutants {
        for model in Model::ALL {
            let differs = |seed| {
                let program = net::built(seed, model);
                compare::shared(&program, model, TINY, LIMIT).is_some()
            };
            let caught = mutant::with(mutant, || (0..600).find(|seed| differs(*seed)));
            assert!(caught.is_some(), "{mutant:?} under {}", model.name());
        }
    }
}
