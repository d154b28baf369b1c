//! Every algorithm against brute force on random programs: same classes, none twice.

use std::collections::BTreeSet;
use threadproof_engine::{Algorithm, Class, Model, Options, check_observed};
use threadproof_testkit::builder::Built;
use threadproof_testkit::random::{Size, program};

fn classes(program: &Built, algorithm: Algorithm) -> (Vec<Class>, u64) {
    let mut options = Options::new(Model::Sc, algorithm);
    options.keep_going = true;
    options.limits.max_executions = Some(50_000);
    let mut classes = Vec::new();
    let mut observer = |class| classes.push(class);
    let outcome = check_observed(program, &options, &mut observer).expect("supported");
    let redundant = outcome.counts.redundant;
    (classes, redundant)
}

fn compare(seed: u64, size: Size) {
    let program = program(seed, size);
    let (naive, _) = classes(&program, Algorithm::Naive);
    if naive.len() >= 50_000 {
        return;
    }
    let reference: BTreeSet<&Class> = naive.iter().collect();
    for algorithm in [Algorithm::Optimal, Algorithm::Source] {
        let (found, redundant) = classes(&program, algorithm);
        let set: BTreeSet<&Class> = found.iter().collect();
        assert_eq!(
            set.len(),
            found.len(),
            "{algorithm:?} repeats a class: seed {seed}, {program:?}"
        );
        assert_eq!(
            set.len(),
            reference.len(),
            "{algorithm:?} misses: seed {seed}, {program:?}"
        );
        assert_eq!(
            set, reference,
            "{algorithm:?} differs: seed {seed}, {program:?}"
        );
        if algorithm == Algorithm::Optimal {
            assert_eq!(redundant, 0, "seed {seed}, {program:?}");
        }
    }
}

const SMALL: Size = Size {
    threads: 3,
    instructions: 3,
    variables: 2,
    locks: false,
    awaits: false,
    choices: false,
};

#[test]
fn plain() {
    (0..3000).for_each(|seed| compare(seed, SMALL));
}

#[test]
fn with_locks() {
    let size = Size {
        locks: true,
        ..SMALL
    };
    (0..3000).for_each(|seed| compare(seed, size));
}

#[test]
fn with_choices() {
    let size = Size {
        locks: true,
        choices: true,
        ..SMALL
    };
    (0..3000).for_each(|seed| compare(seed, size));
}

#[test]
fn with_awaits() {
    let size = Size {
        awaits: true,
        locks: true,
        ..SMALL
    };
    (0..3000).for_each(|seed| compare(seed, size));
}
