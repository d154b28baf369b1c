//! The workers of a search in other processes, as the engine sees them.
//!
//! Workers of one process share crossings and names by memory. Those of several processes share them by lists and sets that only
//! grow and that somebody keeps for all: a branch or a name is added together with the task that stands for it, or not at all.
//! Everything else that a worker does is its own until it completes the items that it has taken: then its counts, its findings and the
//! rest of its work count all at once, or, if the items were given to somebody else meanwhile, never.
//!
//! So a worker may die or sleep at any moment. Its entries in lists stay, and the next worker that takes its items finds them
//! there.
//!
//! A link that has lost its server or its items says so with [`Link::is_lost`]. Its other answers mean nothing from then on, and
//! everything since the items were taken is to be forgotten.

use std::sync::Arc;

/// A connection to the other workers.
pub trait Link: Send + Sync {
    /// Says which search it is to be. A worker that has joined a search says nothing by it.
    fn open(&self, identity: &[u8]);
    /// Takes some items, if there are any.
    fn take(&self) -> Taken;
    /// Completes the items that were taken last; false if they are somebody else's by now, and nothing has changed.
    fn complete(&self, done: Done) -> bool;

    /// Adds an entry to a list that has `known` entries, and an item with it; the other entries if it has more.
    fn append(&self, list: u128, known: usize, entry: &[u8], item: Option<&[u8]>) -> Appended;
    /// All entries of a list.
    fn entries(&self, list: u128) -> Vec<Vec<u8>>;
    /// Adds names to sets, and an item with a task for each of them. The item has the tasks of the names that are new.
    fn insert(&self, names: &[(u128, u128)], item: &[u8]);
    /// Adds names to sets that nobody else knows yet.
    fn preset(&self, names: &[(u128, u128)]);
    /// Is this name known to be in this set? No, if that would have to be asked.
    fn knows(&self, set: u128, name: u128) -> bool;
    /// A name for a list or set that nobody else has.
    fn fresh(&self) -> u128;

    /// Is all since the items were taken to be forgotten?
    fn is_lost(&self) -> bool;
    /// Is the work to be handed in soon? Others wait for some.
    fn wants_pause(&self) -> bool;
    /// How many items the rest of the work is to be.
    fn parts(&self) -> usize;
    /// How many workers there are in all.
    fn workers(&self) -> u32;
    /// The executions that others have counted.
    fn elsewhere(&self) -> [u64; 3];

    /// Ends the search for all, with a reason as [`Done::ending`].
    fn end(&self, ending: &[u8]);
    /// All that was completed, if this one leads the search.
    fn total(&self) -> Option<Total>;
}

/// The items that a worker has taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Taken {
    Items(Vec<Item>),
    /// There may be some later.
    None,
    /// There will be none: all is done, or somebody has ended the search.
    Over {
        ending: Option<Vec<u8>>,
    },
}

/// Work for a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// `None` is all of the search.
    pub tasks: Option<Vec<u8>>,
    /// For each task, whether it is another item's: the name that came with it was known. None is if there is nothing here.
    pub foreign: Vec<bool>,
}

/// The answer to [`Link::append`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Appended {
    Added,
    Behind(Vec<Vec<u8>>),
}

/// The results of a worker for its items.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Done {
    pub numbers: Numbers,
    /// The observations of its executions that a report tells.
    pub seen: Vec<u8>,
    /// Errors, if there are any.
    pub found: Option<Vec<u8>>,
    /// Why the search is to end, if it is.
    pub ending: Option<Vec<u8>>,
    /// The rest of the work.
    pub items: Vec<Vec<u8>>,
}

/// Complete, blocked and redundant executions, those that stopped at an assumption or a bound, and beginnings that were given up.
pub type Numbers = [u64; 5];

/// The results of all.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Total {
    pub numbers: Numbers,
    pub seen: Vec<Vec<u8>>,
    pub found: Vec<Vec<u8>>,
}

/// The list of the names of threads and buffers.
pub const NAMES: u128 = 0;

/// A crossing that other processes know.
#[derive(Clone)]
pub struct Outside {
    pub link: Arc<dyn Link>,
    pub id: u128,
    /// It had so many entries when it became known; the list has those after them.
    pub born: usize,
}

impl std::fmt::Debug for Outside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "outside {:x}", self.id)
    }
}
