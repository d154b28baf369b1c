//! Both formats: what they mean, what they refuse and where, and that no input breaks the reader.

use threadproof_litmus::cycles::{Bounds, all};
use threadproof_litmus::{Inst, Quantifier, Test, Var, parse};
use threadproof_program::{LoadOrder, Predicate};

fn read(text: &str) -> Test {
    parse("t", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// The message for a text that cannot be read.
fn refused(text: &str) -> String {
    parse("t", text.as_bytes()).expect_err("wrong").to_string()
}

const NATIVE: &str = "name MP+x // a comment
init x = 0, y = -1, m
thread P0 { x = 1; y.rel = 2 (* herd's *) fence.rel }
thread P1 {
  r0 = y.acq
  if (r0 == 2 && 1) { r1 = x } else if (r0 < 0) { r1 = 7 } else { fadd(x, r0 + 1) }
  lock m unlock m
  await x != 0
  r2 = cas.acq_rel(x, 0, 1)
  x = y + r2
}
~exists (P1:r0 = 2 /\\ (P1:r1 = 0 \\/ ~ x = 1))
expect sc forbidden, tso forbidden pso allowed
expect ra forbidden
";

#[test]
fn native() {
    let test = read(NATIVE);
    assert_eq!(test.name, "MP+x");
    assert_eq!(test.variables[1], ("y".to_string(), -1));
    assert_eq!(test.threads.len(), 2);
    assert_eq!(test.threads[0].code.len(), 3);
    assert_eq!(test.condition.quantifier, Quantifier::NotExists);
    assert_eq!(test.expects("pso"), Some(true));
    assert_eq!(test.expects("ra"), Some(false));
    assert!(test.condition.is_outcome(&[2, 0, 1]));
    assert!(test.condition.is_outcome(&[2, 1, 0]));
    assert!(!test.condition.is_outcome(&[2, 1, 1]));
}

#[test]
fn expressions_bind_as_in_c() {
    let test = read("name E\nthread P0 { a = 1 + 2 * 3 == 7 & !0 | -(4 - 6) }\nexists (P0:a = 3)");
    let Inst::Set { value, .. } = &test.threads[0].code[0] else {
        panic!("one assignment");
    };
    assert_eq!(value.value(|_| 0), 3);
}

const C: &str = "C MP+rel+acq
\"PodWW Rfe PodRR Fre\"
Prefetch=0:x=F
{ [x] = 0; int y = 0; }
P0 (atomic_int* x, atomic_int* y) {
  *x = 1;
  atomic_store_explicit(y, 1, memory_order_release);
}
P1 (atomic_int* x, atomic_int* y, volatile int* z) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = 0;
  if (r0 == 1) r1 = *x; else { r1 = 9; }
  int r2 = atomic_compare_exchange_strong_explicit(z, &r1, 2, memory_order_relaxed,
    memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_fetch_add(z, 1);
}
locations [x; y;]
exists (1:r0=1 /\\ 1:r1=0)
";

#[test]
fn c_dialect() {
    let test = read(C);
    assert_eq!(test.name, "MP+rel+acq");
    assert_eq!(test.variables.len(), 3);
    assert_eq!(test.threads[1].name, "P1");
    assert_eq!(test.condition.slots.len(), 2);
    assert_eq!(test.expects("sc"), None);
}

/// herd reads the expected value through a pointer, and writes what was there back on failure.
#[test]
fn compare_exchange_with_a_pointer() {
    let body = "int r0 = atomic_compare_exchange_strong(x, e, 2);";
    let test = read(&format!(
        "C N\n{{}}\nP0 (atomic_int* x, int* e) {{ {body} }}\n"
    ));
    let code = &test.threads[0].code;
    assert!(matches!(code[0], Inst::Load { from, .. } if from == Var(1)));
    assert!(matches!(code[1], Inst::CompareExchange { at, .. } if at == Var(0)));
    assert!(matches!(code[2], Inst::Unless { target: 4, .. }));
    assert!(matches!(code[3], Inst::Store { to, .. } if to == Var(1)));
    assert_eq!(
        test.threads[0].registers.last().map(String::as_str),
        Some("r0")
    );
}

#[test]
fn no_condition() {
    let text = "C N\n{}\nP0 (atomic_int* x) { atomic_store(x, 1); }\n";
    let test = read(text);
    assert!(!test.condition.is_outcome(&[]));
    assert_eq!(test.expects("c11"), None);
    let expecting = format!("{text}expect c11 forbidden");
    assert!(refused(&expecting).contains("no condition to expect something of"));
    assert!(refused("name N\nthread P0 { }").contains("`exists`"));
}

/// A thread of herd with such a body.
fn in_c(body: &str) -> String {
    format!("C N\n{{ 0:r5 = 7; }}\nP0 (atomic_int* x, atomic_int* y) {{ {body} }}\nexists (x=0)")
}

#[test]
fn loops_that_wait() {
    let load = "atomic_load_explicit(x, memory_order_acquire)";
    let awaited = |body: &str| {
        let test = read(&in_c(body));
        let code = &test.threads[0].code;
        let awaits = code.iter().filter_map(|inst| match inst {
            Inst::Await {
                to,
                order,
                predicate,
                value,
                ..
            } => Some((to.is_some(), *order, *predicate, value.value(|_| 7))),
            _ => None,
        });
        let found: Vec<_> = awaits.collect();
        assert_eq!(found.len(), 1, "{body}");
        (found[0], code.len())
    };
    use Predicate::{Eq, Ne, Sge, Sgt, Sle};
    let acquire = LoadOrder::Acquire;
    let waits = |to, predicate, value| (to, acquire, predicate, value);
    // The first value of the register is an instruction.
    let all = [
        (format!("while ({load} == 0);"), waits(false, Ne, 0), 2),
        (format!("while (!{load}) {{ }}"), waits(false, Ne, 0), 2),
        (format!("while ({load} > r5 - 1);"), waits(false, Sle, 6), 2),
        (
            format!("int r; do r = {load}; while (r);"),
            waits(true, Eq, 0),
            2,
        ),
        (
            format!("int r; do {{ r = {load}; }} while (3 > r);"),
            waits(true, Sge, 3),
            2,
        ),
        (
            format!("int r = 1; while (r <= r5) r = {load};"),
            waits(true, Sgt, 7),
            4,
        ),
        (
            format!("if (r5) while ({load} == 0); else *y = 1;"),
            waits(false, Ne, 0),
            5,
        ),
    ];
    for (body, expected, length) in all {
        assert_eq!(awaited(&body), (expected, length), "{body}");
    }
    for body in [
        "while (1);".to_string(),
        "do { } while (r5);".to_string(),
        "while (r5) { *x = 1; }".to_string(),
        format!("while ({load}) {{ *y = 1; }}"),
        format!("while ({load} == {load});"),
        format!("int r; while (r5) r = {load};"),
        format!("int r; do r = {load}; while (r + 1 == 2);"),
        format!("int r; do r = {load}; while (r == r);"),
        format!("int r; while (r == 0) {{ r = {load}; r = {load}; }}"),
        format!("int r; while (r == 0) {{ r = {load} + 1; }}"),
    ] {
        assert!(refused(&in_c(&body)).contains("of loops"), "{body}");
    }
    assert!(refused(&in_c("do *x = 1;")).contains("of loops"));
    assert!(refused(&in_c("do ;")).contains("`while`"));
    assert!(refused(&in_c("for (;;) ;")).contains("`for`"));
}

#[test]
fn filters() {
    let condition = |text: &str| {
        let body = "int r0 = atomic_load(x); int r1 = atomic_load(x);";
        read(&in_c(body).replace("exists (x=0)", text)).condition
    };
    let exists = condition("filter (0:r0 = 1) exists (0:r1 = 1)");
    let outcomes = [[0, 0], [0, 1], [1, 0], [1, 1]];
    assert_eq!(
        outcomes.map(|values| exists.is_outcome(&values)),
        [false, false, false, true]
    );
    let all = condition("filter (0:r0 = 1) forall (0:r1 = 1)");
    assert_eq!(
        outcomes.map(|values| all.is_outcome(&values)),
        [false, false, true, false]
    );
    assert_eq!(all.text, "filter (0:r0 = 1) forall (0:r1 = 1)");
}

#[test]
fn first_values_of_registers() {
    let test = read(&in_c("int r = r5;"));
    let Inst::Set { value, .. } = &test.threads[0].code[0] else {
        panic!("the first value");
    };
    assert_eq!(value.value(|_| 0), 7);
    assert!(refused(&in_c("").replace("0:r5", "1:r5")).contains("t:2:3: there is no such thread"));
    assert!(refused(&in_c("").replace("0:r5", "0:x")).contains("`x` is a pointer here"));
}

#[test]
fn the_order_of_a_failure() {
    let order = |operation: &str| {
        let test = read(&format!(
            "name N\ninit x thread P0 {{ {operation}(x, 0, 1) }} exists (x = 1)"
        ));
        let Inst::CompareExchange { failure, .. } = test.threads[0].code[0] else {
            panic!("one instruction");
        };
        failure
    };
    assert_eq!(order("cas"), LoadOrder::Relaxed);
    assert_eq!(order("cas.acq_rel"), LoadOrder::Acquire);
    assert_eq!(order("cas.acq_rel.rlx"), LoadOrder::Relaxed);
    assert_eq!(order("cas.rel.sc"), LoadOrder::SeqCst);
    let wrong = |operation: &str| {
        refused(&format!(
            "name N\ninit x thread P0 {{ {operation}(x, 0, 1) }}"
        ))
    };
    assert!(wrong("cas.rlx.rel").contains("a load cannot release"));
    assert!(wrong("cas.rlx.na").contains("always atomic"));
    assert!(wrong("fadd.rlx.rlx").contains("expected `(`"));
}

#[test]
fn errors_have_places() {
    let body = |statement: &str| refused(&format!("name N\ninit x\nthread P0 {{ {statement} }}"));
    assert_eq!(
        refused(""),
        "t:1:1: expected `name` and the name of the test, or `C` and its name, \
         found the end of the file"
    );
    assert!(body("x.acq = 1").starts_with("t:3:14: a store cannot acquire"));
    assert!(body("r0 = x.rel").contains("a load cannot release"));
    assert!(body("r0 = z").starts_with("t:3:18: `z` is neither"));
    assert!(body("r0 = 99999999999").contains("does not fit 32 bits"));
    assert!(body("r0 = (1").contains("expected `)`"));
    assert!(body("fadd(x, fadd(x, 1))").contains("memory cannot be read here"));
    assert!(body("r0 = 1 && x").contains("after `&&`"));
    assert!(body("lock y").contains("no variable of `init`"));
    let end = |end: &str| refused(&format!("name N\ninit x\nthread P0 {{ r0 = x }}\n{end}"));
    assert!(end("exists (P0:r1 = 0)").starts_with("t:4:12: P0 has no register `r1`"));
    assert!(end("exists (P9:r0 = 0)").contains("no such thread"));
    assert!(end("exists (x = 0) expect arm allowed").contains("a memory model"));
    assert!(end("exists (x = 0) more").contains("expected the end of the file"));
    assert!(refused("C N\n{}\nP0 (int* x) { while (1) ; }\nexists (x=0)").contains("of loops"));
    assert!(refused("C N\n{}\nP1 (int* x) { }\nexists (x=0)").contains("expected `P0`"));
}

/// As deep as memory allows: the reader has stacks of its own.
#[test]
fn deep_nesting() {
    let depth = 100_000;
    let parentheses = format!("{}1{}", "(-".repeat(depth), ")".repeat(depth));
    let branches = format!("{} {}", "if (1) { ".repeat(depth), "} ".repeat(depth));
    let others = format!("if (1) {{ }} {}", "else if (0) { } ".repeat(depth));
    for code in [format!("a = {parentheses}"), branches.clone(), others] {
        read(&format!("name D\nthread P0 {{ {code} }}\nexists (true)"));
    }
    read(&format!(
        "C D\n{{}}\nP0 (int* x) {{ {branches} }}\nexists (true)"
    ));
    let formula = format!("{}true{}", "~(".repeat(depth), ")".repeat(depth));
    assert!(
        read(&format!("name D\nthread P0 {{ }}\nexists {formula}"))
            .condition
            .is_outcome(&[])
    );
}

/// Arbitrary bytes, pieces of tests in any order, and tests with a few bytes changed.
#[test]
fn arbitrary_input() {
    let mut state = 1u64;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    };
    let words: Vec<&str> = NATIVE.split(' ').chain(C.split(' ')).collect();
    for round in 0..20_000 {
        let mut bytes: Vec<u8> = match round % 4 {
            0 => (0..below(60)).map(|_| below(256) as u8).collect(),
            1 => {
                let pieces = (0..below(40)).map(|_| words[below(words.len())]);
                format!("name x\n{}", pieces.collect::<Vec<_>>().join(" ")).into_bytes()
            }
            2 => NATIVE.as_bytes().to_vec(),
            _ => C.as_bytes().to_vec(),
        };
        for _ in 0..below(4) {
            let at = below(bytes.len().max(1));
            match below(3) {
                0 if at < bytes.len() => bytes[at] = below(256) as u8,
                1 => bytes.truncate(at),
                _ => bytes.insert(at.min(bytes.len()), b"(){}=;:*&\"\n"[below(11)]),
            }
        }
        // Whatever comes out, it comes out.
        let _ = parse("t", &bytes);
    }
}

#[test]
fn cycles_are_sound() {
    let bounds = Bounds {
        accesses: 5,
        threads: 4,
        decorations: 1,
    };
    for cycle in all(bounds) {
        assert_eq!(cycle.test().threads.len(), cycle.threads());
    }
}
