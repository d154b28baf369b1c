//! Random programs from a seed, small enough for brute force.

use crate::builder::{Built, Expr, Inst};
use threadproof_program::{FenceOrder, LoadOrder, RmwOrder, StoreOrder};

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
    /// Release stores and fences, sequentially consistent stores.
    pub orders: bool,
    /// Every access and fence has any order that it can have, and an eighth of the instructions are fences.
    pub all_orders: bool,
    /// A quarter of the instructions are sequentially consistent fences.
    pub fences: bool,
    /// Stores to single bytes of the variables.
    pub bytes: bool,
    /// Half of the instructions access one variable as a whole or in parts, and most of these are read-modify-writes.
    pub mixed: bool,
    /// Additions and xors without a result, half of the instructions.
    pub blind: bool,
    /// Atomic sections that load one variable and store to another one.
    pub sections: bool,
    /// Atomic sections of two or three accesses of any kind.
    pub long_sections: bool,
    /// Assertions on what was read, some of which fail.
    pub asserts: bool,
    /// A quarter of the instructions try to take a lock.
    pub try_locks: bool,
    /// A quarter of the instructions wait in the middle of an atomic section, some of them in vain.
    pub late_waits: bool,
    /// Loops that wait with an exchange, for any variable.
    pub exchanges: bool,
    /// Threads create threads and wait for them; some are never waited for.
    pub nested: bool,
}

impl Size {
    /// Loads, stores, read-modify-writes, fences and branches only.
    pub const SMALL: Size = Size {
        threads: 3,
        instructions: 3,
        variables: 2,
        locks: false,
        awaits: false,
        choices: false,
        orders: false,
        all_orders: false,
        fences: false,
        bytes: false,
        mixed: false,
        blind: false,
        sections: false,
        long_sections: false,
        asserts: false,
        try_locks: false,
        late_waits: false,
        exchanges: false,
        nested: false,
    };
}

pub fn program(seed: u64, size: Size) -> Built {
    let mut rng = Rng::new(seed);
    let count = 2 + rng.below(size.threads - 1);
    let threads = (0..count).map(|_| thread(&mut rng, size)).collect();
    let mut built = Built::parallel(size.variables + 1, threads);
    if size.nested {
        nest(&mut rng, &mut built);
    }
    if rng.below(3) == 0 {
        // Main takes part before it joins.
        let is_spawn = |inst: &&Inst| matches!(inst, Inst::Spawn(_));
        let spawns = built.threads[0].iter().take_while(is_spawn).count();
        let extra: Vec<Inst> = (0..1 + rng.below(2))
            .map(|_| instruction(&mut rng, size))
            .filter(|i| !matches!(i, Inst::SkipUnless(..)))
            .collect();
        built.threads[0].splice(spawns..spawns, extra);
    }
    if size.asserts && rng.below(2) == 0 {
        let end = [Inst::Load(0, rng.below(size.variables)), assert(&mut rng)];
        built.threads[0].extend(end);
    }
    built
}

/// Some threads are created by the thread before them instead of main.
fn nest(rng: &mut Rng, built: &mut Built) {
    for body in 2..built.threads.len() {
        if rng.below(2) == 0 {
            continue;
        }
        let own = |inst: &Inst| matches!(inst, Inst::Spawn(b) | Inst::Join(b) if *b == body);
        built.threads[0].retain(|inst| !own(inst));
        let parent = &mut built.threads[body - 1];
        // Not where a branch could leave it out.
        let late = !matches!(parent[0], Inst::SkipUnless(..)) && rng.below(2) == 0;
        parent.insert(usize::from(late), Inst::Spawn(body));
        if rng.below(3) > 0 {
            parent.push(Inst::Join(body));
        }
    }
    if rng.below(4) == 0 {
        built.threads[0].pop();
    }
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
        } else if size.long_sections && rng.below(3) == 0 {
            section(rng, size, &mut code);
        } else {
            code.push(instruction(rng, size));
        }
    }
    if size.asserts && rng.below(2) == 0 {
        code.push(assert(rng));
    }
    // A skip never goes beyond the end.
    let len = code.len();
    for (at, inst) in code.iter_mut().enumerate() {
        if let Inst::SkipUnless(_, _, count) = inst {
            *count = (*count).min(len - at - 1);
        }
    }
    keep_skips_out_of_sections(&mut code);
    code
}

/// An atomic section of two or three accesses.
fn section(rng: &mut Rng, size: Size, code: &mut Vec<Inst>) {
    code.push(Inst::BeginSection);
    for _ in 0..2 + rng.below(2) {
        let (var, reg) = (rng.below(size.variables), rng.below(2) as usize);
        code.push(match rng.below(4) {
            0 => Inst::Add(reg, var, 1),
            1 => Inst::Store(var, Expr::Const(rng.below(3))),
            _ => Inst::Load(reg, var),
        });
    }
    code.push(Inst::EndSection);
}

/// A skip that would end inside of a section ends before it.
fn keep_skips_out_of_sections(code: &mut [Inst]) {
    let begin_of = |target: usize| {
        let before = code.get(..target)?;
        let begin = before
            .iter()
            .rposition(|i| matches!(i, Inst::BeginSection))?;
        let inside = !before[begin..]
            .iter()
            .any(|i| matches!(i, Inst::EndSection));
        inside.then_some(begin)
    };
    let counts: Vec<Option<usize>> = (code.iter().enumerate())
        .map(|(at, inst)| match inst {
            Inst::SkipUnless(_, _, count) => begin_of(at + 1 + count).map(|begin| begin - at - 1),
            _ => None,
        })
        .collect();
    for (inst, shorter) in code.iter_mut().zip(counts) {
        if let (Inst::SkipUnless(_, _, count), Some(shorter)) = (inst, shorter) {
            *count = shorter;
        }
    }
}

fn assert(rng: &mut Rng) -> Inst {
    Inst::Assert(rng.below(2) as usize, rng.below(3))
}

fn instruction(rng: &mut Rng, size: Size) -> Inst {
    if !size.all_orders {
        return unordered(rng, size);
    }
    let inst = match rng.below(8) {
        0 => Inst::Fence,
        _ => unordered(rng, size),
    };
    with_order(rng, inst)
}

/// The same instruction with any order that it can have.
fn with_order(rng: &mut Rng, inst: Inst) -> Inst {
    let (loads, stores, updates, fences) = (loads(rng), stores(rng), updates(rng), fences(rng));
    match inst {
        Inst::Load(reg, var) => Inst::LoadWith(loads, reg, var),
        Inst::Store(var, expr) => Inst::StoreWith(stores, var, expr),
        Inst::Add(reg, var, value) => Inst::AddWith(updates, reg, var, value),
        Inst::Exchange(reg, var, value) => Inst::ExchangeWith(updates, reg, var, value),
        Inst::Cas(reg, var, expected, new) => {
            Inst::CasWith(updates, atomic(loads), reg, var, expected, new)
        }
        Inst::Await(var, value) => Inst::AwaitWith(atomic(loads), var, value),
        Inst::Fence => Inst::FenceWith(fences),
        Inst::LoadByte(_, reg, var, byte) => Inst::LoadByte(loads, reg, var, byte),
        Inst::AddByte(_, reg, var, byte, value) => Inst::AddByte(updates, reg, var, byte, value),
        Inst::CasByte(_, _, reg, var, byte, values) => {
            Inst::CasByte(updates, atomic(loads), reg, var, byte, values)
        }
        Inst::AwaitByte(_, var, byte, value) => Inst::AwaitByte(atomic(loads), var, byte, value),
        Inst::StoreByte(var, byte, value) => Inst::StoreByteWith(stores, var, byte, value),
        other => other,
    }
}

fn atomic(order: LoadOrder) -> LoadOrder {
    match order {
        LoadOrder::Plain => LoadOrder::Relaxed,
        order => order,
    }
}

fn loads(rng: &mut Rng) -> LoadOrder {
    match rng.below(10) {
        0 => LoadOrder::Plain,
        1..5 => LoadOrder::Relaxed,
        5..7 => LoadOrder::Acquire,
        _ => LoadOrder::SeqCst,
    }
}

fn stores(rng: &mut Rng) -> StoreOrder {
    match rng.below(10) {
        0 => StoreOrder::Plain,
        1..5 => StoreOrder::Relaxed,
        5..7 => StoreOrder::Release,
        _ => StoreOrder::SeqCst,
    }
}

fn updates(rng: &mut Rng) -> RmwOrder {
    match rng.below(6) {
        0 | 1 => RmwOrder::Relaxed,
        2 => RmwOrder::Acquire,
        3 => RmwOrder::Release,
        4 => RmwOrder::AcqRel,
        _ => RmwOrder::SeqCst,
    }
}

fn fences(rng: &mut Rng) -> FenceOrder {
    match rng.below(5) {
        0 => FenceOrder::Acquire,
        1 => FenceOrder::Release,
        2 => FenceOrder::AcqRel,
        _ => FenceOrder::SeqCst,
    }
}

fn unordered(rng: &mut Rng, size: Size) -> Inst {
    let var = rng.below(size.variables);
    let reg = rng.below(2) as usize;
    let value = rng.below(3);
    if size.blind && rng.below(2) == 0 {
        return match rng.below(5) {
            0 => Inst::Flip(var, 1 + value),
            _ => Inst::Increase(var, 1 + value),
        };
    }
    if size.try_locks && rng.below(4) == 0 {
        return match rng.below(3) {
            0 => Inst::Unlock(size.variables),
            _ => Inst::TryLock(reg, size.variables),
        };
    }
    if size.exchanges && rng.below(4) == 0 {
        return Inst::SpinLock(var);
    }
    if size.late_waits && rng.below(4) == 0 {
        return Inst::LateWait(var, rng.below(size.variables), rng.below(2));
    }
    if size.fences && rng.below(4) == 0 {
        return Inst::Fence;
    }
    if size.mixed && rng.below(2) == 0 {
        return mixed(rng, size);
    }
    if size.bytes && rng.below(3) == 0 {
        let byte = rng.below(2) as u8;
        let value = if byte == 0 { value } else { value / 2 };
        return Inst::StoreByte(var, byte, value as u8);
    }
    match rng.below(16) {
        3 | 13 if size.sections => Inst::Move(reg, var, rng.below(size.variables)),
        0..4 => Inst::Load(reg, var),
        7 => Inst::Store(var, Expr::Add(reg, 1)),
        8 => Inst::Add(reg, var, 1),
        9 => Inst::Exchange(reg, var, value),
        10 | 11 => Inst::Cas(reg, var, value, rng.below(3)),
        6 if size.orders => match rng.below(2) {
            0 => Inst::StoreWith(StoreOrder::Release, var, Expr::Const(value)),
            _ => Inst::StoreWith(StoreOrder::SeqCst, var, Expr::Const(value)),
        },
        4..7 => Inst::Store(var, Expr::Const(value)),
        12 if size.orders && rng.below(3) == 0 => Inst::FenceWith(FenceOrder::Release),
        12 if rng.below(2) == 0 => Inst::Fence,
        12 => Inst::SkipUnless(reg, rng.below(2), 1 + rng.below(2) as usize),
        13 if size.locks && rng.below(2) == 0 => Inst::TryLock(reg, size.variables),
        13 if size.locks => Inst::Cas(reg, size.variables, 0, 1),
        14 if size.awaits => Inst::Await(var, value),
        15 if size.choices => Inst::Choose(reg, 2),
        14 => Inst::Assume(reg, rng.below(2)),
        _ => Inst::Load(reg, var),
    }
}

/// An access of the first variable, as a whole or in parts. The second part is all but the first byte.
fn mixed(rng: &mut Rng, size: Size) -> Inst {
    let reg = rng.below(2) as usize;
    let value = rng.below(3);
    // What a whole value has in its two parts.
    let both = [0, 1, 0x100, 0x101][rng.below(4) as usize];
    // Few programs have three parts.
    let byte = u8::from(rng.below(12) == 0);
    let (load, update) = (LoadOrder::SeqCst, RmwOrder::SeqCst);
    match rng.below(16) {
        0..3 => Inst::Add(reg, 0, both.max(1)),
        3 => Inst::Exchange(reg, 0, both),
        4..6 => Inst::Cas(reg, 0, both, [1, 0x100, 0x102][value as usize]),
        6 | 7 => Inst::AddByte(update, reg, 0, byte, 1),
        8 => Inst::CasByte(update, load, reg, 0, byte, (value as u8, 1)),
        9..12 => Inst::StoreByte(0, byte, value as u8),
        12 => Inst::LoadByte(load, reg, 0, byte),
        13 => Inst::Load(reg, 0),
        14 if size.awaits => Inst::AwaitByte(load, 0, byte, value as u8),
        _ => Inst::Store(0, Expr::Const(both)),
    }
}
