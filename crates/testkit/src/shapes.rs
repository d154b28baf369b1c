//! The classical shapes of weak memory with every combination of memory orders and fences.
//!
//! A shape is a litmus test with holes: `W x 1` is a store, `R r0 x` a load, `U r0 x` a fetch-and-add of 1, and
//! `F` a place for a fence. What stands in no hole stays as it is.

use crate::random::Rng;
use std::fmt::Write;

/// A classical shape.
pub struct Shape {
    pub name: &'static str,
    /// Statements, with a semicolon between them.
    threads: &'static [&'static str],
    condition: &'static str,
}

const fn shape(
    name: &'static str,
    threads: &'static [&'static str],
    condition: &'static str,
) -> Shape {
    Shape {
        name,
        threads,
        condition,
    }
}

pub const SHAPES: &[Shape] = &[
    shape(
        "MP",
        &["W x 1; F; W y 1", "R r0 y; F; R r1 x"],
        r"P1:r0 = 1 /\ P1:r1 = 0",
    ),
    shape(
        "MP+branch",
        &[
            "x.na = 1; F; W y 1",
            "R r0 y; F; if (r0 == 1) {; r1 = x.na; }",
        ],
        r"P1:r0 = 1 /\ P1:r1 = 0",
    ),
    // The release sequence that an update of another thread continues.
    shape(
        "MP+update",
        &["W x 1; F; W y 1", "U r0 y", "R r0 y; F; R r1 x"],
        r"P1:r0 = 1 /\ P2:r0 = 2 /\ P2:r1 = 0",
    ),
    shape(
        "MP+updates",
        &["x = 1; W y 1", "U r0 y", "U r0 y", "R r0 y; F; r1 = x"],
        r"P3:r0 = 3 /\ P3:r1 = 0",
    ),
    shape(
        "MP+own-update",
        &["W x 1; F; W y 1; U r0 y", "R r0 y; F; R r1 x"],
        r"P1:r0 = 2 /\ P1:r1 = 0",
    ),
    // Since C++20 a store of the same thread ends it.
    shape(
        "MP+own-store",
        &["W x 1; W y 1; F; W y 2", "R r0 y; F; R r1 x"],
        r"P1:r0 = 2 /\ P1:r1 = 0",
    ),
    // A store of another thread ends it, also if an update comes behind.
    shape(
        "MP+other-store",
        &["x = 1; W y 1", "r0 = y; W y 2; U r1 y", "R r0 y; F; r1 = x"],
        r"P1:r0 = 1 /\ P1:r1 = 2 /\ P2:r0 = 3 /\ P2:r1 = 0",
    ),
    shape(
        "SB",
        &["W x 1; F; R r0 y", "W y 1; F; R r0 x"],
        r"P0:r0 = 0 /\ P1:r0 = 0",
    ),
    shape(
        "SB+own-reads",
        &["W x 1; R r0 x; R r1 y", "W y 1; F; R r0 x"],
        r"P0:r0 = 1 /\ P0:r1 = 0 /\ P1:r0 = 0",
    ),
    shape(
        "LB",
        &["R r0 x; F; W y 1", "R r0 y; F; W x 1"],
        r"P0:r0 = 1 /\ P1:r0 = 1",
    ),
    shape(
        "S",
        &["W x 2; F; W y 1", "R r0 y; F; W x 1"],
        r"P1:r0 = 1 /\ x = 2",
    ),
    shape(
        "R",
        &["W x 1; F; W y 1", "W y 2; F; R r0 x"],
        r"P1:r0 = 0 /\ y = 2",
    ),
    shape(
        "2+2W",
        &["W x 1; F; W y 2", "W y 1; F; W x 2"],
        r"x = 1 /\ y = 1",
    ),
    shape(
        "WRC",
        &["W x 1", "R r0 x; F; W y 1", "R r0 y; F; R r1 x"],
        r"P1:r0 = 1 /\ P2:r0 = 1 /\ P2:r1 = 0",
    ),
    shape(
        "RWC",
        &["W x 1", "R r0 x; F; R r1 y", "W y 1; F; R r0 x"],
        r"P1:r0 = 1 /\ P1:r1 = 0 /\ P2:r0 = 0",
    ),
    shape(
        "W+RWC",
        &["W x 1; W z 1", "R r0 z; F; R r1 y", "W y 1; F; R r0 x"],
        r"P1:r0 = 1 /\ P1:r1 = 0 /\ P2:r0 = 0",
    ),
    shape(
        "IRIW",
        &["W x 1", "W y 1", "R r0 x; F; R r1 y", "R r0 y; F; R r1 x"],
        r"P2:r0 = 1 /\ P2:r1 = 0 /\ P3:r0 = 1 /\ P3:r1 = 0",
    ),
    shape(
        "ISA2",
        &["W x 1; F; W y 1", "R r0 y; W z 1", "R r0 z; F; R r1 x"],
        r"P1:r0 = 1 /\ P2:r0 = 1 /\ P2:r1 = 0",
    ),
    shape(
        "Z6.U",
        &["W x 1; W y 1", "U r0 y; R r1 y", "W y 3; F; R r0 x"],
        r"P1:r0 = 1 /\ P1:r1 = 3 /\ P2:r0 = 0",
    ),
    shape(
        "Z6.3",
        &["W x 1; F; W y 1", "W y 2; F; W z 1", "R r0 z; F; R r1 x"],
        r"y = 2 /\ P2:r0 = 1 /\ P2:r1 = 0",
    ),
    shape(
        "CoRR",
        &["W x 1", "R r0 x; F; R r1 x"],
        r"P1:r0 = 1 /\ P1:r1 = 0",
    ),
    shape(
        "CoRR2",
        &["W x 1", "W x 2", "R r0 x; R r1 x", "R r0 x; R r1 x"],
        r"P2:r0 = 1 /\ P2:r1 = 2 /\ P3:r0 = 2 /\ P3:r1 = 1",
    ),
    shape(
        "CoRW",
        &["R r0 x; F; W x 1", "W x 2"],
        r"P0:r0 = 2 /\ x = 2",
    ),
    shape("CoRW1", &["R r0 x; F; W x 1"], "P0:r0 = 1"),
    shape(
        "CoWR",
        &["W x 1; F; R r0 x", "W x 2"],
        r"P0:r0 = 2 /\ x = 1",
    ),
    // What one thread read of another's reads: coherence through message passing.
    shape(
        "CoRR+MP",
        &["W x 1", "R r0 x; F; W y 1", "R r0 y; F; R r1 x; R r2 x"],
        r"P1:r0 = 1 /\ P2:r0 = 1 /\ P2:r1 = 0",
    ),
    // Only fences that are ordered by what is read from whom, at different variables, forbid it.
    shape(
        "SB+MP",
        &["W x 1; F; R r0 y", "W y 1; F; W z 1", "R r0 z; F; R r1 x"],
        r"P0:r0 = 0 /\ P2:r0 = 1 /\ P2:r1 = 0",
    ),
];

/// The options of a hole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holes {
    /// Loads and stores are atomic and no read-modify-writes.
    Few,
    /// All that there is.
    All,
}

const FENCES: [&str; 5] = ["", "fence.acq", "fence.rel", "fence.acq_rel", "fence"];
const UPDATES: [&str; 5] = ["", ".acq", ".rel", ".acq_rel", ".sc"];

impl Holes {
    fn options(self, statement: &str) -> Vec<String> {
        let words: Vec<&str> = statement.split(' ').collect();
        match words[..] {
            ["F"] => FENCES.map(str::to_string).to_vec(),
            ["U", reg, var] => UPDATES
                .map(|order| format!("{reg} = fadd{order}({var}, 1)"))
                .to_vec(),
            ["W", var, value] => {
                let plain =
                    ["", ".rel", ".sc", ".na"].map(|order| format!("{var}{order} = {value}"));
                let update = UPDATES.map(|order| format!("xchg{order}({var}, {value})"));
                self.choose(plain, update)
            }
            ["R", reg, var] => {
                let plain = ["", ".acq", ".sc", ".na"].map(|order| format!("{reg} = {var}{order}"));
                let update = UPDATES.map(|order| format!("{reg} = fadd{order}({var}, 0)"));
                self.choose(plain, update)
            }
            _ => vec![statement.to_string()],
        }
    }

    fn choose(self, plain: [String; 4], update: [String; 5]) -> Vec<String> {
        match self {
            Holes::Few => plain[..3].to_vec(),
            Holes::All => plain.into_iter().chain(update).collect(),
        }
    }
}

impl Shape {
    fn statements(&self) -> impl Iterator<Item = &'static str> {
        let threads = self.threads.iter();
        threads.flat_map(|thread| thread.split(';')).map(str::trim)
    }

    /// How many tests it is.
    pub fn combinations(&self, holes: Holes) -> u64 {
        let options = self.statements().map(|s| holes.options(s).len() as u64);
        options.product()
    }

    /// The numbers of all tests, or of about `most`, spread evenly. An odd step meets all options of all holes, of which
    /// there are 3 or 5.
    pub fn numbers(&self, holes: Holes, most: u64) -> impl Iterator<Item = u64> + use<> {
        let all = self.combinations(holes);
        let step = (all / most) | 1;
        let step = match step > 1 && (step.is_multiple_of(3) || step.is_multiple_of(5)) {
            true => step + 2,
            false => step,
        };
        (0..all).step_by(step as usize)
    }

    /// One of its tests, in the project's own format.
    pub fn text(&self, holes: Holes, number: u64) -> String {
        let mut rest = number;
        self.filled(&number.to_string(), holes, &mut |options| {
            let count = options.len() as u64;
            let picked = rest % count;
            rest /= count;
            picked as usize
        })
    }

    /// The test with what `pick` chooses of the options for each hole.
    fn filled(&self, name: &str, holes: Holes, pick: &mut dyn FnMut(&[String]) -> usize) -> String {
        let mut text = format!("name {}-{name}\ninit x, y, z\n", self.name);
        for (thread, statements) in self.threads.iter().enumerate() {
            writeln!(text, "thread P{thread} {{").expect("strings take everything");
            for statement in statements.split(';') {
                let options = holes.options(statement.trim());
                let picked = &options[pick(&options)];
                writeln!(text, "  {picked}").expect("as above");
            }
            text += "}\n";
        }
        writeln!(text, "exists ({})", self.condition).expect("as above");
        text
    }
}

/// Any shape with anything in its holes. Where everything is equally likely, few accesses are sequentially
/// consistent together; so in every second test most of them are.
pub fn random(seed: u64) -> String {
    let mut rng = Rng::new(seed ^ 0x7368_6170_6573);
    let shape = &SHAPES[rng.below(SHAPES.len() as u32) as usize];
    let strict = seed.is_multiple_of(2);
    shape.filled(&seed.to_string(), Holes::All, &mut |options| {
        let any = rng.below(options.len() as u32) as usize;
        let wanted = options.iter().position(|option| option.contains(".sc"));
        match strict && rng.below(5) < 3 {
            // Fences are left out.
            true => wanted.unwrap_or(0),
            false => any,
        }
    })
}
