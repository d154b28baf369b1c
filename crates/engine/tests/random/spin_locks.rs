//! Loops that wait, for values and with exchanges, beside stores to the same variables.

use super::{compare, same, same_without_rf};
use threadproof_engine::Model;
use threadproof_testkit::builder::{Built, Expr, Inst};
use threadproof_testkit::random::Size;

/// The word is cut only when the second thread has accessed it in two sizes.
#[test]
fn a_word_beside_a_store_of_its_byte() {
    let waits = vec![Inst::Await(0, 1)];
    let stores = vec![Inst::StoreByte(0, 0, 1), Inst::Load(0, 0)];
    let program = Built::parallel(1, vec![waits, stores]);
    for model in [Model::Sc, Model::Tso, Model::Pso] {
        same_without_rf(&program, model);
    }
}

/// The lock may come behind the store, which was there before it, and then never get what the exchange took.
#[test]
fn a_store_before_a_lock_by_another_thread() {
    let locks = vec![Inst::Lock(0)];
    let stores = vec![Inst::Unlock(0)];
    for takes in [Inst::Cas(0, 0, 0, 1), Inst::TryLock(0, 0)] {
        let threads = vec![locks.clone(), stores.clone(), vec![takes]];
        let program = Built::parallel(1, threads);
        for model in [Model::Sc, Model::Tso, Model::Pso] {
            same_without_rf(&program, model);
        }
    }
}

/// The second exchange of the third thread may take the first lock's value although a store is behind that, too. Whoever takes the
/// lock next then has two values to take.
#[test]
fn an_exchange_beside_an_unlock() {
    let exchanges = vec![Inst::Await(0, 1), Inst::Exchange(0, 0, 0)];
    let locks = vec![Inst::SpinLock(0), Inst::Store(0, Expr::Const(0))];
    let mut program = Built::parallel(1, vec![exchanges, locks]);
    program.threads[0].insert(2, Inst::SpinLock(0));
    for model in [Model::Sc, Model::Tso, Model::Pso] {
        same_without_rf(&program, model);
    }
}

/// Main spins on the 1 or the 2. If the second thread has read the 1, it can pass only where main sees the 2: that execution does not
/// stand for the one in which both wait for ever.
#[test]
fn a_wait_in_vain_beside_another_one() {
    let waits = vec![Inst::Load(1, 0), Inst::Await(0, 2)];
    let two = vec![Inst::Store(0, Expr::Const(2))];
    let one = vec![Inst::Store(0, Expr::Const(1))];
    let mut program = Built::parallel(1, vec![waits, two, one]);
    program.threads[0].insert(3, Inst::Await(0, 0));
    for model in [Model::Sc, Model::Tso, Model::Pso, Model::Ra] {
        same(&program, model);
    }
}

/// Main spins on the 2 only if the third thread takes the lock; else the second one adds, and its write comes last.
#[test]
fn only_a_third_thread_keeps_a_write_from_coming() {
    let mut program = Built::parallel(
        3,
        vec![
            vec![
                Inst::Store(1, Expr::Const(2)),
                Inst::Lock(2),
                Inst::Add(1, 1, 1),
            ],
            vec![Inst::Lock(2)],
        ],
    );
    program.threads[0] = vec![Inst::Spawn(1), Inst::Spawn(2), Inst::Await(1, 0)];
    for model in [Model::Sc, Model::Tso, Model::Pso, Model::Ra, Model::C11] {
        same(&program, model);
    }
}

#[test]
fn with_one_memory() {
    let size = Size {
        awaits: true,
        exchanges: true,
        ..Size::SMALL
    };
    compare(size, &[Model::Sc, Model::Tso, Model::Pso], 0..200);
}

#[test]
fn under_release_acquire() {
    let size = Size {
        awaits: true,
        exchanges: true,
        ..Size::SMALL
    };
    compare(size, &[Model::Ra], 0..600);
}

#[test]
fn under_c11() {
    let size = Size {
        awaits: true,
        exchanges: true,
        all_orders: true,
        ..Size::SMALL
    };
    compare(size, &[Model::C11], 0..600);
}
