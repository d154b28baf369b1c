//! Rounds of a search that is kept: workers explore until the search is to be kept, and then begin again with its tasks.
//!
//! Between two rounds nobody is at work, so the tasks and the counts belong together. A round costs its workers the way to
//! their tasks, which is little if rounds take seconds.

use super::crew::Crew;
use super::linked;
use super::team::{Crewed, Work, round};
use crate::explore::frontier::Frontier;
use crate::explore::monitor::{Monitor, Stop};
use crate::host::names::Names;
use crate::outcome::{Cause, ReasonKind};
use crate::portable::{Portable, pack, unpack};

/// Explores all executions with the workers that the options ask for. `first` is the execution of the first worker, and `make`
/// makes one for each of the others.
pub fn explore<'p, E: Crewed, T: Send + Portable>(
    search: &mut Monitor<'p>,
    first: &mut E,
    make: impl Fn(Names) -> E + Sync,
    work: impl Work<E, T>,
) -> Result<(), Stop> {
    if let Some(link) = search.link() {
        return linked::explore(search, first, &make, &work, &link);
    }
    let mut tasks = match search.resume() {
        None => None,
        Some(frontier) => Some(restore(first, frontier)?),
    };
    let mut in_order = tasks.is_none();
    loop {
        let options = search.options();
        let crew = Crew::new(&options.jobs, options.limits.max_executions, tasks.take());
        let crew = crew.kept(search.is_kept()).timed(search.is_timed());
        search.set_shared(true);
        let result = round(search, first, &crew, &make, &work);
        search.set_shared(false);
        let ending = search.take_ending();
        // One worker shows what it finds, if nobody has changed its order.
        let shows = search.has_findings() || search.has_found_before();
        if !in_order && shows && !matches!(result, Err(Stop::Refine(_))) {
            return Err(Stop::Alone);
        }
        result?;
        let (left, times) = crew.into_tasks();
        search.note_times(times);
        if left.is_empty() {
            return Ok(());
        }
        let (names, seen) = (first.names().clone(), pack(&first.seen()));
        search.keep_frontier(|identity, tally| Frontier {
            identity,
            names,
            tally,
            seen,
            tasks: T::pack(&left.iter().collect::<Vec<_>>(), None),
        })?;
        if let Some(stop) = ending {
            return Err(stop);
        }
        tasks = Some(left);
        in_order = false;
    }
}

/// The tasks of an earlier search, and its memory in `first`.
fn restore<E: Crewed, T: Portable>(first: &mut E, frontier: Frontier) -> Result<Vec<T>, Stop> {
    let restored = unpack(&frontier.seen).zip(T::unpack(&frontier.tasks, None));
    let Some((seen, tasks)) = restored else {
        return Err(Stop::Limit(Cause::Words {
            kind: ReasonKind::Unsupported,
            words: "the search that was kept cannot be read".into(),
        }));
    };
    first.set_names(frontier.names);
    match first.hear(seen) {
        true => Err(Stop::Alone),
        false => Ok(tasks),
    }
}
