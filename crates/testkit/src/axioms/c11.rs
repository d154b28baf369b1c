//! The memory model of C and C++: RC11 of Lahav, Vafeiadis, Kang, Hur and Dreyer (Repairing Sequential
//! Consistency in C/C++11, PLDI 2017), with the release sequences of C++20 (P0982): a plain store or a store of
//! the same thread does not continue one, only read-modify-writes do.
//!
//! Relations have the names of the paper; `mo` is `co` here, `rb` is `fr`.

use super::candidate::{Candidate, EventKind};
use super::relation::Relation;

pub fn consistent(x: &Candidate) -> bool {
    let no_thin_air = x.po.clone().or(&x.rf).has_no_cycle();
    if !no_thin_air {
        return false;
    }
    let hb = happens_before(x);
    let eco = x.rf.clone().or(&x.co).or(&x.fr).closure();
    let coherent = hb.is_irreflexive() && hb.then(&eco).is_irreflexive();
    let strict = x.events.iter().filter(|event| event.order.strict);
    coherent && (strict.count() < 2 || partial_sc(x, &hb, &eco).has_no_cycle())
}

/// Do two accesses of one variable, one of them a write and one of them plain, come in no order? Then the
/// program has no meaning.
///
/// A loop that waits has read before its last round, too: a write is before all rounds only if it is before what the
/// thread did before the loop.
pub fn has_race(x: &Candidate) -> bool {
    if x.events.iter().all(|event| event.order.atomic) {
        return false;
    }
    let hb = happens_before(x);
    let count = x.events.len();
    let conflict = |a: usize, b: usize| {
        let (first, second) = (&x.events[a], &x.events[b]);
        same_variable(x, a, b)
            && (first.written.is_some() || second.written.is_some())
            && !(first.order.atomic && second.order.atomic)
    };
    let before_all = |a: usize, b: usize| {
        let before_loop = |e: usize| x.po.has(e, b) && (a == e || hb.has(a, e));
        match x.events[b].waits && x.threads[a].is_some() {
            true => (0..count).any(before_loop),
            false => hb.has(a, b),
        }
    };
    let unordered = |a: usize, b: usize| !before_all(a, b) && !before_all(b, a);
    (0..count).any(|a| (0..a).any(|b| conflict(a, b) && unordered(a, b)))
}

fn same_variable(x: &Candidate, a: usize, b: usize) -> bool {
    let variable = x.events[a].variable;
    a != b && variable.is_some() && variable == x.events[b].variable
}

/// `[F]`, `[W]` and so on: each event of a kind, related to itself.
fn only(x: &Candidate, holds: impl Fn(usize) -> bool) -> Relation {
    Relation::new(x.events.len(), |a, b| a == b && holds(a))
}

fn is_fence(x: &Candidate, e: usize) -> bool {
    x.events[e].kind == EventKind::Fence
}

/// `hb = (po | sw)+`; what was there at the beginning happens before all threads.
fn happens_before(x: &Candidate) -> Relation {
    let initial = |a: usize, b: usize| x.threads[a].is_none() && x.threads[b].is_some();
    let initial = Relation::new(x.events.len(), initial);
    x.po.clone().or(&synchronizes(x)).or(&initial).closure()
}

/// `sw = [rel] ; ([F] ; po)? ; rs ; rf ; [R, atomic] ; (po ; [F])? ; [acq]`
/// with `rs = [W, atomic] ; (rf ; [U])*`
fn synchronizes(x: &Candidate) -> Relation {
    let events = &x.events;
    let inside = |e: usize| x.threads[e].is_some();
    let releasing = only(x, |e| inside(e) && events[e].order.releases);
    let from_fence = x.po.filter(|a, _| is_fence(x, a)).reflexive();
    let head = only(x, |e| events[e].written.is_some() && events[e].order.atomic);
    let updates = x.rf.filter(|_, b| events[b].kind == EventKind::Update);
    let sequence = head.then(&updates.closure().reflexive());
    let atomic_read = only(x, |e| events[e].read.is_some() && events[e].order.atomic);
    let to_fence = x.po.filter(|_, b| is_fence(x, b)).reflexive();
    let acquiring = only(x, |e| events[e].order.acquires);
    releasing
        .then(&from_fence)
        .then(&sequence)
        .then(&x.rf)
        .then(&atomic_read)
        .then(&to_fence)
        .then(&acquiring)
}

/// `scb = po | (po\loc) ; hb ; (po\loc) | (hb & loc) | mo | fr`
/// `psc = ([SC] | [F,SC] ; hb?) ; scb ; ([SC] | hb? ; [F,SC])  |  [F,SC] ; (hb | hb ; eco ; hb) ; [F,SC]`
fn partial_sc(x: &Candidate, hb: &Relation, eco: &Relation) -> Relation {
    let elsewhere = x.po.filter(|a, b| !same_variable(x, a, b));
    let around = elsewhere.then(hb).then(&elsewhere);
    let here = hb.filter(|a, b| same_variable(x, a, b));
    let scb = x.po.clone().or(&around).or(&here).or(&x.co).or(&x.fr);
    let strict = only(x, |e| x.events[e].order.strict);
    let fence = only(x, |e| is_fence(x, e) && x.events[e].order.strict);
    let any_hb = hb.clone().reflexive();
    let left = strict.clone().or(&fence.then(&any_hb));
    let right = strict.or(&any_hb.then(&fence));
    let between = hb.clone().or(&hb.then(eco).then(hb));
    let fences = fence.then(&between).then(&fence);
    left.then(&scb).then(&right).or(&fences)
}
