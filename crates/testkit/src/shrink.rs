//! Makes a program that shows a difference smaller, while it still shows one.

use crate::builder::{Built, Expr, Inst};
use threadproof_program::{FenceOrder, LoadOrder};

/// A program as small as removing and simplifying can make it, for which `differs` still holds.
pub fn shrink(program: &Built, differs: impl Fn(&Built) -> bool) -> Built {
    let mut best = program.clone();
    while let Some(smaller) = candidates(&best).into_iter().find(|c| differs(c)) {
        best = smaller;
    }
    best
}

/// Programs that are a step smaller, the most daring first.
fn candidates(program: &Built) -> Vec<Built> {
    let mut all = Vec::new();
    for body in 1..program.threads.len() {
        all.extend(without_thread(program, body));
    }
    for body in 0..program.threads.len() {
        for at in 0..program.threads[body].len() {
            let inst = program.threads[body][at];
            if !matches!(inst, Inst::Spawn(_) | Inst::EndSection) {
                all.push(changed(program, body, |code| {
                    remove(code, at);
                }));
            }
            if let Some(simpler) = simpler(inst) {
                all.push(changed(program, body, |code| code[at] = simpler));
            }
        }
    }
    all
}

fn changed(program: &Built, body: usize, change: impl FnOnce(&mut Vec<Inst>)) -> Built {
    let mut smaller = program.clone();
    change(&mut smaller.threads[body]);
    smaller
}

/// Removes an instruction, and the end of a section along with its beginning; skips over it become shorter.
fn remove(code: &mut Vec<Inst>, at: usize) {
    if matches!(code[at], Inst::BeginSection) {
        let ends = |inst: &Inst| matches!(inst, Inst::EndSection);
        let end = code[at..].iter().position(ends);
        remove(code, at + end.expect("a section ends"));
    }
    code.remove(at);
    for (from, inst) in code.iter_mut().enumerate().take(at) {
        if let Inst::SkipUnless(_, _, count) = inst
            && from + *count >= at
        {
            *count -= 1;
        }
    }
}

/// The program without a thread that creates none itself; `None` if it does.
fn without_thread(program: &Built, body: usize) -> Option<Built> {
    let creates = |inst: &Inst| matches!(inst, Inst::Spawn(_));
    if program.threads[body].iter().any(creates) {
        return None;
    }
    let mut smaller = program.clone();
    smaller.threads.remove(body);
    for code in &mut smaller.threads {
        while let Some(at) = code.iter().position(|inst| mentions(inst, body)) {
            remove(code, at);
        }
        for inst in code {
            if let Inst::Spawn(other) | Inst::Join(other) = inst
                && *other > body
            {
                *other -= 1;
            }
        }
    }
    Some(smaller)
}

fn mentions(inst: &Inst, body: usize) -> bool {
    matches!(inst, Inst::Spawn(other) | Inst::Join(other) if *other == body)
}

/// An instruction that does less.
fn simpler(inst: Inst) -> Option<Inst> {
    Some(match inst {
        Inst::Cas(reg, var, ..) | Inst::TryLock(reg, var) | Inst::Move(reg, var, _) => {
            Inst::Load(reg, var)
        }
        Inst::Add(reg, var, _) | Inst::Exchange(reg, var, _) => Inst::Load(reg, var),
        Inst::AwaitWith(order, var, value) if order != LoadOrder::Relaxed => {
            Inst::AwaitWith(LoadOrder::Relaxed, var, value)
        }
        Inst::LateWait(var, ..) => Inst::Store(var, Expr::Const(1)),
        Inst::Store(var, Expr::Add(..) | Expr::Reg(_)) => Inst::Store(var, Expr::Const(1)),
        Inst::CasWith(_, failure, reg, var, ..) => Inst::LoadWith(failure, reg, var),
        Inst::AddWith(_, reg, var, _) | Inst::ExchangeWith(_, reg, var, _) => {
            Inst::LoadWith(LoadOrder::Relaxed, reg, var)
        }
        Inst::LoadWith(order, reg, var) if order != LoadOrder::Relaxed => {
            Inst::LoadWith(LoadOrder::Relaxed, reg, var)
        }
        Inst::AddByte(_, reg, var, byte, _) | Inst::CasByte(_, _, reg, var, byte, _) => {
            Inst::LoadByte(LoadOrder::Relaxed, reg, var, byte)
        }
        Inst::LoadByte(order, reg, var, byte) if order != LoadOrder::Relaxed => {
            Inst::LoadByte(LoadOrder::Relaxed, reg, var, byte)
        }
        Inst::StoreWith(_, var, expr) => Inst::Store(var, expr),
        Inst::FenceWith(FenceOrder::SeqCst) => Inst::FenceWith(FenceOrder::AcqRel),
        Inst::Choose(reg, options) if options > 2 => Inst::Choose(reg, options - 1),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_matters() {
        let threads = vec![
            vec![
                Inst::Load(0, 0),
                Inst::SkipUnless(0, 1, 2),
                Inst::Fence,
                Inst::Lock(1),
            ],
            vec![Inst::Cas(0, 1, 0, 1), Inst::Unlock(1)],
            vec![Inst::Load(1, 1)],
        ];
        let program = Built::parallel(2, threads);
        let has_lock = |p: &Built| {
            p.threads
                .iter()
                .flatten()
                .any(|i| matches!(i, Inst::Lock(_)))
        };
        let smaller = shrink(&program, has_lock);
        assert_eq!(smaller.threads.len(), 2);
        assert_eq!(smaller.threads[1], [Inst::Lock(1)]);
    }
}
