//! Random modules as text.

use std::fmt::Write;

pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }
    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit.max(1)
    }
    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize].clone()
    }
}

struct Generator {
    random: Random,
    out: String,
    next_value: u32,
    /// Successors of each block.
    edges: Vec<Vec<usize>>,
    /// Parameters of each block.
    parameters: Vec<Vec<String>>,
    /// Values that each block has defined.
    defined: Vec<Vec<String>>,
    dominators: Vec<Vec<usize>>,
    locals: Vec<(String, Local)>,
}

#[derive(Clone, Copy, PartialEq)]
enum Local {
    Scalar,
    /// Two words at constant offsets.
    Pair,
    /// Two words, of which the first is also accessed by halves.
    Mixed,
    /// Four words with a variable index.
    Array,
    /// The address is stored in memory.
    Leaked,
}

impl Local {
    fn words(self) -> u64 {
        match self {
            Local::Scalar | Local::Leaked => 1,
            Local::Pair | Local::Mixed => 2,
            Local::Array => 4,
        }
    }
}

/// A module whose `main` works on the global `@shared` (8 words) and some locals.
pub fn module(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..4 {
        random.next();
    }
    let count = 2 + random.below(9) as usize;
    let edges: Vec<Vec<usize>> = (0..count)
        .map(|_| {
            let out = random.pick(&[0, 1, 2, 2, 2, 3]);
            (0..out)
                .map(|_| 1 + random.below(count as u64 - 1) as usize)
                .collect()
        })
        .collect();
    let mut generator = Generator {
        random,
        out: String::new(),
        next_value: 0,
        dominators: dominators(&edges),
        edges,
        parameters: vec![Vec::new(); count],
        defined: vec![Vec::new(); count],
        locals: Vec::new(),
    };
    generator.module();
    generator.out
}

/// By trying: a block is dominated by those without which it cannot be reached.
fn dominators(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let reached_without = |removed: usize| {
        let mut reached = vec![false; edges.len()];
        let mut work = vec![0];
        while let Some(block) = work.pop() {
            if block != removed && !std::mem::replace(&mut reached[block], true) {
                work.extend(&edges[block]);
            }
        }
        reached
    };
    let without: Vec<Vec<bool>> = (0..edges.len()).map(reached_without).collect();
    let all = 0..edges.len();
    all.clone()
        .map(|block| {
            all.clone()
                .filter(|other| *other != block && !without[*other][block])
                .collect()
        })
        .collect()
}

impl Generator {
    fn module(&mut self) {
        self.line("global @shared size 64 align 8");
        self.line("global @leak size 8 align 8");
        self.line("function &main() -> 0 {");
        for block in 1..self.edges.len() {
            for _ in 0..self.random.below(3) {
                let value = self.fresh();
                self.parameters[block].push(value.clone());
                self.defined[block].push(value);
            }
        }
        // Dominators first, so that their values are known; the order in the text is free but
        // for the entry.
        let mut order: Vec<usize> = (1..self.edges.len()).collect();
        order.sort_by_key(|block| self.dominators[*block].len());
        self.block(0);
        for block in order {
            self.block(block);
        }
        self.line("}");
    }

    fn line(&mut self, text: &str) {
        writeln!(self.out, "{text}").expect("writing to a string works");
    }

    fn fresh(&mut self) -> String {
        self.next_value += 1;
        format!("%v{}", self.next_value)
    }

    fn block(&mut self, block: usize) {
        let parameters: Vec<String> = self.parameters[block]
            .iter()
            .map(|value| format!("{value}: i64"))
            .collect();
        let parameters = match parameters.is_empty() {
            true => String::new(),
            false => format!("({})", parameters.join(", ")),
        };
        self.line(&format!("b{block}{parameters}:"));
        if block == 0 {
            self.create_locals();
        }
        for _ in 0..self.random.below(8) {
            self.instruction(block);
        }
        self.terminator(block);
    }

    fn create_locals(&mut self) {
        let kinds = [
            Local::Scalar,
            Local::Scalar,
            Local::Pair,
            Local::Mixed,
            Local::Array,
            Local::Leaked,
        ];
        for _ in 0..1 + self.random.below(5) {
            let kind = self.random.pick(&kinds);
            let local = self.fresh();
            let words = kind.words();
            self.line(&format!("  {local}: ptr = alloca {} site 0", 8 * words));
            for word in 0..words {
                let pointer = self.fresh();
                self.line(&format!("  {pointer}: ptr = add 64 {local}, {}", 8 * word));
                self.line(&format!("  store 8 plain {pointer}, {}", word + 1));
            }
            if kind == Local::Leaked {
                self.line(&format!("  store 8 plain @leak, {local}"));
            }
            self.locals.push((local, kind));
        }
    }

    fn operand(&mut self, block: usize) -> String {
        let mut known = self.defined[block].clone();
        for dominator in &self.dominators[block] {
            known.extend(self.defined[*dominator].clone());
        }
        match self.random.below(5) {
            0 => self.random.below(10).to_string(),
            1 if self.random.below(8) == 0 => "undefined".into(),
            _ if known.is_empty() => "3".into(),
            _ => self.random.pick(&known),
        }
    }

    fn define(&mut self, block: usize, text: &str) {
        let value = self.fresh();
        self.line(&format!("  {value}: i64 = {text}"));
        self.defined[block].push(value);
    }

    fn instruction(&mut self, block: usize) {
        let (a, b, c) = (
            self.operand(block),
            self.operand(block),
            self.operand(block),
        );
        match self.random.below(10) {
            0 | 1 => {
                let op = self
                    .random
                    .pick(&["add", "sub", "mul", "xor", "shl", "ashr"]);
                self.define(block, &format!("{op} 64 {a}, {b}"));
            }
            2 => {
                let value = self.fresh();
                self.line(&format!("  {value}: i1 = compare ult 64 {a}, {b}"));
                self.define(block, &format!("select {value}, {c}, {b}"));
            }
            3 => {
                let word = 8 * self.random.below(8);
                self.define(block, &format!("load 8 plain @shared+{word}"));
            }
            4 => {
                let word = 8 * self.random.below(8);
                self.line(&format!("  store 8 plain @shared+{word}, {a}"));
            }
            5 => self.define(block, &format!("copy {a}")),
            _ => self.local_access(block, &a, &b),
        }
    }

    fn local_access(&mut self, block: usize, index: &str, value: &str) {
        let locals = self.locals.clone();
        let (local, kind) = self.random.pick(&locals);
        let mut size = 8;
        let pointer = match kind {
            Local::Scalar | Local::Leaked => local,
            Local::Pair => {
                let offset = 8 * self.random_bit();
                self.step(&local, &offset.to_string())
            }
            Local::Mixed => {
                size = if self.random_bit() == 0 { 4 } else { 8 };
                let offset = match size {
                    4 => 4 * self.random_bit(),
                    _ => 8 * self.random_bit(),
                };
                self.step(&local, &offset.to_string())
            }
            Local::Array => {
                let (low, offset) = (self.fresh(), self.fresh());
                self.line(&format!("  {low}: i64 = and 64 {index}, 3"));
                self.line(&format!("  {offset}: i64 = mul 64 {low}, 8"));
                self.step(&local, &offset)
            }
        };
        if self.random_bit() == 0 {
            self.define(block, &format!("load {size} plain {pointer}"));
        } else {
            let mut value = value.to_string();
            if size == 4 {
                let short = self.fresh();
                self.line(&format!("  {short}: i32 = truncate 32 {value}"));
                value = short;
            }
            self.line(&format!("  store {size} plain {pointer}, {value}"));
        }
    }

    fn random_bit(&mut self) -> u64 {
        self.random.below(2)
    }

    fn step(&mut self, pointer: &str, offset: &str) -> String {
        let result = self.fresh();
        self.line(&format!("  {result}: ptr = add 64 {pointer}, {offset}"));
        result
    }

    fn target(&mut self, from: usize, to: usize) -> String {
        let count = self.parameters[to].len();
        let arguments: Vec<String> = (0..count).map(|_| self.operand(from)).collect();
        match arguments.is_empty() {
            true => format!("b{to}"),
            false => format!("b{to}({})", arguments.join(", ")),
        }
    }

    fn terminator(&mut self, block: usize) {
        let condition = self.operand(block);
        let targets: Vec<String> = self.edges[block]
            .clone()
            .into_iter()
            .map(|to| self.target(block, to))
            .collect();
        let line = match targets.as_slice() {
            [] => "  return".to_string(),
            [one] => format!("  jump {one}"),
            [one, two] => {
                let value = self.fresh();
                self.line(&format!("  {value}: i1 = compare ult 64 {condition}, 5"));
                format!("  branch {value}, {one}, {two}")
            }
            [one, two, three, ..] => format!("  switch {condition}, {one}, 1: {two}, 4: {three}"),
        };
        self.line(&line);
    }
}
