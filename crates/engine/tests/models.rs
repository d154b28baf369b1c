//! The classical shapes of weak memory, and how many executions each has under every model.
//!
//! Start here to learn what a model allows. Every number can be counted by hand: the shapes have one write to each
//! variable, so an execution is a choice of the values read, and a model forbids some combinations.

use std::ops::ControlFlow;
use threadproof_engine::{Algorithm, Model, Options, Verdict, check};
use threadproof_program::{FenceOrder, LoadOrder, RmwOrder, StoreOrder};
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

/// Fences do the same for relaxed accesses.
#[test]
fn message_passing_with_fences() {
    let writer = vec![
        store(Write, X),
        Inst::FenceWith(FenceOrder::Release),
        store(Write, Y),
    ];
    let reader = vec![
        load(Read, 0, Y),
        Inst::FenceWith(FenceOrder::Acquire),
        load(Read, 1, X),
    ];
    expect(&[writer, reader], [3; 5]);
}

/// It takes both fences. The one of the writer keeps the stores in order under PSO; under C11 the reader, too, has to ask
/// for the data that comes with the flag.
#[test]
fn message_passing_with_one_fence() {
    let writer = vec![
        store(Write, X),
        Inst::FenceWith(FenceOrder::Release),
        store(Write, Y),
    ];
    let reader = vec![load(Read, 0, Y), load(Read, 1, X)];
    expect(&[writer, reader], [3, 3, 3, 3, 4]);
}

/// A read-modify-write passes on the data that came with the flag, although it is relaxed. If it takes the flag, the reader
/// sees the data with either value: 2 executions without a flag and 1 with each of the two. If it comes before the
/// flag, its own value brings no data: 2, 2 and 1.
#[test]
fn release_sequence_through_an_update() {
    let writer = vec![store(Write, X), store(Release, Y)];
    let between = vec![Inst::AddWith(RmwOrder::Relaxed, 0, Y, 1)];
    let reader = vec![load(Acquire, 0, Y), load(Read, 1, X)];
    expect(&[writer, between, reader], [9; 5]);
}

/// A later relaxed store of the same thread does not (C++20): the reader of the second flag may miss the data.
#[test]
fn release_sequence_ends_at_a_store() {
    let second = Inst::StoreWith(Write, Y, Expr::Const(2));
    let writer = vec![store(Write, X), store(Release, Y), second];
    let reader = vec![load(Acquire, 0, Y), load(Read, 1, X)];
    expect(&[writer, reader], [4, 4, 4, 4, 5]);
}

/// Sequentially consistent accesses are in one order for all threads; RA takes them for weaker ones.
#[test]
fn store_buffering_in_one_order() {
    let one = |own, other| {
        vec![
            store(StoreOrder::SeqCst, own),
            load(LoadOrder::SeqCst, 0, other),
        ]
    };
    expect(&[one(X, Y), one(Y, X)], [3, 3, 3, 4, 3]);
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
