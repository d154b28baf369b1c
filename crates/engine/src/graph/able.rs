//! Which threads of a graph can move, for searches that choose threads themselves.

use super::coherence::Marks;
use super::event_graph::Graph;
use threadproof_program::{Op, ThreadId};

impl Graph<'_> {
    /// The threads that can add an item.
    pub fn movers(&mut self) -> Vec<ThreadId> {
        let present: Vec<ThreadId> = self.present().collect();
        present.into_iter().filter(|t| self.can_step(*t)).collect()
    }

    /// Is the next item of a thread an await?
    pub fn awaits(&self, t: ThreadId) -> bool {
        let op = self.host.run.pending(t);
        let guarded = op.access().zip(op.guard());
        guarded.is_some_and(|(at, guard)| self.reads_anything(t, at, guard))
    }

    /// Is the next item of a thread that can move an await that nothing lets pass so far? In the program it spins.
    pub fn spins(&self, t: ThreadId) -> bool {
        let Op::Load {
            at,
            guard: Some(guard),
            ..
        } = self.host.run.pending(t)
        else {
            return false;
        };
        let Ok(granule) = self.host.objects.resolve(at, false) else {
            return false;
        };
        if !self.reads_anything(t, at, guard) || self.pieces(at).len() > 1 {
            return false;
        }
        let Some(p) = self.known_place(at) else {
            return !guard.passes(self.host.memory.read(granule, at), at.size);
        };
        let want = self.want(t, at, Some(guard));
        let found = self.candidates(p, self.known_to(t), want, &mut Marks::default());
        let passes = |w| guard.passes(self.write(w).value, at.size);
        !found.into_iter().any(passes)
    }
}
