//! The classical shapes under C11: the engine decides them as the axioms do with every combination of memory
//! orders and fences, as far as that is feasible, and has as many executions as there are classes.

use std::ops::ControlFlow;
use threadproof_engine::{
    Algorithm, Cause, GraphFeature, Model, Number, Options, Outcome, Verdict, check,
};
use threadproof_litmus::{FailWhen, Litmus, parse};
use threadproof_program::ErrorKind;
use threadproof_testkit::shapes::{Holes, SHAPES};
use threadproof_testkit::tally::Tally;
use threadproof_testkit::{compare, net};

/// Of shapes that have more combinations of orders, this many are taken.
const MOST: u64 = 600;

#[test]
fn every_combination() {
    for shape in SHAPES {
        for number in shape.numbers(Holes::Few, MOST) {
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

/// A test under C11 with a budget for the order of what is sequentially consistent.
fn decided(text: &str, guesses: u64) -> Outcome {
    let test = parse("shape", text.as_bytes()).expect("sound");
    let mut options = Options::new(Model::C11, Algorithm::Rf);
    for kind in ErrorKind::ALL {
        options.checks.set(kind, false);
    }
    options.limits.max_guesses = guesses;
    let program = Litmus::new(&test, FailWhen::Outcome);
    check(&program, &options, &mut |_| ControlFlow::Continue(())).expect("rf does c11")
}

/// Beyond the budget nothing is said to be verified.
#[test]
fn without_guesses_some_are_not_decided() {
    let mut undecided = 0;
    for seed in (0..400).step_by(2) {
        let text = threadproof_testkit::shapes::random(seed);
        let outcome = decided(&text, 20_000);
        assert_eq!(outcome.verdict, Verdict::Verified, "{text}");
        let count = |name: &str| {
            let mut rows = outcome.effort.iter();
            rows.find(|row| row.name == name).map(|row| row.number)
        };
        let none = Some(Number::Count(0));
        let without = decided(&text, 0);
        if count("seq_cst_guesses") == none {
            assert_eq!(without.verdict, Verdict::Verified, "{text}");
            continue;
        }
        undecided += 1;
        assert_ne!(count("seq_cst_questions"), none, "{text}");
        assert_eq!(without.verdict, Verdict::Inconclusive, "{text}");
        let reason = without.reason.expect("it is inconclusive");
        let Cause::AlsoUnderSc { cause, .. } = reason.cause else {
            panic!("{:?}", reason.cause);
        };
        assert_eq!(*cause, GraphFeature::SeqCstOrder.into());
    }
    assert!(undecided > 5, "{undecided}");
}
