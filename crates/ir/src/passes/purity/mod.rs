//! Partial loop purity elimination, after Jonsson et al., "Awaiting for Godot: Stateless Model
//! Checking that Avoids Executions where Nothing Happens", section III.
//!
//! An iteration of a loop is pure if it comes back to the header and has changed neither memory
//! nor a value that is used later: the program could as well not have made it. Where an iteration
//! is bound to be pure the thread is stopped by an assumption, or, if that asks only about the
//! value that the instruction before it has read, waits for a better value in the first place.
//!
//! Loops are treated from the inside out. A pure iteration that is found in one comparison takes
//! its edge to the header with it, so that the loop around it does not see a loop any more.
//!
//! Calls are impure, but for a try to get a lock that fails; [`super::inline`] goes first. Loops with several entries are left alone,
//! and those in functions that run without interruption.

mod analyse;
mod atom;
mod condition;
mod counter;
mod edit;
mod fold;
mod missed_races;
mod patience;
mod plan;
mod restless;
mod rotate;
mod rounds;
mod stores;

use crate::flow::{Cfg, Dominators, Loops};
use crate::intrinsic::Intrinsic;
use crate::module::{BlockId, Function, Global, InstKind, ValueId};
use crate::passes::lock_twins::Twins;
use crate::passes::prune::prune;
use analyse::Analysis;
use atom::Values;
use plan::Plan;
use rotate::Rotation;
pub use rounds::mark_rounds;
use rustc_hash::FxHashSet;
use threadproof_program::{LocationId, Restless};

/// The facts about the rest of the program that the pass needs.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    pub globals: &'a [Global],
    /// By number, for their names.
    pub functions: &'a [Function],
    pub twins: &'a Twins,
    pub places_of_rust: &'a FxHashSet<LocationId>,
    pub awaits: bool,
    /// Data races are looked for.
    pub races_are_errors: bool,
    /// A thread can learn of another one's steps without coming after them.
    pub weak_atomics: bool,
    /// Some reachable function gives memory back.
    pub frees: bool,
}

/// The function must have been promoted and pruned. Returns whether anything was changed; the
/// function may then have new variables in memory, for another promotion to remove.
pub fn purity(
    function: &mut Function,
    around: &Around<'_>,
    left_alone: &mut Vec<Restless>,
) -> bool {
    if function.atomic || has_sections(function) {
        return false;
    }
    let mut done: Vec<BlockId> = Vec::new();
    let mut slots: Vec<ValueId> = Vec::new();
    let mut changed = false;
    loop {
        let flow = Cfg::new(function);
        let loops = Loops::new(function, &flow);
        let todo = |number: &usize| !done.contains(&loops.all[*number].header);
        let Some(number) = (0..loops.all.len()).rev().find(todo) else {
            return changed;
        };
        let header = loops.all[number].header;
        let dominators = Dominators::new(&flow).intervals();
        let values = Values::new(function);
        let mut analysis = Analysis {
            values: &values,
            flow: &flow,
            loops: &loops,
            dominators: &dominators,
            around,
            slots: &slots,
            number,
            header,
            test: &[],
            compare_with_last: false,
            rounds: None,
            quiet: Vec::new(),
        };
        analysis.quiet = analysis.quiet_loops();
        if !analysis.has_one_entry() || !analysis.has_exit() {
            done.push(header);
            continue;
        }
        if let Some(shortcut) = patience::shortcut(&mut analysis) {
            patience::apply(function, &shortcut);
            prune(function);
            changed = true;
            continue;
        }
        done.push(header);
        let rotations = rotate::rotations(function, &flow, &loops, number);
        let plan = plan(&mut analysis, &rotations);
        if plan.cuts.is_empty() {
            left_alone.extend(restless::restless(&analysis));
        } else {
            changed = true;
            edit::apply(function, &plan, &mut slots);
            fold::fold(function, &plan);
        }
    }
}

/// The first of all ways to count iterations that finds something: from the header, from behind the
/// test, and from the header with the values that the iteration before has left.
fn plan<'a>(analysis: &mut Analysis<'a>, rotations: &'a [Rotation]) -> Plan {
    let header = analysis.header;
    let mut plan = Plan::new(analysis, &analysis.condition());
    for rotation in rotations {
        if !plan.cuts.is_empty() {
            return plan;
        }
        analysis.header = rotation.start;
        analysis.test = &rotation.test;
        plan = Plan::new(analysis, &analysis.condition());
    }
    if plan.cuts.is_empty() {
        analysis.header = header;
        analysis.test = &[];
        analysis.compare_with_last = true;
        plan = Plan::new(analysis, &analysis.condition());
    }
    plan
}

fn has_sections(function: &Function) -> bool {
    let mut instructions = function.blocks.iter().flat_map(|b| &b.instructions);
    instructions.any(|inst| {
        let InstKind::Intrinsic { intrinsic, .. } = &inst.kind else {
            return false;
        };
        matches!(intrinsic, Intrinsic::AtomicBegin | Intrinsic::AtomicEnd)
    })
}

#[cfg(test)]
mod tests;
