//! The classical shapes of weak memory, and how many executions each has under every model.
//!
//! Start here to learn what a model allows. Every number can be counted by hand: the shapes have one write to each
//! variable, so an execution is a choice of the values read, and a model forbids some combinations.

use std::ops::ControlFlow;
use threadproof_engine::{Algorithm, Model, Options, Verdict, check};
use threadproof_program::{LoadOrder, StoreOrder};
use threadproof_testkit::builder::{Built, Expr, Inst};

const X: u32 = 0;
const Y: u32 = 1;

fn executions(threads: Vec<Vec<Inst>>, model: Model) -> u64 {
    let program = Built::parallel(2, threads);
    let options = Options::new(model, Algorithm::Auto);
    let outcome = check(&program, &options, &mut |_| ControlFlow::Continue(()));
    let outcome = outcome.expect("auto supports every model");
    assert_eq!(outcome.verdict, Verdict::Verified, "{model:?}");
    assert_eq!((outcome.counts.blocked, outcome.counts.redundant), (0, 0));
    outcome.counts.complete
}

/// The numbers under sc, tso, pso, ra and c11.
fn expect(threads: &[Vec<Inst>], expected: [u64; 5]) {
    let found = Model::ALL.map(|model| executions(threads.to_vec(), model));
    assert_eq!(found, expected);
}

fn store(order: StoreOrder, variable: u32) -> Inst {
    Inst::StoreWith(order, variable, Expr::Const(1))
}

fn load(order: LoadOrder, register: usize, variable: u32) -> Inst {
    Inst::LoadWith(order, register, variable)
}

use LoadOrder::{Acquire, Relaxed as Read};
use StoreOrder::{Relaxed as Write, Release};

/// Each thread writes, then reads the other's variable. SC forbids that both read 0; a store buffer allows it.
#[test]
fn store_buffering() {
    let one = |own, other| vec![store(Write, own), load(Read, 0, other)];
    expect(&[one(X, Y), one(Y, X)], [3, 4, 4, 4, 4]);
}

/// A full fence between the two accesses of each thread brings SC back under every model. RA takes fences as
/// read-modify-writes of a hidden variable, so their order is part of an execution: each order leaves two.
#[test]
fn store_buffering_with_fences() {
    let one = |own, other| vec![store(Write, own), Inst::Fence, load(Read, 0, other)];
    expect(&[one(X, Y), one(Y, X)], [3, 3, 3, 4, 3]);
}

/// Data, then a flag. Only models that reorder two stores let the reader see the flag without the data: PSO, and C11
/// with relaxed accesses. RA checks relaxed accesses as if they released and acquired.
#[test]
fn message_passing() {
    let writer = vec![store(Write, X), store(Write, Y)];
    let reader = vec![load(Read, 0, Y), load(Read, 1, X)];
    expect(&[writer, reader], [3, 3, 4, 3, 4]);
}

/// A store that releases and a load that acquires order the data under every model.
#[test]
fn message_passing_with_orders() {
    let writer = vec![store(Write, X), store(Release, Y)];
    let reader = vec![load(Acquire, 0, Y), load(Read, 1, X)];
    expect(&[writer, reader], [3; 5]);
}

/// Two readers of two independent writes. One memory has them in one order for all; RA and C11 have no such memory.
#[test]
fn independent_reads_of_independent_writes() {
    let reader = |first, second| vec![load(Acquire, 0, first), load(Acquire, 1, second)];
    let threads = [
        vec![store(Release, X)],
        vec![store(Release, Y)],
        reader(X, Y),
        reader(Y, X),
    ];
    expect(&threads, [15, 15, 15, 16, 16]);
}

/// Each thread reads, then writes the other's variable. No model here lets both read 1: a write never overtakes an
/// earlier read.
#[test]
fn load_buffering() {
    let one = |own, other| vec![load(Read, 0, other), store(Write, own)];
    expect(&[one(X, Y), one(Y, X)], [3; 5]);
}
