//! Removes branches that a cut has made impossible.

use super::atom::{Definition, Values};
use super::condition::contradict;
use super::plan::{Cut, Form, Plan};
use crate::flow::{Cfg, Dominators};
use crate::module::{BlockId, Function, Operand, Target, Terminator};

pub fn fold(function: &mut Function, plan: &Plan) {
    if !plan.internal_back_edges.is_empty() {
        return;
    }
    let flow = Cfg::new(function);
    let dominators = Dominators::new(&flow).intervals();
    for cut in &plan.cuts {
        let [term] = cut.terms.as_slice() else {
            continue;
        };
        // A lock may be refused to the thread that has it.
        if matches!(cut.form, Form::Lock(_)) {
            continue;
        }
        let values = Values::new(function);
        // A cut that does not follow its value at once may have seen an older one.
        if !is_defined_in(&values, term.atom.a, cut.point.block) {
            continue;
        }
        let (start, end) = dominators[flow.number(cut.point.block)];
        let mut folded: Vec<(BlockId, Target)> = Vec::new();
        for &block in &flow.order {
            let below = (start..end).contains(&dominators[flow.number(block)].0);
            if below && let Some(target) = only_target(&values, block, cut) {
                folded.push((block, target));
            }
        }
        for (block, target) in folded {
            function.blocks[block.index()].terminator = Terminator::Jump(target);
        }
    }
}

fn is_defined_in(values: &Values<'_>, operand: Operand, block: BlockId) -> bool {
    let Operand::Value(value) = operand else {
        return false;
    };
    matches!(values.definition(value), Some(Definition::Instruction(b, _)) if b == block)
}

/// The target of a branch whose other side cannot be taken after the cut.
fn only_target(values: &Values<'_>, block: BlockId, cut: &Cut) -> Option<Target> {
    let Terminator::Branch {
        condition,
        then,
        otherwise,
    } = &values.function.blocks[block.index()].terminator
    else {
        return None;
    };
    let after = cut.terms[0].atom.negated();
    let possible = |wanted: bool| !contradict(values, after, (*condition, wanted));
    match (possible(true), possible(false)) {
        (true, false) => Some(then.clone()),
        (false, true) => Some(otherwise.clone()),
        _ => None,
    }
}
