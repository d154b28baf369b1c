use super::{parse, print};

/// One of everything.
const ALL_INSTRUCTIONS: &str = r#"global @g size 16 align 8 constant bytes "a\22\5c\00" at 8 &"f g"
global @same size 4 align 4
global @same size 4 align 4
global @t size 4 align 4 thread_local
global @e size 4 align 4 external
constructor &main

function &"f g"(%0: i32, %1: ptr) -> 2 variadic atomic

function &main() -> 1 {
b0:
  %0: i32 = add 32 1, undefined !1
  %1: i1 = compare sle 32 %0, 4
  %2: f32 = fadd f32 %0, 0
  %3: f64 = fneg f64 %0
  %4: i1 = fcompare uno f32 %2, %2
  %5: i8 = truncate 8 %0
  %6: i64 = copy %0
  %7: i64 = sign_extend 32 64 %0
  %8: i64 = float_to_unsigned f32 64 %2
  %9: i64 = float_to_signed f64 64 %3
  %10: f32 = unsigned_to_float f32 %0
  %11: f64 = signed_to_float 32 f64 %0
  %12: f32 = float_truncate %3
  %13: f64 = float_extend %2
  %14: i32 = select %1, %0, 7
  %15: i32 = load 4 acquire @same#1
  store 4 release @same#2-4, %15 !1
  %16: i32 = rmw 4 umax acq_rel @same#2, 1
  %17: i32, %18: i1 = compare_exchange 4 seq_cst relaxed @g+8, 0, 1
  fence acq_rel
  %19: ptr = alloca 8 site 1
  %20: ptr = thread_local @t
  %21: i32, %22: i32 = call &"f g"(1, %19, 3)
  call_pointer %20()
  %23: i64 = intrinsic await 8 ne mutex(%19, 5)
  %24: i64 = intrinsic await_one_of 4 condition(%19, 1, 2, 3)
  %25: i32 = intrinsic spawn(&main, 0)
  intrinsic assume(%1)
  memory_copy %19, %20, 4
  memory_set %19, 0, 8
  va_start %19
  switch %0, b2(%0), 1: b1, 18446744073709551615: b2(3)
b1:
  unsupported "no \22way\22"
  bound
  branch %1, b1, b2(%14) !1
b2(%26: i32):
  return %26
b3:
  unreachable
}

location 1 "a \22b\22.c" 3 4 "main"
site 1 "x" of 2 at 1
site 2 heap "pair" of 2 at 1
type 0 signed 4
type 1 unsigned 8
type 2 struct "pair" { "a" 0 4 of 0, "b" 4 4 of 3 }
type 3 array of 0 count 1 stride 4
type 4 enum 4 { -1 "A", 2 "B" }
type 5 struct "" {  }
type 6 bool
type 7 char
type 8 float 8
type 9 pointer
type 10 other
source @g "g" of 2 at 1
source @e "e"
"#;

#[test]
fn everything_survives_a_round_trip() {
    let module = parse(ALL_INSTRUCTIONS.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(print(&module), ALL_INSTRUCTIONS);
}

fn error(source: &str) -> String {
    match parse(source.as_bytes()) {
        Ok(_) => panic!("this must be an error: {source}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn errors_say_where() {
    assert_eq!(error("global x"), "1:8: expected `@`, found `x`");
    assert_eq!(error("\n  nonsense"), "2:3: `nonsense` cannot stand here");
    assert_eq!(
        error("global @x size 99999999999999999999"),
        "1:16: `99999999999999999999` is not a number of 64 bits"
    );
    assert_eq!(
        error("global @x size 1 align 1 bytes \"abc"),
        "1:32: this string has no end"
    );
    assert_eq!(
        error("global @x size 1 align 3"),
        "1:1: the alignment of `x` is not a power of two"
    );
    assert_eq!(error("constructor &f"), "1:14: there is no function `f`");
    let body = |text: &str| format!("function &f() -> 0 {{\nb0:\n  {text}\n}}");
    assert_eq!(error(&body("jump b7")), "4:1: there is no block `b7`");
    assert_eq!(error(&body("return %x")), "4:1: %x is not defined");
    assert_eq!(
        error(&body("%x: i65 = copy 1\n  return")),
        "3:7: `i65` is not a type"
    );
    assert_eq!(
        error(&body("%x: i32 = add 0 1, 2\n  return")),
        "3:17: a width is between 1 and 64 bits"
    );
    assert_eq!(
        error(&body("%x: i32 = frob 1\n  return")),
        "3:13: `frob` is not an instruction"
    );
    assert_eq!(
        error(&body("%x: i32 = load 4 lazy 1\n  return")),
        "3:20: expected an ordering of loads, found `lazy`"
    );
    assert_eq!(
        error(&body("%x: i32 = copy %x\n  return")),
        "1:11: function `f`: value 0 is used where it is not defined"
    );
    assert_eq!(
        error(&body("jump b0(1)")),
        "1:11: function `f`: a jump with 1 arguments to block 0, which does not take them"
    );
    assert_eq!(
        error(
            "global @x size 1 align 1\nglobal @x size 1 align 1\nglobal @y size 8 align 8 at 0 @x"
        ),
        "3:32: a number must follow: there is more than one global `x`"
    );
    assert_eq!(error("\u{e4}"), "1:1: a character that means nothing here");
}

#[test]
fn values_may_be_used_before_their_definition_in_the_text() {
    let source = "function &f() -> 1 {
entry:
  jump later
end:
  return %x
later:
  %x: i32 = copy 1
  jump end
}";
    let module = parse(source.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(module.functions[0].blocks.len(), 3);
}
