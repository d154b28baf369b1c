//! The estimated number of executions against the real one, on random programs.

use std::ops::ControlFlow;
use threadproof_engine::{Algorithm, Model, Options, check, estimate, resolve};
use threadproof_testkit::random::{Size, program};

/// Probes for each program.
const PROBES: u64 = 400;

fn compare(model: Model, algorithm: Algorithm, size: Size) {
    if resolve(algorithm, model).is_err() {
        return;
    }
    let (mut estimated, mut real, mut variance) = (0.0, 0.0, 0.0);
    for seed in 0..150 {
        let program = program(seed, size);
        let mut options = Options::new(model, algorithm);
        options.keep_going = true;
        let outcome = check(&program, &options, &mut |_| ControlFlow::Continue(()));
        let outcome = outcome.expect("the pair is supported");
        // What the algorithm cannot do has no number to compare with.
        if !outcome.exhausted {
            continue;
        }
        let counts = outcome.counts;
        let estimate = estimate(&program, &options, PROBES, seed);
        let estimate = estimate.unwrap_or_else(|| panic!("program {seed} has no estimate"));
        let executions = (counts.complete + counts.blocked) as f64;
        estimated += estimate.executions / executions;
        real += 1.0;
        variance += (estimate.error / executions).powi(2);
    }
    assert!(real >= 100.0, "only {real} programs could be searched");
    let distance: f64 = estimated - real;
    let error = f64::sqrt(variance);
    assert!(
        distance.abs() <= 4.0 * error,
        "{estimated} instead of {real}, with an error of {error}"
    );
    assert!(error < 0.1 * real, "the error is small: {error} of {real}");
}

#[test]
fn optimal_under_sc() {
    compare(Model::Sc, Algorithm::Optimal, Size::SMALL);
}

#[test]
fn optimal_with_locks() {
    let size = Size {
        locks: true,
        ..Size::SMALL
    };
    compare(Model::Sc, Algorithm::Optimal, size);
}

#[test]
fn optimal_under_tso() {
    compare(Model::Tso, Algorithm::Optimal, Size::SMALL);
}

#[test]
fn naive_under_sc() {
    compare(Model::Sc, Algorithm::Naive, Size::SMALL);
}

#[test]
fn reads_from_classes_under_sc() {
    let size = Size {
        locks: true,
        ..Size::SMALL
    };
    compare(Model::Sc, Algorithm::Rf, size);
}

#[test]
fn reads_from_classes_of_graphs() {
    let size = Size {
        all_orders: true,
        choices: true,
        ..Size::SMALL
    };
    compare(Model::Ra, Algorithm::Rf, size);
    compare(Model::C11, Algorithm::Rf, size);
}

#[test]
fn nothing_is_said_of_the_solver() {
    let program = program(1, Size::SMALL);
    let options = Options::new(Model::Sc, Algorithm::Sat);
    assert_eq!(estimate(&program, &options, PROBES, 1), None);
}
