//! Puts small functions into the loops that call them, so that loop purity sees their effect.
//!
//! Called functions must not have local variables that stay in memory (these die at the return), further
//! arguments, or sections without interruption. Functions of the modelled
//! library are inlined only if they do nothing: counterexamples name the function that the user called.
//! Branches on constants are taken after each call: the atomics of Rust choose between instructions by an argument, and
//! what they say about a wrong one would soon be all that is inlined.

use super::diamonds::diamonds;
use crate::flow::{Cfg, Loops};
use crate::intrinsic::Intrinsic;
use crate::module::{
    BinaryOp, Block, BlockId, Callee, Cast, Function, FunctionId, Inst, InstKind, Operand, Target,
    Terminator, Type, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::smallvec;
use threadproof_program::{LocationId, StoreOrder};

const MAX_INSTRUCTIONS: usize = 200;
/// Per function that calls are put into; recursion ends here too.
const MAX_CALLS: usize = 128;
/// Of these, at most so many before one that no loop of the function needs.
const MAX_OTHER_CALLS: usize = 64;

/// The calls that were inlined.
pub struct Inlined {
    pub calls: usize,
    /// The local variables that belong to the caller now, with the functions that had them. Whoever inlines has to see
    /// to it that they do not stay in memory, where they would live too long.
    pub moved: Vec<(ValueId, FunctionId)>,
}

/// Inlines until no call in a loop is left that can be, and none that is given a local variable: an object that a loop
/// uses should be seen as a whole. The function and the bodies of all functions must have been promoted.
/// `left_out`: functions whose calls stay. `begin_anew`: the local variables of a call have no value when it begins,
/// whatever those of the call before it had.
pub fn inline(
    function: &mut Function,
    id: FunctionId,
    bodies: &[Function],
    (left_out, begin_anew): (&[FunctionId], bool),
    places_of_rust: &FxHashSet<LocationId>,
) -> Inlined {
    let mut inlined = Inlined {
        calls: 0,
        moved: Vec::new(),
    };
    while inlined.calls < MAX_CALLS
        && let Some((block, at, callee)) = next_call(function, id, bodies, left_out, inlined.calls)
    {
        splice(
            function,
            (block, at),
            &bodies[callee.index()],
            places_of_rust,
        );
        inlined.calls += 1;
        call_directly(function, bodies);
        let moved = move_locals(function, begin_anew).into_iter();
        inlined.moved.extend(moved.map(|local| (local, callee)));
        simplify(function);
    }
    inlined
}

/// Is there a call that is inlined wherever it stands, since only its caller knows what its loops call?
pub fn gives_callee(function: &Function, bodies: &[Function]) -> bool {
    let mut instructions = function.blocks.iter().flat_map(|b| &b.instructions);
    instructions.any(|inst| match &inst.kind {
        InstKind::Call {
            callee: Callee::Function(callee),
            arguments,
        } => is_given_what_it_calls(arguments, &bodies[callee.index()]),
        _ => false,
    })
}

/// Names the functions that are called through a known address.
fn call_directly(function: &mut Function, bodies: &[Function]) {
    let instructions = function.blocks.iter_mut().flat_map(|b| &mut b.instructions);
    for inst in instructions {
        if let InstKind::Call { callee, arguments } = &mut inst.kind
            && let Callee::Pointer(Operand::Function(known)) = *callee
            && bodies[known.index()].parameters.len() == arguments.len()
        {
            *callee = Callee::Function(known);
        }
    }
}

/// Puts all local variables into the entry block; returns those that were elsewhere.
fn move_locals(function: &mut Function, begin_anew: bool) -> Vec<ValueId> {
    let mut locals: Vec<Inst> = Vec::new();
    for number in 1..function.blocks.len() {
        let instructions = std::mem::take(&mut function.blocks[number].instructions);
        let mut left = Vec::with_capacity(instructions.len());
        for inst in instructions {
            match inst.kind {
                InstKind::Alloca {
                    size: Operand::Const(size),
                    ..
                } => {
                    if begin_anew && matches!(size, 1 | 2 | 4 | 8) {
                        left.extend(without_value(function, &inst, size as u8));
                    }
                    locals.push(inst);
                }
                _ => left.push(inst),
            }
        }
        function.blocks[number].instructions = left;
    }
    let moved = locals.iter().flat_map(|inst| inst.results.clone());
    let moved = moved.collect();
    function.blocks[0].instructions.splice(0..0, locals);
    moved
}

/// Takes the value of a local variable away. Such a variable can become a value even if some way leads to a use of it
/// that nothing has written, as long as the program does not go it: `if (pop(&queue, &element)) use(element);`.
fn without_value(function: &mut Function, local: &Inst, size: u8) -> [Inst; 2] {
    let value = function.new_value(Type::Int(8 * size));
    let nothing = InstKind::Intrinsic {
        intrinsic: Intrinsic::NoValue,
        arguments: Vec::new(),
    };
    let store = InstKind::Store {
        size,
        pointer: Operand::Value(local.results[0]),
        value: Operand::Value(value),
        order: StoreOrder::Plain,
    };
    let inst = |kind, results| Inst {
        kind,
        results,
        location: local.location,
    };
    [inst(nothing, smallvec![value]), inst(store, smallvec![])]
}

/// How much a call matters to the loops of its function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Need {
    /// It is in a loop.
    Inside,
    /// It is given an object that a loop uses.
    Shares,
    /// It may bring a loop, with its object.
    Other,
}

/// The next call that can be inlined. Those that the loops here need come first, since the number is limited.
fn next_call(
    function: &Function,
    id: FunctionId,
    bodies: &[Function],
    left_out: &[FunctionId],
    done: usize,
) -> Option<(BlockId, usize, FunctionId)> {
    let flow = Cfg::new(function);
    let loops = Loops::new(function, &flow);
    let in_loop = |block: BlockId| loops.around(block).next().is_some();
    let own = own_locals(function);
    let addresses = addresses(function, &own);
    let shared = used_in(
        function,
        &addresses,
        flow.order.iter().filter(|b| in_loop(**b)),
    );
    let is_local =
        |operand: &Operand| matches!(operand, Operand::Value(value) if own.contains(value));
    let is_shared = |operand: &Operand| {
        let Operand::Value(value) = operand else {
            return false;
        };
        addresses
            .get(value)
            .is_some_and(|local| shared.contains(local))
    };
    let mut found = None;
    for &block in &flow.order {
        let instructions = &function.blocks[block.index()].instructions;
        let last_returns = !ends_in_vain(function, block);
        for (at, inst) in instructions.iter().enumerate() {
            let InstKind::Call {
                callee: Callee::Function(callee),
                arguments,
            } = &inst.kind
            else {
                continue;
            };
            let body = &bodies[callee.index()];
            let need = if in_loop(block) {
                Need::Inside
            } else if arguments.iter().any(is_shared) {
                Need::Shares
            } else if arguments.iter().any(is_local) || is_given_what_it_calls(arguments, body) {
                Need::Other
            } else {
                continue;
            };
            let fits = arguments.len() == body.parameters.len() && *callee != id;
            let returns = last_returns || instructions[at + 1..].iter().any(is_call);
            let allowed = fits && returns && !left_out.contains(callee);
            let better = found.is_none_or(|(known, _)| need < known);
            if better && allowed && is_simple(body) {
                found = Some((need, (block, at, *callee)));
            }
        }
    }
    let (need, call) = found?;
    (need != Need::Other || done < MAX_OTHER_CALLS).then_some(call)
}

/// The addresses of these locals and of places in them, each with its local.
fn addresses(function: &Function, locals: &[ValueId]) -> FxHashMap<ValueId, ValueId> {
    let mut addresses: FxHashMap<ValueId, ValueId> = locals.iter().map(|l| (*l, *l)).collect();
    let mut known = 0;
    while known < addresses.len() {
        known = addresses.len();
        for inst in function.blocks.iter().flat_map(|b| &b.instructions) {
            if let InstKind::Binary {
                op: BinaryOp::Add,
                a: Operand::Value(base),
                b: Operand::Const(_),
                ..
            } = inst.kind
                && let Some(&local) = addresses.get(&base)
            {
                addresses.insert(inst.results[0], local);
            }
        }
    }
    addresses
}

/// The locals that instructions of these blocks use.
fn used_in<'b>(
    function: &Function,
    addresses: &FxHashMap<ValueId, ValueId>,
    blocks: impl Iterator<Item = &'b BlockId>,
) -> FxHashSet<ValueId> {
    let mut used = FxHashSet::default();
    for block in blocks {
        for inst in &function.blocks[block.index()].instructions {
            inst.kind.visit(|operand| {
                if let Operand::Value(value) = operand {
                    used.extend(addresses.get(value));
                }
            });
        }
    }
    used
}

/// Is the function told which function it has to call? Of the loop in `wait_until(&is_ready, queue)`, only the caller
/// knows that it waits.
fn is_given_what_it_calls(arguments: &[Operand], body: &Function) -> bool {
    let mut given = arguments.iter().zip(&body.parameters);
    given.any(|(argument, parameter)| {
        let calls_it = |inst: &Inst| {
            matches!(&inst.kind, InstKind::Call { callee: Callee::Pointer(Operand::Value(callee)), .. }
                if callee == parameter)
        };
        let mut instructions = body.blocks.iter().flat_map(|b| &b.instructions);
        matches!(argument, Operand::Function(_)) && instructions.any(calls_it)
    })
}

fn is_call(inst: &Inst) -> bool {
    matches!(inst.kind, InstKind::Call { .. })
}

/// Is nothing left to do after this block, unless its last call throws? Such a call reports a failure, and no round
/// that does is in vain.
fn ends_in_vain(function: &Function, block: BlockId) -> bool {
    let is_dead = |target: &Target| {
        let block = &function.blocks[target.block.index()];
        block.instructions.is_empty() && matches!(block.terminator, Terminator::Unreachable)
    };
    match &function.blocks[block.index()].terminator {
        Terminator::Unreachable => true,
        Terminator::Jump(target) => is_dead(target),
        Terminator::Branch {
            then, otherwise, ..
        } => is_dead(then) || is_dead(otherwise),
        // Of a switch over an enum, the default is dead.
        Terminator::Switch { .. } | Terminator::Return(_) => false,
    }
}

/// The local variables in memory of the function.
fn own_locals(function: &Function) -> Vec<ValueId> {
    let instructions = function.blocks.iter().flat_map(|b| &b.instructions);
    let locals = instructions.filter(|inst| matches!(inst.kind, InstKind::Alloca { .. }));
    locals.flat_map(|inst| inst.results.clone()).collect()
}

fn is_simple(function: &Function) -> bool {
    let instructions = || function.blocks.iter().flat_map(|b| &b.instructions);
    let allowed = |kind: &InstKind| match kind {
        InstKind::Alloca { size, .. } => matches!(size, Operand::Const(_)),
        InstKind::VaStart { .. } => false,
        InstKind::Intrinsic { intrinsic, .. } => {
            !matches!(intrinsic, Intrinsic::AtomicBegin | Intrinsic::AtomicEnd)
        }
        _ => true,
    };
    let located = instructions().any(|inst| inst.location != LocationId(0));
    function.is_defined()
        && !function.atomic
        && !function.variadic
        && instructions().count() <= MAX_INSTRUCTIONS
        && instructions().all(|inst| allowed(&inst.kind))
        && (located || instructions().all(|inst| inst.kind.is_pure()))
}

/// Replaces a call by the body of the called function. Instructions without a place of their own, and those of Rust's
/// library, stand where the call does.
pub fn splice(
    function: &mut Function,
    (block, at): (BlockId, usize),
    body: &Function,
    places_of_rust: &FxHashSet<LocationId>,
) {
    let first_block = function.blocks.len() as u32;
    let rest = BlockId(first_block + body.blocks.len() as u32);
    let after = function.blocks[block.index()]
        .instructions
        .split_off(at + 1);
    let call = function.blocks[block.index()].instructions.pop();
    let call = call.expect("the call was found here");
    let InstKind::Call { arguments, .. } = call.kind else {
        return;
    };
    let first_value = function.values.len() as u32;
    function.values.extend(&body.values);
    let map = |value: ValueId| ValueId(value.0 + first_value);
    let replace = |operand: &mut Operand| {
        if let Operand::Value(value) = operand {
            let parameter = body.parameters.iter().position(|p| p == value);
            *operand = match parameter {
                Some(at) => arguments[at],
                None => Operand::Value(map(*value)),
            };
        }
    };
    for source in &body.blocks {
        let mut copy = source.clone();
        copy.parameters.iter_mut().for_each(|p| *p = map(*p));
        for inst in &mut copy.instructions {
            inst.kind.visit_mut(replace);
            inst.results.iter_mut().for_each(|r| *r = map(*r));
            if inst.location == LocationId(0) || places_of_rust.contains(&inst.location) {
                inst.location = call.location;
            }
        }
        copy.terminator.visit_mut(replace);
        copy.terminator.targets_mut(|target| {
            target.block.0 += first_block;
            target.arguments.iter_mut().for_each(replace);
        });
        if let Terminator::Return(values) = &copy.terminator {
            let mut arguments = values.clone();
            arguments.resize(call.results.len(), Operand::Undefined);
            copy.terminator = Terminator::Jump(Target {
                block: rest,
                arguments,
            });
        }
        function.blocks.push(copy);
    }
    let old = &mut function.blocks[block.index()];
    let enter = Terminator::Jump(Target {
        block: BlockId(first_block),
        arguments: Vec::new(),
    });
    let terminator = std::mem::replace(&mut old.terminator, enter);
    let terminator_location = old.terminator_location;
    function.blocks.push(Block {
        parameters: call.results.to_vec(),
        instructions: after,
        terminator,
        terminator_location,
    });
}

/// Takes branches on constants, and replaces parameters of blocks that are reached in one way.
pub fn simplify(function: &mut Function) {
    loop {
        for block in &mut function.blocks {
            if let Some(target) = only_target(&block.terminator) {
                block.terminator = Terminator::Jump(target);
            }
        }
        let mut replacements = single_arguments(function);
        replacements.extend(constants(function));
        if replacements.is_empty() {
            replacements = diamonds(function);
        }
        if replacements.is_empty() {
            return;
        }
        replace_values(function, &replacements);
    }
}

/// Removes comparisons, conversions and masks of constants; returns their results. By masks C++ finds the order of a
/// `compare_exchange` that fails.
fn constants(function: &mut Function) -> Vec<(ValueId, Operand)> {
    let mut replacements = Vec::new();
    for block in &mut function.blocks {
        block.instructions.retain(|inst| {
            let value = match inst.kind {
                InstKind::Compare {
                    predicate,
                    width,
                    a: Operand::Const(a),
                    b: Operand::Const(b),
                } => u64::from(predicate.holds(a, b, width)),
                InstKind::Binary {
                    op: op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor),
                    a: Operand::Const(a),
                    b: Operand::Const(b),
                    ..
                } => match op {
                    BinaryOp::And => a & b,
                    BinaryOp::Or => a | b,
                    _ => a ^ b,
                },
                InstKind::Cast {
                    cast: Cast::Truncate { to },
                    a: Operand::Const(a),
                } => a & (u64::MAX >> (64 - u32::from(to.clamp(1, 64)))),
                _ => return true,
            };
            let result = inst.results.first();
            replacements.extend(result.map(|result| (*result, Operand::Const(value))));
            false
        });
    }
    replacements
}

fn only_target(terminator: &Terminator) -> Option<Target> {
    match terminator {
        Terminator::Branch {
            condition: Operand::Const(bit),
            then,
            otherwise,
        } => Some(if bit & 1 == 1 { then } else { otherwise }.clone()),
        Terminator::Switch {
            value: Operand::Const(value),
            cases,
            default,
        } => {
            let case = cases.iter().find(|(case, _)| case == value);
            Some(case.map_or(default, |(_, target)| target).clone())
        }
        _ => None,
    }
}

/// Removes the parameters of blocks with one predecessor; returns the value that each stands for.
fn single_arguments(function: &mut Function) -> Vec<(ValueId, Operand)> {
    let flow = Cfg::new(function);
    let mut replacements = Vec::new();
    for at in 0..function.blocks.len() {
        let id = BlockId(at as u32);
        if !flow.is_reachable(id) || function.blocks[at].parameters.is_empty() {
            continue;
        }
        let &[source] = flow.predecessors(id) else {
            continue;
        };
        let parameters = std::mem::take(&mut function.blocks[at].parameters);
        let terminator = &mut function.blocks[source.index()].terminator;
        terminator.targets_mut(|target| {
            if target.block == id {
                let arguments = std::mem::take(&mut target.arguments);
                replacements.extend(parameters.iter().copied().zip(arguments));
            }
        });
    }
    replacements
}

/// Uses the operand of each pair instead of the value.
pub fn replace_values(function: &mut Function, replacements: &[(ValueId, Operand)]) {
    let mut by_value: Vec<Option<Operand>> = vec![None; function.values.len()];
    for (value, operand) in replacements {
        by_value[value.index()] = Some(*operand);
    }
    let replace = |operand: &mut Operand| {
        while let Operand::Value(value) = *operand
            && let Some(next) = by_value[value.index()]
        {
            *operand = next;
        }
    };
    for block in &mut function.blocks {
        block
            .instructions
            .iter_mut()
            .for_each(|i| i.kind.visit_mut(replace));
        block.terminator.visit_mut(replace);
        let each = |target: &mut Target| target.arguments.iter_mut().for_each(replace);
        block.terminator.targets_mut(each);
    }
}
