//! Weak traces of exponential-bug as the engine writes them down: how many coherence orders they have, and whether
//! they are consistent. Only for programs whose instructions exponential-bug has.

use crate::{MUTEX, X, Y};
use std::collections::{BTreeMap, BTreeSet};
use threadproof_engine::Class;
use threadproof_testkit::axioms::Relation;
use threadproof_testkit::builder::{Built, Expr, Inst};

/// A thread's number and the number of one of its events, from 1.
pub type Name = (u32, u32);

/// What an event reads: the initial value or that of another event.
pub type Read = Option<Option<Name>>;

/// The events of each thread with what they read, from the way that classes are written down.
pub fn events(class: &Class) -> BTreeMap<Name, Read> {
    let mut found = BTreeMap::new();
    let mut words = class.0.iter().copied().peekable();
    while words.peek().is_some() {
        let mut path = Vec::new();
        while let Some(word) = words.next_if(|word| *word != u32::MAX) {
            path.push(word);
        }
        words.next();
        let thread = path.first().copied().unwrap_or(0);
        let mut nth = 0;
        // The next thread's path begins with its number, and main is the first of all.
        while let Some(read) = event(&mut words, thread) {
            nth += 1;
            found.insert((thread, nth), read);
        }
    }
    found
}

const END: u32 = u32::MAX - 3;
const FROM: u32 = u32::MAX - 1;

/// One event; `None` at the end of the thread.
fn event(
    words: &mut std::iter::Peekable<impl Iterator<Item = u32> + Clone>,
    thread: u32,
) -> Option<Read> {
    let mut ahead = words.clone();
    let first = ahead.next()?;
    if first == END {
        words.next();
        return Some(None);
    }
    if first == 0 {
        words.next();
        words.next_if_eq(&END)?;
        return Some(Some(None));
    }
    // `[thread] FROM nth END`, or the path of the next thread.
    if ahead.next() != Some(FROM) {
        assert_eq!(first, thread + 1, "threads come in order");
        return None;
    }
    let nth = ahead.next()?;
    assert_eq!(ahead.next(), Some(END));
    *words = ahead;
    Some(Some(Some((first, nth))))
}

/// The first operations of a thread, in order, given the values that it reads: an event each.
fn operations(code: &[Inst], values: &dyn Fn(u32) -> u32, count: usize) -> Vec<(Inst, u32)> {
    let mut registers = [0; 2];
    let (mut at, mut done) = (0, Vec::new());
    while let Some(&inst) = code.get(at).filter(|_| done.len() < count) {
        at += 1;
        match inst {
            Inst::SkipUnless(register, value, count) => {
                if registers[register] != value {
                    at += count;
                }
            }
            Inst::Assume(..) => return done,
            Inst::Load(register, _) => {
                registers[register] = values(done.len() as u32 + 1);
                done.push((inst, 0));
            }
            Inst::Store(_, Expr::Add(register, more)) => {
                done.push((inst, registers[register] + more));
            }
            Inst::Store(_, Expr::Const(value)) => done.push((inst, value)),
            _ => done.push((inst, 0)),
        }
    }
    done
}

pub struct Trace<'a> {
    pub program: &'a Built,
    pub reads: BTreeMap<Name, Read>,
}

impl Trace<'_> {
    fn operations(&self, thread: u32, count: usize) -> Vec<(Inst, u32)> {
        let values = |nth: u32| match self.reads[&(thread, nth)] {
            Some(Some(source)) => self.value(source),
            _ => 0,
        };
        operations(&self.program.threads[thread as usize], &values, count)
    }

    /// What an event writes. It depends on events that happen before it, and on no others.
    fn value(&self, (thread, nth): Name) -> u32 {
        let written = self.operations(thread, nth as usize).pop();
        written.expect("the event is there").1
    }

    /// All that happens before an event, and itself.
    fn past(&self, event: Name, found: &mut BTreeSet<Name>) {
        if !found.insert(event) {
            return;
        }
        if event.1 > 1 {
            self.past((event.0, event.1 - 1), found);
        }
        if let Some(Some(source)) = self.reads[&event] {
            self.past(source, found);
        }
    }

    /// How many orders the writes of a variable can have. (The first write of all is the initial one.)
    pub fn orders(&self, variable: u32) -> u64 {
        let (mut writes, mut accesses) = (Vec::new(), Vec::new());
        for thread in 1..=3 {
            for (at, (inst, _)) in self.operations(thread, usize::MAX).into_iter().enumerate() {
                let name = (thread, at as u32 + 1);
                match inst {
                    Inst::Store(var, _) if var == variable => {
                        writes.push(name);
                        accesses.push((name, name));
                    }
                    Inst::Load(_, var) if var == variable => {
                        if let Some(Some(source)) = self.reads[&name] {
                            accesses.push((name, source));
                        }
                    }
                    _ => (),
                }
            }
        }
        // By write: those that come before it.
        let mut before: Vec<u32> = vec![0; writes.len()];
        let number = |name: Name| writes.iter().position(|w| *w == name);
        for (access, target) in accesses {
            let target = number(target).expect("it is a write");
            let mut past = BTreeSet::new();
            self.past(access, &mut past);
            for known in past.into_iter().filter_map(number) {
                before[target] |= u32::from(known != target) << known;
            }
        }
        let mut counts = BTreeMap::from([(0u32, 1u64)]);
        for _ in &writes {
            let mut longer = BTreeMap::new();
            for (set, count) in counts {
                for (w, before) in before.iter().enumerate() {
                    if set >> w & 1 == 0 && before & !set == 0 {
                        *longer.entry(set | 1 << w).or_insert(0) += count;
                    }
                }
            }
            counts = longer;
        }
        counts.into_values().sum()
    }
}

/// Sequential consistency: can the events be brought into one order in which every read sees the last
/// write?
struct Sequence<'a> {
    trace: &'a Trace<'a>,
    operations: Vec<Vec<(Inst, u32)>>,
    /// How far the threads were, with the last write of each variable.
    seen: BTreeSet<(Vec<usize>, [Option<Name>; 3])>,
}

impl Sequence<'_> {
    fn goes_on(&mut self, done: &[usize], last: [Option<Name>; 3]) -> bool {
        if !self.seen.insert((done.to_vec(), last)) {
            return false;
        }
        let ends = self.operations.iter().map(Vec::len);
        if ends.eq(done.iter().copied()) {
            return true;
        }
        (0..done.len()).any(|t| {
            let Some((inst, _)) = self.operations[t].get(done[t]).copied() else {
                return false;
            };
            let name = (t as u32 + 1, done[t] as u32 + 1);
            let mut newest = last;
            let (reads, writes) = match inst {
                Inst::Load(_, var) => (Some(var), None),
                Inst::Lock(var) => (Some(var), Some(var)),
                Inst::Store(var, _) | Inst::Unlock(var) => (None, Some(var)),
                other => panic!("{other:?} is not in the program"),
            };
            if reads.is_some_and(|var| self.trace.reads[&name] != Some(last[var as usize])) {
                return false;
            }
            if let Some(var) = writes {
                newest[var as usize] = Some(name);
            }
            let mut further = done.to_vec();
            further[t] += 1;
            self.goes_on(&further, newest)
        })
    }
}

impl Trace<'_> {
    pub fn is_sequential(&self) -> bool {
        let all = (1..=3).map(|thread| self.operations(thread, usize::MAX));
        let mut sequence = Sequence {
            trace: self,
            operations: all.collect(),
            seen: BTreeSet::new(),
        };
        sequence.goes_on(&[0; 3], [None; 3])
    }

    /// Release-Acquire, as in the axioms: with some total order co of the writes of each variable,
    /// hb and (hb; eco) are irreflexive, where eco is the closure of rf, co and fr.
    pub fn is_consistent(&self) -> bool {
        let names: Vec<Name> = self.reads.keys().copied().collect();
        let number = |name: Name| names.iter().position(|n| *n == name).expect("is there");
        let (mut hb, mut rf) = (Relation::empty(names.len()), Vec::new());
        for (at, name) in names.iter().enumerate() {
            if name.0 > 0 && name.1 > 1 {
                hb.add(number((name.0, name.1 - 1)), at);
            }
            if let Some(source) = self.reads[name] {
                rf.push((source.map(number), at));
                if let Some(source) = source {
                    hb.add(number(source), at);
                }
            }
        }
        let hb = hb.closure();
        (0..names.len()).all(|e| !hb.has(e, e))
            && [X, Y, MUTEX].iter().all(|variable| {
                let (mut writes, mut reads) = (Vec::new(), Vec::new());
                for thread in 1..=3 {
                    let operations = self.operations(thread, usize::MAX);
                    for (at, (inst, _)) in operations.into_iter().enumerate() {
                        let event = number((thread, at as u32 + 1));
                        let source = rf.iter().find(|(_, read)| *read == event);
                        match inst {
                            Inst::Load(_, var) | Inst::Lock(var) if var == *variable => {
                                reads.extend(source);
                            }
                            _ => (),
                        }
                        match inst {
                            Inst::Store(var, _) | Inst::Lock(var) | Inst::Unlock(var)
                                if var == *variable =>
                            {
                                writes.push(event);
                            }
                            _ => (),
                        }
                    }
                }
                has_order((&hb, names.len()), &writes, &reads, &mut Vec::new())
            })
    }
}

/// Is there a total order of the writes, beginning with `co`, that contradicts nothing?
fn has_order(
    (hb, count): (&Relation, usize),
    writes: &[usize],
    reads: &[(Option<usize>, usize)],
    co: &mut Vec<usize>,
) -> bool {
    if co.len() == writes.len() {
        return agrees((hb, count), reads, co);
    }
    let rest: Vec<usize> = writes.iter().copied().filter(|w| !co.contains(w)).collect();
    rest.iter().any(|&w| {
        if rest.iter().any(|other| hb.has(*other, w)) {
            return false;
        }
        co.push(w);
        let found = has_order((hb, count), writes, reads, co);
        co.pop();
        found
    })
}

/// The axiom for one variable and one order of its writes; what reads and writes does so at once.
fn agrees((hb, count): (&Relation, usize), reads: &[(Option<usize>, usize)], co: &[usize]) -> bool {
    let place = |w: usize| co.iter().position(|o| *o == w);
    let mut edges = Vec::new();
    for (at, first) in co.iter().enumerate() {
        edges.extend(co[at + 1..].iter().map(|second| (*first, *second)));
    }
    for &(source, read) in reads {
        let seen = source.map_or(0, |w| 1 + place(w).expect("a write"));
        edges.extend(source.map(|w| (w, read)));
        let newer = co[seen..].iter().filter(|w| **w != read);
        edges.extend(newer.map(|w| (read, *w)));
        if place(read).is_some_and(|own| own != seen) {
            return false;
        }
    }
    let mut eco = Relation::empty(count);
    for (from, to) in edges {
        eco.add(from, to);
    }
    let eco = eco.closure();
    let all = 0..count;
    !all.clone()
        .any(|a| all.clone().any(|b| hb.has(a, b) && eco.has(b, a)))
}
