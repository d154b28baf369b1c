//! The classical shapes under C11: the engine decides them as the axioms do with every combination of memory
//! orders and fences, as far as that is feasible, and has as many executions as there are classes.

use std::ops::ControlFlow;
use threadproof_engine::{
    Algorithm, Cause, GraphFeature, Model, Number, Options, Outcome, Verdict, check,
};
use threadproof_litmus::{FailWhen, Inst, Litmus, parse};
use threadproof_program::ErrorKind;
use threadproof_testkit::shapes::{Holes, SHAPES};
use threadproof_testkit::tally::Tally;
use threadproof_testkit::{compare, net};

/// Of shapes that have more combinations of orders, this many are taken: two, which have 91,125 each.
const MOST: u64 = 20_000;

/// Compares every combination of every fourth shape.
fn every_combination(first: usize) {
    for shape in SHAPES.iter().skip(first).step_by(4) {
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

#[test]
fn every_combination_1() {
    every_combination(0);
}

#[test]
fn every_combination_2() {
    every_combination(1);
}

#[test]
fn every_combination_3() {
    every_combination(2);
}

#[test]
fn every_combination_4() {
    every_combination(3);
}

/// The tests of the corpus, of which some are there for the reader alone. Locks are left out: the axioms have none.
#[test]
fn tests_of_the_corpus() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/litmus");
    let mut folders = vec![std::path::PathBuf::from(folder)];
    let mut compared = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of the project") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read(&path).expect("readable");
            let test = parse("corpus", &text).expect("tests of the corpus can be read");
            let waits = |inst: &Inst| matches!(inst, Inst::Lock(_) | Inst::Await { .. });
            if test
                .threads
                .iter()
                .any(|thread| thread.code.iter().any(waits))
            {
                continue;
            }
            let (decisions, comparison) = compare::litmus(&test, &[Model::C11]);
            if let Some(difference) = comparison.difference() {
                panic!("{}: {difference}", path.display());
            }
            let allowed = decisions[Model::C11 as usize].outcomes > 0;
            if let Some(expected) = test.expects("c11") {
                assert_eq!(expected, allowed, "{}", path.display());
            }
            compared += 1;
        }
    }
    assert!(compared > 80, "{compared}");
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
