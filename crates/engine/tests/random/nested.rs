//! Threads that create and join threads, on some of their ways or on all.

use super::{compare, same, same_without_rf};
use std::ops::ControlFlow;
use threadproof_engine::{Model, Options, SUPPORT, check};
use threadproof_program::ErrorKind;
use threadproof_testkit::builder::{Built, Expr, Inst};
use threadproof_testkit::random::Size;

/// An error in what follows a join, after a step of another thread in between: it must be repeated when
/// it is shown.
#[test]
fn a_step_between_a_join_and_an_error() {
    let program = Built::new(
        1,
        vec![
            vec![
                Inst::Spawn(1),
                Inst::Join(1),
                Inst::Load(0, 0),
                Inst::Assert(0, 0),
            ],
            vec![Inst::Spawn(2)],
            vec![Inst::Cas(1, 0, 0, 1)],
        ],
    );
    for model in [Model::Sc, Model::Tso, Model::Pso] {
        same(&program, model);
        for (algorithm, _) in SUPPORT.iter().filter(|(_, m)| *m == model) {
            let options = Options::new(model, *algorithm);
            let outcome = check(&program, &options, &mut |_| ControlFlow::Continue(()));
            let found = outcome.expect("supported").errors;
            let kinds: Vec<ErrorKind> = found.iter().map(|found| found.kind).collect();
            assert_eq!(kinds, [ErrorKind::Assertion], "{algorithm:?}, {model:?}");
        }
    }
}

/// What a thread joined before its end comes before those who join it in turn, also where a thread's
/// way to its end is not one straight line.
#[test]
fn a_join_of_a_thread_that_joins() {
    let threads = vec![
        vec![Inst::Spawn(1), Inst::Join(1), Inst::Load(0, 0)],
        vec![Inst::Spawn(2), Inst::Join(2)],
        vec![Inst::Exchange(0, 0, 1)],
    ];
    let on_one_of_two_paths = vec![
        vec![Inst::Spawn(1), Inst::Join(1), Inst::Load(0, 0)],
        vec![
            Inst::Spawn(2),
            Inst::Choose(1, 2),
            Inst::SkipUnless(1, 1, 1),
            Inst::Join(2),
        ],
        vec![Inst::Exchange(0, 0, 1)],
    ];
    for threads in [threads, on_one_of_two_paths] {
        let program = Built::new(1, threads);
        for model in [Model::Sc, Model::Tso] {
            same(&program, model);
        }
    }
}

/// A thread that is created on two paths comes after what lies on the one that is taken.
#[test]
fn a_thread_created_on_two_paths() {
    let after_a_race = vec![
        vec![Inst::Spawn(1), Inst::Spawn(3)],
        vec![Inst::Cas(0, 2, 0, 1), Inst::Spawn(2)],
        vec![Inst::Add(0, 1, 1)],
        vec![Inst::Cas(1, 2, 0, 1), Inst::Load(1, 1)],
    ];
    let after_a_store = vec![
        vec![Inst::Spawn(1), Inst::Store(0, Expr::Const(1))],
        vec![
            Inst::Load(0, 0),
            Inst::SkipUnless(0, 1, 1),
            Inst::Store(1, Expr::Const(1)),
            Inst::Spawn(2),
        ],
        vec![Inst::Load(1, 1), Inst::Assert(1, 0)],
    ];
    for threads in [after_a_race, after_a_store] {
        let program = Built::new(3, threads);
        for model in [Model::Sc, Model::Tso] {
            same(&program, model);
        }
    }
}

/// Threads that are created and joined on some of the ways of others, with errors to be found.
#[test]
fn nested_with_errors() {
    let size = Size {
        nested: true,
        asserts: true,
        choices: true,
        awaits: true,
        threads: 4,
        instructions: 2,
        ..Size::SMALL
    };
    compare(size, &[Model::Sc, Model::Tso], 0..600);
}

/// What comes after a join in one branch says nothing of the other: `sat` once missed the livelock.
#[test]
fn a_wait_in_vain_beside_a_join() {
    let threads = vec![
        vec![
            Inst::Spawn(1),
            Inst::Spawn(2),
            Inst::Cas(0, 2, 0, 1),
            Inst::Store(0, Expr::Const(1)),
            Inst::Join(2),
        ],
        vec![Inst::Await(0, 1)],
        vec![Inst::Lock(2), Inst::Store(0, Expr::Const(0))],
    ];
    let program = Built::new(3, threads);
    for model in [Model::Sc, Model::Tso] {
        same_without_rf(&program, model);
    }
}
