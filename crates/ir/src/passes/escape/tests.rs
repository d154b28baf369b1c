use super::Privates;
use crate::flow::Cfg;
use crate::text;

/// How many of the locals `%a` and `%b` (16 bytes each) are private after these lines.
fn privates(lines: &str) -> usize {
    let source = format!(
        "global @g size 8 align 8
function &f(%p: ptr, %c: i1) -> 1 {{
b0:
  %a: ptr = alloca 16 site 0
  %b: ptr = alloca 16 site 0
  {lines}
}}"
    );
    let module = text::parse(source.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let function = &module.functions[0];
    let found = Privates::find(function, &Cfg::new(function));
    found
        .objects
        .iter()
        .filter(|object| !object.escaped)
        .count()
}

#[test]
fn accesses_and_arithmetic_keep_a_local_private() {
    for lines in [
        "%i: i64 = load 8 plain @g\n  %q: ptr = add 64 %a, %i\n  store 4 plain %q, 1\n  return 0",
        "%q: ptr = sub 64 %a, 8\n  %x: i8 = load 1 plain %q\n  return %x",
        "memory_copy %a, %b, 16\n  memory_copy @g, %a, 8\n  memory_set %b, 0, 16\n  return 0",
        "%q: ptr = add 64 %a, 8\n  %d: i64 = sub 64 %q, %a\n  return 0",
        "%n: i1 = compare eq 64 %a, 0\n  return %n",
        "%q: ptr = add 64 %a, 8\n  %s: ptr = select %c, %a, %q\n  store 8 plain %s, 1\n  return 0",
        "jump b1(%a)\nb1(%q: ptr):\n  %r: ptr = add 64 %q, 8\n  branch %c, b1(%r), b2\nb2:\n  return 0",
    ] {
        assert_eq!(privates(lines), 2, "{lines}");
    }
}

#[test]
fn an_address_that_leaves_is_not_private() {
    for (lines, expected) in [
        ("store 8 plain @g, %a\n  return 0", 1),
        ("store 8 plain %b, %a\n  return 0", 1),
        ("return %a", 1),
        ("%x: i32 = call &f(%a, 0)\n  return 0", 1),
        ("intrinsic free(%a)\n  return 0", 1),
        ("store 4 seq_cst %a, 1\n  return 0", 1),
        ("%x: i32 = rmw 4 add relaxed %a, 1\n  return 0", 1),
        ("va_start %a\n  return 0", 1),
        ("%t: i32 = truncate 32 %a\n  return %t", 1),
        ("%m: i64 = mul 64 %a, 2\n  return %m", 1),
        ("%n: i1 = compare eq 64 %a, %p\n  return %n", 1),
        ("%n: i1 = compare ult 64 %a, %b\n  return %n", 0),
        ("%q: ptr = select %c, %a, %b\n  return 0", 0),
        ("%q: ptr = select %c, %a, %p\n  return 0", 1),
        ("%d: i64 = sub 64 %a, %b\n  return 0", 0),
        (
            "jump b1(%a)\nb1(%q: ptr):\n  branch %c, b1(%b), b2\nb2:\n  return 0",
            0,
        ),
        (
            "jump b1(%a)\nb1(%q: ptr):\n  branch %c, b1(%p), b2\nb2:\n  return 0",
            1,
        ),
    ] {
        assert_eq!(privates(lines), expected, "{lines}");
    }
}

#[test]
fn locals_outside_the_entry_and_large_ones_stay_in_memory() {
    let lines = "%large: ptr = alloca 5000 site 0\n  jump b1\nb1:\n  %late: ptr = alloca 8 site 0\n  return 0";
    assert_eq!(privates(lines), 2);
}
