//! Relations between up to 64 events, as rows of bits.

/// A relation between events, as a table of bits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Relation {
    rows: Vec<u64>,
}

impl Relation {
    pub fn empty(count: usize) -> Relation {
        assert!(count <= 64, "the reference is for small tests");
        Relation {
            rows: vec![0; count],
        }
    }
    pub fn new(count: usize, holds: impl Fn(usize, usize) -> bool) -> Relation {
        let mut relation = Relation::empty(count);
        for a in 0..count {
            for b in 0..count {
                if holds(a, b) {
                    relation.add(a, b);
                }
            }
        }
        relation
    }
    pub fn add(&mut self, a: usize, b: usize) {
        self.rows[a] |= 1 << b;
    }
    pub fn has(&self, a: usize, b: usize) -> bool {
        self.rows[a] >> b & 1 == 1
    }
    /// The elements to which `a` is related.
    pub fn after(&self, a: usize) -> impl Iterator<Item = usize> + use<> {
        let row = self.rows[a];
        (0..self.rows.len()).filter(move |b| row >> b & 1 == 1)
    }
    pub fn or(mut self, other: &Relation) -> Relation {
        for (row, more) in self.rows.iter_mut().zip(&other.rows) {
            *row |= more;
        }
        self
    }
    /// The pairs for which `keep` holds.
    pub fn filter(&self, keep: impl Fn(usize, usize) -> bool) -> Relation {
        Relation::new(self.rows.len(), |a, b| self.has(a, b) && keep(a, b))
    }
    /// The smallest transitive relation around it.
    pub fn closure(mut self) -> Relation {
        for via in 0..self.rows.len() {
            let beyond = self.rows[via];
            for row in &mut self.rows {
                if *row >> via & 1 == 1 {
                    *row |= beyond;
                }
            }
        }
        self
    }
    /// The pairs that a step of this one and then a step of the other lead through.
    pub fn then(&self, other: &Relation) -> Relation {
        let mut rows = vec![0; self.rows.len()];
        for (row, all) in self.rows.iter().zip(&mut rows) {
            let mut via = *row;
            while via != 0 {
                *all |= other.rows[via.trailing_zeros() as usize];
                via &= via - 1;
            }
        }
        Relation { rows }
    }
    /// With every event related to itself.
    pub fn reflexive(mut self) -> Relation {
        (0..self.rows.len()).for_each(|a| self.add(a, a));
        self
    }
    pub fn is_irreflexive(&self) -> bool {
        (0..self.rows.len()).all(|a| !self.has(a, a))
    }
    pub fn has_no_cycle(self) -> bool {
        self.closure().is_irreflexive()
    }
}
