//! The search for few preemptions against all interleavings, filtered by theirs, and under Release-Acquire and C11
//! against all graphs, filtered by the preemptions that their events need in the best order.

use std::collections::{BTreeMap, BTreeSet};
use threadproof_engine::{
    Algorithm, Class, Equivalence, Model, Options, Preemptions, check_observed, interleavings,
};
use threadproof_program::ErrorKind;
use threadproof_testkit::builder::{Built, Expr, Inst};
use threadproof_testkit::random::{Size, program};
use threadproof_testkit::weak;

/// More interleavings than these take too long.
const MOST: usize = 20_000;

fn options(model: Model) -> Options {
    let mut options = Options {
        keep_going: true,
        ..Options::new(model, Algorithm::Auto)
    };
    // The references know nothing of what the language does not define.
    for kind in [ErrorKind::DataRace, ErrorKind::Uninitialized] {
        options.checks.set(kind, false);
    }
    options
}

/// Every class with the fewest preemptions that one of its executions has; `None` if there are too many.
fn by_brute_force(program: &Built, model: Model) -> Option<BTreeMap<Class, u32>> {
    let mut fewest: BTreeMap<Class, u32> = BTreeMap::new();
    let mut count = 0;
    let mut add = |class, preemptions: u32| {
        count += 1;
        if count <= MOST {
            let known = fewest.entry(class).or_insert(preemptions);
            *known = preemptions.min(*known);
        }
    };
    let useful = interleavings(program, &options(model), &mut add);
    (useful && count <= MOST).then_some(fewest)
}

/// Graphs on the way to all executions of one program.
const MOST_GRAPHS: usize = 1_500;

/// Compares with every bound until nothing is left out; false if brute force cannot do the program.
fn compare(program: &Built, model: Model, name: &str) -> bool {
    let (all, equivalence) = match model {
        Model::Ra | Model::C11 => (
            weak::fewest_preemptions(program, model, MOST_GRAPHS),
            Equivalence::ReadsFrom,
        ),
        _ => (by_brute_force(program, model), Equivalence::Trace),
    };
    let Some(all) = all else {
        return false;
    };
    for bound in 0.. {
        let options = Options {
            preemptions: Some(Preemptions::AtMost(bound)),
            ..options(model)
        };
        let mut seen = Vec::new();
        let mut add = |class| seen.push(class);
        let outcome = check_observed(program, &options, equivalence, &mut add);
        let outcome = outcome.expect("the model is supported");
        let within = all.iter().filter(|(_, fewest)| **fewest <= bound);
        let within: BTreeSet<Class> = within.map(|(class, _)| class.clone()).collect();
        let distinct: BTreeSet<Class> = seen.iter().cloned().collect();
        assert_eq!(distinct.len(), seen.len(), "{name}: none is seen twice");
        assert!(
            distinct == within,
            "{name} under {model:?} with {bound} preemptions: {} classes instead of {}",
            distinct.len(),
            within.len()
        );
        let counts = outcome.counts;
        assert_eq!(counts.complete + counts.blocked, within.len() as u64);
        match outcome.preemptions {
            Some(left_out) => assert_eq!(left_out, bound),
            None => {
                assert_eq!(within.len(), all.len(), "{name}: nothing was left out");
                break;
            }
        }
    }
    true
}

fn compare_all(size: Size, models: &[Model], seeds: std::ops::Range<u64>) {
    let wanted = (seeds.end - seeds.start) as usize * models.len() / 4;
    let mut compared = 0;
    for seed in seeds {
        let program = program(seed, size);
        for model in models {
            compared += usize::from(compare(&program, *model, &format!("seed {seed}")));
        }
    }
    assert!(compared >= wanted, "{compared} programs were small enough");
}

#[test]
fn under_sc() {
    compare_all(Size::SMALL, &[Model::Sc], 0..150);
    let size = Size {
        locks: true,
        choices: true,
        nested: true,
        asserts: true,
        ..Size::SMALL
    };
    compare_all(size, &[Model::Sc], 1000..1150);
}

#[test]
fn with_store_buffers() {
    let size = Size {
        threads: 2,
        orders: true,
        fences: true,
        ..Size::SMALL
    };
    compare_all(size, &[Model::Tso, Model::Pso], 0..100);
}

#[test]
fn of_graphs() {
    let models = [Model::Ra, Model::C11];
    compare_all(Size::SMALL, &models, 0..60);
    let size = Size {
        threads: 2,
        orders: true,
        fences: true,
        locks: true,
        choices: true,
        ..Size::SMALL
    };
    compare_all(size, &models, 2000..2100);
    let size = Size {
        threads: 2,
        all_orders: true,
        awaits: true,
        ..Size::SMALL
    };
    compare_all(size, &models, 3000..3100);
}

/// Both threads read the other's variable as it was before it is written: no thread has to be left for that, since
/// a read may take an old write.
#[test]
fn store_buffering_needs_no_preemption_of_a_graph() {
    let side = |mine, theirs| vec![Inst::Store(mine, Expr::Const(1)), Inst::Load(0, theirs)];
    let threads = vec![vec![Inst::Spawn(1), Inst::Spawn(2)], side(0, 1), side(1, 0)];
    let program = Built::new(2, threads);
    let all = weak::fewest_preemptions(&program, Model::Ra, MOST_GRAPHS).expect("it is small");
    // That both read the new value takes a switch after the first store.
    let mut fewest: Vec<u32> = all.values().copied().collect();
    fewest.sort();
    assert_eq!(fewest, [0, 0, 0, 1]);
    assert!(compare(&program, Model::Ra, "store buffering"));
}

/// Two increments of two steps each: one preemption is enough for each of the lost updates.
#[test]
fn a_lost_update_needs_one_preemption() {
    let increment = vec![Inst::Load(0, 0), Inst::Add(0, 0, 1)];
    let store = |thread: Vec<Inst>| thread;
    let program = Built::new(
        1,
        vec![
            vec![Inst::Spawn(1), Inst::Spawn(2)],
            store(increment.clone()),
            store(increment),
        ],
    );
    assert!(compare(&program, Model::Sc, "lost update"));
}
