//! A search that is kept while it goes on: it stops between two executions only.

use super::{Monitor, Stop};
use crate::explore::frontier::{Frontier, Identity, Keeping, Tally};
use crate::explore::parallel::TaskTime;
use crate::link::{Link, Numbers};
use crate::outcome::{Cause, Counts};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// The part of a monitor that has to do with it.
pub struct Kept<'a> {
    keeping: &'a mut Keeping,
    /// When it is to be kept again.
    due: Instant,
    identity: Option<Identity>,
    /// Several workers are at it, or one who can be stopped as they can.
    shared: bool,
    /// Why it is to end after the current executions.
    ending: Option<Stop>,
    /// An earlier part of the search has found something that is to be shown.
    found: bool,
    /// Executions that other processes have counted.
    elsewhere: Counts,
}

impl<'a> Monitor<'a> {
    /// Keeps the search.
    pub fn kept(mut self, keeping: Option<&'a mut Keeping>) -> Monitor<'a> {
        self.kept = keeping.map(|keeping| Kept {
            due: Instant::now() + keeping.every,
            keeping,
            identity: None,
            shared: false,
            ending: None,
            found: false,
            elsewhere: Counts::default(),
        });
        self
    }
    /// Is the search kept while it goes on?
    pub fn is_kept(&self) -> bool {
        self.kept.is_some()
    }
    /// The search to go on with, if it is of the same model and algorithm.
    pub fn begun(&self, same: impl Fn(&Identity) -> bool) -> Option<&Identity> {
        let keeping = &*self.kept.as_ref()?.keeping;
        let joins = keeping.linked.as_ref().and_then(|l| l.joins.as_ref());
        let resume = keeping.resume.as_ref().map(|resume| &resume.identity);
        joins.or(resume).filter(|identity| same(identity))
    }
    /// The workers of other processes, if there are any.
    pub fn link(&self) -> Option<Arc<dyn Link>> {
        let linked = self.kept.as_ref()?.keeping.linked.as_ref()?;
        Some(Arc::clone(&linked.link))
    }
    /// Which search it is.
    pub fn identity(&self) -> Option<&Identity> {
        self.kept.as_ref()?.identity.as_ref()
    }
    /// Executions that other processes have counted.
    pub fn elsewhere(&self) -> Counts {
        self.kept
            .as_ref()
            .map_or_else(Counts::default, |kept| kept.elsewhere)
    }
    /// Begins with nothing counted: others keep the counts of the search, so many executions so far.
    pub fn begin_part(&mut self, [complete, blocked, redundant]: [u64; 3]) {
        self.set_numbers(Numbers::default());
        self.set_beside(Counts::default());
        if let Some(kept) = &mut self.kept {
            kept.due = Instant::now() + kept.keeping.every;
            kept.elsewhere = Counts {
                complete,
                blocked,
                redundant,
            };
        }
    }
    /// All counts, for a file or another process.
    pub fn numbers(&self) -> Numbers {
        let Counts {
            complete,
            blocked,
            redundant,
        } = self.counts;
        [complete, blocked, redundant, self.given_up, self.abandoned]
    }
    /// Goes on from these counts.
    pub fn set_numbers(&mut self, [complete, blocked, redundant, given_up, abandoned]: Numbers) {
        self.counts = Counts {
            complete,
            blocked,
            redundant,
        };
        (self.given_up, self.abandoned) = (given_up, abandoned);
    }
    /// Says which search it is from now on.
    pub fn identify(&mut self, identity: Identity) {
        if let Some(kept) = &mut self.kept {
            kept.identity = Some(identity);
        }
    }

    /// Workers begin or end. While they are there, nothing but an answer ends an execution early.
    pub fn set_shared(&mut self, shared: bool) {
        if let Some(kept) = &mut self.kept {
            kept.shared = shared;
        }
    }
    /// Ends the search: at once, or after the current executions if it is kept.
    pub(super) fn end(&mut self, stop: Stop) -> Result<(), Stop> {
        match &mut self.kept {
            Some(kept) if kept.shared => {
                kept.ending.get_or_insert(stop);
                Ok(())
            }
            _ => Err(stop),
        }
    }
    /// Is everybody to stop after the current executions, so that the search can be kept?
    pub fn wants_pause(&self) -> bool {
        let others = |kept: &Kept<'_>| {
            let linked = kept.keeping.linked.as_ref();
            linked.is_some_and(|linked| linked.link.wants_pause())
        };
        let due =
            |kept: &Kept<'_>| kept.ending.is_some() || kept.due <= Instant::now() || others(kept);
        self.kept.as_ref().is_some_and(due)
    }
    /// Why it ends, if it does.
    pub fn take_ending(&mut self) -> Option<Stop> {
        self.kept.as_mut()?.ending.take()
    }

    /// Notes how long each task takes.
    pub fn timed(mut self, times: Option<&'a mut Vec<TaskTime>>) -> Monitor<'a> {
        self.times = times;
        self
    }
    /// Are the tasks of the search timed?
    pub fn is_timed(&self) -> bool {
        self.times.is_some()
    }
    /// Takes the times of all tasks.
    pub fn note_times(&mut self, more: Vec<TaskTime>) {
        if let Some(times) = &mut self.times {
            **times = more;
        }
    }

    /// Goes on with an earlier search, if it is this one.
    pub fn resume(&mut self) -> Option<Frontier> {
        let kept = self.kept.as_mut()?;
        let same = kept.keeping.resume.as_ref()?.identity == *kept.identity.as_ref()?;
        let frontier = kept.keeping.resume.take().filter(|_| same)?;
        let tally = frontier.tally;
        kept.found = tally.found;
        (self.counts, self.given_up) = (tally.counts, tally.given_up);
        self.abandoned = tally.abandoned;
        Some(frontier)
    }
    /// Has an earlier part found something that is to be shown?
    pub fn has_found_before(&self) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.found)
    }
    /// The counts, and whether there is something to show.
    pub fn tally_so_far(&self) -> Tally {
        Tally {
            counts: self.counts,
            given_up: self.given_up,
            abandoned: self.abandoned,
            found: self.has_findings() || self.has_found_before(),
        }
    }
    /// Keeps the search as it is now.
    pub fn keep_frontier(
        &mut self,
        frontier: impl FnOnce(Identity, Tally) -> Frontier,
    ) -> Result<(), Stop> {
        let tally = self.tally_so_far();
        let Some(kept) = &mut self.kept else {
            return Ok(());
        };
        let identity = kept.identity.clone().expect("the driver has said it");
        let kept_now = (kept.keeping.keep)(&frontier(identity, tally));
        kept.due = Instant::now() + kept.keeping.every;
        match kept_now {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Limit(Cause::Interrupted)),
        }
    }
}
