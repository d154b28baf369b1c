//! Every algorithm against the references on random programs with fixed seeds. `cargo xtask fuzz`
//! goes on where these stop.

mod bytes;
mod nested;
mod spin_locks;

use std::ops::ControlFlow;
use threadproof_engine::{Algorithm, Model, Options, check};
use threadproof_testkit::builder::{Built, Expr, Inst};
use threadproof_testkit::compare::{self, Compared};
use threadproof_testkit::net;
use threadproof_testkit::random::{Size, program};
use threadproof_testkit::shrink::shrink;
use threadproof_testkit::tally::Tally;

fn compare(size: Size, models: &[Model], seeds: std::ops::Range<u64>) {
    let mut tally = Tally::default();
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let program = program(seed, size);
        for model in models {
            let comparison = compare::built(&program, *model);
            tally.add(&comparison);
            if let Some(difference) = comparison.difference() {
                let differs = |p: &_| compare::built(p, *model).difference().is_some();
                let small = shrink(&program, differs);
                panic!("seed {seed}: {difference}\nshrunk: {:#?}", small.threads);
            }
        }
    }
    assert!(tally.fewest() > count / 10, "{tally}");
}

/// Every pair of algorithm and model compares the program, and agrees.
fn same(program: &Built, model: Model) {
    let comparison = compare::built(program, model);
    assert!(comparison.is_same(), "{comparison:?}");
}

/// The same for a program that `rf` does not do.
fn same_without_rf(program: &Built, model: Model) {
    let mut comparison = compare::built(program, model);
    let refused = |compared: &Compared| matches!(compared, Compared::Refused(_));
    let is_rf = |algorithm: Algorithm| algorithm == Algorithm::Rf;
    comparison
        .0
        .retain(|(algorithm, _, compared)| !(is_rf(*algorithm) && refused(compared)));
    assert!(comparison.is_same(), "{comparison:?}");
}

const SC: [Model; 1] = [Model::Sc];

#[test]
fn plain() {
    compare(Size::SMALL, &SC, 0..800);
}

#[test]
fn with_locks() {
    let size = Size {
        locks: true,
        ..Size::SMALL
    };
    compare(size, &SC, 0..800);
}

#[test]
fn with_choices() {
    let size = Size {
        locks: true,
        choices: true,
        ..Size::SMALL
    };
    compare(size, &SC, 0..1000);
}

/// Three threads, of which one chooses: four classes.
#[test]
fn a_choice_beside_a_race() {
    let program = Built::new(
        1,
        vec![
            vec![Inst::Spawn(1), Inst::Spawn(2), Inst::Spawn(3)],
            vec![Inst::Load(0, 0)],
            vec![Inst::Load(0, 0), Inst::Add(0, 0, 1)],
            vec![Inst::Choose(0, 2)],
        ],
    );
    same(&program, Model::Sc);
}

/// `rf` finds out late that its steps are too coarse for the program, and begins again: what it saw
/// before does not count.
#[test]
fn a_search_that_begins_again() {
    let program = Built::new(
        3,
        vec![
            vec![Inst::Spawn(1), Inst::TryLock(1, 2)],
            vec![Inst::Lock(2), Inst::Spawn(2)],
            vec![],
        ],
    );
    same(&program, Model::Sc);
}

/// `sat` must not ask for a compare-exchange that misses a store of its own thread, because one on
/// another path, which is not taken, lies in between.
#[test]
fn a_store_before_two_paths() {
    let program = Built::new(
        1,
        vec![
            vec![Inst::Spawn(1), Inst::Spawn(2)],
            vec![
                Inst::Store(0, Expr::Const(0)),
                Inst::Choose(1, 2),
                Inst::Cas(1, 0, 0, 2),
            ],
            vec![Inst::Add(1, 0, 1)],
        ],
    );
    same(&program, Model::Tso);
}

/// The one class that lets the addition come before the first load, after the second thread's load
/// and between the loads of the last one: a plan for it must not be left out because others begin in
/// the same way.
#[test]
fn plans_that_begin_alike() {
    let program = Built::new(
        3,
        vec![
            (1..=5).map(Inst::Spawn).collect(),
            vec![Inst::Load(0, 1)],
            vec![Inst::Add(0, 1, 1)],
            vec![Inst::Load(1, 0), Inst::Load(1, 1)],
            vec![Inst::Store(2, Expr::Const(2))],
            vec![Inst::Load(0, 2), Inst::Load(0, 2)],
        ],
    );
    let options = Options::new(Model::Sc, Algorithm::Optimal);
    let outcome = check(&program, &options, &mut |_| ControlFlow::Continue(()));
    let counts = outcome.expect("supported").counts;
    assert_eq!((counts.complete, counts.redundant), (12, 0));
}

/// Larger programs than brute force can do: `source` keeps no plans.
#[test]
fn optimal_against_source() {
    let size = Size {
        threads: 5,
        instructions: 4,
        variables: 3,
        awaits: true,
        ..Size::SMALL
    };
    for seed in 0..400 {
        for blind in [false, true] {
            let program = program(seed, Size { blind, ..size });
            let differs = |p: &Built| !compare::same_classes(p, Model::Sc);
            if differs(&program) {
                let small = shrink(&program, differs);
                panic!("seed {seed}\nshrunk: {:#?}", small.threads);
            }
        }
    }
}

/// A section that reads one variable and writes another stays what it is in another order. It was
/// planned as a write of both, and executions were lost with the plan.
#[test]
fn a_section_with_a_race_on_what_it_reads() {
    let program = Built::new(
        2,
        vec![
            vec![Inst::Spawn(1), Inst::Spawn(2), Inst::Spawn(3)],
            vec![Inst::Load(0, 1), Inst::Add(0, 0, 1)],
            vec![Inst::Load(0, 0)],
            vec![Inst::Move(0, 0, 1), Inst::Store(1, Expr::Const(0))],
        ],
    );
    same_without_rf(&program, Model::Sc);
}

/// A thread that waits in the middle of an atomic section would need others to run within it. If it
/// can happen, all say so; it once made `optimal` lose its way, and lose executions.
#[test]
fn waits_in_the_middle_of_sections() {
    let size = Size {
        late_waits: true,
        sections: true,
        ..Size::SMALL
    };
    let models = [Model::Sc, Model::Tso, Model::Pso];
    compare(size, &models, 0..400);
    let stores = vec![Inst::Store(0, Expr::Const(1))];
    let waits = vec![Inst::LateWait(1, 0, 1)];
    let looks = vec![Inst::Load(0, 1)];
    let program = Built::parallel(2, vec![stores, waits, looks]);
    for model in Model::ALL {
        let comparison = compare::built(&program, model);
        let refused = |compared: &Compared| matches!(compared, Compared::Refused(_));
        let mut all = comparison.0.iter();
        assert!(
            all.all(|(.., compared)| refused(compared)),
            "{comparison:?}"
        );
    }
}

#[test]
fn release_acquire_with_try_locks() {
    let size = Size {
        try_locks: true,
        ..Size::SMALL
    };
    compare(size, &[Model::Ra], 0..300);
}

#[test]
fn assertions() {
    let size = Size {
        asserts: true,
        locks: true,
        ..Size::SMALL
    };
    compare(size, &Model::ALL, 0..200);
}

#[test]
fn with_awaits() {
    let size = Size {
        awaits: true,
        locks: true,
        ..Size::SMALL
    };
    compare(size, &SC, 0..800);
}

#[test]
fn commuting_additions() {
    let size = Size {
        blind: true,
        ..Size::SMALL
    };
    compare(size, &Model::ALL, 0..400);
}

#[test]
fn commuting_additions_and_awaits() {
    let size = Size {
        threads: 4,
        blind: true,
        awaits: true,
        ..Size::SMALL
    };
    compare(size, &SC, 0..800);
}

/// Main loads all variables in the end, so that nothing that differs can hide.
#[test]
fn outcomes_of_commuting_additions() {
    let size = Size {
        threads: 4,
        instructions: 2,
        blind: true,
        awaits: true,
        bytes: true,
        ..Size::SMALL
    };
    let mut compared = 0;
    for seed in 0..600 {
        let mut program = program(seed, size);
        let loads = (0..size.variables).map(|var| Inst::Load(4 + var as usize, var));
        program.threads[0].extend(loads);
        match compare::outcomes(&program) {
            Compared::Same => compared += 1,
            Compared::TooLarge | Compared::Refused(_) => {}
            Compared::Different(difference) => {
                let differs = |p: &_| matches!(compare::outcomes(p), Compared::Different(_));
                let small = shrink(&program, differs);
                panic!("seed {seed}: {difference}\nshrunk: {:#?}", small.threads);
            }
        }
    }
    assert!(compared > 300, "only {compared} programs are small enough");
}

#[test]
fn commuting_additions_with_all() {
    let size = Size {
        threads: 4,
        instructions: 2,
        blind: true,
        awaits: true,
        locks: true,
        choices: true,
        nested: true,
        ..Size::SMALL
    };
    compare(size, &SC, 0..800);
}

#[test]
fn four_threads() {
    let size = Size {
        threads: 4,
        instructions: 2,
        ..Size::SMALL
    };
    compare(size, &SC, 0..500);
}

#[test]
fn nested_threads() {
    let size = Size {
        nested: true,
        locks: true,
        ..Size::SMALL
    };
    compare(size, &Model::ALL, 0..200);
}

#[test]
fn store_buffers() {
    let size = Size {
        locks: true,
        ..Size::SMALL
    };
    compare(size, &[Model::Tso, Model::Pso], 0..400);
}

#[test]
fn store_buffers_and_awaits() {
    let size = Size {
        awaits: true,
        choices: true,
        ..Size::SMALL
    };
    compare(size, &[Model::Tso, Model::Pso], 0..200);
}

#[test]
fn orders() {
    let size = Size {
        orders: true,
        instructions: 4,
        threads: 2,
        ..Size::SMALL
    };
    compare(size, &[Model::Tso, Model::Pso], 0..400);
}

#[test]
fn fences() {
    let size = Size {
        fences: true,
        orders: true,
        instructions: 5,
        nested: true,
        ..Size::SMALL
    };
    compare(size, &[Model::Tso, Model::Pso], 0..600);
}

#[test]
fn fences_with_all() {
    let size = Size {
        fences: true,
        asserts: true,
        awaits: true,
        locks: true,
        threads: 2,
        instructions: 6,
        nested: true,
        ..Size::SMALL
    };
    compare(size, &[Model::Tso, Model::Pso], 0..600);
}

#[test]
fn release_acquire() {
    compare(Size::SMALL, &[Model::Ra], 0..600);
}

#[test]
fn release_acquire_with_locks() {
    let size = Size {
        locks: true,
        orders: true,
        nested: true,
        ..Size::SMALL
    };
    compare(size, &[Model::Ra], 0..600);
}

#[test]
fn release_acquire_with_awaits() {
    let size = Size {
        locks: true,
        awaits: true,
        choices: true,
        ..Size::SMALL
    };
    compare(size, &[Model::Ra], 0..600);
}

#[test]
fn release_acquire_in_four_threads() {
    let size = Size {
        threads: 4,
        instructions: 2,
        locks: true,
        ..Size::SMALL
    };
    compare(size, &[Model::Ra], 0..400);
}

#[test]
fn release_acquire_with_sections() {
    let size = Size {
        sections: true,
        locks: true,
        ..Size::SMALL
    };
    compare(size, &[Model::Ra], 0..600);
}

/// Every memory order and fence, and locks, sections and threads of threads beside them.
#[test]
fn c11() {
    let mut tally = Tally::default();
    for seed in 0..1_200 {
        if let Err(difference) = net::random_program(seed, Model::C11, 1_000, &mut tally) {
            panic!("{difference}");
        }
    }
    assert!(tally.fewest() > 900, "{tally}");
}

/// Against the axioms.
#[test]
fn litmus() {
    let mut tally = Tally::default();
    for seed in 0..400 {
        if let Err(difference) = net::random_litmus(seed, &Model::ALL, &mut tally) {
            panic!("{difference}");
        }
    }
    assert!(tally.rarer_than(200).is_empty(), "{tally}");
}
