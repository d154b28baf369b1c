use crate::compile::{Interpreted, Options, compile};
use crate::text;
use threadproof_program::{ObjectName, Program, SiteId};

const SOURCE: &str = r#"
global @stack size 32 align 8
global @array size 40 align 8
global @matrix size 96 align 8
global @m size 40 align 8
global @u size 8 align 8
global @f size 8 align 8
global @color size 4 align 4
global @letter size 1 align 1
global @flag size 1 align 1
global @plain size 8 align 8
global @atomic size 4 align 4
global @triple size 12 align 4
global @tls size 4 align 4 thread_local
function &work() -> 0
function &main() -> 0 {
b0:
  return
}
type 0 signed 4
type 1 pointer
type 2 struct "stack" { "count" 0 4 of 0, "head" 8 8 of 1 }
type 3 array of 0 count 10 stride 4
type 4 struct "point" { "x" 0 4 of 0, "y" 4 4 of 5 }
type 5 unsigned 4
type 6 array of 4 count 4 stride 8
type 7 array of 6 count 3 stride 32
type 8 struct "pthread_mutex_t" { "__data" 0 40 of 2 }
type 9 struct "either" { "whole" 0 8 of 1, "half" 0 4 of 0 }
type 10 enum 4 { 0 "RED", 1 "GREEN", -1 "NONE" }
type 11 char
type 12 bool
type 13 struct "holder" { "" 0 32 of 2 }
type 14 struct "atomic<unsigned>" { "_M_i" 0 4 of 5 }
type 15 struct "triple" { "a" 0 4 of 0, "c" 4 1 of 11, "b" 8 4 of 0 }
location 1 "a.c" 7 3 "main"
site 1 "local" of 4 at 1
site 2 heap "point" of 6 at 1
source @stack "stack" of 13 at 1
source @array "array" of 3
source @matrix "matrix" of 7
source @m "m" of 8
source @u "u" of 9
source @f "f" of 1
source @color "color" of 10
source @letter "letter" of 11
source @flag "flag" of 12
source @atomic "ns::atomic" of 14
source @triple "triple" of 15
source @tls "tls" of 0
"#;

fn program() -> Interpreted {
    let module = text::parse(SOURCE.as_bytes()).expect("the module is correct");
    compile(module, &Options::default()).expect("the module is a program")
}

fn name(object: u32, offset: u64, size: u8) -> String {
    let program = program();
    program
        .source()
        .variable(ObjectName::Static(object), offset, size)
}

fn value(object: u32, offset: u64, size: u8, value: u64) -> String {
    let program = program();
    program
        .source()
        .value(ObjectName::Static(object), offset, size, value)
}

#[test]
fn variables_are_named_by_their_path() {
    assert_eq!(name(0, 8, 8), "stack.head");
    assert_eq!(name(1, 12, 4), "array[3]");
    assert_eq!(name(2, 32 + 16 + 4, 4), "matrix[1][2].y");
    assert_eq!(name(9, 0, 8), "plain");
    assert_eq!(name(9, 4, 4), "plain+4");
    assert_eq!(name(1, 13, 1), "array[3]+1");
    assert_eq!(name(1, 44, 4), "array+44");
    assert_eq!(name(10, 0, 4), "ns::atomic");
}

#[test]
fn unions_show_the_first_fitting_field() {
    assert_eq!(name(4, 0, 8), "u.whole");
    assert_eq!(name(4, 4, 4), "u.whole+4");
}

#[test]
fn the_inside_of_library_types_is_not_shown() {
    assert_eq!(name(3, 0, 4), "m");
    assert_eq!(name(3, 8, 8), "m");
}

#[test]
fn created_objects_have_names() {
    let program = program();
    let source = program.source();
    let created = |site, nth| ObjectName::Created {
        site: SiteId(site),
        nth,
    };
    assert_eq!(source.variable(created(0, 3), 0, 8), "heap#3");
    assert_eq!(source.variable(created(0, 3), 16, 8), "heap#3+16");
    assert_eq!(source.variable(created(1, 0), 4, 4), "local.y");
    assert_eq!(source.variable(created(2, 5), 12, 4), "point#5[1].y");
    assert_eq!(source.place(created(2, 5), 0), "point#5");
    assert_eq!(source.place(created(2, 5), 8), "point#5[1]");
    let declared = source.declared(created(1, 0)).expect("the place is known");
    assert_eq!((declared.file.as_str(), declared.line), ("a.c", 7));
    assert_eq!(source.declared(created(0, 0)), None);
    // Sites for copies of thread-local variables follow those of the source.
    assert_eq!(source.variable(created(4, 0), 0, 4), "tls");
    assert_eq!(source.variable(created(99, 1), 0, 4), "object#1");
}

#[test]
fn values_are_shown_by_type() {
    assert_eq!(value(0, 0, 4, 0xffff_ffff), "-1");
    assert_eq!(value(2, 4, 4, 0xffff_ffff), "4294967295");
    assert_eq!(value(10, 0, 4, 0xffff_ffff), "4294967295");
    assert_eq!(value(6, 0, 4, 1), "GREEN");
    assert_eq!(value(6, 0, 4, 0xffff_ffff), "NONE");
    assert_eq!(value(6, 0, 4, 7), "7");
    assert_eq!(value(7, 0, 1, 97), "'a'");
    assert_eq!(value(7, 0, 1, 0), "'\\0'");
    assert_eq!(value(8, 0, 1, 1), "true");
    assert_eq!(value(5, 0, 8, 0x1234), "0x1234");
    assert_eq!(value(5, 0, 8, 0), "NULL");
    let work = threadproof_program::address::FUNCTIONS;
    assert_eq!(value(5, 0, 8, work), "work");
    assert_eq!(value(9, 0, 8, u64::MAX), "-1");
}

#[test]
fn accesses_to_several_scalars_show_all_of_them() {
    assert_eq!(name(1, 8, 8), "array[2..3]");
    assert_eq!(value(1, 8, 8, 0xffff_ffff_0000_0007), "{7, -1}");
    assert_eq!(name(2, 40, 8), "matrix[1][1]");
    assert_eq!(value(2, 40, 8, 0xffff_ffff_ffff_ffff), "{-1, 4294967295}");
    assert_eq!(name(11, 0, 8), "triple.a..c");
    assert_eq!(value(11, 0, 8, 1), "{1, '\\0'}");
    // The padding behind `count` is nobody's.
    assert_eq!(value(0, 0, 8, 5), "{5}".trim_matches(['{', '}']));
    // Half of the last element and what is behind the array.
    assert_eq!(value(1, 38, 4, 1), "1");
}

#[test]
fn pointers_to_static_objects_are_shown_by_name() {
    let program = program();
    let address = |object: usize| program.objects()[object].address;
    assert_eq!(value(5, 0, 8, address(1) + 12), "&array[3]");
    assert_eq!(value(5, 0, 8, address(2) + 32), "&matrix[1][0]");
    assert_eq!(value(5, 0, 8, address(2) + 36), "&matrix[1][0].y");
    assert_eq!(value(5, 0, 8, address(0)), "&stack");
    assert_eq!(value(5, 0, 8, address(9) + 3), "&plain+3");
    assert_eq!(
        value(5, 0, 8, address(9) + 8),
        format!("{:#x}", address(9) + 8)
    );
}
