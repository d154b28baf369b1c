//! A search as data: the tasks that are left, and the findings so far.
//!
//! All names in it outlive a process: threads have their numbers, which are part of the data, steps and items
//! their choices. So a search can go on in another process, after a day, or on another machine.

use super::view::View;
use crate::host::names::Names;
use crate::link::Link;
use crate::options::{Algorithm, Model};
use crate::outcome::Counts;
use crate::portable::{pack, unpack};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// Which of the searches of a program it is; no other can go on with its tasks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity {
    pub model: Model,
    pub algorithm: Algorithm,
    pub view: View,
    /// How bytes are divided, by address.
    pub cuts: Vec<(u64, u8)>,
}

/// The counts of a search.
#[derive(Clone, Copy, Default, Debug, Serialize, Deserialize)]
pub struct Tally {
    pub counts: Counts,
    /// Executions that stopped at an assumption or a bound.
    pub given_up: u64,
    /// Beginnings that a worker gave up.
    pub abandoned: u64,
    /// Something was found that is to be shown.
    pub found: bool,
}

/// A search between two executions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Frontier {
    pub(crate) identity: Identity,
    pub(crate) names: Names,
    pub(crate) tally: Tally,
    /// The observations of its executions that a report tells.
    pub(crate) seen: Vec<u8>,
    pub(crate) tasks: Vec<u8>,
}

impl Frontier {
    /// The executions so far.
    pub fn counts(&self) -> Counts {
        self.tally.counts
    }
    /// The search in a form that outlives its process.
    pub fn to_bytes(&self) -> Vec<u8> {
        pack(self)
    }
    /// `None` if the bytes are those of something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Frontier> {
        unpack(bytes)
    }
}

/// Is told of the rest of a search; may break it.
pub type Keep = Box<dyn FnMut(&Frontier) -> ControlFlow<()>>;

/// Keeps a search while it goes on, so that it can be continued.
pub struct Keeping {
    /// The search to go on with.
    pub resume: Option<Frontier>,
    /// How often it is kept; it is also kept when it is interrupted.
    pub every: Duration,
    pub keep: Keep,
    /// If workers of other processes share the search, it is kept by them alone.
    pub linked: Option<Linked>,
}

/// A search that several processes share.
pub struct Linked {
    pub link: Arc<dyn Link>,
    /// The search that is under way, if this one joins it.
    pub joins: Option<Identity>,
}

impl Keeping {
    /// A search that several processes share. Results are handed in so often.
    pub fn linked(link: Arc<dyn Link>, every: Duration) -> Keeping {
        Keeping {
            resume: None,
            every,
            keep: Box::new(|_| ControlFlow::Continue(())),
            linked: Some(Linked { link, joins: None }),
        }
    }
}
