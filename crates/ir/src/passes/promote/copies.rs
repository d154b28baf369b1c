//! Locals that are copied as a whole, as values of small classes are: each part is copied instead.
//!
//! A part that has no value may be copied, but not read where such reads are looked for. So the parts are copied only
//! if all of them become values; otherwise the copy stays, and with it both locals.

use super::sets::store_parts;
use super::variables::Variables;
use super::{Undefined, blocks_of_variables, maybe_undefined};
use crate::flow::Cfg;
use crate::module::{BinaryOp, Function, Inst, InstKind, Operand, Type};
use threadproof_program::{LoadOrder, StoreOrder};

/// Replaces copies between locals that can become values; returns the locals whose copies stay.
pub fn copy_parts(function: &mut Function, flow: &Cfg, undefined: Undefined) -> Vec<u32> {
    let mut kept: Vec<u32> = Vec::new();
    loop {
        let variables = Variables::find(function, flow, &kept);
        let mut wanted: Vec<u32> = variables.copied().collect();
        wanted.retain(|local| variables.becomes_values(*local));
        if wanted.is_empty() {
            return kept;
        }
        let mut changed = function.clone();
        replace(&mut changed, flow, &variables);
        let parts = Variables::find(&changed, flow, &kept);
        store_parts(&mut changed, flow, &parts);
        let left = left_in_memory(&changed, flow, undefined, &kept);
        wanted.retain(|local| left.contains(local));
        if wanted.is_empty() {
            *function = changed;
            return kept;
        }
        kept.extend(wanted);
    }
}

/// The locals that would stay in memory.
fn left_in_memory(function: &Function, flow: &Cfg, undefined: Undefined, kept: &[u32]) -> Vec<u32> {
    let mut variables = Variables::find(function, flow, kept);
    if undefined == Undefined::KeepInMemory {
        let blocks = blocks_of_variables(function, flow, &variables);
        for variable in maybe_undefined(flow, &blocks) {
            variables.keep(variable);
        }
    }
    variables.in_memory()
}

fn replace(function: &mut Function, flow: &Cfg, variables: &Variables) {
    for block in &flow.order {
        let mut at = 0;
        while let Some(inst) = function.blocks[block.index()].instructions.get(at) {
            let Some(parts) = variables.copied_parts(&inst.kind) else {
                at += 1;
                continue;
            };
            let copy = inst.clone();
            let mut loads = Vec::new();
            let mut stores = Vec::new();
            for part in parts {
                copy_part(function, &copy, part, &mut loads, &mut stores);
            }
            loads.append(&mut stores);
            let count = loads.len();
            let instructions = &mut function.blocks[block.index()].instructions;
            instructions.splice(at..=at, loads);
            at += count;
        }
    }
}

fn copy_part(
    function: &mut Function,
    copy: &Inst,
    (offset, size, ty): (u64, u8, Type),
    loads: &mut Vec<Inst>,
    stores: &mut Vec<Inst>,
) {
    let InstKind::MemoryCopy {
        destination,
        source,
        ..
    } = copy.kind
    else {
        return;
    };
    let (from, to) = (function.new_value(Type::Ptr), function.new_value(Type::Ptr));
    let value = function.new_value(ty);
    let make = |kind, result: Option<_>| Inst {
        kind,
        results: result.into_iter().collect(),
        location: copy.location,
    };
    let address = |of: Operand| InstKind::Binary {
        op: BinaryOp::Add,
        width: 64,
        a: of,
        b: Operand::Const(offset),
    };
    loads.push(make(address(source), Some(from)));
    let load = InstKind::Load {
        size,
        pointer: Operand::Value(from),
        order: LoadOrder::Plain,
    };
    loads.push(make(load, Some(value)));
    stores.push(make(address(destination), Some(to)));
    let store = InstKind::Store {
        size,
        pointer: Operand::Value(to),
        value: Operand::Value(value),
        order: StoreOrder::Plain,
    };
    stores.push(make(store, None));
}
