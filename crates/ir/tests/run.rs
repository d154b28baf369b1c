//! Programs that run to their end.

mod driver;

use driver::{Driver, Rest, global, program, program_with};
use threadproof_ir::Options;
use threadproof_program::{Block, ErrorKind, Op, Storage, ThreadId};

/// Runs a program that ends well and returns what it left in `@r` (8 bytes).
fn result(source: &str) -> u64 {
    let program = program(source);
    let mut driver = Driver::new(&program);
    assert_eq!(driver.finish(), Rest::Ended);
    global(&driver, "r", 8)
}

/// Runs `body`, which leaves its result in `%x`, as the block of `main`.
fn compute(body: &str) -> u64 {
    result(&format!(
        "global @r size 8 align 8\nfunction &main() -> 0 {{\nb0:\n{body}\n  store 8 plain @r, %x\n  return\n}}"
    ))
}

/// Runs a program whose main thread stops.
fn stop(source: &str) -> (Op, String) {
    let program = program(source);
    match Driver::new(&program).finish() {
        Rest::Stopped(op, message) => (op, message),
        other => panic!("the main thread came to rest as {other:?}"),
    }
}

#[test]
fn arithmetic_wraps_at_the_width() {
    assert_eq!(compute("  %x: i8 = add 8 200, 100"), 44);
    assert_eq!(compute("  %x: i32 = sub 32 0, 1"), 0xffff_ffff);
    assert_eq!(compute("  %x: i32 = sdiv 32 0xfffffff9, 2"), 0xffff_fffd);
    assert_eq!(compute("  %x: i32 = srem 32 0xfffffff9, 2"), 0xffff_ffff);
    assert_eq!(
        compute("  %x: i32 = sdiv 32 0x80000000, 0xffffffff"),
        0x8000_0000
    );
    assert_eq!(
        compute("  %x: i64 = sdiv 64 0x8000000000000000, 0xffffffffffffffff"),
        1 << 63
    );
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
    assert_eq!(message, "division by zero");
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
fn accesses_that_cross_words_are_split() {
    let source = "
global @r size 8 align 8
global @data size 16 align 8
function &main() -> 0 {
b0:
  store 8 plain @data+3, 0x1122334455667788
  %x: i64 = load 8 plain @data+3
  store 8 plain @r, %x
  return
}";
    let program = program(source);
    let mut driver = Driver::new(&program);
    assert_eq!(driver.finish(), Rest::Ended);
    assert_eq!(global(&driver, "r", 8), 0x1122_3344_5566_7788);
    for (_, op) in &driver.log {
        let at = op.access().expect("there are only accesses");
        assert!(at.address % 8 + u64::from(at.size) <= 8);
        assert!(at.address.is_multiple_of(u64::from(at.size)));
    }
    let (op, _) = stop(&source.replace("load 8 plain", "load 8 acquire"));
    assert_eq!(op, Op::Unsupported);
}

#[test]
fn constants_are_read_without_operations() {
    let source = "
global @r size 8 align 8
global @table size 8 align 4 constant bytes \"\\01\\00\\00\\00\\02\\00\\00\\00\"
global @pointers size 16 align 8 constant at 8 @table+4
function &main() -> 0 {
b0:
  %0: ptr = load 8 plain @pointers+8
  %x: i32 = load 4 plain %0
  store 8 plain @r, %x
  return
}";
    let program = program(source);
    let mut driver = Driver::new(&program);
    assert_eq!(driver.finish(), Rest::Ended);
    assert_eq!(global(&driver, "r", 8), 2);
    assert_eq!(driver.log.len(), 1);
}

#[test]
fn undefined_variables_are_unsupported_when_used() {
    let source = "
global @table size 8 align 8 at 0 @missing
global @missing size 4 align 4 external
function &main() -> 0 {
b0:
  %p: ptr = load 8 plain @table
  store 4 plain %p, 1
  return
}";
    let (op, message) = stop(source);
    assert_eq!(op, Op::Unsupported);
    assert_eq!(
        message,
        "the variable missing is declared but defined in no file"
    );
}

#[test]
fn copies_are_as_memmove() {
    for (from, to, length) in [(0, 5, 20), (5, 0, 20), (0, 8, 24), (3, 3, 9), (0, 1, 0)] {
        let bytes: String = (1..=32).map(|byte| format!("\\{byte:02x}")).collect();
        let source = format!(
            "global @data size 32 align 8 bytes \"{bytes}\"
function &main() -> 0 {{
b0:
  memory_copy @data+{to}, @data+{from}, {length}
  return
}}"
        );
        let program = program(&source);
        let mut driver = Driver::new(&program);
        assert_eq!(driver.finish(), Rest::Ended);
        let mut expected: Vec<u8> = (1..=32).collect();
        expected.copy_within(from..from + length, to);
        let start = program_objects(&driver)[0];
        let real: Vec<u8> = (0..32)
            .map(|at| driver.read(driver::access(start + at, 1)).value as u8)
            .collect();
        assert_eq!(real, expected, "{length} bytes from {from} to {to}");
    }
}

fn program_objects(driver: &Driver) -> Vec<u64> {
    use threadproof_program::Program;
    driver.program.objects().iter().map(|o| o.address).collect()
}

#[test]
fn copies_keep_undefined_bytes_undefined() {
    let source = "
global @keep size 8 align 8
global @r size 8 align 8
function &main() -> 0 {
b0:
  %p: ptr = alloca 8 site 0
  store 8 plain @keep, %p
  store 2 plain %p, 0x1234
  memory_copy @r, %p, 8
  memory_set @keep, 0x1ab, 8
  return
}";
    let program = program(source);
    let mut driver = Driver::new(&program);
    assert_eq!(driver.finish(), Rest::Ended);
    let objects = program_objects(&driver);
    let copied = driver.read(driver::access(objects[1], 8));
    assert_eq!((copied.value & 0xffff, copied.defined), (0x1234, 3));
    assert_eq!(global(&driver, "keep", 8), 0xabab_abab_abab_abab);
    let last = driver.log.last().map(|(_, op)| *op);
    assert_eq!(last, Some(Op::Release { count: 1 }));
}

const ARRAY: &str = "
global @r size 8 align 8
function &main() -> 0 {
b0:
  %a: ptr = alloca 40 site 1
  memory_set %a, 0, 40
  jump loop(0)
loop(%i: i64):
  %o: i64 = mul 64 %i, 4
  %p: ptr = add 64 %a, %o
  store 4 plain %p, %i
  %j: i64 = add 64 %i, 1
  %go: i1 = compare ult 64 %j, LIMIT
  branch %go, loop(%j), end
end:
  %q: ptr = add 64 %a, 12
  %x: i32 = load 4 plain %q
  store 8 plain @r, %x
  return
}
site 1 \"array\" at 0
";

#[test]
fn private_arrays_are_no_operations() {
    let program = program(&ARRAY.replace("LIMIT", "10"));
    let mut driver = Driver::new(&program);
    assert_eq!(driver.finish(), Rest::Ended);
    assert_eq!(global(&driver, "r", 8), 3);
    assert_eq!(driver.log.len(), 1);
}

#[test]
fn private_arrays_have_bounds() {
    let (op, message) = stop(&ARRAY.replace("LIMIT", "11"));
    assert_eq!(op, Op::Fail(ErrorKind::OutOfBounds));
    assert_eq!(message, "write of 4 bytes at offset 40 of array (40 bytes)");
}

#[test]
fn pointers_walk_private_arrays() {
    let source = "
global @r size 8 align 8
function &main() -> 0 {
b0:
  %a: ptr = alloca 32 site 0
  %end: ptr = add 64 %a, 32
  memory_set %a, 1, 32
  jump loop(%a, 0)
loop(%p: ptr, %sum: i64):
  %v: i64 = load 8 plain %p
  %s: i64 = add 64 %sum, %v
  %q: ptr = add 64 %p, 8
  %go: i1 = compare ult 64 %q, %end
  branch %go, loop(%q, %s), done
done:
  %d: i64 = sub 64 %q, %a
  %x: i64 = add 64 %s, %d
  store 8 plain @r, %x
  return
}";
    let program = program(source);
    let mut driver = Driver::new(&program);
    assert_eq!(driver.finish(), Rest::Ended);
    assert_eq!(global(&driver, "r", 8), 4 * 0x0101_0101_0101_0101 + 32);
    assert_eq!(driver.log.len(), 1);
}

#[test]
fn escaping_locals_are_released() {
    let source = "
global @r size 8 align 8
function &set(%p: ptr) -> 0 {
b0:
  store 8 plain %p, 7
  return
}
function &main() -> 0 {
b0:
  %p: ptr = alloca 8 site 3
  call &set(%p)
  %x: i64 = load 8 plain %p
  store 8 plain @r, %x
  return
}";
    let program = program(source);
    let mut driver = Driver::new(&program);
    assert_eq!(driver.finish(), Rest::Ended);
    assert_eq!(global(&driver, "r", 8), 7);
    let ops: Vec<Op> = driver.log.iter().map(|(_, op)| *op).collect();
    assert!(matches!(
        ops[0],
        Op::Allocate {
            size: 8,
            storage: Storage::Stack,
            ..
        }
    ));
    assert_eq!(ops[4], Op::Release { count: 1 });
    assert_eq!(ops.len(), 5);
}

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
fn saved_threads_repeat_what_they_did() {
    let program = program(THREADS);
    let mut driver = Driver::new(&program);
    let main = ThreadId::MAIN;
    let mut saved = Vec::new();
    let mut ops = Vec::new();
    while driver.run.pending(main) != Op::Exit {
        saved.push(driver.run.save(main).expect("states can be saved"));
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
fn further_arguments_are_in_the_overflow_area() {
    let source = "
global @r size 8 align 8
function &second(%count: i32) -> 1 variadic {
b0:
  %list: ptr = alloca 24 site 0
  va_start %list
  %gp: i32 = load 4 plain %list
  %0: ptr = add 64 %list, 8
  %area: ptr = load 8 plain %0
  %1: ptr = add 64 %area, 8
  %2: i64 = load 8 plain %1
  %3: i64 = add 64 %2, %gp
  return %3
}
function &main() -> 0 {
b0:
  %0: i64 = call &second(2, 5, 600)
  store 8 plain @r, %0
  return
}";
    assert_eq!(result(source), 648);
}

#[test]
fn compare_exchange_and_rmw() {
    let source = "
global @r size 8 align 8
global @x size 4 align 4 bytes \"\\05\"
function &main() -> 0 {
b0:
  %o: i32, %ok: i1 = compare_exchange 4 seq_cst seq_cst @x, 5, 9
  %p: i32, %no: i1 = compare_exchange 4 seq_cst seq_cst @x, 5, 7
  %q: i32 = rmw 4 add relaxed @x, 1
  fence seq_cst
  %0: i64 = add 64 %o, %ok
  %1: i64 = add 64 %p, %no
  %2: i64 = mul 64 %0, 100
  %3: i64 = add 64 %2, %1
  %4: i64 = mul 64 %3, 100
  %5: i64 = add 64 %4, %q
  store 8 plain @r, %5
  return
}";
    assert_eq!(result(source), 60909);
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

#[test]
fn unreachable_code_fails_when_reached() {
    let (op, _) = stop("function &main() -> 0 {\nb0:\n  unreachable\n}");
    assert_eq!(op, Op::Fail(ErrorKind::Unreachable));
    let (op, message) =
        stop("function &main() -> 0 {\nb0:\n  unsupported \"inline assembly\"\n  return\n}");
    assert_eq!((op, message.as_str()), (Op::Unsupported, "inline assembly"));
}
