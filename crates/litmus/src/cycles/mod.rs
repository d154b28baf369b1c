//! Critical cycles: every way in which a few accesses can contradict each other, as litmus tests.
//!
//! A cycle is a sequence of edges between accesses. Communication edges go from thread to thread at
//! one variable: a read from a write (`Rfe`), a write before a write (`Coe`), a read before a write
//! (`Fre`). Program-order edges stay in a thread, at the same variable (`Pos`) or at another (`Pod`),
//! bare, with a fence, or with a dependency. Each access can also be a read-modify-write. The test
//! asks for the values that only an execution with this cycle has, as far as values can tell.
//!
//! The idea is that of "Fences in Weak Memory Models" (Alglave et al., CAV 2010). Unlike there, a
//! thread may have more than two accesses, so that reads of a thread's own stores are covered.

mod edge;
mod name;
mod orders;
mod text;

pub use edge::{Access, Between, Edge};
pub use orders::Strength;

/// How large cycles may be.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Accesses, which is also the number of edges.
    pub accesses: usize,
    pub threads: usize,
    /// Edges with a fence or a dependency, and accesses that are read-modify-writes.
    pub decorations: usize,
}

/// A cycle: edge `i` goes from access `i` to the next; the last one leads to another thread.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cycle {
    pub edges: Vec<Edge>,
    /// Which accesses are read-modify-writes.
    pub rmw: Vec<bool>,
    /// The memory order of each access.
    pub strengths: Vec<Strength>,
}

impl Cycle {
    /// A stable name: that of the literature where there is one.
    pub fn name(&self) -> String {
        name::name(self)
    }
    /// The test in the project's own format.
    pub fn text(&self) -> String {
        text::text(self)
    }
    pub fn test(&self) -> crate::Test {
        let name = self.name();
        crate::parse(&name, self.text().as_bytes()).expect("the generator writes sound tests")
    }
    pub fn threads(&self) -> usize {
        self.edges.iter().filter(|edge| edge.is_external()).count()
    }
}

/// All cycles within the bounds, none twice, in a fixed order: small ones first.
pub fn all(bounds: Bounds) -> Vec<Cycle> {
    let mut cycles = Vec::new();
    for accesses in 2..=bounds.accesses {
        let mut bare = Vec::new();
        extend(&mut Vec::new(), accesses, bounds.threads, &mut bare);
        for edges in bare {
            decorate(&edges, bounds.decorations, &mut cycles);
        }
    }
    cycles
}

/// Adds all cycles of bare edges that begin with `edges`. The depth is the number of accesses.
fn extend(edges: &mut Vec<Edge>, accesses: usize, threads: usize, cycles: &mut Vec<Vec<Edge>>) {
    if edges.len() == accesses {
        if is_cycle(edges) && is_first_rotation(edges) {
            cycles.push(edges.clone());
        }
        return;
    }
    for edge in Edge::BARE {
        let fits = edges.last().is_none_or(|last| last.to() == edge.from());
        let external = edges.iter().filter(|edge| edge.is_external()).count();
        if fits && (!edge.is_external() || external < threads) {
            edges.push(edge);
            extend(edges, accesses, threads, cycles);
            edges.pop();
        }
    }
}

/// Do the ends meet, at the same variable, with an order to contradict?
fn is_cycle(edges: &[Edge]) -> bool {
    let (first, last) = (edges[0], edges[edges.len() - 1]);
    let external = edges.iter().filter(|edge| edge.is_external()).count();
    let changes = edges.iter().filter(|edge| edge.changes_variable()).count();
    last.to() == first.from()
        && last.is_external()
        && external >= 2
        && external < edges.len()
        && changes != 1
}

/// Of all rotations that end with an external edge, is it the first in order?
fn is_first_rotation(edges: &[Edge]) -> bool {
    (1..edges.len())
        .filter(|&by| edges[by - 1].is_external())
        .all(|by| {
            let rotated = edges[by..].iter().chain(&edges[..by]);
            edges.iter().le(rotated)
        })
}

/// Adds the cycle with every choice of up to `count` decorations. Rotations of a symmetric cycle
/// are told apart only before they are decorated.
fn decorate(edges: &[Edge], count: usize, cycles: &mut Vec<Cycle>) {
    let bare = Cycle {
        edges: edges.to_vec(),
        rmw: vec![false; edges.len()],
        strengths: vec![Strength::Relaxed; edges.len()],
    };
    let mut level = vec![bare];
    for _ in 0..=count {
        level.sort();
        level.dedup();
        let mut next = Vec::new();
        for cycle in level {
            for (at, plain) in edges.iter().enumerate() {
                if cycle.edges[at] == *plain {
                    next.extend(plain.decorated().map(|edge| {
                        let mut cycle = cycle.clone();
                        cycle.edges[at] = edge;
                        cycle
                    }));
                }
                if !cycle.rmw[at] {
                    let mut cycle = cycle.clone();
                    cycle.rmw[at] = true;
                    next.push(cycle);
                }
            }
            cycles.push(cycle);
        }
        next.retain(is_first_of_symmetric);
        level = next;
    }
}

/// Is it the first of the rotations that are the same cycle?
fn is_first_of_symmetric(cycle: &Cycle) -> bool {
    let count = cycle.edges.len();
    let bare = |edge: &Edge| edge.bare();
    (1..count).all(|by| {
        let rotated = |at: usize| (at + by) % count;
        let same = (0..count).all(|at| bare(&cycle.edges[at]) == bare(&cycle.edges[rotated(at)]));
        let decorations = |at: usize| (cycle.edges[at], cycle.rmw[at]);
        !same
            || (0..count)
                .map(decorations)
                .le((0..count).map(|at| decorations(rotated(at))))
    })
}
