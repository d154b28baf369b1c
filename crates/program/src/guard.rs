//! Guards: the one form of blocking.
//!
//! A guarded read happens only when the value it would read passes the test. Locks, joins,
//! condition variables, semaphores, barriers and awaits are all guarded reads.

use crate::Predicate;
use serde::{Deserialize, Serialize};

/// A test that the value of a read must pass before the read can happen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Guard {
    pub test: Test,
    pub why: Wait,
}

/// The test itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// `predicate(value read, value)`, both as unsigned or signed integers of `8 * size` bits.
    Compare {
        predicate: Predicate,
        value: u64,
    },
    /// The same after the value read was masked.
    Masked {
        mask: u64,
        predicate: Predicate,
        value: u64,
    },
    OneOf([u64; 3]),
}

/// The reason why a thread waits, as told to the user.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Wait {
    Mutex,
    ReaderLock,
    WriterLock,
    SpinLock,
    Condition,
    Semaphore,
    Barrier,
    Join,
    Once,
    /// A thread of Rust that has parked itself.
    Park,
    /// A thread of Rust that waits for the other end of a channel.
    Channel,
    /// A loop that spins until another thread writes: never satisfied means livelock.
    Await,
    /// The same with an exchange that then takes place.
    AwaitExchange,
    /// One turn of a loop waits for a value, but another turn could go another way: never satisfied
    /// means no more than an assumption that does not hold.
    Retry,
    /// The same with an exchange that then takes place.
    RetryExchange,
}

impl Guard {
    /// Is it a load in a waiting loop of the program, which leaves the value as it is?
    pub fn is_spinning_load(&self) -> bool {
        self.why.is_loop() && !self.why.exchanges()
    }

    /// Does the guard let an access of `size` bytes that reads `value` pass?
    pub fn passes(&self, value: u64, size: u8) -> bool {
        match self.test {
            Test::Compare {
                predicate,
                value: wanted,
            } => predicate.holds(value, wanted, 8 * size),
            Test::Masked {
                mask,
                predicate,
                value: wanted,
            } => predicate.holds(value & mask, wanted, 8 * size),
            Test::OneOf(values) => values.contains(&value),
        }
    }
}

impl Wait {
    /// Does it stand for a waiting loop of the program, rather than for a function of the modelled library?
    pub fn is_loop(self) -> bool {
        use Wait::{Await, AwaitExchange, Retry, RetryExchange};
        matches!(self, Await | AwaitExchange | Retry | RetryExchange)
    }
    /// Does such a loop end with an exchange that takes the value it has waited for?
    pub fn exchanges(self) -> bool {
        matches!(self, Wait::AwaitExchange | Wait::RetryExchange)
    }
    /// Does the operation behind the wait write to the memory that it waited for?
    pub fn takes(self) -> bool {
        match self {
            Wait::Mutex
            | Wait::ReaderLock
            | Wait::WriterLock
            | Wait::SpinLock
            | Wait::Semaphore
            | Wait::AwaitExchange
            | Wait::RetryExchange => true,
            Wait::Once
            | Wait::Condition
            | Wait::Barrier
            | Wait::Join
            | Wait::Park
            | Wait::Channel
            | Wait::Await
            | Wait::Retry => false,
        }
    }
    /// Is a wait in vain no more than an assumption that does not hold, since the loop could go another way?
    pub fn may_give_up(self) -> bool {
        matches!(self, Wait::Retry | Wait::RetryExchange)
    }
    /// In the order of the numbers that `tp.h` of the modelled library has for them.
    pub const ALL: [Wait; 15] = [
        Wait::Mutex,
        Wait::ReaderLock,
        Wait::WriterLock,
        Wait::SpinLock,
        Wait::Condition,
        Wait::Semaphore,
        Wait::Barrier,
        Wait::Join,
        Wait::Once,
        Wait::Await,
        Wait::AwaitExchange,
        Wait::Retry,
        Wait::RetryExchange,
        Wait::Park,
        Wait::Channel,
    ];
}
