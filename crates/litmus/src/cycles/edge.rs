//! Edges of cycles.

/// The kind of an access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Access {
    Read,
    Write,
}

/// The fence or dependency between two accesses of a thread.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Between {
    Nothing,
    /// A sequentially consistent fence.
    Fence,
    /// A release fence.
    StoreFence,
    /// An acquire fence, and one that does both: only C11 tells them from nothing.
    AcquireFence,
    BothFence,
    /// The second access is in a branch that depends on the value of the first.
    Control,
    /// The value of the second depends on that of the first.
    Data,
}

/// An edge of a critical cycle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Edge {
    ReadFrom,
    Coherence,
    FromRead,
    Program {
        same_variable: bool,
        from: Access,
        to: Access,
        between: Between,
    },
}

const fn program(same_variable: bool, from: Access, to: Access) -> Edge {
    Edge::Program {
        same_variable,
        from,
        to,
        between: Between::Nothing,
    }
}

impl Edge {
    pub const BARE: [Edge; 11] = [
        Edge::ReadFrom,
        Edge::Coherence,
        Edge::FromRead,
        program(false, Access::Read, Access::Read),
        program(false, Access::Read, Access::Write),
        program(false, Access::Write, Access::Read),
        program(false, Access::Write, Access::Write),
        program(true, Access::Read, Access::Read),
        program(true, Access::Read, Access::Write),
        program(true, Access::Write, Access::Read),
        program(true, Access::Write, Access::Write),
    ];

    pub fn from(self) -> Access {
        match self {
            Edge::ReadFrom | Edge::Coherence => Access::Write,
            Edge::FromRead => Access::Read,
            Edge::Program { from, .. } => from,
        }
    }
    pub fn to(self) -> Access {
        match self {
            Edge::ReadFrom => Access::Read,
            Edge::Coherence | Edge::FromRead => Access::Write,
            Edge::Program { to, .. } => to,
        }
    }
    /// Does it lead to another thread?
    pub fn is_external(self) -> bool {
        !matches!(self, Edge::Program { .. })
    }
    pub fn changes_variable(self) -> bool {
        matches!(
            self,
            Edge::Program {
                same_variable: false,
                ..
            }
        )
    }
    pub fn between(self) -> Between {
        match self {
            Edge::Program { between, .. } => between,
            _ => Between::Nothing,
        }
    }
    /// Without its decoration.
    pub fn bare(self) -> Edge {
        match self {
            Edge::Program {
                same_variable,
                from,
                to,
                ..
            } => program(same_variable, from, to),
            external => external,
        }
    }

    /// The edge with everything that can stand between its accesses.
    pub fn decorated(self) -> impl Iterator<Item = Edge> {
        const ALL: [Between; 4] = [
            Between::Fence,
            Between::StoreFence,
            Between::Control,
            Between::Data,
        ];
        ALL.into_iter().filter_map(move |between| {
            let Edge::Program {
                same_variable,
                from,
                to,
                ..
            } = self
            else {
                return None;
            };
            let makes_sense = match between {
                Between::Nothing | Between::Fence => true,
                Between::StoreFence => from == Access::Write && to == Access::Write,
                Between::Control => from == Access::Read,
                Between::Data => from == Access::Read && to == Access::Write,
                Between::AcquireFence | Between::BothFence => false,
            };
            makes_sense.then_some(Edge::Program {
                same_variable,
                from,
                to,
                between,
            })
        })
    }
}
