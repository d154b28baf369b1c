//! Accesses to private objects, which are no items: see [`crate::host::privacy`].

use super::event_graph::Graph;
use super::mixed_size::Cuts;
use crate::host::Execution;
use crate::host::privacy::Privacy;
use threadproof_program::{Op, ThreadId};

impl Graph<'_> {
    /// Looks at memory as finely as an earlier search. Before [`Graph::begin`].
    pub fn set_cuts(&mut self, cuts: &Cuts) {
        self.cuts.clone_from(cuts);
        self.host.privacy = match &cuts.shared {
            Some(shared) => Privacy::without(shared.clone()),
            None => Privacy::default(),
        };
    }
    /// As finely as the next search has to look.
    pub fn next_cuts(&self) -> Cuts {
        let mut cuts = self.cuts.clone();
        cuts.shared = self.host.privacy.shared().cloned();
        cuts
    }

    /// Is the pending operation of `t` an access to an object that only `t` uses? `in_section`: the newest item is the atomic
    /// section around it.
    pub(super) fn goes_unseen(&mut self, t: ThreadId, op: &Op, in_section: bool) -> bool {
        if !self.host.privacy.looks() || self.thread(t).stuck.is_some() {
            return false;
        }
        let begins = !in_section && self.thread(t).sections > 0;
        let private = self.is_private(t, op, begins);
        self.give_up_if_outdated();
        private
    }

    /// An object is not private: the search begins again.
    pub(super) fn give_up_if_outdated(&mut self) {
        if self.host.privacy.is_outdated() {
            self.refined = true;
            self.infeasible = true;
        }
    }
}
