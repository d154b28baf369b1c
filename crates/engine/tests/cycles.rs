//! Generated litmus tests: every model and algorithm decides them as the axioms say, and visits as
//! many executions as are consistent. `cargo xtask fuzz --cycles` runs the larger ones too.

use std::collections::BTreeSet;
use threadproof_engine::Model;
use threadproof_litmus::cycles::{Bounds, Cycle, all};
use threadproof_testkit::tally::Tally;
use threadproof_testkit::{compare, net};

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

/// Under C11, with memory orders and all fences.
fn run_ordered(accesses: usize, decorations: usize, most: u64) -> Tally {
    let bounds = Bounds {
        accesses,
        threads: 4,
        decorations,
    };
    let mut tally = Tally::default();
    for cycle in all(bounds)
        .iter()
        .flat_map(|cycle| net::ordered_cycles(cycle, most))
    {
        if let Err(difference) = net::ordered_cycle(&cycle, &mut tally) {
            panic!("{difference}");
        }
    }
    tally
}

#[test]
fn four_accesses_with_orders() {
    let tally = run_ordered(4, 0, 60);
    assert!(tally.fewest() > 1_000, "{tally}");
}

#[test]
fn four_accesses_with_orders_and_updates() {
    let tally = run_ordered(4, 1, 6);
    assert!(tally.fewest() > 500, "{tally}");
}

#[test]
fn six_accesses_with_orders() {
    let tally = run_ordered(6, 0, 1);
    assert!(tally.fewest() > 500, "{tally}");
}

#[test]
fn names_with_orders_are_unique() {
    let bounds = Bounds {
        accesses: 4,
        threads: 4,
        decorations: 0,
    };
    let cycles = all(bounds);
    let cycle = cycles
        .iter()
        .find(|cycle| cycle.name() == "MP")
        .expect("it is small");
    assert_eq!(cycle.combinations(), 3_u64.pow(4) * 5 * 5);
    let names = (0..cycle.combinations()).map(|number| cycle.combination(number).name());
    let names: BTreeSet<String> = names.collect();
    assert_eq!(names.len() as u64, cycle.combinations());
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
