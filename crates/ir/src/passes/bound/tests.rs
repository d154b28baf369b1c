use super::bound;
use crate::flow::{Cfg, Loops};
use crate::text;
use crate::verify::verify;

fn loops(source: &str) -> Vec<(u32, Option<usize>)> {
    let module = text::parse(source.as_bytes()).expect("the module is correct");
    let function = &module.functions[0];
    let found = Loops::new(function, &Cfg::new(function));
    found
        .all
        .iter()
        .map(|found| (found.header.0, found.parent))
        .collect()
}

/// An outer loop (b1) with two loops inside, one of them a single block.
const NESTED: &str = "function &f(%c: i1) -> 0 {
b0:
  jump b1
b1:
  branch %c, b2, b6
b2:
  branch %c, b2, b3
b3:
  jump b4
b4:
  branch %c, b3, b5
b5:
  jump b1
b6:
  return
}";

#[test]
fn loops_are_nested() {
    let mut found = loops(NESTED);
    assert_eq!(found[0], (1, None));
    found[1..].sort_unstable();
    assert_eq!(found[1..], [(2, Some(0)), (3, Some(0))]);
}

/// A loop that can be entered at b1 and at b2.
const TWO_ENTRIES: &str = "function &f(%c: i1) -> 0 {
b0:
  branch %c, b1, b2
b1:
  branch %c, b2, b3
b2:
  branch %c, b1, b3
b3:
  return
}";

#[test]
fn a_loop_with_two_entries_is_one_loop() {
    assert_eq!(loops(TWO_ENTRIES).len(), 1);
}

#[test]
fn bounded_functions_stay_correct() {
    for source in [NESTED, TWO_ENTRIES] {
        let mut module = text::parse(source.as_bytes()).expect("the module is correct");
        bound(&mut module.functions[0], 3);
        verify(&module).expect("bounding keeps modules correct");
        assert!(text::print(&module).contains("bound"));
    }
}

#[test]
fn functions_without_loops_are_left_alone() {
    let source = "function &f() -> 0 {\nb0:\n  return\n}";
    let mut module = text::parse(source.as_bytes()).expect("the module is correct");
    let before = text::print(&module);
    bound(&mut module.functions[0], 1);
    assert_eq!(text::print(&module), before);
}
