//! Computation, control flow and calls.

use crate::driver::{Driver, Rest, global, program, program_with, result, stop};
use threadproof_ir::Options;
use threadproof_program::{Block, ErrorKind, Op, ThreadId};

/// Runs `body`, which leaves its result in `%x`, as the block of `main`.
fn compute(body: &str) -> u64 {
    result(&format!(
        "global @r size 8 align 8\nfunction &main() -> 0 {{\nb0:\n{body}\n  store 8 plain @r, %x\n  return\n}}"
    ))
}

#[test]
fn arithmetic_wraps_at_the_width() {
    assert_eq!(compute("  %x: i8 = add 8 200, 100"), 44);
    assert_eq!(compute("  %x: i32 = sub 32 0, 1"), 0xffff_ffff);
    assert_eq!(compute("  %x: i32 = sdiv 32 0xfffffff9, 2"), 0xffff_fffd);
    assert_eq!(compute("  %x: i32 = srem 32 0xfffffff9, 2"), 0xffff_ffff);
    assert_eq!(compute("  %x: i32 = shl 32 1, 32"), 0);
    assert_eq!(compute("  %x: i32 = shr 32 0xffffffff, 40"), 0);
    assert_eq!(compute("  %x: i32 = ashr 32 0x80000000, 99"), 0xffff_ffff);
    assert_eq!(compute("  %x: i1 = compare slt 8 0xff, 0"), 1);
    assert_eq!(compute("  %x: i1 = compare ult 8 0xff, 0"), 0);
    assert_eq!(
        compute("  %x: i64 = sign_extend 8 64 0x80"),
        0xffff_ffff_ffff_ff80
    );
    assert_eq!(compute("  %x: i64 = select 0, 5, 6"), 6);
}

#[test]
fn floats_compute_and_convert() {
    let two = 2f64.to_bits();
    assert_eq!(
        compute(&format!("  %x: f64 = fmul f64 {two}, {two}")),
        4f64.to_bits()
    );
    assert_eq!(
        compute(&format!("  %x: f32 = float_truncate {two}")),
        u64::from(2f32.to_bits())
    );
    assert_eq!(
        compute("  %x: f64 = signed_to_float 8 f64 0xff"),
        (-1f64).to_bits()
    );
    let minus_three = (-3.7f64).to_bits();
    assert_eq!(
        compute(&format!("  %x: i32 = float_to_signed f64 32 {minus_three}")),
        0xffff_fffd
    );
    let nan = f64::NAN.to_bits();
    assert_eq!(
        compute(&format!("  %x: i1 = fcompare une f64 {nan}, {nan}")),
        1
    );
    assert_eq!(
        compute(&format!("  %x: i1 = fcompare oeq f64 {nan}, {nan}")),
        0
    );
    assert_eq!(
        compute(&format!("  %x: f64 = fneg f64 {two}")),
        (-2f64).to_bits()
    );
}

#[test]
fn division_by_zero_fails() {
    let (op, message) =
        stop("function &main() -> 0 {\nb0:\n  %x: i32 = udiv 32 1, 0\n  return %x\n}");
    assert_eq!(op, Op::Fail(ErrorKind::DivisionByZero));
    assert_eq!(message, "division by zero, or of the smallest number by -1");
}

const SUM: &str = "
global @r size 8 align 8
function &main() -> 1 {
entry:
  %i: ptr = alloca 4 site 0
  %sum: ptr = alloca 8 site 0
  store 4 plain %i, 0
  store 8 plain %sum, 0
  jump head
head:
  %0: i32 = load 4 plain %i
  %1: i1 = compare slt 32 %0, 10
  branch %1, body, end
body:
  %2: i32 = load 4 plain %i
  %3: i64 = sign_extend 32 64 %2
  %4: i64 = load 8 plain %sum
  %5: i64 = add 64 %3, %4
  store 8 plain %sum, %5
  %6: i32 = add 32 %2, 1
  store 4 plain %i, %6
  jump head
end:
  %7: i64 = load 8 plain %sum
  store 8 plain @r, %7
  return 0
}";

#[test]
fn locals_are_no_operations() {
    let program = program(SUM);
    let mut driver = Driver::new(&program);
    assert_eq!(driver.finish(), Rest::Ended);
    assert_eq!(global(&driver, "r", 8), 45);
    assert_eq!(driver.log.len(), 1);
}

#[test]
fn bound_leaves_loops_alone_that_end_by_themselves() {
    for (unroll, rest) in [
        (10, Rest::Ended),
        (9, Rest::Stopped(Op::Block(Block::Bound), String::new())),
    ] {
        let options = Options {
            unroll: Some(unroll),
            ..Options::default()
        };
        let program = program_with(SUM, &options);
        assert_eq!(Driver::new(&program).finish(), rest);
    }
}

#[test]
fn swapped_block_arguments_move_at_once() {
    let source = "
global @r size 8 align 8
function &main() -> 0 {
entry:
  jump loop(1, 2, 0)
loop(%a: i64, %b: i64, %n: i64):
  %m: i64 = add 64 %n, 1
  %go: i1 = compare ult 64 %m, 4
  branch %go, loop(%b, %a, %m), end
end:
  %x: i64 = mul 64 %a, 10
  %y: i64 = add 64 %x, %b
  store 8 plain @r, %y
  return
}";
    assert_eq!(result(source), 21);
}

#[test]
fn calls_pass_arguments_and_results() {
    let source = "
global @r size 8 align 8
function &fib(%n: i64) -> 1 {
b0:
  %0: i1 = compare ult 64 %n, 2
  branch %0, small, large
small:
  return %n
large:
  %1: i64 = sub 64 %n, 1
  %2: i64 = call &fib(%1)
  %3: i64 = sub 64 %n, 2
  %4: i64 = call_pointer &fib(%3)
  %5: i64 = add 64 %2, %4
  return %5
}
function &main() -> 0 {
b0:
  %0: i64 = call &fib(20)
  store 8 plain @r, %0
  return
}";
    assert_eq!(result(source), 6765);
}

#[test]
fn calls_of_wrong_addresses_fail() {
    let call = |target: &str| {
        stop(&format!(
            "function &other() -> 0\nfunction &main() -> 0 {{\nb0:\n  call_pointer {target}()\n  return\n}}"
        ))
    };
    assert_eq!(call("0").0, Op::Fail(ErrorKind::NullDeref));
    let (op, message) = call("77");
    assert_eq!(op, Op::Fail(ErrorKind::OutOfBounds));
    assert_eq!(message, "call of an address that is no function");
    let (op, message) = call("&other");
    assert_eq!(op, Op::Unsupported);
    assert!(
        message.starts_with("call of unknown function `other`"),
        "{message}"
    );
}

#[test]
fn endless_recursion_overflows() {
    let (op, _) = stop("function &main() -> 0 {\nb0:\n  call &main()\n  return\n}");
    assert_eq!(op, Op::Fail(ErrorKind::StackOverflow));
}

#[test]
fn endless_loops_pause() {
    let program = program("function &main() -> 0 {\nb0:\n  jump b1\nb1:\n  jump b1\n}");
    let mut driver = Driver::new(&program);
    assert_eq!(driver.run.pending(ThreadId::MAIN), Op::Pause);
    assert_eq!(driver.step(ThreadId::MAIN), None);
    assert_eq!(driver.run.pending(ThreadId::MAIN), Op::Pause);
}

#[test]
fn switches_find_their_case() {
    for (value, expected) in [(1, 10), (7, 70), (3, 1)] {
        let source = format!(
            "global @r size 8 align 8
function &main() -> 0 {{
b0:
  switch {value}, end(1), 7: end(70), 1: end(10)
end(%x: i64):
  store 8 plain @r, %x
  return
}}"
        );
        assert_eq!(result(&source), expected);
    }
}

#[test]
fn unreachable_code_fails_when_reached() {
    let (op, _) = stop("function &main() -> 0 {\nb0:\n  unreachable\n}");
    assert_eq!(op, Op::Fail(ErrorKind::Unreachable));
    let (op, message) =
        stop("function &main() -> 0 {\nb0:\n  unsupported \"inline assembly\"\n  return\n}");
    assert_eq!((op, message.as_str()), (Op::Unsupported, "inline assembly"));
}
