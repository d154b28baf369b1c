//! Loops that wait, for values and with exchanges, beside stores to the same variables.

use super::compare;
use threadproof_engine::Model;
use threadproof_testkit::random::Size;

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
