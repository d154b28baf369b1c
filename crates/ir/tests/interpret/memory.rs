//! Accesses, copies, and what is no operation at all.

use crate::driver::{self, Driver, Rest, global, program, program_with, result, stop};
use threadproof_ir::{Options, Uninitialized};
use threadproof_program::{ErrorKind, Op, Program, Storage};

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
fn private_arrays_stay_private_where_undefined_reads_are_errors() {
    let options = Options {
        uninitialized: Uninitialized::Error,
        ..Options::default()
    };
    let program = program_with(&ARRAY.replace("LIMIT", "10"), &options);
    let mut driver = Driver::new(&program);
    assert_eq!(driver.finish(), Rest::Ended);
    assert_eq!(global(&driver, "r", 8), 3);
    assert!(driver.log.len() <= 10, "{}", driver.log.len());
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
