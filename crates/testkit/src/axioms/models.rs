//! The memory models as predicates.
//!
//! Fences, read-modify-writes, sequentially consistent stores and failed
//! compare-exchanges *drain*: they keep their place in program order under TSO and PSO. Under RA
//! every access releases and acquires, and sequentially consistent fences are ordered as if they
//! were read-modify-writes of one hidden variable. C11 has a file of its own.

use super::c11;
use super::candidate::{Candidate, EventKind};
use threadproof_engine::Model;

/// Does the model allow a candidate that is coherent?
pub fn consistent(model: Model, x: &Candidate) -> bool {
    match model {
        Model::Sc => x.po.clone().or(&x.rf).or(&x.co).or(&x.fr).has_no_cycle(),
        Model::Tso => buffered(x, kept_under_tso),
        Model::Pso => buffered(x, kept_under_pso),
        Model::Ra => release_acquire(x),
        Model::C11 => c11::consistent(x),
    }
}

/// What every model asks for: each variable by itself is sequentially consistent, and a read-modify-write is
/// one event.
pub fn is_coherent(x: &Candidate) -> bool {
    atomic(x) && coherent(x)
}

/// A read-modify-write reads what is directly before it in coherence.
fn atomic(x: &Candidate) -> bool {
    let count = x.events.len();
    (0..count)
        .filter(|e| x.events[*e].kind == EventKind::Update)
        .all(|update| {
            (0..count).all(|other| !(x.fr.has(update, other) && x.co.has(other, update)))
                && (0..count).all(|w| !x.rf.has(w, update) || x.co.has(w, update))
        })
}

/// Each variable by itself is sequentially consistent.
fn coherent(x: &Candidate) -> bool {
    let same = |a: usize, b: usize| {
        x.events[a].variable.is_some() && x.events[a].variable == x.events[b].variable
    };
    let po = x.po.filter(same);
    po.or(&x.rf).or(&x.co).or(&x.fr).has_no_cycle()
}

/// Store buffers: the program order that is kept, with all communication but a thread's reads of
/// its own stores.
fn buffered(x: &Candidate, kept: fn(&Candidate, usize, usize) -> bool) -> bool {
    let order = x.po.filter(|a, b| drained(x, a, b) || kept(x, a, b));
    let external = x.rf.filter(|a, b| x.threads[a] != x.threads[b]);
    order.or(&external).or(&x.co).or(&x.fr).has_no_cycle()
}

/// Does something that drains stand between the events, or is one of them such?
fn drained(x: &Candidate, a: usize, b: usize) -> bool {
    (a..=b).any(|e| x.events[e].drains)
}

fn is_store(x: &Candidate, e: usize) -> bool {
    x.events[e].kind == EventKind::Write
}

/// Only a store and a later read change places.
fn kept_under_tso(x: &Candidate, a: usize, b: usize) -> bool {
    let reads = x.events[b].kind == EventKind::Read;
    let fence = |e: usize| x.events[e].kind == EventKind::Fence;
    let delayed = is_store(x, a) && reads;
    !(delayed || fence(a) || fence(b))
}

/// A store also changes places with a later store, unless something releases in between.
fn kept_under_pso(x: &Candidate, a: usize, b: usize) -> bool {
    let released = (a + 1..=b).any(|e| x.events[e].order.releases);
    kept_under_tso(x, a, b) && (!is_store(x, a) || is_store(x, b) && released)
}

fn release_acquire(x: &Candidate) -> bool {
    !fence_orders(x).is_empty()
}

/// The orders of the sequentially consistent fences with which Release-Acquire allows a candidate.
pub fn fence_orders(x: &Candidate) -> Vec<Vec<usize>> {
    let fences: Vec<usize> = (0..x.events.len())
        .filter(|e| x.events[*e].kind == EventKind::Fence && x.events[*e].drains)
        .collect();
    let mut found = orders(&fences);
    found.retain(|order| {
        let mut hb = x.po.clone().or(&x.rf);
        order.windows(2).for_each(|pair| hb.add(pair[0], pair[1]));
        // Initial writes come before everything.
        for (e, thread) in x.threads.iter().enumerate() {
            if thread.is_none() {
                let inside = (0..x.events.len()).filter(|other| x.threads[*other].is_some());
                inside.for_each(|other| hb.add(e, other));
            }
        }
        let hb = hb.closure();
        let count = x.events.len();
        let later = |a, b| x.co.has(a, b) || x.fr.has(a, b);
        (0..count).all(|a| (0..count).all(|b| !(hb.has(a, b) && (a == b || later(b, a)))))
    });
    found
}

/// All orders of the events.
fn orders(events: &[usize]) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for event in events {
        all = all
            .iter()
            .flat_map(|order| {
                (0..=order.len()).map(|at| {
                    let mut longer = order.clone();
                    longer.insert(at, *event);
                    longer
                })
            })
            .collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use crate::axioms::decide;
    use threadproof_engine::Model;

    /// Whether SC, TSO, PSO, RA and C11 allow the outcome.
    fn allowed(text: &str) -> [bool; 5] {
        let test = threadproof_litmus::parse("test", text.as_bytes()).expect("sound");
        let decisions = decide(&test, &Model::ALL);
        [0, 1, 2, 3, 4].map(|model: usize| decisions[model].outcomes > 0)
    }

    #[test]
    fn store_buffering() {
        let test = |fence| {
            format!(
                "name SB init x, y thread P0 {{ x = 1 {fence} r0 = y }} \
                 thread P1 {{ y = 1 {fence} r0 = x }} exists (P0:r0 = 0 /\\ P1:r0 = 0)"
            )
        };
        // The name is the whole first line.
        let test = |fence| test(fence).replace("SB ", "SB\n");
        assert_eq!(allowed(&test("")), [false, true, true, true, true]);
        assert_eq!(allowed(&test("fence")), [false; 5]);
    }

    #[test]
    fn message_passing() {
        let test = |order: &str| {
            format!(
                "name MP\ninit x, y thread P0 {{ x = 1 y{order} = 1 }} \
                 thread P1 {{ r0 = y r1 = x }} exists (P1:r0 = 1 /\\ P1:r1 = 0)"
            )
        };
        assert_eq!(allowed(&test("")), [false, false, true, false, true]);
        let released = [false, false, false, false, true];
        assert_eq!(allowed(&test(".rel")), released);
        let acquired = test(".rel").replace("r0 = y", "r0 = y.acq");
        assert_eq!(allowed(&acquired), [false; 5]);
    }

    #[test]
    fn two_additions() {
        let text = "name ADD\ninit x thread P0 { fadd(x, 1) } thread P1 { fadd(x, 1) } \
                    forall (x = 2)";
        assert_eq!(allowed(text), [false; 5]);
    }
}
