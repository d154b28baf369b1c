//! Loops that wait, for values and with exchanges, beside stores to the same variables.

use super::{compare, same_without_rf};
use threadproof_engine::Model;
use threadproof_testkit::builder::{Built, Inst};
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
