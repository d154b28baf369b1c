//! Generated litmus tests: every algorithm and model decides as the axioms say, and visits as many
//! executions as are consistent.

use std::ops::ControlFlow;
use threadproof_engine::{Algorithm, Model, Options, SUPPORT, check};
use threadproof_litmus::cycles::{Bounds, Cycle, all};
use threadproof_litmus::{FailWhen, Litmus};
use threadproof_testkit::axioms::{Decision, decide};

#[test]
fn probe() {
    for (a, d) in [(4, 2), (5, 0), (5, 1), (5, 2), (6, 0), (6, 1)] {
        let bounds = Bounds {
            accesses: a,
            threads: 4,
            decorations: d,
        };
        let begin = std::time::Instant::now();
        let cycles = all(bounds);
        println!("{bounds:?} {} {:?}", cycles.len(), begin.elapsed());
    }
    let bounds = Bounds {
        accesses: 4,
        threads: 4,
        decorations: 1,
    };
    let mut bad = 0;
    for cycle in all(bounds) {
        bad += usize::from(!agree(&cycle));
        if bad > 5 {
            break;
        }
    }
    println!("bad {bad}");
}
fn agree(cycle: &Cycle) -> bool {
    let test = cycle.test();
    let decisions = decide(&test, &Model::ALL);
    for (algorithm, model) in SUPPORT {
        let mut options = Options::new(*model, *algorithm);
        options.keep_going = true;
        let program = Litmus::new(&test, FailWhen::Outcome);
        let outcome =
            check(&program, &options, &mut |_| ControlFlow::Continue(())).expect("supported");
        let d = decisions[*model as usize];
        let seen = !outcome.errors.is_empty();
        if seen != (d.outcomes > 0)
            || (*algorithm != Algorithm::Naive && outcome.counts.complete != d.executions)
        {
            println!(
                "{}\n {model:?} {algorithm:?} {:?} {seen} {d:?}",
                cycle.text(),
                outcome.counts
            );
            return false;
        }
    }
    true
}
#[allow(unused)]
fn x(_: Decision) {}
