//! What C becomes: the instructions that other threads can see, and the shape of functions.

#[allow(dead_code, reason = "each test program uses another part")]
mod support;

use support::{c, file, function, global, instructions, kinds, load_with, program, stops};
use threadproof_ir::intrinsic::Intrinsic;
use threadproof_ir::module::{Callee, InstKind, Module, Operand, Terminator, Type};
use threadproof_program::{
    ErrorKind, FenceOrder, LoadOrder, Predicate, RmwOp, RmwOrder, StoreOrder, Wait,
};

fn loads(module: &Module, name: &str) -> Vec<(u8, LoadOrder)> {
    let shared = |kind| match kind {
        InstKind::Load {
            size,
            pointer: Operand::Global(..),
            order,
        } => Some((size, order)),
        _ => None,
    };
    kinds(module, name).into_iter().filter_map(shared).collect()
}

fn stores(module: &Module, name: &str) -> Vec<(u8, StoreOrder)> {
    let shared = |kind| match kind {
        InstKind::Store {
            size,
            pointer: Operand::Global(..),
            order,
            ..
        } => Some((size, order)),
        _ => None,
    };
    kinds(module, name).into_iter().filter_map(shared).collect()
}

fn fences(module: &Module, name: &str) -> Vec<FenceOrder> {
    let fence = |kind| match kind {
        InstKind::Fence(order) => Some(order),
        _ => None,
    };
    kinds(module, name).into_iter().filter_map(fence).collect()
}

fn intrinsics(module: &Module, name: &str) -> Vec<(Intrinsic, usize)> {
    let intrinsic = |kind| match kind {
        InstKind::Intrinsic {
            intrinsic,
            arguments,
        } => Some((intrinsic, arguments.len())),
        _ => None,
    };
    kinds(module, name)
        .into_iter()
        .filter_map(intrinsic)
        .collect()
}

#[test]
fn loads_and_stores_keep_their_orders() {
    let module = c("#include <stdatomic.h>
        _Atomic short s; _Atomic long l; volatile int v; atomic_int i;
        int main(void) {
            atomic_load_explicit(&s, memory_order_relaxed);
            atomic_load_explicit(&l, memory_order_acquire);
            atomic_load_explicit(&l, memory_order_consume);
            atomic_load(&i);
            atomic_store_explicit(&s, 1, memory_order_relaxed);
            atomic_store_explicit(&l, 1, memory_order_release);
            i = 3;
            return v = v;
        }");
    assert_eq!(
        loads(&module, "main"),
        [
            (2, LoadOrder::Relaxed),
            (8, LoadOrder::Acquire),
            (8, LoadOrder::Acquire),
            (4, LoadOrder::SeqCst),
            (4, LoadOrder::Plain),
        ]
    );
    assert_eq!(
        stores(&module, "main"),
        [
            (2, StoreOrder::Relaxed),
            (8, StoreOrder::Release),
            (4, StoreOrder::SeqCst),
            (4, StoreOrder::Plain),
        ]
    );
}

#[test]
fn read_modify_writes() {
    let module = c("#include <stdatomic.h>
        atomic_int i; int p; float f;
        int main(void) {
            i++;
            atomic_exchange_explicit(&i, 1, memory_order_acq_rel);
            atomic_fetch_or_explicit(&i, 1, memory_order_release);
            __atomic_fetch_nand(&p, 1, __ATOMIC_ACQUIRE);
            __atomic_fetch_max(&p, 1, __ATOMIC_RELAXED);
            __atomic_fetch_add(&f, 1, __ATOMIC_RELAXED);
            int e = 0;
            atomic_compare_exchange_weak_explicit(&i, &e, 1, memory_order_acq_rel, memory_order_acquire);
        }");
    let found: Vec<_> = kinds(&module, "main")
        .into_iter()
        .filter_map(|kind| match kind {
            InstKind::Rmw {
                size: 4, op, order, ..
            } => Some((op, order)),
            _ => None,
        })
        .collect();
    assert_eq!(
        found,
        [
            (RmwOp::Add, RmwOrder::SeqCst),
            (RmwOp::Exchange, RmwOrder::AcqRel),
            (RmwOp::Or, RmwOrder::Release),
            (RmwOp::Nand, RmwOrder::Acquire),
            (RmwOp::Max, RmwOrder::Relaxed),
            (RmwOp::FloatAdd, RmwOrder::Relaxed),
        ]
    );
    let exchange = instructions(function(&module, "main"))
        .find(|inst| matches!(inst.kind, InstKind::CompareExchange { .. }))
        .expect("there is one");
    let InstKind::CompareExchange {
        size,
        success,
        failure,
        ..
    } = exchange.kind
    else {
        unreachable!("found above");
    };
    assert_eq!(
        (size, success, failure),
        (4, RmwOrder::AcqRel, LoadOrder::Acquire)
    );
    assert_eq!(exchange.results.len(), 2);
}

#[test]
fn fences_of_the_language_and_of_the_machine() {
    let module = c(r#"#include <stdatomic.h>
        #include <immintrin.h>
        int main(void) {
            atomic_thread_fence(memory_order_acquire);
            atomic_thread_fence(memory_order_release);
            atomic_thread_fence(memory_order_acq_rel);
            atomic_thread_fence(memory_order_seq_cst);
            atomic_thread_fence(memory_order_relaxed);
            atomic_signal_fence(memory_order_seq_cst);
            __sync_synchronize();
            __asm__ volatile("" ::: "memory");
            __asm__ volatile("pause");
            _mm_pause();
            _mm_mfence();
            __asm__ volatile("mfence" ::: "memory");
            __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory");
        }"#);
    use FenceOrder::{AcqRel, Acquire, Release, SeqCst};
    let expected = [
        Acquire, Release, AcqRel, SeqCst, SeqCst, SeqCst, SeqCst, SeqCst,
    ];
    assert_eq!(fences(&module, "main"), expected);
}

#[test]
fn unknown_assembly_stops_with_its_text_and_place() {
    let module =
        c("int main(void) {\n  int x;\n  __asm__ volatile(\"rdpmc\" : \"=a\"(x));\n  return x;\n}");
    let stops = stops(&module, "main");
    assert_eq!(stops.len(), 1);
    assert!(
        stops[0].contains("`rdpmc`") && stops[0].ends_with("program.c:3"),
        "{stops:?}"
    );
}

#[test]
fn what_cannot_be_expressed_stops_where_it_stands() {
    let module = c("__int128 big(double x) { return x; }
        long double wide(void) { long double x = 1; return x + 1; }
        typedef float four __attribute__((vector_size(16)));
        four block(four x) { return __builtin_ia32_rcpps(x); }
        int main(void) { return big(1) + wide() + (block((four){1})[0] != 0); }");
    for (name, part) in [
        ("big", "128 bits"),
        ("wide", "x86_fp80"),
        ("block", "llvm.x86.sse.rcp.ps"),
    ] {
        let stops = stops(&module, name);
        assert!(
            stops.iter().any(|words| words.contains(part)),
            "{name}: {stops:?}"
        );
    }
}

#[test]
fn primitives_of_the_modelled_library() {
    let module = c("#include <stdint.h>
        uint64_t __tp_await(void *, int, int, uint64_t, int);
        uint64_t __tp_await_one_of(void *, int, uint64_t, uint64_t, uint64_t, int);
        unsigned __tp_spawn(void *(*)(void *), void *); unsigned __tp_self(void);
        void *__tp_thread_block(unsigned); void __tp_atomic_begin(void); void __tp_atomic_end(void);
        void __tp_assume(int); unsigned __tp_choice(unsigned); void *__tp_allocate(uint64_t, int);
        void __tp_free(void *); uint64_t __tp_size_of(void *); void __tp_fail(int, const char *);
        int __tp_print(const char *, ...); void __tp_unknown(void);
        int x; void *body(void *p) { return p; }
        int main(void) {
            __tp_atomic_begin();
            __tp_await(&x, 4, 5, 7, 2);
            __tp_atomic_end();
            __tp_await_one_of(&x, 1, 1, 2, 3, 9);
            __tp_thread_block(__tp_spawn(body, 0));
            __tp_self(); __tp_assume(x); __tp_choice(3);
            __tp_free(__tp_allocate(8, 1)); __tp_size_of(0);
            __tp_print(\"%d\", 1);
            __tp_fail(1, \"no\");
            __tp_unknown();
        }");
    let uge = Intrinsic::Await {
        size: 4,
        predicate: Predicate::Uge,
        why: Wait::WriterLock,
    };
    let one_of = Intrinsic::AwaitOneOf {
        size: 1,
        why: Wait::Await,
    };
    assert_eq!(
        intrinsics(&module, "main"),
        [
            (Intrinsic::AtomicBegin, 0),
            (uge, 2),
            (Intrinsic::AtomicEnd, 0),
            (one_of, 4),
            (Intrinsic::Spawn, 2),
            (Intrinsic::ThreadBlock, 1),
            (Intrinsic::SelfThread, 0),
            (Intrinsic::Assume, 1),
            (Intrinsic::Choice, 1),
            (Intrinsic::Allocate, 2),
            (Intrinsic::Free, 1),
            (Intrinsic::SizeOf, 1),
            (Intrinsic::Print, 2),
            (Intrinsic::Fail, 2),
        ]
    );
    assert!(!function(&module, "__tp_unknown").is_defined());
    assert!(function(&module, "body").is_defined());
}

#[test]
fn a_wait_needs_constants() {
    let module = c(
        "unsigned long __tp_await(void *, int, int, unsigned long, int);
        int x; int main(int argc, char **argv) { return __tp_await(&x, argc, 0, 0, 0); }",
    );
    assert_eq!(stops(&module, "main").len(), 1);
}

#[test]
fn printf_is_remembered_unless_the_user_defines_it() {
    let text = "int printf(const char *, ...); int main(void) { return printf(\"%d\", 3); }";
    assert_eq!(intrinsics(&c(text), "main"), [(Intrinsic::Print, 2)]);
    let own = file("own.c", "int printf(const char *f, ...) { return f[0]; }");
    let module = load_with(&[file("main.c", text), own], &[]).expect("both compile");
    assert!(intrinsics(&module, "main").is_empty());
    let printf = function(&module, "printf");
    assert!(printf.is_defined() && printf.variadic);
}

#[test]
fn a_trap_is_an_abort() {
    let module = c("int main(void) { __builtin_trap(); }");
    let fail = kinds(&module, "main")
        .into_iter()
        .find_map(|kind| match kind {
            InstKind::Intrinsic {
                intrinsic: Intrinsic::Fail,
                arguments,
            } => Some(arguments),
            _ => None,
        });
    let Some([Operand::Const(kind), Operand::Global(message, 0)]) = fail.as_deref() else {
        panic!("{fail:?}");
    };
    assert_eq!(ErrorKind::ALL[*kind as usize], ErrorKind::Abort);
    assert_eq!(module.globals[message.index()].bytes, b"trap\0");
}

#[test]
fn functions_of_the_competition_run_without_interruption() {
    let module = c("void __VERIFIER_atomic_begin(void) {} void __VERIFIER_atomic_end(void) {}
        void __VERIFIER_atomic_step(void) {}
        int main(void) { __VERIFIER_atomic_begin(); __VERIFIER_atomic_step(); __VERIFIER_atomic_end(); }");
    assert!(function(&module, "__VERIFIER_atomic_step").atomic);
    assert!(!function(&module, "__VERIFIER_atomic_begin").atomic);
    assert!(!function(&module, "__VERIFIER_atomic_end").atomic);
    assert!(!function(&module, "main").atomic);
}

#[test]
fn only_what_is_reached_is_there() {
    let module = c(
        "int unused_global = 1, used_by_unused = 2; static int table[1];
        int helper(void) { return table[0]; } int by_address(void) { return 1; }
        int unused(void) { return used_by_unused; }
        int missing(int);
        int (*pointer)(void) = by_address;
        int main(void) { return helper() + pointer() + missing(2); }",
    );
    let mut functions: Vec<_> = module.functions.iter().map(|f| &f.name[..]).collect();
    functions.sort();
    assert_eq!(functions, ["by_address", "helper", "main", "missing"]);
    let mut globals: Vec<_> = module.globals.iter().map(|g| &g.name[..]).collect();
    globals.sort();
    assert_eq!(globals, ["pointer", "table"]);
    let missing = function(&module, "missing");
    assert!(!missing.is_defined() && missing.parameters.len() == 1 && missing.results == 1);
}

#[test]
fn the_definition_of_the_user_wins() {
    let text = "unsigned long strlen(const char *s) { return 77; }
        int main(void) { const char *volatile s = \"\"; return strlen(s); }";
    let module = c(text);
    let InstKind::Call {
        callee: Callee::Function(id),
        ..
    } = kinds(&module, "main")
        .into_iter()
        .find(|kind| matches!(kind, InstKind::Call { .. }))
        .expect("strlen is called")
    else {
        panic!("strlen is called by name");
    };
    let terminator = &module.functions[id.index()].blocks[0].terminator;
    assert!(matches!(terminator, Terminator::Return(values) if values[..] == [Operand::Const(77)]));
}

#[test]
fn globals_with_addresses_alignment_and_copies() {
    let module = c("extern int outside; int target[4]; void f(void) {}
        struct { char c; int *p; void (*f)(void); int rest[4]; } s = {7, &target[2], f, {1}};
        _Alignas(64) const char text[] = \"hi\"; _Thread_local int own = 5;
        int main(void) { f(); return s.c + text[0] + own + outside; }");
    let s = global(&module, "s");
    assert!(s.size == 40 && s.align >= 8 && !s.constant);
    assert_eq!(s.bytes[..25], [&[7][..], &[0; 23], &[1]].concat());
    let target = module
        .globals
        .iter()
        .position(|g| g.name == "target")
        .expect("reached") as u32;
    let f = module.function("f").expect("reached");
    let Operand::Global(id, 8) = s.relocations[0].1 else {
        panic!("{:?}", s.relocations);
    };
    assert_eq!((id.0, s.relocations[0].0), (target, 8));
    assert_eq!(s.relocations[1], (16, Operand::Function(f)));
    let text = global(&module, "text");
    assert!(text.constant && text.align == 64 && text.bytes.starts_with(b"hi"));
    let own = global(&module, "own");
    assert!(own.thread_local && own.bytes == [5, 0, 0, 0]);
    assert!(global(&module, "outside").external && !s.external);
    assert!(
        kinds(&module, "main")
            .iter()
            .any(|kind| matches!(kind, InstKind::ThreadLocal(_)))
    );
}

#[test]
fn constructors_run_in_order_of_priority() {
    let module = c("int x;
        __attribute__((constructor)) void last(void) { x = 1; }
        __attribute__((constructor(200))) void second(void) { x = 2; }
        __attribute__((constructor(150))) void first(void) { x = 3; }
        int main(void) { return 0; }");
    let names: Vec<_> = module
        .constructors
        .iter()
        .map(|id| &module.functions[id.index()].name[..])
        .collect();
    assert_eq!(names, ["first", "second", "last"]);
}

#[test]
fn arguments_by_value_are_copied_by_the_callee() {
    let module = c(
        "struct big { long q[5]; }; long f(struct big b) { return b.q[1]; }
        int main(void) { struct big b = {{0}}; return f(b); }",
    );
    let f = function(&module, "f");
    let [alloca, copy, ..] = &f.blocks[0].instructions[..] else {
        panic!("too short");
    };
    assert!(matches!(
        alloca.kind,
        InstKind::Alloca {
            size: Operand::Const(40),
            ..
        }
    ));
    let InstKind::MemoryCopy {
        destination,
        source,
        length: Operand::Const(40),
    } = copy.kind
    else {
        panic!("{copy:?}");
    };
    assert_eq!(destination, Operand::Value(alloca.results[0]));
    assert_eq!(source, Operand::Value(f.parameters[0]));
}

#[test]
fn structs_are_split_into_scalars() {
    let module = c(
        "struct s { long a; double b; }; struct s f(struct s x) { return x; }
        int main(void) { struct s x = {1, 2}; return f(x).a; }",
    );
    let f = function(&module, "f");
    let types: Vec<_> = f.parameters.iter().map(|id| f.values[id.index()]).collect();
    assert_eq!(types, [Type::Int(64), Type::F64]);
    assert_eq!(f.results, 2);
}

#[test]
fn a_phi_becomes_a_block_parameter() {
    let module = c("int main(int argc, char **argv) { return argc > 1 ? argc : 7; }");
    let main = function(&module, "main");
    let with_parameters: Vec<_> = main
        .blocks
        .iter()
        .filter(|b| !b.parameters.is_empty())
        .collect();
    assert_eq!(with_parameters.len(), 1);
}

#[test]
fn bit_fields_of_three_bytes_are_accessed_in_pieces() {
    let module = c("struct __attribute__((packed)) { unsigned a : 20; } s;
        int main(void) { s.a = 5; return s.a; }");
    for (size, _) in stores(&module, "main").into_iter() {
        assert!(matches!(size, 1 | 2));
    }
    let sizes: Vec<u8> = loads(&module, "main")
        .into_iter()
        .map(|(size, _)| size)
        .collect();
    assert_eq!(sizes, [2, 1, 2, 1]);
}

#[test]
fn the_optimisation_of_the_user_wins() {
    let text = "int x; int main(void) { x = 1; x = 2; return 0; }";
    let plain = load_with(&[file("a.c", text)], &[]).expect("compiles");
    let optimised = load_with(&[file("a.c", text)], &["-O2"]).expect("compiles");
    assert_eq!(stores(&plain, "main").len(), 2);
    assert_eq!(stores(&optimised, "main").len(), 1);
}

#[test]
fn several_files_are_one_program() {
    let main = file(
        "main.c",
        "int other(void); static int x = 1; int main(void) { return x + other(); }",
    );
    let other = file(
        "other.cpp",
        "static int x = 2; extern \"C\" int other() { return x; }",
    );
    let module = load_with(&[main, other], &[]).expect("both compile");
    assert!(function(&module, "other").is_defined());
    assert_eq!(module.globals.len(), 2);
}

#[test]
fn llvm_text_is_a_program_too() {
    let module = program(
        "a.ll",
        "@x = global float 0.0\ndefine i32 @main() {\n  %v = atomicrmw fmaximum ptr @x, float 4.0 seq_cst\n  ret i32 0\n}",
    );
    assert_eq!(stops(&module, "main").len(), 1);
}
