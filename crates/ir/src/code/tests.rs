use super::moves::sequence;
use super::{Arg, Image, Reg, build};
use crate::compile::Options;
use crate::text;

fn image(source: &str) -> Image {
    let mut module = text::parse(source.as_bytes()).expect("the module is correct");
    build(&mut module, &Options::default()).expect("the module is a program")
}

#[test]
fn code_is_compact() {
    assert!(size_of::<super::Code>() <= 20);
}

/// Does the sequence of moves have the effect of all at once?
fn check_moves(moves: &[(u32, u32)]) {
    let mut registers: Vec<u64> = (0..10).map(|at| 100 + at).collect();
    let mut expected = registers.clone();
    for &(to, from) in moves {
        expected[to as usize] = 100 + u64::from(from);
    }
    let pairs = moves
        .iter()
        .map(|&(to, from)| (Reg(to), Arg::register(Reg(from))));
    sequence(pairs.collect(), Reg(9), |to, from| {
        registers[to.index()] = from.get(&registers, &[]);
    });
    assert_eq!(registers[..9], expected[..9], "{moves:?}");
}

#[test]
fn moves_happen_at_once() {
    check_moves(&[]);
    check_moves(&[(0, 0), (1, 2)]);
    check_moves(&[(0, 1), (1, 0)]);
    check_moves(&[(0, 1), (1, 2), (2, 0), (3, 0)]);
    check_moves(&[(0, 1), (1, 0), (2, 3), (3, 2), (4, 2), (5, 5)]);
    check_moves(&[(3, 2), (2, 1), (1, 0)]);
}

#[test]
fn registers_are_shared_by_values_of_different_times() {
    let mut source = String::from("global @g size 8 align 8\nfunction &main() -> 0 {\nb0:\n");
    source.push_str("  %v0: i64 = load 8 plain @g\n");
    for at in 1..100 {
        source.push_str(&format!("  %v{at}: i64 = add 64 %v{}, 1\n", at - 1));
    }
    source.push_str("  store 8 plain @g, %v99\n  return\n}");
    let image = image(&source);
    // One for the values, one for moves.
    assert_eq!(image.functions[0].registers, 2);
}

#[test]
fn only_reachable_functions_are_lowered() {
    let image = image(
        "global @table size 8 align 8 at 0 &pointed
function &main() -> 0 {
b0:
  %0: ptr = load 8 plain @table
  call &called()
  return
}
function &called() -> 0 {
b0:
  return
}
function &pointed() -> 0 {
b0:
  return
}
function &unused() -> 0 {
b0:
  return
}",
    );
    let lowered: Vec<bool> = image.functions.iter().map(|f| f.entry.is_some()).collect();
    assert_eq!(lowered, [true, true, true, false]);
}

#[test]
fn objects_are_apart_and_aligned() {
    let image = image(
        "global @a size 3 align 1
global @c size 4 align 4 constant
global @b size 8 align 64
global @d size 0 align 1
function &main(%argc: i32, %argv: ptr) -> 0 {
b0:
  return
}",
    );
    let objects = &image.layout.objects;
    // The program's name, the array of arguments and the empty environment come with `main`.
    assert_eq!(objects.len(), 7);
    for pair in objects.windows(2) {
        assert!(pair[1].address >= pair[0].address + pair[0].size + 8);
    }
    assert!(objects.iter().all(|object| object.address % 8 == 0));
    assert!(objects[1].address.is_multiple_of(64));
    assert!(objects[6].constant);
}

#[test]
fn programs_need_main() {
    let mut module = text::parse(b"function &main() -> 0").expect("the module is correct");
    let problem = build(&mut module, &Options::default()).err();
    assert_eq!(
        problem.as_deref(),
        Some("the program has no function `main`")
    );
}
