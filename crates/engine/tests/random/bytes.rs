//! Bytes of words: accesses of several sizes.

use super::{SC, compare, same};
use threadproof_engine::Model;
use threadproof_program::{LoadOrder, StoreOrder};
use threadproof_testkit::builder::{Built, Expr, Inst};
use threadproof_testkit::compare::built;
use threadproof_testkit::net;
use threadproof_testkit::random::Size;
use threadproof_testkit::tally::Tally;

/// A sequentially consistent access of several bytes takes part in the order of each of them: the loads cannot disagree
/// which byte was stored first.
#[test]
fn bytes_of_a_sequentially_consistent_word() {
    let program = Built::new(
        2,
        vec![
            vec![Inst::Spawn(1), Inst::Spawn(2), Inst::StoreByte(1, 1, 0)],
            vec![Inst::StoreByte(1, 0, 2), Inst::Load(1, 1)],
            vec![Inst::Load(0, 1)],
        ],
    );
    same(&program, Model::C11);
    let program = Built::new(
        1,
        vec![
            vec![
                Inst::Spawn(1),
                Inst::Spawn(2),
                Inst::Load(1, 0),
                Inst::Join(2),
                Inst::Load(0, 0),
            ],
            vec![Inst::StoreByte(0, 1, 1)],
            vec![Inst::StoreByte(0, 0, 1), Inst::StoreByte(0, 1, 1)],
        ],
    );
    same(&program, Model::C11);
}

/// A read-modify-write of a word beside a store of one of its bytes: `rf` once lost the class in which
/// the addition comes first.
#[test]
fn an_addition_to_a_word_and_a_store_of_its_byte() {
    let program = Built::new(
        1,
        vec![
            vec![Inst::Spawn(1), Inst::Spawn(2)],
            vec![Inst::StoreByte(0, 0, 1), Inst::Load(0, 0)],
            vec![Inst::Add(1, 0, 1)],
        ],
    );
    for model in Model::ALL {
        same(&program, model);
    }
    // Under Release-Acquire it took two of them.
    let threads = vec![
        vec![Inst::Spawn(1), Inst::Spawn(2), Inst::Add(1, 0, 1)],
        vec![Inst::Load(1, 1), Inst::StoreByte(0, 1, 0)],
        vec![Inst::Exchange(0, 0, 2)],
    ];
    same(&Built::new(2, threads), Model::Ra);
}

/// Read-modify-writes beside accesses of other sizes, with waits for one of the parts.
#[test]
fn updates_of_mixed_sizes() {
    let mut tally = Tally::default();
    for seed in 0..400 {
        for model in Model::ALL {
            let found = net::random_mixed(seed, model, 400, &mut tally);
            assert_eq!(found, Ok(()));
        }
    }
    assert!(tally.fewest() > 200, "{tally}");
}

/// A thread that waits for bytes that others have used in another size before: it can still read what they were then.
#[test]
fn waits_for_bytes_that_were_another_place() {
    let threads = vec![
        vec![Inst::Spawn(1), Inst::Spawn(2)],
        vec![Inst::SpinLock(0)],
        vec![
            Inst::Store(0, Expr::Const(1)),
            Inst::LoadByte(LoadOrder::Relaxed, 0, 0, 0),
        ],
    ];
    let program = Built::new(1, threads);
    let comparison = built(&program, Model::Ra);
    assert_eq!(comparison.difference(), None);
    let threads = vec![
        vec![Inst::Spawn(1), Inst::Spawn(2)],
        vec![Inst::AwaitByte(LoadOrder::Relaxed, 0, 0, 0)],
        vec![
            Inst::StoreWith(StoreOrder::SeqCst, 0, Expr::Const(1)),
            Inst::StoreByteWith(StoreOrder::SeqCst, 0, 0, 2),
        ],
    ];
    same(&Built::new(1, threads), Model::C11);
}

/// Where all accesses of other sizes happened before, they leave no cut behind that others could see.
#[test]
fn a_byte_before_a_word() {
    let program = Built::new(
        1,
        vec![
            vec![
                Inst::Spawn(1),
                Inst::StoreByte(0, 0, 0),
                Inst::Store(0, Expr::Const(1)),
            ],
            vec![Inst::Store(0, Expr::Const(0)), Inst::Load(0, 0)],
        ],
    );
    same(&program, Model::Ra);
    same(&program, Model::C11);
}

/// Stores of bytes beside accesses of words, with any orders.
#[test]
fn c11_with_bytes() {
    let size = Size {
        bytes: true,
        all_orders: true,
        ..Size::SMALL
    };
    compare(size, &[Model::C11], 0..300);
    let two = Size {
        threads: 2,
        instructions: 4,
        ..size
    };
    compare(two, &[Model::C11], 0..200);
}

#[test]
fn release_acquire_with_bytes() {
    let size = Size {
        bytes: true,
        ..Size::SMALL
    };
    compare(size, &[Model::Ra], 0..300);
}

/// Awaits of words whose bytes others write one by one.
#[test]
fn bytes_and_awaits() {
    let size = Size {
        bytes: true,
        awaits: true,
        blind: true,
        ..Size::SMALL
    };
    let short = Size {
        threads: 4,
        instructions: 2,
        ..size
    };
    compare(size, &SC, 0..300);
    compare(short, &SC, 600..900);
}

/// Stores of bytes and of words to the same places.
#[test]
fn store_buffers_and_bytes() {
    let size = Size {
        bytes: true,
        orders: true,
        ..Size::SMALL
    };
    compare(size, &[Model::Tso, Model::Pso], 0..300);
}
