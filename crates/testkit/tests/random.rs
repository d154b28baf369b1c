//! Every algorithm against the references on random programs with fixed seeds. `cargo xtask fuzz`
//! goes on where these stop.

use threadproof_engine::Model;
use threadproof_testkit::builder::{Built, Expr, Inst};
use threadproof_testkit::compare::{self, Compared};
use threadproof_testkit::random::{Size, program};
use threadproof_testkit::random_litmus;
use threadproof_testkit::shrink::shrink;

fn compare(size: Size, models: &[Model], seeds: std::ops::Range<u64>) {
    for seed in seeds {
        for model in models {
            let program = program(seed, size);
            if let Compared::Different(difference) = compare::built(&program, *model) {
                let differs = |p: &_| matches!(compare::built(p, *model), Compared::Different(_));
                let small = shrink(&program, differs);
                panic!("seed {seed}: {difference}\nshrunk: {:#?}", small.threads);
            }
        }
    }
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
    assert_eq!(compare::built(&program, Model::Sc), Compared::Same);
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
    assert_eq!(compare::built(&program, Model::Sc), Compared::Same);
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

/// Against the axioms.
#[test]
fn litmus() {
    for seed in 0..400 {
        let text = random_litmus::text(seed);
        let test = threadproof_litmus::parse("random", text.as_bytes()).expect("sound");
        if let Err(difference) = compare::litmus(&test) {
            panic!("{difference}\n{text}");
        }
    }
}
