//! The demands of an item on a place that it reads: values, whether it takes the write, and how it synchronises.

use super::happens_before::Strength;
use super::plan::PointKind;
use threadproof_program::{Guard, LoadOrder, Op, RmwOrder};

/// The demand of an item on a place that it reads.
#[derive(Clone, Copy, Debug)]
pub(super) enum Want {
    /// Any value. In an atomic section a store may follow, so the item may want to take the write.
    Any { section: bool },
    /// A read-modify-write.
    Update(Op),
    /// Only values that pass; others are never seen.
    Pass(Guard),
    /// Only values that pass, and the write must not be taken yet.
    Lock(Guard),
    /// Any value; one that does not pass is the last that the thread sees. With `exchange` a
    /// read-modify-write follows on one that does.
    Await { guard: Guard, exchange: bool },
    /// A value that does not pass: it waits in vain.
    Spin(Guard),
    /// A piece of a wait that does not pass with all its pieces together: it takes the last write of all.
    InVain,
    /// A piece of a read-modify-write whose sources are all decided: does it write?
    Piece { takes: bool },
    /// A place in the order of fences, or of the user's atomic sections.
    Order,
}

/// The orders of an access, under C11.
#[derive(Clone, Copy, Debug)]
pub(super) enum Orders {
    Load(LoadOrder),
    /// Which of the two holds is known when the value is.
    Update {
        op: Op,
        success: RmwOrder,
        failure: LoadOrder,
    },
    /// Of a read-modify-write of which it is known whether it writes.
    Decided {
        read: Strength,
        write: Strength,
    },
    /// A hidden lock.
    Lock,
}

impl Orders {
    /// How the read orders others if it reads this value.
    pub fn of_read(&self, value: u64) -> Strength {
        match *self {
            Orders::Load(order) => Strength::of_load(order),
            Orders::Update {
                op,
                success,
                failure,
            } => match op.written(value) {
                Some(_) => Strength::of_update_read(success),
                None => Strength::of_load(failure),
            },
            Orders::Decided { read, .. } => read,
            Orders::Lock => Strength::Synchronises,
        }
    }
    /// How the write of a read-modify-write does.
    pub fn of_write(&self) -> Strength {
        match *self {
            Orders::Update { success, .. } => Strength::of_update_write(success),
            Orders::Decided { write, .. } => write,
            Orders::Load(_) | Orders::Lock => Strength::Synchronises,
        }
    }
}

impl Want {
    /// May it see the value at all?
    pub fn accepts(&self, value: u64, size: u8) -> bool {
        match *self {
            Want::Pass(guard) | Want::Lock(guard) => guard.passes(value, size),
            Want::Spin(guard) => !guard.passes(value, size),
            _ => true,
        }
    }
    /// The same wait, if it looks once at any value.
    pub fn looking_once(self) -> Want {
        match self {
            Want::Pass(guard) | Want::Lock(guard) => Want::Await {
                guard,
                exchange: guard.why.exchanges(),
            },
            want => want,
        }
    }
    /// Is it certain that the write of this value is taken?
    pub fn takes(&self, value: u64, size: u8) -> bool {
        match *self {
            Want::Any { .. } | Want::Pass(_) | Want::Spin(_) | Want::InVain => false,
            Want::Update(op) => op.written(value).is_some(),
            Want::Lock(guard) => guard.passes(value, size),
            Want::Await { guard, exchange } => exchange && guard.passes(value, size),
            Want::Piece { takes } => takes,
            Want::Order => true,
        }
    }
    /// May it want to take it?
    pub fn may_take(&self, value: u64, size: u8) -> bool {
        matches!(*self, Want::Any { section: true }) || self.takes(value, size)
    }
    /// Is it a loop of the program that waits with an exchange, and is divided as a lock?
    pub fn is_loop(&self) -> bool {
        matches!(*self, Want::Lock(guard) if guard.why.is_loop())
    }
    /// How the executions are divided by it.
    pub fn kind(&self) -> PointKind {
        match *self {
            Want::Lock(_) | Want::Order => PointKind::Lock,
            _ => PointKind::Read,
        }
    }
}
