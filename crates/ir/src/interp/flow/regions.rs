//! Where branches end: for every branch of the code the place where its directions meet again, and
//! the registers that may differ there.

use crate::code::{Code, Image, Place, Reg, Target};

/// Instructions to look for a failure in.
const LOOK_AHEAD: usize = 32;

/// The end of a branch: where its directions meet, or that one of them fails.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// The place where the directions meet; `None` if only the function's end is common to them.
    pub merge: Option<u32>,
    /// Registers that some direction writes before that place, ascending.
    pub changed: Vec<Reg>,
    /// The direction that leads to a failure and nothing before it.
    pub fails: Option<u64>,
}

/// The regions of all branches, by place in the code.
pub struct Regions(Vec<Option<Region>>);

impl Regions {
    pub fn new(image: &Image) -> Regions {
        let mut entries: Vec<usize> = image
            .functions
            .iter()
            .filter_map(|function| function.entry)
            .chain([image.main.entry, image.thread.entry])
            .map(|entry| entry as usize)
            .collect();
        entries.sort_unstable();
        entries.dedup();
        let mut regions = vec![None; image.code.len()];
        for (at, &start) in entries.iter().enumerate() {
            let end = entries.get(at + 1).copied().unwrap_or(image.code.len());
            function(image, start, end, &mut regions);
        }
        Regions(regions)
    }

    pub fn at(&self, place: usize) -> Option<&Region> {
        self.0[place].as_ref()
    }
}

fn function(image: &Image, start: usize, end: usize, regions: &mut [Option<Region>]) {
    let next: Vec<Vec<usize>> = (start..end)
        .map(|place| {
            let mut next = successors(image, place);
            next.retain(|to| (start..end).contains(to));
            next.iter().map(|to| to - start).collect()
        })
        .collect();
    let dominators = postdominators(image, start, &next);
    for (at, successors) in next.iter().enumerate() {
        let branches = matches!(
            image.code[start + at],
            Code::Branch { .. } | Code::CompareBranch { .. } | Code::Switch { .. }
        );
        if branches {
            let merge = dominators[at].filter(|merge| *merge < next.len());
            regions[start + at] = Some(Region {
                fails: failing_direction(image, start + at),
                ..region(image, start, &next, successors, merge)
            });
        }
    }
}

fn region(
    image: &Image,
    start: usize,
    next: &[Vec<usize>],
    entries: &[usize],
    merge: Option<usize>,
) -> Region {
    let mut seen = vec![false; next.len()];
    let mut todo = entries.to_vec();
    let mut changed = Vec::new();
    while let Some(at) = todo.pop() {
        if Some(at) == merge || std::mem::replace(&mut seen[at], true) {
            continue;
        }
        if writes_private(image, start + at) && merge.is_some() {
            // Nothing names the contents of private memory, which dies with the function.
            return Region::default();
        }
        changed.extend(written(image, start + at));
        todo.extend(&next[at]);
    }
    changed.sort_unstable();
    changed.dedup();
    Region {
        merge: merge.map(|merge| (start + merge) as u32),
        changed,
        fails: None,
    }
}

/// The direction of a branch that does nothing but fail, as that of an assertion.
fn failing_direction(image: &Image, place: usize) -> Option<u64> {
    match image.code[place] {
        Code::Branch {
            then, otherwise, ..
        }
        | Code::CompareBranch {
            then, otherwise, ..
        } => {
            let directions = [(0, otherwise), (1, then)];
            let found = directions.iter().find(|(_, to)| fails(image, *to as usize));
            found.map(|(direction, _)| *direction)
        }
        _ => None,
    }
}

/// Does the code fail before anything else can happen?
fn fails(image: &Image, mut place: usize) -> bool {
    for _ in 0..LOOK_AHEAD {
        place = match image.code[place] {
            Code::Fail { .. } => return true,
            Code::Jump(to) => to as usize,
            Code::Call(site) => match image.calls[site as usize].target {
                Target::Function(function) => match image.functions[function as usize].entry {
                    Some(entry) => entry as usize,
                    None => return false,
                },
                _ => return false,
            },
            Code::Move { .. } | Code::Binary { .. } | Code::Cast { .. } | Code::AtomicBegin => {
                place + 1
            }
            _ => return false,
        };
    }
    false
}

/// For each instruction the next one that every way to the function's end comes through; the number
/// of instructions stands for the end itself, and instructions that never come there have none.
fn postdominators(image: &Image, start: usize, next: &[Vec<usize>]) -> Vec<Option<usize>> {
    let end = next.len();
    let mut before = vec![Vec::new(); end + 1];
    for (at, successors) in next.iter().enumerate() {
        for &to in successors {
            before[to].push(at);
        }
    }
    let returns = |at: usize| matches!(image.code[start + at], Code::Return(_));
    let exits = |at: usize| matches!(image.code[start + at], Code::Exit | Code::ExitProgram);
    let some_return = (0..end).any(returns);
    let last = |at: &usize| {
        if some_return {
            returns(*at)
        } else {
            exits(*at)
        }
    };
    before[end] = (0..end).filter(last).collect();
    let order = backwards(end, &before);
    let mut number = vec![usize::MAX; end + 1];
    for (n, &at) in order.iter().enumerate() {
        number[at] = n;
    }
    // By number in the order; the end is its own.
    let mut immediate = vec![usize::MAX; order.len()];
    immediate[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for (n, &at) in order.iter().enumerate().skip(1) {
            let mut found = usize::MAX;
            let to_end = before[end].contains(&at).then_some(&end);
            for to in next[at].iter().chain(to_end) {
                let to = number[*to];
                if to == usize::MAX || immediate[to] == usize::MAX {
                    continue;
                }
                found = match found {
                    usize::MAX => to,
                    other => meet(&immediate, other, to),
                };
            }
            if immediate[n] != found {
                immediate[n] = found;
                changed = true;
            }
        }
    }
    let mut result = vec![None; end];
    for (n, &at) in order.iter().enumerate().skip(1) {
        result[at] = Some(order[immediate[n]]);
    }
    result
}

fn meet(immediate: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while a > b {
            a = immediate[a];
        }
        while b > a {
            b = immediate[b];
        }
    }
    a
}

/// The instructions that lead to the end, each after one that it leads to.
fn backwards(end: usize, before: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; end + 1];
    let mut order = Vec::new();
    let mut stack = vec![(end, 0)];
    seen[end] = true;
    while let Some((at, child)) = stack.last_mut() {
        match before[*at].get(*child) {
            Some(&from) => {
                *child += 1;
                if !std::mem::replace(&mut seen[from], true) {
                    stack.push((from, 0));
                }
            }
            None => {
                order.push(*at);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

fn successors(image: &Image, place: usize) -> Vec<usize> {
    match image.code[place] {
        Code::Jump(to) => vec![to as usize],
        Code::Branch {
            then, otherwise, ..
        }
        | Code::CompareBranch {
            then, otherwise, ..
        } => vec![then as usize, otherwise as usize],
        Code::Switch { cases, default, .. } => {
            let cases = image.cases[cases.range()].iter();
            let mut targets: Vec<usize> = cases.map(|(_, to)| *to as usize).collect();
            targets.push(default as usize);
            targets
        }
        Code::Return(_)
        | Code::Exit
        | Code::ExitProgram
        | Code::Fail { .. }
        | Code::UnsupportedMessage { .. }
        | Code::Unsupported(_)
        | Code::Bound
        | Code::Unreachable => Vec::new(),
        _ => vec![place + 1],
    }
}

fn writes_private(image: &Image, place: usize) -> bool {
    let private = |end: &Place| matches!(end, Place::Private { .. });
    match image.code[place] {
        Code::PrivateStore { .. } => true,
        Code::MemoryCopy(index) => private(&image.copies[index as usize].destination),
        Code::MemorySet(index) => private(&image.fills[index as usize].destination),
        _ => false,
    }
}

/// The registers that an instruction writes.
fn written(image: &Image, place: usize) -> Vec<Reg> {
    let code = &image.code[place];
    let mut written: Vec<Reg> = code.results(image).into_iter().flatten().collect();
    if let Code::Call(site) = *code {
        let results = image.calls[site as usize].results;
        let results = image.arguments[results.range()].iter();
        written.extend(results.filter_map(|result| result.as_register()));
    }
    written
}
