//! Random programs from a seed, small enough for brute force.

use crate::builder::{Built, Expr, Inst};

/// A small generator of numbers (splitmix64): the same seed, the same program, for ever.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }
    pub fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % u64::from(n)) as u32
    }
}

/// How large a random program may be, and which instructions it may have.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub threads: u32,
    pub instructions: u32,
    pub variables: u32,
    pub locks: bool,
    pub awaits: bool,
    pub choices: bool,
}

pub fn program(seed: u64, size: Size) -> Built {
    let mut rng = Rng::new(seed);
    let count = 2 + rng.below(size.threads - 1);
    let threads = (0..count).map(|_| thread(&mut rng, size)).collect();
    let mut built = Built::parallel(size.variables + 1, threads);
    if rng.below(3) == 0 {
        // Main takes part before it joins.
        let spawns = count as usize;
        let extra: Vec<Inst> = (0..1 + rng.below(2))
            .map(|_| instruction(&mut rng, size))
            .filter(|i| !matches!(i, Inst::SkipUnless(..)))
            .collect();
        built.threads[0].splice(spawns..spawns, extra);
    }
    built
}

fn thread(rng: &mut Rng, size: Size) -> Vec<Inst> {
    let mut code = Vec::new();
    let count = 1 + rng.below(size.instructions);
    while code.len() < count as usize {
        if size.locks && rng.below(6) == 0 {
            // The last variable is the lock.
            code.push(Inst::Lock(size.variables));
            code.push(instruction(rng, size));
            if rng.below(8) != 0 {
                code.push(Inst::Unlock(size.variables));
            }
        } else {
            code.push(instruction(rng, size));
        }
    }
    // A skip never goes beyond the end.
    let len = code.len();
    for (at, inst) in code.iter_mut().enumerate() {
        if let Inst::SkipUnless(_, _, count) = inst {
            *count = (*count).min(len - at - 1);
        }
    }
    code
}

fn instruction(rng: &mut Rng, size: Size) -> Inst {
    let var = rng.below(size.variables);
    let reg = rng.below(2) as usize;
    let value = rng.below(3);
    match rng.below(16) {
        0..4 => Inst::Load(reg, var),
        4..7 => Inst::Store(var, Expr::Const(value)),
        7 => Inst::Store(var, Expr::Add(reg, 1)),
        8 => Inst::Add(reg, var, 1),
        9 => Inst::Exchange(reg, var, value),
        10 | 11 => Inst::Cas(reg, var, value, rng.below(3)),
        12 => Inst::SkipUnless(reg, rng.below(2), 1 + rng.below(2) as usize),
        13 if size.locks => Inst::Cas(reg, size.variables, 0, 1),
        14 if size.awaits => Inst::Await(var, value),
        15 if size.choices => Inst::Choose(reg, 2),
        14 => Inst::Assume(reg, rng.below(2)),
        _ => Inst::Load(reg, var),
    }
}
