//! Searches that are interrupted and go on, against those that are not.

use crate::builder::Built;
use crate::random::Rng;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Duration;
use threadproof_engine::{
    Algorithm, Counts, Frontier, Jobs, Keeping, Model, Options, Outcome, SUPPORT, check,
    check_kept, is_shared,
};
use threadproof_program::ErrorKind;

/// The first algorithm that counts something else if it is interrupted at random moments, with all that is left written down and
/// read again, and the difference in words.
pub fn resumed(program: &Built, model: Model, jobs: Jobs, limit: u64, seed: u64) -> Option<String> {
    difference(program, model, limit, |options| {
        let options = Options { jobs, ..*options };
        let (outcome, parts) = in_parts(program, &options, &mut Rng::new(seed));
        (outcome, format!("in {parts} parts"))
    })
}

/// The first algorithm that counts something else in another way of searching, and the difference in words. `search` gives the
/// outcome of that way, and its name. Programs with `limit` executions or more are left out.
pub(super) fn difference(
    program: &Built,
    model: Model,
    limit: u64,
    search: impl Fn(&Options) -> (Outcome, String),
) -> Option<String> {
    let pairs = SUPPORT.iter().filter(|(a, m)| *m == model && is_shared(*a));
    pairs.into_iter().find_map(|(algorithm, _)| {
        let options = options(model, *algorithm, limit);
        let at_once = check(program, &options, &mut |_| ControlFlow::Continue(())).ok()?;
        if at_once.counts.all() >= limit {
            return None;
        }
        let (outcome, way) = search(&options);
        let seen = |outcome: &Outcome| {
            let counts = match algorithm {
                // Those begun in vain depend on the order.
                Algorithm::Source => Counts {
                    redundant: 0,
                    ..outcome.counts
                },
                _ => outcome.counts,
            };
            (counts, outcome.exhausted)
        };
        let (expected, found) = (seen(&at_once), seen(&outcome));
        let (algorithm, model) = (algorithm.name(), model.name());
        (expected != found)
            .then(|| format!("{algorithm} under {model} {way}: {found:?} instead of {expected:?}"))
    })
}

fn options(model: Model, algorithm: Algorithm, limit: u64) -> Options {
    let mut options = Options::new(model, algorithm);
    // An error would be for one worker to find.
    for kind in ErrorKind::ALL {
        options.checks.set(kind, false);
    }
    options.limits.max_executions = Some(limit);
    options
}

/// Interrupts the search about every third time that it is kept, which is after every execution.
fn in_parts(program: &Built, options: &Options, random: &mut Rng) -> (Outcome, u32) {
    let mut resume: Option<Vec<u8>> = None;
    for parts in 1.. {
        let kept: Rc<RefCell<Option<Vec<u8>>>> = Rc::default();
        let last = Rc::clone(&kept);
        let mut left = random.below(6);
        let mut keeping = Keeping {
            resume: resume.as_deref().and_then(Frontier::from_bytes),
            every: Duration::ZERO,
            keep: Box::new(move |frontier| {
                if left > 0 {
                    left -= 1;
                    return ControlFlow::Continue(());
                }
                *last.borrow_mut() = Some(frontier.to_bytes());
                ControlFlow::Break(())
            }),
            linked: None,
        };
        let tell = &mut |_: &_| ControlFlow::Continue(());
        let outcome = check_kept(program, options, tell, &mut keeping);
        let outcome = outcome.expect("the table has the pair");
        resume = kept.borrow_mut().take();
        if resume.is_none() {
            return (outcome, parts);
        }
    }
    unreachable!("a search has an end")
}
