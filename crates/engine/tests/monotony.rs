//! Stronger models and stronger orders have fewer classes, of the same program.
//!
//! Between the graphs of Release-Acquire and C11 classes are compared. Other algorithms write classes down in another way, so
//! SC and TSO are compared by the values that all loads return; each store of these programs has a value of its own.

use std::collections::BTreeSet;
use threadproof_engine::{Algorithm, Class, Equivalence, Model, Options, check_observed};
use threadproof_program::{ErrorKind, FenceOrder, LoadOrder, RmwOrder, StoreOrder};
use threadproof_testkit::builder::{Built, Expr, Inst, REGISTERS, Watched};
use threadproof_testkit::random::{Rng, Size, program};

const LIMIT: u64 = 3_000;

/// The classes and the contents of registers of all executions; `None` if there are too many, or something is refused.
fn seen(program: &Built, model: Model) -> Option<(BTreeSet<Class>, BTreeSet<Registers>)> {
    let mut options = Options::new(model, Algorithm::Auto);
    options.keep_going = true;
    options.limits.max_executions = Some(LIMIT);
    for kind in ErrorKind::ALL {
        options.checks.set(kind, false);
    }
    let watched = Watched::new(program);
    let (mut classes, mut values) = (BTreeSet::new(), BTreeSet::new());
    let mut observer = |class| {
        if class == Class::NONE {
            classes.clear();
            values.clear();
            return;
        }
        classes.insert(class);
        values.insert(watched.registers());
    };
    let outcome = check_observed(&watched, &options, Equivalence::ReadsFrom, &mut observer);
    let outcome = outcome.expect("every model has an algorithm");
    outcome.exhausted.then_some((classes, values))
}

type Registers = Vec<[u32; REGISTERS]>;

/// The same program with relaxed accesses, stores of different values, and loads into different registers.
fn relaxed(program: &Built) -> Built {
    let mut value = 10;
    let mut program = program.clone();
    for code in &mut program.threads {
        let mut loads = 0;
        for inst in code {
            *inst = match *inst {
                Inst::Load(_, var) | Inst::LoadWith(_, _, var) => {
                    loads += 1;
                    Inst::LoadWith(LoadOrder::Relaxed, loads % REGISTERS, var)
                }
                Inst::Store(var, _) | Inst::StoreWith(_, var, _) => {
                    value += 1;
                    Inst::StoreWith(StoreOrder::Relaxed, var, Expr::Const(value))
                }
                Inst::Add(reg, var, by) => Inst::AddWith(RmwOrder::Relaxed, reg, var, by),
                Inst::Exchange(reg, var, _) => {
                    value += 1;
                    Inst::ExchangeWith(RmwOrder::Relaxed, reg, var, value)
                }
                Inst::Cas(reg, var, old, _) => {
                    value += 1;
                    let (success, failure) = (RmwOrder::Relaxed, LoadOrder::Relaxed);
                    Inst::CasWith(success, failure, reg, var, old, value)
                }
                // The order of fences is part of a class under Release-Acquire alone.
                Inst::Fence | Inst::FenceWith(_) => Inst::LoadWith(LoadOrder::Relaxed, 0, 0),
                other => other,
            };
        }
    }
    program
}

/// The same with loads and stores alone, which tell models apart best.
fn simple(program: &Built) -> Built {
    let mut program = relaxed(program);
    for (value, inst) in (51..).zip(program.threads.iter_mut().flatten()) {
        let store = |var| Inst::StoreWith(StoreOrder::Relaxed, var, Expr::Const(value));
        *inst = match *inst {
            Inst::AddWith(_, _, var, _) | Inst::ExchangeWith(_, _, var, _) => store(var),
            Inst::CasWith(.., reg, var, _, _) => Inst::LoadWith(LoadOrder::Relaxed, reg, var),
            Inst::Assume(reg, var) => Inst::LoadWith(LoadOrder::Relaxed, reg, var),
            Inst::SkipUnless(_, var, _) => store(var),
            other => other,
        };
    }
    program
}

#[test]
fn stronger_models_have_fewer_executions() {
    let kinds = [
        Size {
            instructions: 4,
            ..Size::SMALL
        },
        Size {
            threads: 2,
            instructions: 7,
            ..Size::SMALL
        },
        Size {
            locks: true,
            ..Size::SMALL
        },
        Size {
            threads: 4,
            instructions: 2,
            ..Size::SMALL
        },
    ];
    let (mut compared, mut more) = (0, [0; 3]);
    for seed in 0..1_000 {
        let program = program(seed, kinds[seed as usize % kinds.len()]);
        let program = match seed / 4 % 2 {
            0 => relaxed(&program),
            _ => simple(&program),
        };
        let all = [Model::Sc, Model::Tso, Model::Ra, Model::C11].map(|m| seen(&program, m));
        let [Some(sc), Some(tso), Some(ra), Some(c11)] = all else {
            continue;
        };
        compared += 1;
        assert!(sc.1.is_subset(&tso.1), "sc, tso: {:?}", program.threads);
        assert!(tso.1.is_subset(&ra.1), "tso, ra: {:?}", program.threads);
        assert!(ra.0.is_subset(&c11.0), "ra, c11: {:?}", program.threads);
        let counts = [&sc.1, &tso.1, &ra.1, &c11.1].map(BTreeSet::len);
        (0..3).for_each(|at| more[at] += u32::from(counts[at] < counts[at + 1]));
    }
    // Each step between models makes a difference for some programs.
    assert!(compared > 600, "{compared}");
    assert!(more.iter().all(|more| *more > 5), "{more:?}");
}

/// The instruction with a stronger order; `None` if it has none.
fn strengthened(rng: &mut Rng, inst: Inst) -> Option<Inst> {
    let load = |rng: &mut Rng, order| match order {
        LoadOrder::Relaxed => Some([LoadOrder::Acquire, LoadOrder::SeqCst][rng.below(2) as usize]),
        LoadOrder::Acquire => Some(LoadOrder::SeqCst),
        LoadOrder::Plain | LoadOrder::SeqCst => None,
    };
    let store = |rng: &mut Rng, order| match order {
        StoreOrder::Relaxed => {
            Some([StoreOrder::Release, StoreOrder::SeqCst][rng.below(2) as usize])
        }
        StoreOrder::Release => Some(StoreOrder::SeqCst),
        StoreOrder::Plain | StoreOrder::SeqCst => None,
    };
    let update = |rng: &mut Rng, order| match order {
        RmwOrder::Relaxed => {
            Some([RmwOrder::Acquire, RmwOrder::Release, RmwOrder::AcqRel][rng.below(3) as usize])
        }
        RmwOrder::Acquire | RmwOrder::Release => {
            Some([RmwOrder::AcqRel, RmwOrder::SeqCst][rng.below(2) as usize])
        }
        RmwOrder::AcqRel => Some(RmwOrder::SeqCst),
        RmwOrder::SeqCst => None,
    };
    Some(match inst {
        Inst::LoadWith(order, reg, var) => Inst::LoadWith(load(rng, order)?, reg, var),
        Inst::StoreWith(order, var, expr) => Inst::StoreWith(store(rng, order)?, var, expr),
        Inst::AddWith(order, reg, var, by) => Inst::AddWith(update(rng, order)?, reg, var, by),
        Inst::ExchangeWith(order, reg, var, new) => {
            Inst::ExchangeWith(update(rng, order)?, reg, var, new)
        }
        Inst::CasWith(success, failure, reg, var, old, new) => match rng.below(2) {
            0 => Inst::CasWith(update(rng, success)?, failure, reg, var, old, new),
            _ => Inst::CasWith(success, load(rng, failure)?, reg, var, old, new),
        },
        // A sequentially consistent fence is an event of its own in classes.
        Inst::FenceWith(FenceOrder::Acquire | FenceOrder::Release) => {
            Inst::FenceWith(FenceOrder::AcqRel)
        }
        _ => return None,
    })
}

/// The program with one stronger order, for each that it has, and with more and more of them.
fn stronger(weak: &Built, seed: u64) -> Vec<Built> {
    let mut rng = Rng::new(seed ^ 0x6d6f_6e6f);
    let mut found = Vec::new();
    let mut all = weak.clone();
    for thread in 0..weak.threads.len() {
        for at in 0..weak.threads[thread].len() {
            if let Some(inst) = strengthened(&mut rng, weak.threads[thread][at]) {
                let mut one = weak.clone();
                one.threads[thread][at] = inst;
                found.push(one);
            }
            while let Some(inst) = strengthened(&mut rng, all.threads[thread][at]) {
                all.threads[thread][at] = inst;
            }
        }
        found.push(all.clone());
    }
    found
}

#[test]
fn a_stronger_order_never_adds_a_class() {
    let kinds = [
        Size {
            instructions: 4,
            all_orders: true,
            ..Size::SMALL
        },
        Size {
            threads: 2,
            instructions: 7,
            all_orders: true,
            ..Size::SMALL
        },
        Size {
            threads: 4,
            instructions: 2,
            all_orders: true,
            ..Size::SMALL
        },
        Size {
            locks: true,
            all_orders: true,
            ..Size::SMALL
        },
    ];
    let (mut compared, mut fewer) = (0, 0);
    for seed in 0..400 {
        let weak = program(seed, kinds[seed as usize % kinds.len()]);
        let weak = match seed / 4 % 2 {
            0 => weak,
            _ => simple(&weak),
        };
        let Some((classes, _)) = seen(&weak, Model::C11) else {
            continue;
        };
        for strong in stronger(&weak, seed) {
            let Some((found, _)) = seen(&strong, Model::C11) else {
                continue;
            };
            compared += 1;
            fewer += u32::from(found.len() < classes.len());
            let both = (&strong.threads, &weak.threads);
            assert!(found.is_subset(&classes), "{both:?}");
        }
    }
    assert!(compared > 1_000 && fewer > 20, "{compared}, {fewer}");
}
