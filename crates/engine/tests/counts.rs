//! Numbers of executions that the literature fixes, on hand-written programs.

use std::ops::ControlFlow;
use threadproof_engine::{Algorithm, Counts, Model, Options, Verdict, check};
use threadproof_testkit::builder::{Built, Expr, Inst};

fn counts(program: &Built, algorithm: Algorithm) -> Counts {
    let options = Options::new(Model::Sc, algorithm);
    let outcome = check(program, &options, &mut |_| ControlFlow::Continue(()));
    let outcome = outcome.expect("supported");
    assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
    outcome.counts
}

/// `optimal` explores exactly so many executions, `source` the same complete ones.
fn expect(program: &Built, complete: u64, blocked: u64) {
    let wanted = Counts {
        complete,
        blocked,
        redundant: 0,
    };
    assert_eq!(counts(program, Algorithm::Optimal), wanted);
    let source = counts(program, Algorithm::Source);
    assert_eq!((source.complete, source.blocked), (complete, blocked));
}

fn store(var: u32, value: u32) -> Inst {
    Inst::Store(var, Expr::Const(value))
}

#[test]
fn readers() {
    let mut threads = vec![vec![store(0, 42)]];
    threads.extend(vec![vec![Inst::Load(0, 0)]; 9]);
    expect(&Built::parallel(1, threads), 512, 0);
}

#[test]
fn cas_rotation() {
    let threads = (1..=8).map(|i| vec![Inst::Cas(0, 0, i - 1, i)]);
    expect(&Built::parallel(1, threads.collect()), 2048, 0);
}

#[test]
fn last_write() {
    let threads = (1..=7).map(|i| vec![store(0, i)]);
    let mut program = Built::parallel(1, threads.collect());
    program.threads[0].push(Inst::Load(0, 0));
    expect(&program, 5040, 0);
}

#[test]
fn fibonacci() {
    let step = |a, b| {
        [
            Inst::Load(0, a),
            Inst::Load(1, b),
            Inst::Store(a, Expr::Add(0, 1)),
        ]
    };
    let first: Vec<Inst> = (0..2).flat_map(|_| step(0, 1)).collect();
    let second: Vec<Inst> = (0..2).flat_map(|_| step(1, 0)).collect();
    let mut program = Built::parallel(2, vec![first, second]);
    program.threads[0].truncate(2);
    program.threads[0].extend([Inst::Load(0, 0), Inst::Load(1, 1)]);
    expect(&program, 140, 0);
}

#[test]
fn critical_sections() {
    let rounds = 4;
    let body: Vec<Inst> = (0..rounds)
        .flat_map(|_| {
            [
                Inst::Lock(0),
                Inst::Load(0, 1),
                Inst::Store(1, Expr::Add(0, 1)),
                Inst::Unlock(0),
            ]
        })
        .collect();
    expect(&Built::parallel(2, vec![body.clone(), body]), 70, 0);
}

#[test]
fn store_buffering() {
    let threads = vec![
        vec![store(0, 1), Inst::Load(0, 1)],
        vec![store(1, 1), Inst::Load(0, 0)],
    ];
    expect(&Built::parallel(2, threads), 3, 0);
}

#[test]
fn lock_order_deadlock() {
    let lock = |a, b| {
        vec![
            Inst::Lock(a),
            Inst::Lock(b),
            Inst::Unlock(b),
            Inst::Unlock(a),
        ]
    };
    let program = Built::parallel(2, vec![lock(0, 1), lock(1, 0)]);
    for algorithm in [Algorithm::Optimal, Algorithm::Source, Algorithm::Naive] {
        let mut options = Options::new(Model::Sc, algorithm);
        options.keep_going = true;
        let outcome = check(&program, &options, &mut |_| ControlFlow::Continue(()));
        let outcome = outcome.expect("supported");
        assert_eq!(outcome.errors.len(), 1, "{algorithm:?}");
        assert_eq!(outcome.errors[0].kind.name(), "deadlock");
        if algorithm == Algorithm::Optimal {
            let wanted = Counts {
                complete: 2,
                blocked: 1,
                redundant: 0,
            };
            assert_eq!(outcome.counts, wanted);
        }
    }
}

#[test]
fn choices() {
    let program = Built::parallel(
        1,
        vec![
            vec![Inst::Choose(0, 3), Inst::Store(0, Expr::Reg(0))],
            vec![Inst::Load(0, 0)],
        ],
    );
    expect(&program, 6, 0);
}

/// Each race looked at only once, or with the steps up to its second one, loses a class of each.
#[test]
fn races_behind_a_lock_that_is_never_given_back() {
    let lock_and_unlock = vec![Inst::Lock(2), Inst::Unlock(2)];
    let first = Built::new(
        3,
        vec![
            main_with(Inst::Load(0, 0)),
            vec![Inst::Cas(0, 2, 0, 1), Inst::Lock(2), Inst::Load(1, 0)],
            vec![Inst::Add(1, 0, 1)],
            lock_and_unlock.clone(),
        ],
    );
    let second = Built::new(
        3,
        vec![
            main_with(Inst::Load(0, 1)),
            vec![Inst::Exchange(0, 1, 0)],
            vec![Inst::Cas(1, 2, 0, 1), Inst::Lock(2), store(1, 1)],
            lock_and_unlock,
        ],
    );
    for (program, complete, blocked) in [(first, 4, 4), (second, 6, 4)] {
        for algorithm in [Algorithm::Optimal, Algorithm::Source] {
            let mut options = Options::new(Model::Sc, algorithm);
            options.keep_going = true;
            let outcome = check(&program, &options, &mut |_| ControlFlow::Continue(()));
            let counts = outcome.expect("supported").counts;
            assert_eq!((counts.complete, counts.blocked), (complete, blocked));
        }
    }
}

fn main_with(inst: Inst) -> Vec<Inst> {
    let spawns = (1..=3).map(Inst::Spawn);
    let joins = (1..=3).map(Inst::Join);
    spawns.chain([inst]).chain(joins).collect()
}

#[test]
fn store_buffering_under_weak_memory() {
    let threads = vec![
        vec![store(0, 1), Inst::Load(0, 1)],
        vec![store(1, 1), Inst::Load(0, 0)],
    ];
    let program = Built::parallel(2, threads);
    let forwarding = Built::parallel(
        1,
        vec![vec![store(0, 1), Inst::Load(0, 0)], vec![store(0, 2)]],
    );
    for model in [Model::Tso, Model::Pso] {
        for (program, count) in [(&program, 4), (&forwarding, 3)] {
            let options = Options::new(model, Algorithm::Optimal);
            let outcome = check(program, &options, &mut |_| ControlFlow::Continue(()));
            let counts = outcome.expect("supported").counts;
            assert_eq!((counts.complete, counts.redundant), (count, 0), "{model:?}");
        }
    }
}

/// Four threads that write a variable of their own thirty times each, and then a common one.
fn long_threads() -> Built {
    let thread = |own: u32| {
        let mut thread: Vec<Inst> = (0..30).map(|value| store(own, value)).collect();
        thread.push(store(0, own));
        thread
    };
    Built::parallel(5, (1..=4).map(thread).collect())
}

#[test]
fn writes_that_nobody_minds_do_not_matter() {
    expect(&long_threads(), 24, 0);
}

#[test]
fn the_limit_of_steps_is_that_of_a_thread() {
    let verdict = |max_steps| {
        let mut options = Options::new(Model::Sc, Algorithm::Optimal);
        options.limits.max_steps = max_steps;
        let outcome = check(
            &long_threads(),
            &options,
            &mut |_| ControlFlow::Continue(()),
        );
        outcome.expect("supported").verdict
    };
    assert_eq!(verdict(32), Verdict::Verified);
    assert_eq!(verdict(30), Verdict::Inconclusive);
}
