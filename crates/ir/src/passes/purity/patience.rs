//! Loops that try a number of times before they do something else.
//!
//! `for (i = 0; i < 100; i++) if (try()) return;` goes round without an effect, but its counter differs, and says in the
//! end that it is enough. Whoever tries in vain for 100 rounds might as well have begun with the last of them,
//! and who succeeds in a later one with that. So one round is enough: where a round without an effect would go on,
//! the loop is left as if there had been enough of them.
//!
//! Nothing that can be noticed is lost, and nothing is added: an execution of the shorter loop is one of the program in
//! which all rounds in vain saw what the last one did.
//!
//! A counter that is asked several times has phases: pause in the first hundred rounds, give way in the next hundred, then
//! block. One round of each phase is enough for the same reason, so the counter goes on with the first value of the
//! next phase.

use super::analyse::{Analysis, Rounds};
use super::counter::{Counted, Counter};
use crate::module::{
    BlockId, Function, Inst, InstKind, Operand, Target, Terminator, Type, ValueId,
};
use threadproof_program::Predicate;

/// A change of the function that leaves out rounds.
pub enum Shortcut {
    /// The test stands at the beginning of a round: an iteration that comes back to it goes on.
    Back {
        sources: Vec<BlockId>,
        header: BlockId,
        enough: bool,
    },
    /// The test stands at the end of a round, and is not made any more.
    Test { block: BlockId, enough: bool },
    /// The counter leaves out the rounds between these values, on the way from these blocks to the header.
    Phases {
        sources: Vec<BlockId>,
        header: BlockId,
        place: usize,
        phases: Vec<(u64, u64)>,
    },
}

/// How rounds of the loop can be left out, if one of its header's parameters counts them.
pub fn shortcut(analysis: &mut Analysis<'_>) -> Option<Shortcut> {
    let function = analysis.values.function;
    let count = function.blocks[analysis.header.index()].parameters.len();
    let once = (0..count).find_map(|place| {
        let counter = Counter::find(analysis, place)?;
        let starts_with_test = counter.test == analysis.header && {
            let header = &function.blocks[analysis.header.index()];
            header.instructions.iter().all(|inst| inst.kind.is_pure())
        };
        match starts_with_test {
            true => at_start(analysis, &counter, back_edges(analysis)),
            false => at_end(analysis, &counter),
        }
    });
    once.or_else(|| (0..count).find_map(|place| phases(analysis, place)))
}

fn phases(analysis: &mut Analysis<'_>, place: usize) -> Option<Shortcut> {
    let counted = Counted::find(analysis, place)?;
    let first = start(analysis, place)?;
    let sources = back_edges(analysis);
    let next = next_value(analysis, (&counted, place), &sources)?;
    let tests = counted.tests(analysis.values.function);
    if !has_exit_elsewhere(analysis, &tests) || !is_in_vain(analysis, place, &sources) {
        return None;
    }
    let phases = counted.phases(analysis, first, next);
    (!phases.is_empty()).then_some(Shortcut::Phases {
        sources,
        header: analysis.header,
        place,
        phases,
    })
}

/// The blocks of the loop that lead to its header.
fn back_edges(analysis: &Analysis<'_>) -> Vec<BlockId> {
    let sources = analysis.flow.predecessors(analysis.header).iter();
    let mut sources: Vec<BlockId> = sources
        .copied()
        .filter(|source| analysis.contains(*source))
        .collect();
    sources.dedup();
    sources
}

fn at_start(
    analysis: &mut Analysis<'_>,
    counter: &Counter,
    sources: Vec<BlockId>,
) -> Option<Shortcut> {
    let next = next_value(analysis, (&counter.counted, counter.place), &sources)?;
    let unfinished = counter.unfinished(analysis, start(analysis, counter.place), next)?;
    let (goes_on, enough) = ways(analysis, counter.test, unfinished)?;
    let fits = analysis.contains(goes_on) && !analysis.contains(enough);
    let useful = fits && has_exit_elsewhere(analysis, &[counter.test]);
    (useful && is_in_vain(analysis, counter.place, &sources)).then_some(Shortcut::Back {
        sources,
        header: counter.test,
        enough: !unfinished,
    })
}

fn at_end(analysis: &mut Analysis<'_>, counter: &Counter) -> Option<Shortcut> {
    // Which way goes on is not known before the rounds are, and these not before the way is.
    [true, false].into_iter().find_map(|unfinished| {
        let (goes_on, _) = ways(analysis, counter.test, unfinished)?;
        let sources = ways_back(analysis, counter.test, goes_on)?;
        let next = next_value(analysis, (&counter.counted, counter.place), &sources)?;
        let start = start(analysis, counter.place);
        if counter.unfinished(analysis, start, next)? != unfinished
            || !others_keep(analysis, counter, &sources, start)
            || !has_exit_elsewhere(analysis, &[counter.test])
        {
            return None;
        }
        is_in_vain(analysis, counter.place, &sources).then_some(Shortcut::Test {
            block: counter.test,
            enough: !unfinished,
        })
    })
}

/// The blocks that a branch leads to: if its condition is so, and if it is not.
fn ways(analysis: &Analysis<'_>, test: BlockId, condition: bool) -> Option<(BlockId, BlockId)> {
    match &analysis.values.function.blocks[test.index()].terminator {
        Terminator::Branch {
            then, otherwise, ..
        } => Some(match condition {
            true => (then.block, otherwise.block),
            false => (otherwise.block, then.block),
        }),
        _ => None,
    }
}

/// From where all ways that begin with an edge of the test come to the header; none if one leaves the loop.
fn ways_back(analysis: &Analysis<'_>, test: BlockId, first: BlockId) -> Option<Vec<BlockId>> {
    if first == analysis.header {
        return Some(vec![test]);
    }
    let function = analysis.values.function;
    let mut seen: Vec<BlockId> = Vec::new();
    let mut sources: Vec<BlockId> = Vec::new();
    let mut work = vec![first];
    let mut stays = true;
    while let Some(block) = work.pop() {
        if seen.contains(&block) {
            continue;
        }
        stays &= block != test && analysis.contains(block);
        seen.push(block);
        let terminator = &function.blocks[block.index()].terminator;
        let mut goes_on = false;
        terminator.targets(|target| {
            goes_on = true;
            if target.block == analysis.header {
                sources.push(block);
            } else {
                work.push(target.block);
            }
        });
        stays &= goes_on;
        if !stays {
            return None;
        }
    }
    // Others must not come to these blocks: theirs would be rounds of another kind.
    let entered = |block: &BlockId| {
        let mut sources = analysis.flow.predecessors(*block).iter();
        sources.all(|source| seen.contains(source) || (*source == test && *block == first))
    };
    sources.dedup();
    seen.iter().all(entered).then_some(sources)
}

/// The new value of the counter on these ways to the header, if it is the same on all.
fn next_value(
    analysis: &Analysis<'_>,
    (counted, place): (&Counted, usize),
    sources: &[BlockId],
) -> Option<Operand> {
    let mut next: Vec<Operand> = Vec::new();
    for source in sources {
        let terminator = &analysis.values.function.blocks[source.index()].terminator;
        terminator.targets(|target| {
            if target.block == analysis.header {
                next.push(target.arguments[place]);
            }
        });
    }
    next.dedup();
    match next.as_slice() {
        &[next] if counted.counts(next) => Some(next),
        _ => None,
    }
}

/// The constant that the header's parameter begins with.
fn start(analysis: &Analysis<'_>, place: usize) -> Option<u64> {
    match analysis.first_value(place) {
        Some(Operand::Const(start)) => Some(start),
        _ => None,
    }
}

/// Rounds of other kinds leave the counter alone, or begin to count anew.
fn others_keep(
    analysis: &Analysis<'_>,
    counter: &Counter,
    sources: &[BlockId],
    start: Option<u64>,
) -> bool {
    let mut keep = true;
    for source in back_edges(analysis) {
        if sources.contains(&source) {
            continue;
        }
        let terminator = &analysis.values.function.blocks[source.index()].terminator;
        terminator.targets(|target| {
            if target.block == analysis.header {
                keep &= match target.arguments[counter.place] {
                    Operand::Value(value) => value == counter.parameter,
                    Operand::Const(value) => Some(value) == start,
                    _ => false,
                };
            }
        });
    }
    keep
}

/// Can the loop be left elsewhere than at these tests? Else it tries nothing.
fn has_exit_elsewhere(analysis: &Analysis<'_>, tests: &[BlockId]) -> bool {
    let inside = analysis
        .flow
        .order
        .iter()
        .filter(|b| analysis.contains(**b));
    let mut found = false;
    for block in inside.filter(|block| !tests.contains(block)) {
        let terminator = &analysis.values.function.blocks[block.index()].terminator;
        terminator.targets(|target| found |= !analysis.contains(target.block));
    }
    found
}

/// Are all rounds that come back on these ways without an effect, but for the counter?
fn is_in_vain(analysis: &mut Analysis<'_>, counter: usize, sources: &[BlockId]) -> bool {
    let mut condition = |effects: bool| {
        analysis.rounds = Some(Rounds {
            counter,
            sources: sources.to_vec(),
            effects,
        });
        let condition = analysis.condition();
        analysis.rounds = None;
        condition
    };
    let (without_effect, all) = (condition(true), condition(false));
    !all.cases.is_empty() && without_effect.is_same(&all)
}

/// Leaves out the rounds.
pub fn apply(function: &mut Function, shortcut: &Shortcut) {
    match shortcut {
        Shortcut::Test { block, enough } => {
            if let Some(target) = way(function, *block, *enough) {
                function.blocks[block.index()].terminator = Terminator::Jump(target);
            }
        }
        Shortcut::Phases {
            sources,
            header,
            place,
            phases,
        } => {
            for source in sources {
                leave_out_rounds(function, *source, (*header, *place), phases);
            }
        }
        Shortcut::Back {
            sources,
            header,
            enough,
        } => {
            let Some(way) = way(function, *header, *enough) else {
                return;
            };
            let parameters = function.blocks[header.index()].parameters.clone();
            for source in sources {
                let terminator = &mut function.blocks[source.index()].terminator;
                terminator.targets_mut(|target| {
                    if target.block == *header {
                        *target = substituted(&way, &parameters, &target.arguments);
                    }
                });
            }
        }
    }
}

/// Puts the first value of the next phase in the place of the value that counts on, where a phase begins.
fn leave_out_rounds(
    function: &mut Function,
    source: BlockId,
    (header, place): (BlockId, usize),
    phases: &[(u64, u64)],
) {
    let parameter = function.blocks[header.index()].parameters[place];
    let ty = function.values[parameter.index()];
    let block = &function.blocks[source.index()];
    let location = block.terminator_location;
    let mut next = None;
    block.terminator.targets(|target| {
        if target.block == header {
            next = Some(target.arguments[place]);
        }
    });
    let Some(mut next) = next else {
        return;
    };
    for &(from, to) in phases {
        let condition = function.new_value(Type::Int(1));
        let chosen = function.new_value(ty);
        let compare = InstKind::Compare {
            predicate: Predicate::Eq,
            width: ty.bits(),
            a: Operand::Value(parameter),
            b: Operand::Const(from),
        };
        let select = InstKind::Select {
            condition: Operand::Value(condition),
            a: Operand::Const(to),
            b: next,
        };
        let instructions = &mut function.blocks[source.index()].instructions;
        let result = |kind, value: ValueId| Inst {
            kind,
            results: [value].into_iter().collect(),
            location,
        };
        instructions.push(result(compare, condition));
        instructions.push(result(select, chosen));
        next = Operand::Value(chosen);
    }
    let terminator = &mut function.blocks[source.index()].terminator;
    terminator.targets_mut(|target| {
        if target.block == header {
            target.arguments[place] = next;
        }
    });
}

fn way(function: &Function, block: BlockId, condition: bool) -> Option<Target> {
    match &function.blocks[block.index()].terminator {
        Terminator::Branch {
            then, otherwise, ..
        } => Some(if condition { then } else { otherwise }.clone()),
        _ => None,
    }
}

/// Where a jump to a block leads on to, with the values of the block's parameters.
fn substituted(
    way: &Target,
    parameters: &[crate::module::ValueId],
    arguments: &[Operand],
) -> Target {
    let replace = |operand: &Operand| {
        let at = parameters
            .iter()
            .position(|p| *operand == Operand::Value(*p));
        at.map_or(*operand, |at| arguments[at])
    };
    Target {
        block: way.block,
        arguments: way.arguments.iter().map(replace).collect(),
    }
}
