//! Choices of the program, and how a step's label names the chosen option.
//!
//! An atomic section is one step and may make several choices. The label has one number for all of
//! them: the first choice is its lowest digit, whose base is the number of options, the second one is
//! the next digit, and so on. How many options a choice has, and whether it is made at all, may depend
//! on those before it, so the numbers in use are found by running the step with one after the other.

use super::{Machine, MemoryModel};
use crate::host::Execution;
use crate::outcome::Feature;
use crate::trace::Label;
use threadproof_program::{Op, Response, ThreadId};

/// More combinations in one step are not looked at.
const MOST_COMBINATIONS: u32 = 1 << 20;

impl<M: MemoryModel> Machine<'_, M> {
    /// Makes the choice that the label of the step names.
    #[inline(never)]
    pub(super) fn choose(&mut self, t: ThreadId, op: &Op, options: u32) {
        let step = self.trace.newest_mut();
        let base = step.options.max(1);
        let all = base.checked_mul(options.max(1));
        let Some(all) = all.filter(|all| *all <= MOST_COMBINATIONS) else {
            return self.refuse(t, Feature::ChoicesInSection.into());
        };
        step.options = all;
        let digit = step.label.choice / base % options.max(1);
        if digit + 1 < options {
            step.next_choice = step.label.choice % base + (digit + 1) * base;
        }
        self.respond(t, op, Response::value(u64::from(digit)));
    }

    /// The labels of the newest step's other choices, if it took the first one everywhere.
    pub fn other_choices(&mut self) -> Vec<Label> {
        let Some(newest) = self.trace.steps().last() else {
            return Vec::new();
        };
        let (taken, options) = (newest.label, newest.options);
        if taken.choice != 0 || options < 2 {
            return Vec::new();
        }
        let others = |choice| Label { choice, ..taken };
        if !newest.section {
            return (1..options).map(others).collect();
        }
        let mut next = newest.next_choice;
        let mut labels = Vec::new();
        let before = self.trace.len() - 1;
        while next != 0 {
            labels.push(others(next));
            self.retake(before, others(next));
            next = self.trace.steps().last().map_or(0, |s| s.next_choice);
        }
        self.retake(before, taken);
        labels
    }

    /// Takes the newest step once more, in another way.
    fn retake(&mut self, before: usize, label: Label) {
        self.rewind(before);
        self.prepare(label.actor);
        self.step(label);
    }
}
