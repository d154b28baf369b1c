//! Patterns of conflicts between steps, and how many classes of executions they have.
//!
//! Each step reads one variable, or writes some in an atomic section, or just one; two steps of different threads
//! conflict if they have a variable in common that one of them writes. The number of classes is known from the theory of traces without running
//! anything (Cartier and Foata: sums with signs over sets of steps that commute). So patterns can be much
//! larger than what brute force can do.

use crate::builder::{Built, Expr, Inst};
use crate::random::Rng;
use std::collections::HashMap;
use std::ops::ControlFlow;
use threadproof_engine::{Algorithm, Counts, Model, Options, check};

/// Patterns with more classes take too long.
const MOST_CLASSES: u64 = 3_000;

/// The steps of each thread.
#[derive(Debug)]
pub struct Pattern(Vec<Vec<Step>>);

/// The variables that a step touches, as bits.
#[derive(Clone, Copy, Debug)]
enum Step {
    Read(u32),
    Write(u32),
    /// All in one step.
    Section(u32),
}

impl Step {
    fn touches(self) -> u32 {
        match self {
            Step::Read(bits) | Step::Write(bits) | Step::Section(bits) => bits,
        }
    }
    fn writes(self) -> u32 {
        match self {
            Step::Read(_) => 0,
            Step::Write(bits) | Step::Section(bits) => bits,
        }
    }
    fn conflicts(self, other: Step) -> bool {
        let common = self.touches() & other.touches();
        common & (self.writes() | other.writes()) != 0
    }
    fn instructions(self) -> Vec<Inst> {
        let bits = self.touches();
        let variables = (0..u32::BITS).filter(move |var| bits >> var & 1 == 1);
        match self {
            Step::Read(_) => variables.map(|var| Inst::Load(0, var)).collect(),
            Step::Write(_) => variables.map(write).collect(),
            Step::Section(_) => {
                let begin = std::iter::once(Inst::BeginSection);
                let section = begin.chain(variables.map(write));
                section.chain([Inst::EndSection]).collect()
            }
        }
    }
}

fn write(var: u32) -> Inst {
    Inst::Store(var, Expr::Const(1))
}

impl Pattern {
    /// One step for each vertex of a graph, a variable for each edge. The bits of `edges` say which of all
    /// pairs are edges.
    pub fn of_graph(vertices: u32, edges: u64) -> Pattern {
        let pairs = (0..vertices).flat_map(|b| (0..b).map(move |a| [a, b]));
        let pairs = pairs.enumerate().filter(|(n, _)| edges >> n & 1 == 1);
        let mut written = vec![0; vertices as usize];
        for (var, pair) in pairs {
            pair.iter().for_each(|v| written[*v as usize] |= 1 << var);
        }
        let thread = |bits: u32| vec![Step::Section(bits)];
        Pattern(written.into_iter().map(thread).collect())
    }

    pub fn random(seed: u64) -> Pattern {
        let mut rng = Rng::new(seed);
        let variables = 4 + rng.below(4);
        let steps = 1 + rng.below(3);
        let threads = 4 + rng.below(4 - steps);
        let mut step = || {
            let count = 1 + rng.below(3);
            Step::Section((0..count).fold(0, |bits, _| bits | 1 << rng.below(variables)))
        };
        let mut thread = || (0..steps).map(|_| step()).collect();
        Pattern((0..threads).map(|_| thread()).collect())
    }

    /// Each step is a single access.
    pub fn random_accesses(seed: u64) -> Pattern {
        let mut rng = Rng::new(seed);
        let variables = 1 + rng.below(4);
        let threads = 2 + rng.below(6);
        let longest = 1 + rng.below(4);
        let writes_of_three = 1 + rng.below(2);
        let access = |rng: &mut Rng| {
            let bits = 1 << rng.below(variables);
            match rng.below(3) < writes_of_three {
                true => Step::Write(bits),
                false => Step::Read(bits),
            }
        };
        let mut thread = || {
            let steps = 1 + rng.below(longest);
            (0..steps).map(|_| access(&mut rng)).collect()
        };
        Pattern((0..threads).map(|_| thread()).collect())
    }

    /// Rare patterns that refute the naive versions of two techniques: an engine that looks at every race only once, or
    /// that adds too little of a plan to the wakeup tree, loses classes of them (docs/design/dpor.md, lemmas 2 and 3).
    pub fn hard() -> Vec<Pattern> {
        let patterns: [&[&[u32]]; 6] = [
            &[&[48, 6], &[26, 2], &[1, 40], &[12, 9], &[18, 32]],
            &[&[1, 17], &[20, 2], &[24, 16], &[4, 1], &[16, 18]],
            &[&[1, 8, 68], &[4, 5, 34], &[1, 1, 48], &[32, 72, 8]],
            &[&[1], &[26], &[38], &[5], &[64], &[40], &[80]],
            &[&[3], &[28], &[5], &[96], &[170], &[320], &[400]],
            &[
                &[67],
                &[149],
                &[6],
                &[8720],
                &[704],
                &[1_056_768],
                &[1_048_576],
            ],
        ];
        let sections = |steps: &&[u32]| steps.iter().map(|s| Step::Section(*s)).collect();
        let pattern = |threads: &[&[u32]]| threads.iter().map(sections).collect();
        patterns.map(|threads| Pattern(pattern(threads))).into()
    }

    fn variables(&self) -> u32 {
        let steps = self.0.iter().flatten();
        let all = steps.fold(0, |all, step| all | step.touches());
        u32::BITS - u32::leading_zeros(all)
    }

    fn program(&self) -> Built {
        let thread = |t: &Vec<Step>| t.iter().flat_map(|s| s.instructions()).collect();
        let threads = self.0.iter().map(thread);
        Built::parallel(self.variables(), threads.collect())
    }

    /// How many classes of executions there are.
    fn classes(&self) -> u64 {
        let none = vec![0; self.0.len()];
        self.classes_from(&none, &mut HashMap::new()) as u64
    }

    /// The same where each thread has taken so many steps.
    fn classes_from(&self, taken: &[usize], known: &mut HashMap<Vec<usize>, i64>) -> i64 {
        if let Some(&count) = known.get(taken) {
            return count;
        }
        let next = |t: usize| self.0[t].get(taken[t]).copied();
        let able: Vec<usize> = (0..taken.len()).filter(|t| next(*t).is_some()).collect();
        let mut count = i64::from(able.is_empty());
        // A class may begin with several sets of steps that commute; the signs make it count once.
        for set in 1..1u32 << able.len() {
            let chosen = able.iter().enumerate().filter(|(n, _)| set >> n & 1 == 1);
            let chosen: Vec<usize> = chosen.map(|(_, t)| *t).collect();
            if commute(chosen.iter().filter_map(|t| next(*t))) {
                let mut after = taken.to_vec();
                chosen.iter().for_each(|t| after[*t] += 1);
                let sign = if chosen.len() % 2 == 1 { 1 } else { -1 };
                count += sign * self.classes_from(&after, known);
            }
        }
        known.insert(taken.to_vec(), count);
        count
    }

    /// Whether `optimal` does not explore each class exactly once; `None` if there are too many.
    pub fn difference(&self) -> Option<String> {
        let complete = self.classes();
        if complete > MOST_CLASSES {
            return None;
        }
        let wanted = Counts {
            complete,
            blocked: 0,
            redundant: 0,
        };
        let options = Options::new(Model::Sc, Algorithm::Optimal);
        let outcome = check(
            &self.program(),
            &options,
            &mut |_| ControlFlow::Continue(()),
        );
        let counts = outcome.expect("optimal supports sc").counts;
        (counts != wanted).then(|| format!("{counts:?} instead of {wanted:?}: {self:?}"))
    }
}

/// Do the steps not conflict with each other?
fn commute(steps: impl Iterator<Item = Step>) -> bool {
    let steps: Vec<Step> = steps.collect();
    let mut pairs = (1..steps.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    !pairs.any(|(a, b)| steps[a].conflicts(steps[b]))
}
