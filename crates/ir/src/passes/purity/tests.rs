use super::{Around, mark_rounds, purity};
use crate::passes::lock_twins::Twins;
use crate::passes::promote::{Undefined, promote};
use crate::passes::prune::prune;
use crate::text;
use crate::verify::verify;
use threadproof_program::LocationId;

/// The function after the pass; `None` if it was left alone.
fn after(body: &str, awaits: bool) -> Option<String> {
    let source = format!("global @x size 4 align 4\nglobal @y size 8 align 8\n{body}");
    let mut module = text::parse(source.as_bytes()).expect("the module is correct");
    let function = &mut module.functions[0];
    let around = Around {
        globals: &module.globals,
        functions: &[],
        twins: &Twins::default(),
        awaits,
        races_are_errors: true,
        weak_atomics: false,
        frees: false,
        places_of_rust: &Default::default(),
    };
    if !purity(function, &around, &mut Vec::new()) {
        return None;
    }
    promote(function, Undefined::Promote);
    prune(function);
    verify(&module).expect("the result is correct");
    Some(text::print_function(&module, &module.functions[0]))
}

/// How many loops of the function are marked, so that their rounds are watched.
fn marked(body: &str) -> u64 {
    let source = format!("global @x size 4 align 4\nglobal @y size 8 align 8\n{body}");
    let mut module = text::parse(source.as_bytes()).expect("the module is correct");
    let around = Around {
        globals: &module.globals,
        functions: &[],
        twins: &Twins::default(),
        awaits: true,
        races_are_errors: true,
        weak_atomics: false,
        frees: false,
        places_of_rust: &Default::default(),
    };
    // Loops without a place in the source are nobody's.
    let blocks = module.functions[0].blocks.iter_mut();
    let instructions = blocks.flat_map(|block| &mut block.instructions);
    instructions.for_each(|inst| inst.location = LocationId(1));
    let mut number = 0;
    mark_rounds(&mut module.functions[0], &around, &mut number);
    verify(&module).expect("the result is correct");
    number
}

#[track_caller]
fn assert_has(body: &str, awaits: bool, wanted: &[&str]) {
    let found = after(body, awaits).expect("the loop is treated");
    for line in wanted {
        assert!(found.contains(line), "no `{line}` in:\n{found}");
    }
}

const SPIN: &str = "function &f(%k: i32) -> 0 {
b0:
  jump b1
b1:
  %v: i32 = load 4 acquire @x
  %c: i1 = compare ne 32 %v, %k
  branch %c, b1, b2
b2:
  return
}";

#[test]
fn a_load_waits_with_its_ordering() {
    let wanted = ["await 4 acquire await 0xffffffff eq @x, %0", "jump b2"];
    assert_has(SPIN, true, &wanted);
}

#[test]
fn without_awaits_there_is_an_assumption() {
    assert_has(SPIN, false, &["load 4 acquire @x", "intrinsic assume"]);
}

#[test]
fn an_exchange_waits_in_a_section() {
    let body = "function &f() -> 0 {
b0:
  jump b1
b1:
  %v: i32 = rmw 4 exchange acquire @x, 1
  %c: i1 = compare ne 32 %v, 0
  branch %c, b1, b2
b2:
  return
}";
    let wanted = [
        "intrinsic atomic_begin()",
        "await 4 relaxed await_exchange 0xffffffff ne @x, 1",
        "intrinsic atomic_end()",
    ];
    assert_has(body, true, &wanted);
    // Another value than 1 but 0 is overwritten: that iteration is not pure and stays.
    assert_has(body, true, &["compare ne 32"]);
}

#[test]
fn a_failed_compare_exchange_waits() {
    let body = "function &f() -> 0 {
b0:
  jump b1
b1:
  %v: i32, %ok: i1 = compare_exchange 4 acquire relaxed @x, 0, 1
  branch %ok, b2, b1
b2:
  return
}";
    let wanted = ["await 4 relaxed await_exchange 0xffffffff eq @x, 0"];
    assert_has(body, true, &wanted);
}

/// Figure 6 of the paper: a store on the path with a = 4, so that only a > 4 is pure.
#[test]
fn conditions_of_a_path_are_combined() {
    let body = "function &f() -> 0 {
b0:
  jump b1
b1:
  %a: i32 = load 4 seq_cst @x
  %b: i32 = load 4 seq_cst @y
  %four: i1 = compare eq 32 %a, 4
  branch %four, b2, b3
b2:
  store 4 seq_cst @y, 42
  jump b3
b3:
  %again: i1 = compare uge 32 %a, 4
  branch %again, b1, b4
b4:
  return
}";
    let wanted = ["await 4 seq_cst await 0xffffffff ule @x, 4"];
    assert_has(body, true, &wanted);
}

#[test]
fn a_mask_is_part_of_the_wait() {
    let body = "function &f() -> 0 {
b0:
  jump b1
b1:
  %v: i32 = load 4 seq_cst @x
  %odd: i1 = truncate 1 %v
  %even: i1 = xor 1 %odd, 1
  branch %even, b1, b2
b2:
  return
}";
    let wanted = ["await 4 seq_cst await 0x1 ne @x, 0"];
    assert_has(body, true, &wanted);
}

/// As in a sequence lock: the next iteration may read another value to compare with, so it is no
/// livelock if nobody brings this one back.
#[test]
fn waiting_for_what_the_iteration_has_read_is_not_for_good() {
    let body = "function &f() -> 0 {
b0:
  jump b1
b1:
  %before: i32 = load 4 seq_cst @x
  %after: i32 = load 4 seq_cst @x
  %c: i1 = compare ne 32 %before, %after
  branch %c, b1, b2
b2:
  return
}";
    let wanted = ["await 4 seq_cst retry 0xffffffff eq @x, %0"];
    assert_has(body, true, &wanted);
}

/// The loop may be left by the first variable, too.
#[test]
fn waiting_behind_another_question_is_not_for_good() {
    let body = "function &f() -> 0 {
b0:
  jump b1
b1:
  %a: i32 = load 4 seq_cst @x
  %c: i1 = compare eq 32 %a, 0
  branch %c, b2, b3
b2:
  %b: i32 = load 4 seq_cst @y
  %d: i1 = compare eq 32 %b, 0
  branch %d, b1, b3
b3:
  return
}";
    let wanted = ["await 4 seq_cst retry 0xffffffff ne @y, 0"];
    assert_has(body, true, &wanted);
}

/// The knowledge at the cut must not make the cut vanish.
#[test]
fn a_condition_that_is_known_at_the_cut_still_cuts() {
    let body = "function &f(%p: ptr) -> 0 {
b0:
  jump b1
b1:
  %a: i32 = load 4 seq_cst @x
  %c: i1 = compare eq 32 %a, 0
  branch %c, b2, b3
b2:
  %b: i32 = load 4 seq_cst %p
  jump b1
b3:
  return
}";
    assert_has(body, true, &["intrinsic assume"]);
}

#[test]
fn nothing_is_cut_off_before_a_load_that_may_fail() {
    let body = "function &f(%p: ptr) -> 0 {
b0:
  jump b1
b1:
  %v: i32 = load 4 seq_cst @x
  %w: i32 = load 4 seq_cst %p
  %c: i1 = compare eq 32 %v, 0
  branch %c, b1, b2
b2:
  return
}";
    let found = after(body, true).expect("the loop is treated");
    let fault = found.find("load 4 seq_cst %0").expect("the load is there");
    let cut = found.find("intrinsic assume").expect("there is a cut");
    assert!(fault < cut, "{found}");
}

/// A loop inside that stores may have run: then the iteration around it is not pure.
#[test]
fn an_inner_iteration_is_remembered() {
    let body = "function &f() -> 0 {
b0:
  jump b1
b1:
  jump b2
b2:
  %v: i32 = load 4 seq_cst @x
  %c: i1 = compare eq 32 %v, 7
  branch %c, b3, b4
b3:
  store 4 seq_cst @y, 1
  jump b2
b4:
  %d: i1 = compare eq 32 %v, 0
  branch %d, b1, b5
b5:
  return
}";
    let found = after(body, true).expect("the loop is treated");
    assert!(found.contains("intrinsic assume"), "{found}");
    // The mark of the inner edge, promoted to a parameter of the inner header.
    assert!(found.contains(": i8):"), "{found}");
}

#[test]
fn ordinary_loops_are_left_alone() {
    let counting = "function &f() -> 0 {
b0:
  jump b1(0)
b1(%i: i32):
  %v: i32 = load 4 seq_cst @x
  %next: i32 = add 32 %i, 1
  %c: i1 = compare ult 32 %next, 3
  branch %c, b1(%next), b2
b2:
  return
}";
    let storing = SPIN.replace("  %c:", "  store 4 relaxed @y, 1\n  %c:");
    let calling = SPIN.replace("  %c:", "  call &f(%k)\n  %c:");
    // Nobody can end this one.
    let endless = "function &f() -> 0 {
b0:
  jump b1
b1:
  %v: i32 = load 4 seq_cst @x
  jump b1
}";
    let choosing = "function &f() -> 0 {
b0:
  jump b1
b1:
  %v: i32 = load 4 seq_cst @x
  switch %v, b1, 1: b1, 4: b1
}";
    for body in [counting, &storing, &calling, endless, choosing] {
        assert_eq!(after(body, true), None, "{body}");
    }
}

#[test]
fn a_counter_goes_from_phase_to_phase() {
    let body = "function &f() -> 0 {
b0:
  jump b1(0)
b1(%n: i32):
  %v: i32 = load 4 acquire @x
  %c: i1 = compare ne 32 %v, 0
  branch %c, b5, b2
b2:
  %m: i32 = add 32 %n, 1
  %first: i1 = compare slt 32 %m, 1000
  branch %first, b1(%m), b3
b3:
  %second: i1 = compare slt 32 %m, 3000
  branch %second, b1(%m), b4
b4:
  rmw 4 add relaxed @y, 1
  jump b5
b5:
  return
}";
    // The answers change when the next value is 1000, and when it is 3000.
    let wanted = [
        "compare eq 32 %0, 0",
        "select",
        ", 999, ",
        "compare eq 32 %0, 999",
        ", 2999, ",
    ];
    assert_has(body, true, &wanted);
}

/// The way out of the loop depends on a bit that is compared as a number, or on a number that was chosen by a bit.
fn tries_with(test: &str) -> String {
    format!(
        "function &f() -> 0 {{
b0:
  jump b1
b1:
  %v: i32, %s: i1 = compare_exchange 4 acquire relaxed @x, 0, 1
  %n: i1 = xor 1 %s, 1
  {test}
  branch %c, b1, b2
b2:
  return
}}"
    )
}

#[test]
fn bits_that_are_compared_as_numbers_wait() {
    for test in [
        "%c: i1 = compare ne 64 %n, 0",
        "%c: i1 = compare eq 64 %n, 1",
        "%k: i64 = select %n, 7, 3\n  %c: i1 = compare eq 64 %k, 7",
        "%k: i64 = select %n, 7, 3\n  %c: i1 = compare ne 64 %k, 3",
    ] {
        assert_has(
            &tries_with(test),
            true,
            &["await_exchange 0xffffffff eq @x, 0"],
        );
    }
    for test in [
        "%c: i1 = compare eq 64 %n, 2",
        "%k: i64 = select %n, 7, 3\n  %c: i1 = compare eq 64 %k, 4",
    ] {
        assert_eq!(after(&tries_with(test), true), None, "{test}");
    }
}

/// The loop reads the pointer to the variable that it waits for, with this order.
fn rereads(order: &str) -> String {
    format!(
        "function &f() -> 0 {{
b0:
  jump b1
b1:
  %p: ptr = load 8 {order} @y
  %v: i32 = load 4 acquire %p
  %c: i1 = compare eq 32 %v, 0
  branch %c, b1, b2
b2:
  return
}}"
    )
}

#[test]
fn a_wait_behind_a_plain_pointer_is_for_good() {
    assert_has(&rereads("plain"), true, &["acquire await 0xffffffff ne"]);
    assert_has(&rereads("acquire"), true, &["acquire retry 0xffffffff ne"]);
}

/// A loop that stores in each round; `next` is what its header is given.
fn storing_rounds(next: &str) -> String {
    format!(
        "function &f(%k: i32) -> 0 {{
b0:
  jump b1(9)
b1(%i: i32):
  %v: i32 = load 4 acquire @x
  store 4 release @y, %i
  %n: i32 = sub 32 %i, 1
  %c: i1 = compare ne 32 %v, 0
  branch %c, b1({next}), b2
b2:
  return
}}"
    )
}

#[test]
fn rounds_that_count_are_not_watched() {
    assert_eq!(marked(&storing_rounds("%i")), 1);
    assert_eq!(marked(&storing_rounds("%n")), 0);
}
