//! Turns branches that only choose between zero and one back into the bit that they ask for.
//!
//! `compare_exchange` of Rust and C++ makes a `Result` or a `bool` of the bit that says whether it succeeded, by a branch
//! for each step on the way. A loop can only wait for a value that is compared, not for one that is chosen.

use crate::flow::Cfg;
use crate::module::{
    BinaryOp, BlockId, Function, Inst, InstKind, Operand, Target, Terminator, Type, ValueId,
};
use smallvec::smallvec;
use threadproof_program::LocationId;

/// Two empty ways from a branch to the same block.
struct Diamond {
    fork: BlockId,
    condition: Operand,
    join: BlockId,
    /// The arguments of the join if the condition holds, and if not.
    then: Vec<Operand>,
    otherwise: Vec<Operand>,
}

/// Removes such branches; returns the values that the parameters of the blocks behind them stand for.
pub fn diamonds(function: &mut Function) -> Vec<(ValueId, Operand)> {
    let flow = Cfg::new(function);
    let found: Vec<Diamond> = flow
        .order
        .iter()
        .filter_map(|join| diamond(function, &flow, *join))
        .collect();
    let mut replacements = Vec::new();
    for diamond in found {
        remove(function, &diamond, &mut replacements);
    }
    replacements
}

fn diamond(function: &Function, flow: &Cfg, join: BlockId) -> Option<Diamond> {
    let &[first, second] = flow.predecessors(join) else {
        return None;
    };
    if function.blocks[join.index()].parameters.is_empty() {
        return None;
    }
    let (&[fork], &[other]) = (flow.predecessors(first), flow.predecessors(second)) else {
        return None;
    };
    let Terminator::Branch {
        condition,
        then,
        otherwise,
    } = &function.blocks[fork.index()].terminator
    else {
        return None;
    };
    let (yes, no) = match (then.block, otherwise.block) {
        (yes, no) if (yes, no) == (first, second) || (yes, no) == (second, first) => (yes, no),
        _ => return None,
    };
    let diamond = Diamond {
        fork,
        condition: *condition,
        join,
        then: arguments(function, yes)?,
        otherwise: arguments(function, no)?,
    };
    let both = diamond.then.iter().zip(&diamond.otherwise);
    let simple = both.into_iter().all(|(a, b)| a == b || is_choice(a, b));
    let is_bit = match condition {
        Operand::Value(value) => function.values[value.index()] == Type::Int(1),
        _ => false,
    };
    (fork == other && simple && is_bit).then_some(diamond)
}

/// The arguments of a block that only jumps.
fn arguments(function: &Function, block: BlockId) -> Option<Vec<Operand>> {
    let block = &function.blocks[block.index()];
    match &block.terminator {
        Terminator::Jump(target)
            if block.instructions.is_empty() && block.parameters.is_empty() =>
        {
            Some(target.arguments.clone())
        }
        _ => None,
    }
}

fn is_choice(a: &Operand, b: &Operand) -> bool {
    matches!(
        (a, b),
        (Operand::Const(0), Operand::Const(1)) | (Operand::Const(1), Operand::Const(0))
    )
}

fn remove(function: &mut Function, diamond: &Diamond, replacements: &mut Vec<(ValueId, Operand)>) {
    let join = diamond.join.index();
    let parameters = std::mem::take(&mut function.blocks[join].parameters);
    for (at, parameter) in parameters.into_iter().enumerate() {
        let value = match (diamond.then[at], diamond.otherwise[at]) {
            (a, b) if a == b => a,
            (Operand::Const(1), _) => diamond.condition,
            _ => negated(function, diamond),
        };
        replacements.push((parameter, value));
    }
    let fork = &mut function.blocks[diamond.fork.index()];
    fork.terminator = Terminator::Jump(Target {
        block: diamond.join,
        arguments: Vec::new(),
    });
}

fn negated(function: &mut Function, diamond: &Diamond) -> Operand {
    let value = function.new_value(Type::Int(1));
    let fork = &mut function.blocks[diamond.fork.index()];
    fork.instructions.push(Inst {
        kind: InstKind::Binary {
            op: BinaryOp::Xor,
            width: 1,
            a: diamond.condition,
            b: Operand::Const(1),
        },
        results: smallvec![value],
        location: LocationId(0),
    });
    Operand::Value(value)
}
