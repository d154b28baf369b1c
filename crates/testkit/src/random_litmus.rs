//! Random litmus tests from a seed, small enough for the axioms.

use crate::random::Rng;
use std::fmt::Write;

/// A test in the project's own format.
pub fn text(seed: u64) -> String {
    let mut rng = Rng::new(seed ^ 0x6c69_746d_7573);
    let threads = 2 + rng.below(2);
    let mut text = format!("name random-{seed}\ninit x, y = 1, m\n");
    let mut seen = Vec::new();
    // More are too many candidates.
    let longest = if threads == 2 { 4 } else { 2 };
    for thread in 0..threads {
        let count = 1 + rng.below(longest);
        writeln!(text, "thread P{thread} {{\n  r0 = 0\n  r1 = 0").expect("strings take everything");
        let mut depth = 0;
        let mut locked = false;
        for _ in 0..count {
            if rng.below(6) == 0 {
                let value = rng.below(2);
                writeln!(text, "  if (r{} == {value}) {{", rng.below(2)).expect("as above");
                depth += 1;
            }
            if rng.below(9) == 0 && depth == 0 {
                text += if locked { "  unlock m\n" } else { "  lock m\n" };
                locked = !locked;
            } else {
                writeln!(text, "  {}", statement(&mut rng)).expect("as above");
            }
        }
        text += &"  }\n".repeat(depth);
        if locked {
            text += "  unlock m\n";
        }
        text += "}\n";
        seen.push(format!("P{thread}:r{} = {}", rng.below(2), rng.below(3)));
    }
    if rng.below(2) == 0 {
        seen.push(format!("{} = {}", variable(&mut rng), rng.below(3)));
    }
    writeln!(text, "exists ({})", seen.join(" /\\ ")).expect("as above");
    text
}

fn variable(rng: &mut Rng) -> &'static str {
    ["x", "y"][rng.below(2) as usize]
}

fn statement(rng: &mut Rng) -> String {
    let var = variable(rng);
    let reg = rng.below(2);
    let value = rng.below(3);
    let any = |rng: &mut Rng, names: &[&'static str]| names[rng.below(names.len() as u32) as usize];
    let load = any(rng, &["", "", "", ".acq", ".acq", ".sc", ".sc", ".na"]);
    let store = any(rng, &["", "", "", ".rel", ".rel", ".sc", ".sc", ".na"]);
    let order = any(rng, &["", ".acq", ".rel", ".acq_rel", ".sc"]);
    let failure = any(rng, &["", ".rlx", ".acq", ".sc"]);
    match rng.below(16) {
        0..4 => format!("r{reg} = {var}{load}"),
        4..7 => format!("{var}{store} = {value}"),
        7 => format!("{var}{store} = r{reg} + 1"),
        8 => format!("r{reg} = fadd{order}({var}, 1)"),
        9 => format!("r{reg} = xchg{order}({var}, {value})"),
        // The order of failure comes behind that of success.
        10 if order.is_empty() => format!("r{reg} = cas({var}, {value}, {})", rng.below(3)),
        10 => {
            let new = rng.below(3);
            format!("r{reg} = cas{order}{failure}({var}, {value}, {new})")
        }
        11 | 12 => format!("fence{}", any(rng, &["", "", ".rel", ".acq", ".acq_rel"])),
        13 => format!("await {var}{load} != {value}"),
        14 => format!("{var}{store} = {}{load}", variable(rng)),
        _ => format!("xchg{order}({var}, r{reg})"),
    }
}
