//! Memory orderings, one type per role so that an illegal one cannot be written, and integer
//! comparisons.

/// The memory order of a load.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LoadOrder {
    /// Not atomic: takes part in data races.
    Plain,
    Relaxed,
    Acquire,
    SeqCst,
}

/// The memory order of a store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StoreOrder {
    /// Not atomic: takes part in data races.
    Plain,
    Relaxed,
    Release,
    SeqCst,
}

/// The memory order of a read-modify-write, which is always atomic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RmwOrder {
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

/// The memory order of a fence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FenceOrder {
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

impl LoadOrder {
    /// Does it learn the past of a releasing write?
    pub fn acquires(self) -> bool {
        matches!(self, LoadOrder::Acquire | LoadOrder::SeqCst)
    }
}
impl StoreOrder {
    /// Does it pass on the knowledge of its thread?
    pub fn releases(self) -> bool {
        matches!(self, StoreOrder::Release | StoreOrder::SeqCst)
    }
}
impl RmwOrder {
    /// Does its read learn the past of a releasing write?
    pub fn acquires(self) -> bool {
        matches!(
            self,
            RmwOrder::Acquire | RmwOrder::AcqRel | RmwOrder::SeqCst
        )
    }
    /// Does its write pass on the knowledge of its thread?
    pub fn releases(self) -> bool {
        matches!(
            self,
            RmwOrder::Release | RmwOrder::AcqRel | RmwOrder::SeqCst
        )
    }
}
impl FenceOrder {
    /// Does it order earlier reads before everything after it?
    pub fn acquires(self) -> bool {
        self != FenceOrder::Release
    }
    /// Does it order everything before it before later writes?
    pub fn releases(self) -> bool {
        self != FenceOrder::Acquire
    }
}

/// The memory order of an atomic access or a fence, whatever its role.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MemoryOrder {
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

impl MemoryOrder {
    /// Does it learn the past of a releasing write?
    pub fn acquires(self) -> bool {
        !matches!(self, MemoryOrder::Relaxed | MemoryOrder::Release)
    }
    /// Does it pass on the knowledge of its thread?
    pub fn releases(self) -> bool {
        !matches!(self, MemoryOrder::Relaxed | MemoryOrder::Acquire)
    }
}

impl LoadOrder {
    /// `None` for a plain load.
    pub fn atomic(self) -> Option<MemoryOrder> {
        match self {
            LoadOrder::Plain => None,
            LoadOrder::Relaxed => Some(MemoryOrder::Relaxed),
            LoadOrder::Acquire => Some(MemoryOrder::Acquire),
            LoadOrder::SeqCst => Some(MemoryOrder::SeqCst),
        }
    }
}
impl StoreOrder {
    /// `None` for a plain store.
    pub fn atomic(self) -> Option<MemoryOrder> {
        match self {
            StoreOrder::Plain => None,
            StoreOrder::Relaxed => Some(MemoryOrder::Relaxed),
            StoreOrder::Release => Some(MemoryOrder::Release),
            StoreOrder::SeqCst => Some(MemoryOrder::SeqCst),
        }
    }
}
impl From<RmwOrder> for MemoryOrder {
    fn from(order: RmwOrder) -> MemoryOrder {
        match order {
            RmwOrder::Relaxed => MemoryOrder::Relaxed,
            RmwOrder::Acquire => MemoryOrder::Acquire,
            RmwOrder::Release => MemoryOrder::Release,
            RmwOrder::AcqRel => MemoryOrder::AcqRel,
            RmwOrder::SeqCst => MemoryOrder::SeqCst,
        }
    }
}
impl From<FenceOrder> for MemoryOrder {
    fn from(order: FenceOrder) -> MemoryOrder {
        match order {
            FenceOrder::Acquire => MemoryOrder::Acquire,
            FenceOrder::Release => MemoryOrder::Release,
            FenceOrder::AcqRel => MemoryOrder::AcqRel,
            FenceOrder::SeqCst => MemoryOrder::SeqCst,
        }
    }
}

/// A comparison of two integers, unsigned (U) or signed (S).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Predicate {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

impl Predicate {
    /// In the order of the numbers that `tp.h` of the modelled library has for them.
    pub const ALL: [Predicate; 10] = [
        Predicate::Eq,
        Predicate::Ne,
        Predicate::Ult,
        Predicate::Ule,
        Predicate::Ugt,
        Predicate::Uge,
        Predicate::Slt,
        Predicate::Sle,
        Predicate::Sgt,
        Predicate::Sge,
    ];

    /// The predicate that holds when this one does not.
    pub fn negated(self) -> Predicate {
        match self {
            Predicate::Eq => Predicate::Ne,
            Predicate::Ne => Predicate::Eq,
            Predicate::Ult => Predicate::Uge,
            Predicate::Ule => Predicate::Ugt,
            Predicate::Ugt => Predicate::Ule,
            Predicate::Uge => Predicate::Ult,
            Predicate::Slt => Predicate::Sge,
            Predicate::Sle => Predicate::Sgt,
            Predicate::Sgt => Predicate::Sle,
            Predicate::Sge => Predicate::Slt,
        }
    }

    /// The predicate that holds of the operands in the other order.
    pub fn mirrored(self) -> Predicate {
        match self {
            Predicate::Eq | Predicate::Ne => self,
            Predicate::Ult => Predicate::Ugt,
            Predicate::Ule => Predicate::Uge,
            Predicate::Ugt => Predicate::Ult,
            Predicate::Uge => Predicate::Ule,
            Predicate::Slt => Predicate::Sgt,
            Predicate::Sle => Predicate::Sge,
            Predicate::Sgt => Predicate::Slt,
            Predicate::Sge => Predicate::Sle,
        }
    }

    /// Compares the low `bits` (1 to 64) of `a` and `b`; higher bits must be zero.
    pub fn holds(self, a: u64, b: u64, bits: u8) -> bool {
        let signed = |v: u64| (v << (64 - bits)) as i64;
        match self {
            Predicate::Eq => a == b,
            Predicate::Ne => a != b,
            Predicate::Ult => a < b,
            Predicate::Ule => a <= b,
            Predicate::Ugt => a > b,
            Predicate::Uge => a >= b,
            Predicate::Slt => signed(a) < signed(b),
            Predicate::Sle => signed(a) <= signed(b),
            Predicate::Sgt => signed(a) > signed(b),
            Predicate::Sge => signed(a) >= signed(b),
        }
    }
}
