//! A search that several processes share: each takes items, works on them as on a round of a search that is kept, and hands in the
//! results. See `docs/design/parallel.md` for why the counts stay exact.
//!
//! One process leads the search: it names the search, and makes an outcome of the results of all. Otherwise it works as
//! the others do. The link keeps the state of the search, so another process can take the lead at any moment.

use super::crew::Crew;
use super::team::{Crewed, Work, round};
use crate::explore::monitor::{Findings, Finer, Monitor, Stop};
use crate::host::names::Names;
use crate::link::{Done, Item, Link, Taken};
use crate::outcome::{Cause, ReasonKind};
use crate::portable::{Portable, pack, unpack};
use serde::{Deserialize, Serialize};
use std::iter;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// How long a worker waits before it asks for items again.
const PATIENCE: Duration = Duration::from_millis(10);

/// Why a search ends early for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Ending {
    Refine(Finer),
    /// The answer depends on the order of the search.
    Alone,
}

impl Ending {
    fn of(stop: Stop) -> Ending {
        match stop {
            // How bytes are to be divided, and which objects are shared, depends on the order of the search.
            Stop::Refine(finer) if !matches!(finer, Finer::Bytes | Finer::Objects) => {
                Ending::Refine(finer)
            }
            _ => Ending::Alone,
        }
    }
    fn stop(self) -> Stop {
        match self {
            Ending::Refine(finer) => Stop::Refine(finer),
            Ending::Alone => Stop::Alone,
        }
    }
}

/// Takes items and hands in results until the search is over.
pub fn explore<'p, E: Crewed, T: Send + Portable>(
    search: &mut Monitor<'p>,
    first: &mut E,
    make: &(impl Fn(Names) -> E + Sync),
    work: &impl Work<E, T>,
    link: &Arc<dyn Link>,
) -> Result<(), Stop> {
    link.open(&pack(&search.identity().expect("the driver has said it")));
    loop {
        let stop = match link.take() {
            Taken::Items(items) => {
                search.begin_part(link.elsewhere());
                explore_items(search, items, make, work, link)?
            }
            Taken::None => {
                search.begin_part(link.elsewhere());
                thread::sleep(PATIENCE);
                search.check_time().err()
            }
            Taken::Over { ending } => return conclude(search, first, link, ending),
        };
        let limit = search.options().limits.max_executions;
        let all: u64 = link.elsewhere().iter().sum();
        if limit.is_some_and(|limit| limit < all) {
            link.end(&pack(&Ending::Alone));
        }
        if let Some(stop) = stop {
            if let Some(total) = link.total() {
                search.set_numbers(total.numbers);
            }
            return Err(stop);
        }
    }
}

/// Works on some items until they are done or there is to be a pause; why this process is to leave the search, if it is.
fn explore_items<'p, E: Crewed, T: Send + Portable>(
    search: &mut Monitor<'p>,
    items: Vec<Item>,
    make: &(impl Fn(Names) -> E + Sync),
    work: &impl Work<E, T>,
    link: &Arc<dyn Link>,
) -> Result<Option<Stop>, Stop> {
    // Whoever has made an item has registered its names before.
    let mut executing = make(Names::registered(link));
    let tasks = read_items(items, link)?;
    let crew = Crew::new(&search.options().jobs, None, tasks).kept(true);
    search.set_shared(true);
    let result = round(search, &mut executing, &crew, make, work);
    search.set_shared(false);
    let ending = search.take_ending();
    let findings = search.has_findings().then(|| search.take_findings());
    if !link.is_lost() {
        let (left, _) = crew.into_tasks();
        let result = result.err().map(Ending::of);
        link.complete(Done {
            numbers: search.numbers(),
            seen: pack(&executing.seen()),
            found: findings.map(|findings| pack(&findings)),
            ending: result.map(|ending| pack(&ending)),
            items: write_items(&left, link),
        });
    }
    Ok(ending)
}

/// The tasks of some items; `None` if the first is all of the search.
fn read_items<T: Portable>(items: Vec<Item>, link: &Arc<dyn Link>) -> Result<Option<Vec<T>>, Stop> {
    let mut tasks = Vec::new();
    for item in items {
        let Some(bytes) = item.tasks else {
            return Ok(None);
        };
        let Some(more) = T::unpack(&bytes, Some(link)) else {
            return Err(Stop::Limit(Cause::Words {
                kind: ReasonKind::Unsupported,
                words: "a part of the search cannot be read".into(),
            }));
        };
        let foreign = item.foreign.into_iter().chain(iter::repeat(false));
        let own = more
            .into_iter()
            .zip(foreign)
            .filter(|(_, foreign)| !foreign);
        tasks.extend(own.map(|(task, _)| task));
    }
    Ok(Some(tasks))
}

/// Divides tasks among the items that others want. Tasks that stand first are the largest, so each item has some of them.
fn write_items<T: Portable>(tasks: &[T], link: &Arc<dyn Link>) -> Vec<Vec<u8>> {
    let parts = link.parts().clamp(1, tasks.len().max(1));
    let part = |first| -> Vec<&T> { tasks.iter().skip(first).step_by(parts).collect() };
    let parts = (0..parts).map(part).filter(|part| !part.is_empty());
    parts.map(|part| T::pack(&part, Some(link))).collect()
}

/// Puts the findings of all together, if this process leads the search.
fn conclude<E: Crewed>(
    search: &mut Monitor<'_>,
    first: &mut E,
    link: &Arc<dyn Link>,
    ending: Option<Vec<u8>>,
) -> Result<(), Stop> {
    let Some(total) = link.total() else {
        return Err(Stop::Limit(Cause::Interrupted));
    };
    search.begin_part([0; 3]);
    search.set_numbers(total.numbers);
    // It has executed nothing itself, and a report tells whether there were threads.
    first.set_names(Names::registered(link));
    for findings in &total.found {
        if let Some(findings) = unpack::<Findings>(findings) {
            search.add_findings(findings);
        }
    }
    let mut unclear = false;
    for seen in &total.seen {
        unclear |= unpack(seen).is_none_or(|seen| first.hear(seen));
    }
    if let Some(ending) = ending {
        let ending = unpack::<Ending>(&ending).unwrap_or(Ending::Alone);
        return Err(ending.stop());
    }
    let limit = search.options().limits.max_executions;
    let too_many = limit.is_some_and(|limit| limit < search.counts().all());
    match unclear || search.has_findings() || first.findings().obstacles.len() > 1 || too_many {
        true => Err(Stop::Alone),
        false => Ok(()),
    }
}
