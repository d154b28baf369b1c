//! The net that a broken engine has to get through: random programs of several kinds, random litmus
//! tests and generated cycles, mixed by number. The same number is the same test for ever.

use crate::compare::{self, Compared};
use crate::random::{Size, program};
use crate::random_litmus;
use crate::shrink::shrink;
use threadproof_engine::Model;

/// The kinds of random programs that are mixed.
pub const KINDS: [Size; 8] = [
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
];

/// The random program of a number.
pub fn built(seed: u64) -> crate::builder::Built {
    program(seed, KINDS[(seed % KINDS.len() as u64) as usize])
}

/// Compares the random program of a number under a model; a difference comes with a small program.
pub fn random_program(seed: u64, model: Model, limit: usize) -> Compared {
    let program = built(seed);
    let compared = compare::built_within(&program, model, limit);
    let Compared::Different(difference) = compared else {
        return compared;
    };
    let differs = |p: &_| {
        matches!(
            compare::built_within(p, model, limit),
            Compared::Different(_)
        )
    };
    let mut text = format!("seed {seed}: {difference}\n");
    for (body, code) in shrink(&program, differs).threads.iter().enumerate() {
        text += &format!("  thread {body}: {code:?}\n");
    }
    Compared::Different(text)
}

/// Compares the random litmus test of a number with the axioms, under every model.
pub fn random_litmus(seed: u64) -> Result<(), String> {
    let text = random_litmus::text(seed);
    let test = threadproof_litmus::parse("random", text.as_bytes()).expect("sound");
    match compare::litmus(&test) {
        Ok(_) => Ok(()),
        Err(difference) => Err(format!("{difference}\n{text}")),
    }
}
