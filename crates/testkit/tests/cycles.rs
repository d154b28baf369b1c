//! Generated litmus tests: every model and algorithm decides them as the axioms say, and visits as
//! many executions as are consistent. `cargo xtask fuzz --cycles` runs the larger ones too.

use threadproof_engine::Model;
use threadproof_litmus::cycles::{Bounds, Cycle, all};
use threadproof_testkit::compare;
use threadproof_testkit::tally::Tally;

/// Every `step`-th cycle.
fn run(accesses: usize, decorations: usize, step: usize) {
    let bounds = Bounds {
        accesses,
        threads: 4,
        decorations,
    };
    let mut tally = Tally::default();
    let cycles = all(bounds);
    for cycle in cycles.iter().step_by(step) {
        let (_, comparison) = compare::litmus(&cycle.test(), &Model::ALL);
        if let Some(difference) = comparison.difference() {
            panic!("{difference}\n{}", cycle.text());
        }
        tally.add(&comparison);
    }
    // Brute force cannot do the larger ones.
    let enough = (cycles.len() / step) as u64 / 10;
    assert!(tally.rarer_than(enough).is_empty(), "{tally}");
}

#[test]
fn four_accesses() {
    run(4, 2, 1);
}

#[test]
fn five_accesses() {
    run(5, 1, 1);
}

#[test]
fn six_accesses() {
    run(6, 0, 1);
}

#[test]
fn six_accesses_with_decorations() {
    run(6, 2, 97);
}

fn names() -> Vec<String> {
    let bounds = Bounds {
        accesses: 6,
        threads: 4,
        decorations: 1,
    };
    all(bounds).iter().map(Cycle::name).collect()
}

#[test]
fn names_are_unique_and_known() {
    let mut names = names();
    let known = "SB MP LB S R 2+2W WRC WWC RWC WRW+WR WRR+2W WRW+2W IRIW IRRWIW IRWIW ISA2 W+RWC \
                 Z6.0 Z6.1 Z6.2 Z6.3 Z6.4 Z6.5 3.SB 3.LB 3.2W CoRR CoRW2 MP+po+fence SB+po+fence";
    for name in known.split_whitespace() {
        assert!(names.iter().any(|n| n == name), "{name}");
    }
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
}
