//! The references agree with each other: the axioms on candidate executions of litmus tests, and the graphs
//! that are built event by event. And the models stand to each other as the literature says.

use std::collections::BTreeSet;
use threadproof_engine::Model;
use threadproof_litmus::{FailWhen, Inst, Litmus, Test, parse};
use threadproof_program::{FenceOrder, LoadOrder, RmwOrder, StoreOrder};
use threadproof_testkit::axioms::{Class, classes, decide};
use threadproof_testkit::{random_litmus, weak};

const LIMIT: usize = 3_000;

/// Random tests in which every execution ends.
fn tests(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Test> {
    let test = |seed| parse("random", random_litmus::text(seed).as_bytes()).expect("sound");
    seeds.map(test).filter(|test| {
        let mut code = test.threads.iter().flat_map(|thread| &thread.code);
        !code.any(|inst| matches!(inst, Inst::Await { .. }))
    })
}

#[test]
fn graphs_and_candidates_have_the_same_classes() {
    let mut compared = 0;
    for test in tests(0..600) {
        let program = Litmus::new(&test, FailWhen::Never);
        let models = [Model::Ra, Model::C11];
        for (model, decision) in models.into_iter().zip(decide(&test, &models)) {
            let Some(classes) = weak::classes(&program, model, LIMIT) else {
                continue;
            };
            let found = classes.len() as u64;
            assert_eq!(
                found,
                decision.classes,
                "{} under {}",
                test.name,
                model.name()
            );
            compared += 1;
        }
    }
    assert!(compared > 600, "only {compared} tests are small enough");
}

fn classes_under(test: &Test, model: Model) -> BTreeSet<Class> {
    let mut found = classes(test, &[model]);
    let found = found.pop().expect("of one model");
    found.into_iter().map(Class::without_fences).collect()
}

fn instructions(test: &mut Test) -> impl Iterator<Item = &mut Inst> {
    test.threads.iter_mut().flat_map(|thread| &mut thread.code)
}

/// The same test with relaxed accesses. Fences stay.
fn relaxed(test: &Test) -> Test {
    let mut test = test.clone();
    for inst in instructions(&mut test) {
        match inst {
            Inst::Load { order, .. } | Inst::Await { order, .. } => *order = LoadOrder::Relaxed,
            Inst::Store { order, .. } => *order = StoreOrder::Relaxed,
            Inst::Rmw { order, .. } => *order = RmwOrder::Relaxed,
            Inst::CompareExchange {
                success, failure, ..
            } => {
                (*success, *failure) = (RmwOrder::Relaxed, LoadOrder::Relaxed);
            }
            _ => (),
        }
    }
    test
}

/// Fewer executions under a stronger model. Sequential consistency, TSO and PSO implement C11 with any
/// orders: that is how compilers use such machines. Release-Acquire has no place for sequentially
/// consistent accesses.
#[test]
fn models_stand_in_order() {
    for test in tests(0..400) {
        let under = |model| classes_under(&test, model);
        let (sc, tso, pso) = (under(Model::Sc), under(Model::Tso), under(Model::Pso));
        let (ra, c11) = (under(Model::Ra), under(Model::C11));
        let all_relaxed = classes_under(&relaxed(&test), Model::C11);
        let name = &test.name;
        assert!(sc.is_subset(&tso), "{name}: sc and tso");
        assert!(tso.is_subset(&pso), "{name}: tso and pso");
        assert!(tso.is_subset(&ra), "{name}: tso and ra");
        assert!(pso.is_subset(&c11), "{name}: pso and c11");
        assert!(ra.is_subset(&all_relaxed), "{name}: ra and c11");
        assert!(c11.is_subset(&all_relaxed), "{name}: c11 and relaxed");
    }
}

/// Makes the order of an instruction a step stronger, if there is a stronger one. Some have two.
fn strengthen(inst: &mut Inst, second: bool) -> bool {
    use RmwOrder::{AcqRel, Acquire, Relaxed, Release, SeqCst};
    const LOADS: [LoadOrder; 4] = [
        LoadOrder::Plain,
        LoadOrder::Relaxed,
        LoadOrder::Acquire,
        LoadOrder::SeqCst,
    ];
    const STORES: [StoreOrder; 4] = [
        StoreOrder::Plain,
        StoreOrder::Relaxed,
        StoreOrder::Release,
        StoreOrder::SeqCst,
    ];
    let updates = [
        Relaxed,
        if second { Release } else { Acquire },
        AcqRel,
        SeqCst,
    ];
    let one_way = match second {
        true => FenceOrder::Release,
        false => FenceOrder::Acquire,
    };
    match inst {
        Inst::Load { order, .. } | Inst::Await { order, .. } => step(order, &LOADS),
        Inst::Store { order, .. } => step(order, &STORES),
        Inst::Rmw { order, .. } => step(order, &updates),
        Inst::CompareExchange { failure, .. } if second => step(failure, &LOADS),
        Inst::CompareExchange { success, .. } => step(success, &updates),
        Inst::Fence(order) => step(order, &[one_way, FenceOrder::AcqRel, FenceOrder::SeqCst]),
        _ => false,
    }
}

fn step<T: Copy + PartialEq>(order: &mut T, scale: &[T]) -> bool {
    let at = scale.iter().position(|known| known == order);
    let Some(next) = at.and_then(|at| scale.get(at + 1)) else {
        return false;
    };
    *order = *next;
    true
}

#[test]
fn a_stronger_order_adds_nothing() {
    let mut changed = 0;
    for test in tests(400..700) {
        let weak = classes_under(&test, Model::C11);
        let count = instructions(&mut test.clone()).count();
        for (at, second) in (0..count).flat_map(|at| [(at, false), (at, true)]) {
            let mut strong = test.clone();
            let inst = instructions(&mut strong).nth(at).expect("counted");
            if strengthen(inst, second) {
                changed += 1;
                let strong = classes_under(&strong, Model::C11);
                assert!(strong.is_subset(&weak), "{}: instruction {at}", test.name);
            }
        }
    }
    assert!(changed > 1_000, "only {changed} changes");
}
