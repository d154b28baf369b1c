//! Loads right behind a store to the same place, in the same block: they read the stored value.
//!
//! Another thread could have stored something else in between, but that would be a data race; so this is done only where
//! races are errors, and only for loops that wait: queues refresh their copy of the other side's index
//! (`cached = atomic_load(&index); if (cached == mine) …`), and whether a round has changed anything is seen from the
//! value that it stored.

use crate::module::{BinaryOp, Function, InstKind, Operand, Type, ValueId};
use threadproof_program::{LoadOrder, StoreOrder};

/// Longer computations of addresses are not followed.
const MOST_STEPS: usize = 8;

/// Replaces such loads; true if there was one.
pub fn forward(function: &mut Function) -> bool {
    let sums = sums(function);
    let mut replacements = Vec::new();
    let values = &function.values;
    for block in &mut function.blocks {
        let mut stored: Option<((Operand, u64), u8, Operand)> = None;
        block.instructions.retain(|inst| match inst.kind {
            InstKind::Store {
                size,
                pointer,
                value,
                order: StoreOrder::Plain,
            } => {
                stored = Some((place(&sums, pointer), size, value));
                true
            }
            InstKind::Load {
                size,
                pointer,
                order: LoadOrder::Plain,
            } => match (stored, inst.results.first()) {
                (Some((at, bytes, value)), Some(result))
                    if bytes == size
                        && at == place(&sums, pointer)
                        && is_whole(values, *result, value, size) =>
                {
                    replacements.push((*result, value));
                    false
                }
                _ => true,
            },
            _ => {
                if !inst.kind.is_pure() {
                    stored = None;
                }
                true
            }
        });
    }
    super::inline::replace_values(function, &replacements);
    !replacements.is_empty()
}

/// Do the loaded and the stored value have all bits of the place?
fn is_whole(values: &[Type], loaded: ValueId, stored: Operand, size: u8) -> bool {
    let bits = |value: ValueId| values[value.index()].bits() == 8 * size;
    match stored {
        Operand::Value(value) => bits(loaded) && bits(value),
        Operand::Const(_) => bits(loaded),
        _ => false,
    }
}

/// For each value that is another one plus a constant: both.
fn sums(function: &Function) -> Vec<Option<(Operand, u64)>> {
    let mut sums = vec![None; function.values.len()];
    for inst in function.blocks.iter().flat_map(|block| &block.instructions) {
        if let (
            InstKind::Binary {
                op: BinaryOp::Add,
                width: 64,
                a,
                b: Operand::Const(step),
            },
            Some(result),
        ) = (&inst.kind, inst.results.first())
        {
            sums[result.index()] = Some((*a, *step));
        }
    }
    sums
}

fn place(sums: &[Option<(Operand, u64)>], pointer: Operand) -> (Operand, u64) {
    let (mut base, mut offset) = (pointer, 0u64);
    for _ in 0..MOST_STEPS {
        let Operand::Value(value) = base else {
            break;
        };
        let Some((from, step)) = sums[value.index()] else {
            break;
        };
        base = from;
        offset = offset.wrapping_add(step);
    }
    (base, offset)
}
