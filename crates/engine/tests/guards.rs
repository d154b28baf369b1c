//! Guards, the one form of blocking: locks, waiting loops, and threads that wait for ever.

use std::ops::ControlFlow;
use threadproof_engine::{Algorithm, Detail, Model, Options, Outcome, Verdict, check};
use threadproof_program::{ErrorKind, Wait};
use threadproof_testkit::builder::{Built, Expr, Inst};

/// They count classes. `naive` counts interleavings, also with the creation of threads.
const ALGORITHMS: [Algorithm; 2] = [Algorithm::Optimal, Algorithm::Source];

fn outcome(threads: &[Vec<Inst>], algorithm: Algorithm) -> Outcome {
    let program = Built::parallel(2, threads.to_vec());
    let options = Options::new(Model::Sc, algorithm);
    let outcome = check(&program, &options, &mut |_| ControlFlow::Continue(()));
    outcome.expect("sc is supported")
}

/// A thread that waits takes no step, so of two threads with a lock one goes first: two executions.
#[test]
fn a_lock_has_an_execution_for_each_order() {
    let section = vec![Inst::Lock(0), Inst::Unlock(0)];
    for algorithm in ALGORITHMS {
        let outcome = outcome(&[section.clone(), section.clone()], algorithm);
        assert_eq!(outcome.verdict, Verdict::Verified);
        assert_eq!(outcome.counts.complete, 2, "{algorithm:?}");
    }
}

/// The turns of a waiting loop are not executions of their own: the thread goes on once, when the value is there.
#[test]
fn an_await_has_one_execution() {
    let writer = vec![Inst::Store(0, Expr::Const(1))];
    let waiter = vec![Inst::Await(0, 1), Inst::Load(0, 0)];
    for algorithm in ALGORITHMS {
        let outcome = outcome(&[writer.clone(), waiter.clone()], algorithm);
        assert_eq!(outcome.verdict, Verdict::Verified);
        assert_eq!(outcome.counts.complete, 1, "{algorithm:?}");
    }
}

/// The error kind and the reasons of the threads that wait in the end.
fn stuck(threads: &[Vec<Inst>]) -> (ErrorKind, Vec<Wait>) {
    let outcome = outcome(threads, Algorithm::Optimal);
    let found = outcome.errors.first().expect("it waits for ever");
    let Detail::Stuck(waiting) = &found.detail else {
        panic!("{:?}", found.detail);
    };
    let others = waiting.iter().map(|(_, why)| *why);
    (
        found.kind,
        others.filter(|why| *why != Wait::Join).collect(),
    )
}

/// A lock that nobody gives back is a deadlock of whoever wants it.
#[test]
fn a_lock_that_stays_taken_is_a_deadlock() {
    let (kind, why) = stuck(&[vec![Inst::Lock(0), Inst::Lock(0)]]);
    assert_eq!((kind, &why[..]), (ErrorKind::Deadlock, &[Wait::Mutex][..]));
}

/// A loop that waits for a value which nobody writes is a livelock: the thread runs, and nothing comes of it.
#[test]
fn an_await_without_a_writer_is_a_livelock() {
    let (kind, why) = stuck(&[vec![Inst::Await(0, 1)]]);
    assert_eq!((kind, &why[..]), (ErrorKind::Livelock, &[Wait::Await][..]));
}
