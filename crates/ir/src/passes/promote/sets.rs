//! Locals that are filled as a whole, as `struct backoff b = {0}` is: each part is stored to instead.

use super::variables::Variables;
use crate::flow::Cfg;
use crate::module::{BinaryOp, Function, Inst, InstKind, Operand, Type};
use smallvec::smallvec;
use threadproof_program::StoreOrder;

/// Replaces the filling of locals that can become values by stores; true if there was one.
pub fn store_parts(function: &mut Function, flow: &Cfg, variables: &Variables) -> bool {
    let mut found = false;
    for block in &flow.order {
        let mut at = 0;
        while let Some(inst) = function.blocks[block.index()].instructions.get(at) {
            let stores = match &inst.kind {
                InstKind::MemorySet {
                    destination,
                    value: Operand::Const(byte),
                    ..
                } => variables
                    .parts_at(destination)
                    .map(|parts| (*destination, *byte & 0xff, parts)),
                _ => None,
            };
            let Some((local, byte, parts)) = stores else {
                at += 1;
                continue;
            };
            let location = inst.location;
            let mut stores = Vec::new();
            for (offset, size) in parts {
                let pointer = function.new_value(Type::Ptr);
                stores.push(Inst {
                    kind: InstKind::Binary {
                        op: BinaryOp::Add,
                        width: 64,
                        a: local,
                        b: Operand::Const(offset),
                    },
                    results: smallvec![pointer],
                    location,
                });
                let ones = u64::MAX >> (64 - 8 * u32::from(size));
                stores.push(Inst {
                    kind: InstKind::Store {
                        size,
                        pointer: Operand::Value(pointer),
                        value: Operand::Const((byte * 0x0101_0101_0101_0101) & ones),
                        order: StoreOrder::Plain,
                    },
                    results: smallvec![],
                    location,
                });
            }
            let count = stores.len();
            let instructions = &mut function.blocks[block.index()].instructions;
            instructions.splice(at..=at, stores);
            at += count;
            found = true;
        }
    }
    found
}
