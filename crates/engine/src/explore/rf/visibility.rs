//! Private accesses: to memory that only one thread uses, and to the record of a thread.
//!
//! A step ends with private work: the end of its thread, the ends of its local variables, the bookkeeping of joins. Its
//! extent depends on the value that the step reads, so it is not known before the step is run, and must not
//! matter to others. It does not matter as long as threads leave each other's local variables alone, every thread is
//! joined once and by one thread, and nothing else is asked about it. Otherwise the search begins again, and each
//! of these operations is a step of its own.

use super::location::{LocationIdx, Locations};
use crate::machine::Machine;
use crate::trace::StepIdx;
use threadproof_program::{ThreadId, Wait, address};

/// The bytes of a thread's record that say whether it has ended.
pub const EXITED: u8 = (1 << address::THREAD_EXITED_SIZE) - 1;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Privacy {
    Shared,
    /// No other thread can observe it.
    Private,
    /// It sees that a thread has ended.
    Join,
}

/// The thread that joins each thread, and whether the steps are too coarse for the program.
#[derive(Default)]
pub struct Joiners {
    joiners: Vec<Option<ThreadId>>,
    too_coarse: bool,
}

impl Joiners {
    /// Must every operation that touches memory be a step?
    pub fn are_too_coarse(&self) -> bool {
        self.too_coarse
    }

    fn may_use(&mut self, user: ThreadId, record: ThreadId) {
        let joiner = self.joiners.get(record.index()).copied().flatten();
        self.too_coarse |= user != record && joiner != Some(user);
    }

    fn join(&mut self, joiner: ThreadId, record: ThreadId) {
        if self.joiners.len() <= record.index() {
            self.joiners.resize(record.index() + 1, None);
        }
        let known = self.joiners[record.index()].get_or_insert(joiner);
        self.too_coarse |= *known != joiner;
    }
}

impl Locations {
    /// Is it part of a local variable of this thread? Whether an atomic section ends with the end of the variable is
    /// known only after it is run, and then what it wrote there is gone.
    pub fn is_own(&self, location: LocationIdx, thread: ThreadId) -> bool {
        let granule = self.place(location).granule;
        address::stack_owner(8 * granule) == Some(thread)
    }

    /// Can others observe the `nth` access of a step? With fine steps everything is shared.
    pub fn privacy(&mut self, machine: &Machine<'_>, s: StepIdx, nth: usize) -> Privacy {
        if machine.config().fine {
            return Privacy::Shared;
        }
        let step = machine.trace().step(s);
        let foot = machine.trace().feet(s)[nth];
        let place = 8 * foot.granule;
        if let Some(owner) = address::stack_owner(place) {
            self.joiners.too_coarse |= owner != step.thread;
            return match foot.ends {
                true => Privacy::Private,
                false => Privacy::Shared,
            };
        }
        let Some(record) = address::block_owner(place) else {
            return Privacy::Shared;
        };
        let first = place.is_multiple_of(address::THREAD_BLOCK_SIZE);
        let asks = first && foot.seen & EXITED != 0;
        let guard = step
            .guard()
            .filter(|(_, at)| at.address / 8 == foot.granule);
        let joins = guard.is_some_and(|(guard, _)| guard.why == Wait::Join);
        if asks && ((nth as u32) < step.joins || joins) {
            self.joiners.join(step.thread, record);
            return Privacy::Join;
        }
        self.joiners.too_coarse |= asks;
        self.joiners.may_use(step.thread, record);
        Privacy::Private
    }
}
