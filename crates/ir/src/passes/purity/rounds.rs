//! Marks the loops that are run round by round, so that the interpreter can see when a round has changed nothing.
//!
//! A loop that locks a mutex to look, or tries to receive, changes memory in each round and undoes the changes. No
//! rule about single instructions knows that; the values of a run do ([`crate::interp`]).

use super::Around;
use super::analyse::Analysis;
use super::atom::{Definition, Values};
use super::restless::restless;
use crate::flow::{Cfg, Dominators, Loops};
use crate::intrinsic::Intrinsic;
use crate::module::{
    BinaryOp, Block, BlockId, Function, Inst, InstKind, Operand, Target, Terminator, ValueId,
};
use smallvec::SmallVec;
use threadproof_program::LocationId;

/// A loop to be marked.
struct Marked {
    header: BlockId,
    parameters: Vec<ValueId>,
    /// Where its first instruction with a place in the source stands.
    place: LocationId,
    /// The blocks that enter it, and those that come back to its header.
    entries: Vec<BlockId>,
    repeats: Vec<BlockId>,
}

/// Marks the loops of a function; `next` is the number of the next one.
pub fn mark_rounds(function: &mut Function, around: &Around<'_>, next: &mut u64) {
    if function.atomic || super::has_sections(function) {
        return;
    }
    for marked in found(function, around) {
        mark(function, &marked, *next);
        *next += 1;
    }
}

fn found(function: &Function, around: &Around<'_>) -> Vec<Marked> {
    let flow = Cfg::new(function);
    let loops = Loops::new(function, &flow);
    if loops.all.is_empty() {
        return Vec::new();
    }
    let dominators = Dominators::new(&flow).intervals();
    let values = Values::new(function);
    let analysis = |number: usize| Analysis {
        values: &values,
        flow: &flow,
        loops: &loops,
        dominators: &dominators,
        around,
        slots: &[],
        number,
        header: loops.all[number].header,
        test: &[],
        compare_with_last: false,
        rounds: None,
        quiet: Vec::new(),
    };
    let mark = |number: usize| {
        let analysis = analysis(number);
        let watched = analysis.has_one_entry() && analysis.has_exit();
        let place = watched.then(|| restless(&analysis)).flatten()?.place;
        let header = analysis.header;
        let sources = flow.predecessors(header).iter().copied();
        let (repeats, entries): (Vec<_>, _) = sources.partition(|s| analysis.contains(*s));
        if counts(&analysis, &repeats) {
            return None;
        }
        Some(Marked {
            header,
            parameters: function.blocks[header.index()].parameters.clone(),
            place,
            entries,
            repeats,
        })
    };
    (0..loops.all.len()).filter_map(mark).collect()
}

/// Does each round add a number to a parameter of the header, and so leave nothing as it was?
fn counts(analysis: &Analysis<'_>, repeats: &[BlockId]) -> bool {
    let function = analysis.values.function;
    let parameters = &function.blocks[analysis.header.index()].parameters;
    let is_added_to = |(place, parameter): (usize, &ValueId)| {
        let mut always = true;
        for source in repeats {
            function.blocks[source.index()]
                .terminator
                .targets(|target| {
                    let goes_back = target.block == analysis.header;
                    always &= !goes_back || adds(analysis, target.arguments[place], *parameter);
                });
        }
        always
    };
    parameters.iter().enumerate().any(is_added_to)
}

/// Is it the value and a number that is not zero?
fn adds(analysis: &Analysis<'_>, sum: Operand, value: ValueId) -> bool {
    let Operand::Value(sum) = sum else {
        return false;
    };
    let Some(Definition::Instruction(block, at)) = analysis.values.definition(sum) else {
        return false;
    };
    let block = &analysis.values.function.blocks[block.index()];
    matches!(
        block.instructions[at as usize].kind,
        InstKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, width, a, b: Operand::Const(number) }
            if a == Operand::Value(value) && number & (u64::MAX >> (64 - u32::from(width))) != 0
    )
}

fn mark(function: &mut Function, marked: &Marked, number: u64) {
    let number = Operand::Const(number);
    for source in &marked.entries {
        pass_by(function, *source, marked, |_| {
            (Intrinsic::LoopBegins, vec![number])
        });
    }
    for source in &marked.repeats {
        pass_by(function, *source, marked, |target| {
            let pairs = target.arguments.iter().zip(&marked.parameters);
            let pairs = pairs.flat_map(|(new, old)| [*new, Operand::Value(*old)]);
            let arguments = std::iter::once(number).chain(pairs).collect();
            (Intrinsic::LoopRepeats, arguments)
        });
    }
}

/// Puts a block with an intrinsic on each edge from a block to the header.
fn pass_by(
    function: &mut Function,
    source: BlockId,
    marked: &Marked,
    made: impl Fn(&Target) -> (Intrinsic, Vec<Operand>),
) {
    let first = function.blocks.len();
    let mut goals: Vec<Target> = Vec::new();
    let terminator = &mut function.blocks[source.index()].terminator;
    terminator.targets_mut(|target| {
        if target.block == marked.header {
            let passage = Target {
                block: BlockId((first + goals.len()) as u32),
                arguments: Vec::new(),
            };
            goals.push(std::mem::replace(target, passage));
        }
    });
    for goal in goals {
        let (intrinsic, arguments) = made(&goal);
        function.blocks.push(Block {
            parameters: Vec::new(),
            instructions: vec![Inst {
                kind: InstKind::Intrinsic {
                    intrinsic,
                    arguments,
                },
                results: SmallVec::new(),
                location: marked.place,
            }],
            terminator: Terminator::Jump(goal),
            terminator_location: LocationId(0),
        });
    }
}
