//! How long a thread may run without an operation that another thread can see.

use crate::options::Limits;
use threadproof_program::Op;

/// How many local operations a thread may perform in a row. A pause (a million instructions of the
/// front end) and a store, which may have to be kept in a buffer, count as many.
const PATIENCE: i64 = 10_000_000;
const PAUSE: i64 = 50_000;
const STORE: i64 = 20;

/// The operations that a thread may still perform.
pub struct Patience(i64);

/// Why a thread that nobody can see must not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Impatience {
    Endless,
    Late,
}

impl Patience {
    /// Nothing of it is spent.
    pub fn new() -> Patience {
        Patience(PATIENCE)
    }

    /// The thread has done something that others can see: it may go on for as long again.
    pub fn renew(&mut self) {
        self.0 = PATIENCE;
    }

    /// The thread has performed `op`; says whether it must stop.
    #[inline]
    pub fn spend(&mut self, op: &Op, limits: &Limits) -> Option<Impatience> {
        self.0 -= match op {
            Op::Pause => PAUSE,
            Op::Store { .. } => STORE,
            _ => 1,
        };
        if self.0 <= 0 {
            return Some(Impatience::Endless);
        }
        (*op == Op::Pause && limits.is_late()).then_some(Impatience::Late)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_only_pauses_is_given_up() {
        let mut patience = Patience::new();
        let limits = Limits::default();
        let pauses = (0..).find(|_| patience.spend(&Op::Pause, &limits).is_some());
        assert_eq!(pauses, Some(PATIENCE / PAUSE - 1));
        patience.renew();
        assert_eq!(patience.spend(&Op::Pause, &limits), None);
    }
}
