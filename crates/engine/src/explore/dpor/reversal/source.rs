//! Source-DPOR: plans single steps.

use super::super::sleep_sets::SearchStack;
use super::Reversal;
use crate::machine::{AccessSet, dependent};
use crate::trace::{Label, StepIdx, Trace};
use smallvec::SmallVec;

impl Reversal {
    /// Plans one initial of the sequence, unless an initial is explored or planned. Steps behind the race do not count,
    /// since the next execution may not have them.
    #[inline(never)]
    pub(super) fn plan_initial(&self, trace: &Trace, stack: &mut SearchStack) {
        let kept = (self.next.0..self.second.0).map(StepIdx);
        let kept = kept.filter(|s| self.is_kept(trace, *s));
        let steps = kept.map(|s| (s, self.view(trace, s)));
        let steps = steps.chain([(self.second, self.view_of_last(trace))]);
        let initials = steps.filter(|(s, step)| self.is_initial(trace, *s, *step));
        let initials: SmallVec<[AccessSet<'_>; 8]> = initials.map(|(_, step)| step).collect();
        let current = trace.step(self.first).label;
        let is_initial = |label: Label| initials.iter().any(|i| i.summary.label == label);
        let depth = self.first.index();
        let explored = stack.explored(depth).any(is_initial);
        let first = *initials.first().expect("a sequence has a first step");
        loop {
            let planned = stack.planned(depth);
            let is_planned = {
                let mut siblings = stack.tree.siblings(planned);
                siblings.any(|n| is_initial(stack.tree.label(n)))
            };
            if explored || is_initial(current) || is_planned {
                return;
            }
            if stack.learn(depth) {
                continue;
            }
            let (node, step) = stack.tree.add(None, true);
            step.set(first);
            let planned = stack.tree.append(planned, node);
            stack.set_planned(depth, planned);
            if stack.publish(depth) {
                return;
            }
        }
    }

    /// Is a step of the plan, which stands at `s` in the trace, independent of all steps of the plan before it?
    fn is_initial(&self, trace: &Trace, s: StepIdx, step: AccessSet<'_>) -> bool {
        // It also comes after all steps of a thread that it joins.
        let joins = trace.steps().get(s.index()).is_some_and(|s| s.joins > 0);
        let is_before = |b: StepIdx| {
            dependent(self.view(trace, b), step) || joins && trace.happens_before(b, s)
        };
        let mut before = (self.next.0..s.0).map(StepIdx);
        !before.any(|b| self.is_kept(trace, b) && is_before(b))
    }
}
