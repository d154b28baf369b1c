//! The net that a broken engine has to get through: random programs of several kinds, random litmus
//! tests and generated cycles, mixed by number. The same number is the same test for ever.

use crate::builder::Built;
use crate::compare;
use crate::random::{Size, program};
use crate::random_litmus;
use crate::shapes;
use crate::shrink::shrink;
use crate::tally::Tally;
use threadproof_engine::Model;
use threadproof_litmus::cycles::Cycle;

/// The kinds of random programs that are mixed.
pub const KINDS: [Size; 13] = [
    Size {
        awaits: true,
        exchanges: true,
        ..Size::SMALL
    },
    Size {
        sections: true,
        ..Size::SMALL
    },
    Size {
        locks: true,
        choices: true,
        ..Size::SMALL
    },
    Size {
        locks: true,
        awaits: true,
        ..Size::SMALL
    },
    Size {
        instructions: 2,
        sections: true,
        ..Size::SMALL
    },
    Size {
        threads: 4,
        instructions: 2,
        sections: true,
        ..Size::SMALL
    },
    Size {
        threads: 2,
        instructions: 5,
        orders: true,
        awaits: true,
        ..Size::SMALL
    },
    Size {
        nested: true,
        locks: true,
        orders: true,
        ..Size::SMALL
    },
    Size {
        threads: 2,
        locks: true,
        choices: true,
        awaits: true,
        orders: true,
        ..Size::SMALL
    },
    Size {
        asserts: true,
        ..Size::SMALL
    },
    Size {
        threads: 2,
        asserts: true,
        locks: true,
        choices: true,
        blind: true,
        ..Size::SMALL
    },
    Size {
        try_locks: true,
        asserts: true,
        ..Size::SMALL
    },
    Size {
        bytes: true,
        asserts: true,
        ..Size::SMALL
    },
];

/// The kinds that C11 has besides.
pub const ORDERED: [Size; 5] = [
    Size {
        all_orders: true,
        awaits: true,
        exchanges: true,
        ..Size::SMALL
    },
    Size {
        all_orders: true,
        ..Size::SMALL
    },
    Size {
        threads: 2,
        instructions: 5,
        all_orders: true,
        ..Size::SMALL
    },
    Size {
        threads: 4,
        instructions: 2,
        all_orders: true,
        ..Size::SMALL
    },
    Size {
        all_orders: true,
        locks: true,
        awaits: true,
        nested: true,
        ..Size::SMALL
    },
];

/// Programs in which read-modify-writes meet accesses of other sizes.
pub const MIXED: [Size; 6] = [
    Size {
        mixed: true,
        awaits: true,
        ..Size::SMALL
    },
    Size {
        mixed: true,
        ..Size::SMALL
    },
    Size {
        threads: 2,
        instructions: 4,
        mixed: true,
        awaits: true,
        orders: true,
        ..Size::SMALL
    },
    Size {
        threads: 4,
        instructions: 2,
        mixed: true,
        awaits: true,
        ..Size::SMALL
    },
    Size {
        mixed: true,
        variables: 1,
        awaits: true,
        nested: true,
        ..Size::SMALL
    },
    Size {
        mixed: true,
        variables: 1,
        asserts: true,
        exchanges: true,
        awaits: true,
        ..Size::SMALL
    },
];

/// The random program of a number in which sizes are mixed.
pub fn mixed(seed: u64, model: Model) -> Built {
    let size = MIXED[(seed % MIXED.len() as u64) as usize];
    program(
        seed,
        Size {
            all_orders: model == Model::C11,
            ..size
        },
    )
}

/// The same, in every second round with longer sections where it has sections.
fn with_long_sections(size: Size, round: u64) -> Size {
    Size {
        long_sections: size.sections && round.is_multiple_of(2),
        ..size
    }
}

/// The random program of a number. Under C11 memory orders matter, so every second one has all of them.
pub fn built(seed: u64, model: Model) -> Built {
    let of = |kinds: &[Size], number: u64| kinds[(number % kinds.len() as u64) as usize];
    let size = match model {
        Model::C11 if seed.is_multiple_of(2) => of(&ORDERED, seed / 2),
        Model::C11 => of(&KINDS, seed / 2),
        Model::Ra => of(&KINDS, seed),
        // The references of the others know of no more than a load and a store in a section.
        _ => with_long_sections(of(&KINDS, seed), seed / KINDS.len() as u64),
    };
    program(seed, size)
}

/// Compares the random program of a number under a model, for the tally; a difference comes with a
/// small program.
pub fn random_program(
    seed: u64,
    model: Model,
    limit: usize,
    tally: &mut Tally,
) -> Result<(), String> {
    compare_program(&built(seed, model), (seed, model, limit), tally)
}

/// The same for a program in which sizes are mixed.
pub fn random_mixed(
    seed: u64,
    model: Model,
    limit: usize,
    tally: &mut Tally,
) -> Result<(), String> {
    compare_program(&mixed(seed, model), (seed, model, limit), tally)
}

fn compare_program(
    program: &Built,
    (seed, model, limit): (u64, Model, usize),
    tally: &mut Tally,
) -> Result<(), String> {
    let comparison = compare::built_within(program, model, limit);
    tally.add(&comparison);
    let Some(difference) = comparison.difference() else {
        return Ok(());
    };
    let differs = |p: &_| {
        let comparison = compare::built_within(p, model, limit);
        comparison.difference().is_some()
    };
    let mut text = format!("seed {seed}: {difference}\n");
    for (body, code) in shrink(program, differs).threads.iter().enumerate() {
        text += &format!("  thread {body}: {code:?}\n");
    }
    Err(text)
}

/// Compares the random litmus test of a number with the axioms, under each of these models, for the tally.
pub fn random_litmus(seed: u64, models: &[Model], tally: &mut Tally) -> Result<(), String> {
    compare_litmus(random_litmus::text(seed), models, tally)
}

/// The same for a classical shape with any memory orders and fences.
pub fn random_shape(seed: u64, models: &[Model], tally: &mut Tally) -> Result<(), String> {
    compare_litmus(shapes::random(seed), models, tally)
}

/// Some combinations of memory orders and fences of a cycle, at most about this many.
pub fn ordered_cycles(cycle: &Cycle, most: u64) -> impl Iterator<Item = Cycle> + '_ {
    let all = cycle.combinations();
    // A step that has no factor with the numbers of options, which are 3 and 5, meets all options.
    let step = (all.div_ceil(most.max(1))..).find(|s| s % 3 != 0 && s % 5 != 0);
    let step = step.expect("one of three neighbours is such a number");
    let numbers = (0..all).step_by(step as usize);
    numbers.map(|number| cycle.combination(number))
}

/// Compares a cycle with memory orders with the axioms, under C11, for the tally.
pub fn ordered_cycle(cycle: &Cycle, tally: &mut Tally) -> Result<(), String> {
    compare_litmus(cycle.text(), &[Model::C11], tally)
}

fn compare_litmus(text: String, models: &[Model], tally: &mut Tally) -> Result<(), String> {
    let test = threadproof_litmus::parse("random", text.as_bytes()).expect("sound");
    let (_, comparison) = compare::litmus(&test, models);
    tally.add(&comparison);
    match comparison.difference() {
        None => Ok(()),
        Some(difference) => Err(format!("{difference}\n{text}")),
    }
}
