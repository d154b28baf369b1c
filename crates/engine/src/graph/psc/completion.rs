//! Completes the coherence orders of places so that psc has no cycle, if that is possible.

/// A set of sequentially consistent events, by their numbers.
pub(super) type Bits = Vec<u64>;

/// Is an event in a set?
pub(super) fn has(bits: &[u64], at: usize) -> bool {
    bits[at / 64] >> (at % 64) & 1 == 1
}
/// Adds an event to a set.
pub(super) fn insert(bits: &mut [u64], at: usize) {
    bits[at / 64] |= 1 << (at % 64);
}
/// Adds all events of another set.
pub(super) fn add(bits: &mut [u64], more: &[u64]) {
    bits.iter_mut().zip(more).for_each(|(b, m)| *b |= m);
}
fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}
fn members(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    let words = bits.iter().enumerate();
    words.flat_map(|(word, bits)| {
        let mut left = *bits;
        std::iter::from_fn(move || {
            let at = left.trailing_zeros() as usize;
            left &= left.checked_sub(1)?;
            Some(64 * word + at)
        })
    })
}

/// The events that an edge from or to a chain leaves and reaches.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    /// Of psc from the chain's writes and their readers.
    pub(super) from: Bits,
    /// Of psc to its writes.
    pub(super) to: Bits,
    /// Fences before its writes and their readers.
    pub(super) fences_before: Bits,
    /// Fences after its writes and their readers.
    pub(super) fences_after: Bits,
}

impl Ends {
    /// No events; `none` is the empty set.
    pub(super) fn new(none: Bits) -> Ends {
        Ends {
            from: none.clone(),
            to: none.clone(),
            fences_before: none.clone(),
            fences_after: none,
        }
    }
    /// Would psc have edges if this chain were before that one?
    pub(super) fn leads_to(&self, later: &Ends) -> bool {
        let some = |bits: &Bits| bits.iter().any(|word| *word != 0);
        some(&self.from) && some(&later.to)
            || some(&self.fences_before) && some(&later.fences_after)
    }
}

/// A place whose coherence order matters.
#[derive(Clone, Debug)]
pub(super) struct Ordered {
    pub(super) chains: Vec<Ends>,
    /// `before[y]` has the chains that are before y, transitively.
    pub(super) before: Vec<Bits>,
}

/// The known parts of psc and of the coherence orders.
#[derive(Clone, Debug)]
pub(super) struct Completion {
    /// Row a: all events that psc reaches from a.
    pub(super) reach: Vec<Bits>,
    pub places: Vec<Ordered>,
}

/// Psc has a cycle.
pub(super) struct Cycle;

impl Completion {
    /// Adds an edge of psc, with all that follow.
    pub(super) fn add_edge(&mut self, a: usize, b: usize) -> Result<(), Cycle> {
        if has(&self.reach[a], b) {
            return Ok(());
        }
        if a == b || has(&self.reach[b], a) {
            return Err(Cycle);
        }
        let mut more = self.reach[b].clone();
        insert(&mut more, b);
        for (row, reach) in self.reach.iter_mut().enumerate() {
            if row == a || has(reach, a) {
                add(reach, &more);
            }
        }
        Ok(())
    }

    /// Adds an edge from each of these to each of those.
    pub(super) fn add_edges(&mut self, from: &[u64], to: &[u64]) -> Result<(), Cycle> {
        for a in members(from) {
            for b in members(to) {
                self.add_edge(a, b)?;
            }
        }
        Ok(())
    }

    /// Does psc, or equality, lead from one of the events to one of the others?
    fn leads(&self, from: &[u64], to: &[u64]) -> bool {
        meet(from, to) || members(from).any(|a| meet(&self.reach[a], to))
    }

    /// Would chain x before chain y close a cycle?
    fn contradicts(&self, place: usize, x: usize, y: usize) -> bool {
        let chains = &self.places[place].chains;
        self.leads(&chains[y].to, &chains[x].from)
            || self.leads(&chains[y].fences_after, &chains[x].fences_before)
    }

    /// Puts chain x before chain y, with all that follows.
    pub(super) fn order(&mut self, place: usize, x: usize, y: usize) -> Result<(), Cycle> {
        let ordered = &mut self.places[place];
        if has(&ordered.before[x], y) || x == y {
            return Err(Cycle);
        }
        let mut earlier = ordered.before[x].clone();
        insert(&mut earlier, x);
        let mut new: Vec<(usize, usize)> = Vec::new();
        for later in 0..ordered.chains.len() {
            if later == y || has(&ordered.before[later], y) {
                let known = ordered.before[later].clone();
                new.extend(
                    members(&earlier)
                        .filter(|e| !has(&known, *e))
                        .map(|e| (e, later)),
                );
                add(&mut ordered.before[later], &earlier);
            }
        }
        for (earlier, later) in new {
            self.add_order_edges(place, earlier, later)?;
        }
        Ok(())
    }

    fn add_order_edges(&mut self, place: usize, x: usize, y: usize) -> Result<(), Cycle> {
        let chains = &self.places[place].chains;
        let (first, second) = (chains[x].clone(), chains[y].clone());
        self.add_edges(&first.from, &second.to)?;
        self.add_edges(&first.fences_before, &second.fences_after)
    }

    /// The pairs of chains whose order is open and makes a difference.
    fn open_pairs(&self) -> Vec<(usize, usize, usize)> {
        let mut open = Vec::new();
        for (p, place) in self.places.iter().enumerate() {
            for y in 0..place.chains.len() {
                for x in 0..y {
                    let (first, second) = (&place.chains[x], &place.chains[y]);
                    let is_open = !has(&place.before[y], x) && !has(&place.before[x], y);
                    if is_open && (first.leads_to(second) || second.leads_to(first)) {
                        open.push((p, x, y));
                    }
                }
            }
        }
        open
    }

    /// Orders all pairs that have no choice.
    fn saturate(&mut self) -> Result<(), Cycle> {
        loop {
            let mut changed = false;
            for (place, x, y) in self.open_pairs() {
                let before = &self.places[place].before;
                if has(&before[y], x) || has(&before[x], y) {
                    continue;
                }
                match (self.contradicts(place, x, y), self.contradicts(place, y, x)) {
                    (true, true) => return Err(Cycle),
                    (true, false) => self.order(place, y, x)?,
                    (false, true) => self.order(place, x, y)?,
                    (false, false) => continue,
                }
                changed = true;
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// Is there an order of all open pairs? `None` if the budget is used up.
    pub(super) fn can_be_completed(mut self, budget: u64, spent: &mut u64) -> Option<bool> {
        let mut alternatives: Vec<(Completion, (usize, usize, usize))> = Vec::new();
        loop {
            let mut possible = self.saturate().is_ok();
            if possible {
                let Some(&(place, x, y)) = self.open_pairs().first() else {
                    return Some(true);
                };
                *spent += 1;
                if *spent > budget {
                    return None;
                }
                alternatives.push((self.clone(), (place, y, x)));
                possible = self.order(place, x, y).is_ok();
            }
            while !possible {
                let Some((other, (place, x, y))) = alternatives.pop() else {
                    return Some(false);
                };
                self = other;
                possible = self.order(place, x, y).is_ok();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two sequentially consistent writes, to one place; the chains are theirs.
    const A: usize = 0;
    const B: usize = 1;

    fn set(event: usize) -> Bits {
        let mut bits = vec![0];
        insert(&mut bits, event);
        bits
    }

    /// Nothing is known of the order of the two.
    fn two_writes() -> Completion {
        let chain = |event| Ends {
            from: set(event),
            to: set(event),
            ..Ends::new(vec![0])
        };
        let ordered = Ordered {
            chains: vec![chain(A), chain(B)],
            before: vec![vec![0], vec![0]],
        };
        Completion {
            reach: vec![vec![0], vec![0]],
            places: vec![ordered],
        }
    }

    #[test]
    fn psc_orders_the_writes_of_a_place() {
        let mut completion = two_writes();
        assert!(completion.add_edge(A, B).is_ok());
        assert!(completion.saturate().is_ok());
        assert!(has(&completion.places[0].before[B], A));
        assert!(completion.order(0, B, A).is_err());
    }

    #[test]
    fn the_order_of_writes_is_an_edge_of_psc() {
        let mut completion = two_writes();
        assert!(completion.order(0, A, B).is_ok());
        assert!(has(&completion.reach[A], B));
        assert!(completion.add_edge(B, A).is_err());
    }

    #[test]
    fn fences_around_the_writes_are_ordered_as_they_are() {
        let mut completion = two_writes();
        let [first, second] = [A, B].map(|event| Ends {
            fences_before: set(event),
            fences_after: set(event),
            ..Ends::new(vec![0])
        });
        completion.places[0].chains = vec![first, second];
        assert!(completion.order(0, A, B).is_ok());
        assert!(has(&completion.reach[A], B));
    }

    #[test]
    fn an_open_pair_costs_a_guess() {
        let mut spent = 0;
        assert_eq!(two_writes().can_be_completed(1, &mut spent), Some(true));
        assert_eq!(spent, 1);
        assert_eq!(two_writes().can_be_completed(0, &mut 0), None);
    }
}
