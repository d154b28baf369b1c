//! Several workers see what one sees, on random programs: every class once, whatever the timing is. With tasks of one execution every
//! branch is handed over.

use threadproof_engine::{Jobs, Model};
use threadproof_testkit::compare;
use threadproof_testkit::net;
use threadproof_testkit::shrink::shrink;

/// Executions of one worker above which a program is left out.
const LIMIT: usize = 600;

fn compare(models: &[Model], jobs: Jobs, seeds: std::ops::Range<u64>) {
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
fn branches_are_handed_over_when_somebody_waits() {
    let models = [Model::Sc, Model::Tso, Model::Pso];
    compare(&models, Jobs::exactly(2), 0..150);
    compare(&models, Jobs::exactly(8), 150..200);
}
