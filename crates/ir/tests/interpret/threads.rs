//! Threads, the operations of the modelled library, and what is told about them.

use crate::driver::{Driver, Rest, global, program, result, stop};
use threadproof_program::{Block, ErrorKind, Op, ThreadId};

const THREADS: &str = "
global @r size 8 align 8
global @own size 4 align 4 thread_local bytes \"\\05\"
function &body(%x: ptr) -> 1 {
b0:
  %own: ptr = thread_local @own
  %0: i32 = load 4 plain %own
  %1: i32 = add 32 %0, 1
  store 4 plain %own, %1
  %again: ptr = thread_local @own
  %2: i32 = load 4 plain %again
  %3: i64 = add 64 %x, %2
  return %3
}
function &main() -> 0 {
b0:
  %t: i32 = intrinsic spawn(&body, 100)
  %u: i32 = intrinsic spawn(&body, 200)
  %a: i64 = call &join(%t)
  %b: i64 = call &join(%u)
  %c: i64 = add 64 %a, %b
  %self: i32 = intrinsic self()
  %d: i64 = add 64 %c, %self
  store 8 plain @r, %d
  return
}
function &join(%t: i32) -> 1 atomic {
b0:
  %block: ptr = intrinsic thread_block(%t)
  %0: i64 = intrinsic await 8 eq join(%block, 1)
  %1: ptr = add 64 %block, 8
  %2: i64 = load 8 plain %1
  return %2
}";

#[test]
fn threads_leave_their_results() {
    assert_eq!(result(THREADS), 312);
}

#[test]
fn the_library_ends_every_thread() {
    let source = "
global @r size 8 align 8
function &body(%x: ptr) -> 0 {
b0:
  return
}
function &main() -> 0 {
b0:
  %t: i32 = intrinsic spawn(&body, 0)
  return
}
function &__tp_thread_end() -> 0 {
b0:
  %0: i64 = rmw 8 add relaxed @r, 1
  return
}";
    assert_eq!(result(source), 2);
}

#[test]
fn the_library_call_is_named() {
    let source = "
global @x size 4 align 4
function &inner() -> 0 {
b0:
  store 4 plain @x, 1
  return
}
function &lock() -> 0 {
b0:
  call &inner()
  return
}
function &main() -> 0 {
b0:
  call &lock() !1
  fence seq_cst !1
  return
}
location 1 \"a.c\" 3 4 \"main\"";
    let program = program(source);
    let mut driver = Driver::new(&program);
    let main = ThreadId::MAIN;
    assert_eq!(driver.run.library(main).as_deref(), Some("lock"));
    driver.step(main);
    assert_eq!(driver.run.library(main), None);
    driver.step(main);
    assert_eq!(driver.run.pending(main), Op::Exit);
    assert_eq!(driver.run.library(main), None);
}

#[test]
fn saved_threads_repeat_what_they_did() {
    let program = program(THREADS);
    let mut driver = Driver::new(&program);
    let main = ThreadId::MAIN;
    let mut saved = Vec::new();
    let mut ops = Vec::new();
    while driver.run.pending(main) != Op::Exit {
        saved.push(driver.run.save(main));
        ops.push(driver.run.pending(main));
        if driver.step(main).is_some() {
            driver.run_thread(ThreadId(1));
            driver.run_thread(ThreadId(2));
            saved.pop();
            ops.pop();
        }
    }
    for (state, op) in saved.iter().zip(&ops).rev() {
        driver.run.restore(main, *state);
        assert_eq!(driver.run.pending(main), *op);
        driver.run.forget(*state);
    }
    assert_eq!(ops.len(), 11);
    assert_eq!(ops.iter().filter(|op| **op == Op::AtomicBegin).count(), 2);
    assert_eq!(ops.iter().filter(|op| **op == Op::AtomicEnd).count(), 2);
}

#[test]
fn intrinsics_become_operations() {
    let source = "
global @r size 8 align 8
global @words size 8 align 1 constant bytes \"too bad\"
function &main() -> 0 {
b0:
  %0: i32 = intrinsic choice(1)
  %1: i32 = intrinsic choice(3)
  %2: ptr = intrinsic allocate(12, 1)
  %3: i64 = intrinsic size_of(%2)
  intrinsic free(%2)
  %4: i64 = add 64 %3, %1
  store 8 plain @r, %4
  intrinsic assume(%4)
  intrinsic fail(0, @words)
  return
}";
    let program = program(source);
    let mut driver = Driver::new(&program);
    driver.choices = vec![2];
    let failed = Rest::Stopped(Op::Fail(ErrorKind::Assertion), "too bad".into());
    assert_eq!(driver.finish(), failed);
    assert_eq!(global(&driver, "r", 8), 14);
    assert_eq!(driver.log.len(), 5);
    let (op, _) = stop("function &main() -> 0 {\nb0:\n  intrinsic assume(0)\n  return\n}");
    assert_eq!(op, Op::Block(Block::Assume));
}

#[test]
fn main_gets_its_arguments_after_constructors() {
    let source = "
global @r size 8 align 8
constructor &before
function &before() -> 0 {
b0:
  store 8 plain @r, 1000
  return
}
function &main(%argc: i32, %argv: ptr) -> 1 {
b0:
  %p: ptr = load 8 plain %argv
  %c: i8 = load 1 plain %p
  %e: ptr = add 64 %argv, 8
  %n: ptr = load 8 plain %e
  %old: i64 = load 8 plain @r
  %0: i64 = add 64 %old, %argc
  %1: i64 = add 64 %0, %c
  %2: i64 = add 64 %1, %n
  store 8 plain @r, %2
  return 0
}";
    assert_eq!(result(source), 1001 + u64::from(b'p'));
}

#[test]
fn locations_skip_the_library() {
    let source = "
global @x size 4 align 4
function &library() -> 0 {
b0:
  store 4 plain @x, 1
  return
}
function &user() -> 0 {
b0:
  call &library() !1
  return
}
function &main() -> 0 {
b0:
  call &user() !2
  return
}
location 1 \"a.c\" 3 4 \"user\"
location 2 \"a.c\" 9 1 \"main\"";
    let program = program(source);
    let driver = Driver::new(&program);
    let ids: Vec<u32> = driver
        .run
        .locations(ThreadId::MAIN)
        .iter()
        .map(|id| id.0)
        .collect();
    assert_eq!(ids, [1, 2]);
}

#[test]
fn printed_is_as_printf() {
    let format = "%d|%5d|%-5d|%05d|%+d|%x|%#X|%o|%c|%s|%.2s|%p|%ld|%hhd|%%|%*d|%.3d|%u";
    let double = "%f|%.1f|%8.2f|%e|%g|%g|%g";
    let source = format!(
        "global @format size 100 align 1 constant bytes \"{format}\"
global @double size 60 align 1 constant bytes \"{double}\"
global @word size 6 align 1 bytes \"hello\"
function &main() -> 0 {{
b0:
  %n: i32 = intrinsic print(@format, 0xffffffff, 42, 42, 42, 42, 255, 255, 8, 65, @word, @word, 255, 0xffffffffffffffff, 0x1ff, 3, 7, 5, 0xffffffff)
  %m: i32 = intrinsic print(@double, {half}, {half}, {half}, {half}, {half}, {large}, {small})
  return
}}",
        half = 1.5f64.to_bits(),
        large = 1e10f64.to_bits(),
        small = 0.0001f64.to_bits(),
    );
    let program = program(&source);
    let mut driver = Driver::new(&program);
    assert_eq!(driver.finish(), Rest::Ended);
    assert_eq!(
        driver.printed,
        "-1|   42|42   |00042|+42|ff|0XFF|10|A|hello|he|0xff|-1|-1|%|  7|005|4294967295\
         1.500000|1.5|    1.50|1.500000e+00|1.5|1e+10|0.0001"
    );
}
