use super::{Undefined, promote};
use crate::module::{Function, InstKind, Module};
use crate::passes::prune::prune;
use crate::text;
use crate::verify::verify;

/// The module with its first function promoted and pruned, still correct.
fn promoted(source: &str) -> Module {
    promoted_with(source, Undefined::Promote)
}

fn promoted_with(source: &str, undefined: Undefined) -> Module {
    let mut module = text::parse(source.as_bytes()).expect("the module is correct");
    promote(&mut module.functions[0], undefined);
    prune(&mut module.functions[0]);
    verify(&module).expect("promotion keeps modules correct");
    module
}

fn memory_instructions(function: &Function) -> usize {
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    let touches_memory = |kind: &InstKind| {
        matches!(
            kind,
            InstKind::Load { .. } | InstKind::Store { .. } | InstKind::Alloca { .. }
        )
    };
    instructions
        .filter(|inst| touches_memory(&inst.kind))
        .count()
}

#[test]
fn a_loop_variable_becomes_a_parameter() {
    let module = promoted(
        "function &f() -> 1 {
b0:
  %i: ptr = alloca 4 site 0
  store 4 plain %i, 0
  jump b1
b1:
  %0: i32 = load 4 plain %i
  %1: i32 = add 32 %0, 1
  store 4 plain %i, %1
  %2: i1 = compare ult 32 %1, 10
  branch %2, b1, b2
b2:
  %3: i32 = load 4 plain %i
  return %3
}",
    );
    let expected = "
function &f() -> 1 {
b0:
  jump b1(0)
b1(%0: i32):
  %1: i32 = add 32 %0, 1
  %2: i1 = compare ult 32 %1, 10
  branch %2, b1(%1), b2
b2:
  return %1
}

";
    assert_eq!(text::print(&module), expected);
}

#[test]
fn joins_that_nobody_reads_get_no_parameter() {
    let module = promoted(
        "function &f(%c: i1) -> 1 {
b0:
  %x: ptr = alloca 4 site 0
  branch %c, b1, b2
b1:
  store 4 plain %x, 1
  jump b3
b2:
  store 4 plain %x, 2
  jump b3
b3:
  store 4 plain %x, 3
  %0: i32 = load 4 plain %x
  return %0
}",
    );
    let blocks = &module.functions[0].blocks;
    assert!(blocks.iter().all(|block| block.parameters.is_empty()));
    assert_eq!(memory_instructions(&module.functions[0]), 0);
}

#[test]
fn parts_of_structs_are_variables_of_their_own() {
    let module = promoted(
        "function &f() -> 1 {
b0:
  %s: ptr = alloca 16 site 0
  %a: ptr = add 64 %s, 4
  %b: ptr = add 64 8, %s
  store 4 plain %a, 5
  store 8 plain %b, 7
  %x: i64 = load 8 plain %b
  return %x
}",
    );
    assert_eq!(memory_instructions(&module.functions[0]), 0);
}

#[test]
fn what_is_read_before_it_is_written_is_undefined() {
    let module = promoted(
        "function &f() -> 1 {
b0:
  %x: ptr = alloca 4 site 0
  %0: i32 = load 4 plain %x
  return %0
}",
    );
    assert!(text::print(&module).contains("return undefined"));
}

/// Each of these must stay in memory.
#[test]
fn other_uses_keep_a_variable_in_memory() {
    for use_of_x in [
        "store 8 plain @g, %x",
        "%0: i32 = load 4 relaxed %x",
        "store 4 seq_cst %x, 1",
        "%0: i32 = load 4 plain %x\n  %1: i16 = load 2 plain %x",
        "%p: ptr = add 64 %x, 2\n  store 4 plain %p, 1\n  %0: i32 = load 4 plain %x",
        "%p: ptr = add 64 %x, 6\n  store 4 plain %p, 1",
        "call &f(%x)",
        "%0: i1 = compare eq 64 %x, 0\n  store 1 plain @g, %0",
        "store 4 plain %x, 0x100\n  %0: i8 = load 4 plain %x",
    ] {
        let module = promoted(&format!(
            "global @g size 8 align 8
function &f(%c: ptr) -> 0 {{
b0:
  %x: ptr = alloca 8 site 0
  {use_of_x}
  return
}}"
        ));
        let text = text::print(&module);
        assert!(text.contains("alloca"), "{use_of_x} is promoted:\n{text}");
    }
}

#[test]
fn an_entry_that_is_a_loop_gets_a_block_before_it() {
    let module = promoted(
        "function &f() -> 0 {
b0:
  %x: ptr = alloca 4 site 0
  store 4 plain %x, 1
  jump b0
}",
    );
    assert_eq!(module.functions[0].blocks.len(), 2);
}

#[test]
fn a_long_chain_of_blocks_needs_no_stack() {
    let mut source = String::from("function &f() -> 1 {\nb0:\n  %x: ptr = alloca 4 site 0\n");
    source.push_str("  store 4 plain %x, 0\n  jump b1\n");
    for at in 1..50_000 {
        let next = at + 1;
        source.push_str(&format!(
            "b{at}:\n  %v{at}: i32 = load 4 plain %x\n  store 4 plain %x, %v{at}\n  jump b{next}\n"
        ));
    }
    source.push_str("b50000:\n  %r: i32 = load 4 plain %x\n  return %r\n}");
    let module = promoted(&source);
    assert!(text::print(&module).contains("return 0"));
}

#[test]
fn variables_that_may_be_undefined_stay_in_memory_if_asked() {
    let source = |written_otherwise: &str| {
        format!(
            "function &f(%c: i1) -> 1 {{
b0:
  %x: ptr = alloca 4 site 0
  branch %c, b1, b2
b1:
  store 4 plain %x, 1
  jump b3
b2:
  {written_otherwise}
  jump b3
b3:
  %0: i32 = load 4 plain %x
  return %0
}}"
        )
    };
    let maybe = promoted_with(&source(""), Undefined::KeepInMemory);
    assert_eq!(memory_instructions(&maybe.functions[0]), 3);
    let always = promoted_with(&source("store 4 plain %x, 2"), Undefined::KeepInMemory);
    assert_eq!(memory_instructions(&always.functions[0]), 0);
}

#[test]
fn what_is_copied_as_a_whole_becomes_values() {
    let module = promoted_with(
        "function &f(%p: i64, %q: i32) -> 1 {
b0:
  %a: ptr = alloca 16 site 0
  %b: ptr = alloca 16 site 0
  %c: ptr = alloca 16 site 0
  store 8 plain %a, %p
  %a8: ptr = add 64 %a, 8
  store 4 plain %a8, %q
  memory_copy %b, %a, 16
  memory_copy %c, %b, 16
  %c8: ptr = add 64 %c, 8
  %0: i32 = load 4 plain %c8
  return %0
}",
        Undefined::KeepInMemory,
    );
    assert_eq!(memory_instructions(&module.functions[0]), 0);
    assert!(text::print(&module).contains("return %1"));
}

#[test]
fn a_copy_stays_if_a_part_may_have_no_value() {
    let source = "function &f(%p: i64) -> 1 {
b0:
  %a: ptr = alloca 16 site 0
  %b: ptr = alloca 16 site 0
  store 8 plain %a, %p
  memory_copy %b, %a, 16
  %b8: ptr = add 64 %b, 8
  %0: i32 = load 4 plain %b8
  return %0
}";
    let kept = promoted_with(source, Undefined::KeepInMemory);
    assert!(text::print(&kept).contains("memory_copy"));
    let module = promoted_with(source, Undefined::Promote);
    assert!(text::print(&module).contains("return undefined"));
}

#[test]
fn a_copy_to_a_local_that_others_see_stays() {
    let module = promoted(
        "function &f(%p: i64) -> 1 {
b0:
  %a: ptr = alloca 8 site 0
  %b: ptr = alloca 8 site 0
  store 8 plain %a, %p
  memory_copy %b, %a, 8
  %1: i64 = call &f(%b)
  %0: i64 = load 8 plain %a
  return %0
}",
    );
    assert!(text::print(&module).contains("memory_copy"));
}

#[test]
fn parts_of_a_union_are_parts_of_one_value() {
    let module = promoted_with(
        "function &f(%0: i32) -> 1 {
b0:
  %u: ptr = alloca 4 site 0
  store 4 plain %u, %0
  %2: ptr = add 64 %u, 2
  %3: i16 = load 2 plain %2
  %4: i16 = load 2 plain %u
  %5: i16 = sub 16 %3, %4
  return %5
}",
        Undefined::KeepInMemory,
    );
    assert_eq!(memory_instructions(&module.functions[0]), 0);
}

#[test]
fn a_union_that_is_read_before_all_of_it_is_written_stays_in_memory() {
    let source = "function &f(%0: i16) -> 1 {
b0:
  %u: ptr = alloca 4 site 0
  store 2 plain %u, %0
  %1: i32 = load 4 plain %u
  return %1
}";
    let module = promoted_with(source, Undefined::KeepInMemory);
    assert_eq!(memory_instructions(&module.functions[0]), 3);
}
