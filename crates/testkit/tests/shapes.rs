//! The classical shapes under C11: the engine decides them as the axioms do with every combination of memory
//! orders and fences, as far as that is feasible, and has as many executions as there are classes.

use threadproof_engine::Model;
use threadproof_litmus::parse;
use threadproof_testkit::shapes::{Holes, SHAPES};
use threadproof_testkit::tally::Tally;
use threadproof_testkit::{compare, net};

/// Of shapes that have more combinations of orders, this many are taken.
const MOST: u64 = 600;

#[test]
fn every_combination() {
    for shape in SHAPES {
        let all = shape.combinations(Holes::Few);
        // An odd step meets all options of all holes, whose numbers are 3 and 5.
        let step = (all / MOST) | 1;
        let step = if step.is_multiple_of(3) || step.is_multiple_of(5) {
            step + 2
        } else {
            step
        };
        for number in (0..all).step_by(step as usize) {
            let text = shape.text(Holes::Few, number);
            let test = parse("shape", text.as_bytes()).expect("sound");
            let (_, comparison) = compare::litmus(&test, &[Model::C11]);
            if let Some(difference) = comparison.difference() {
                panic!("{difference}\n{text}");
            }
        }
    }
}

/// With read-modify-writes and plain accesses, too.
#[test]
fn any_combination() {
    let mut tally = Tally::default();
    for seed in 0..1_500 {
        if let Err(difference) = net::random_shape(seed, &[Model::C11], &mut tally) {
            panic!("{difference}");
        }
    }
    assert!(tally.fewest() == 1_500, "{tally}");
}
