//! The sentence *Why* names the missing orders and fences for each shape of weak behaviour.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names that keep the programs short, and a `main` that runs their threads.
const BEGIN: &str = "#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define LOAD(x, o) atomic_load_explicit(&x, memory_order_##o)
#define STORE(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)
#define FENCE(o) atomic_thread_fence(memory_order_##o)
#define THREAD(name) static void *name(void *unused)
static atomic_int x, y;
static int data, a, b, c, d;
static void run(int count, void *(*const bodies[])(void *)) {
  pthread_t threads[4];
  for (int i = 0; i < count; i++) pthread_create(&threads[i], 0, bodies[i], 0);
  for (int i = 0; i < count; i++) pthread_join(threads[i], 0);
}
#define RUN(...) run(sizeof((void *(*[])(void *)){__VA_ARGS__}) / sizeof(void *), (void *(*[])(void *)){__VA_ARGS__})
#line 1
";

/// The sentence for the first error of a program.
fn why(name: &str, text: &str) -> String {
    let report = report(name, text);
    let why = &report["errors"][0]["why"];
    why.as_str().unwrap_or_default().into()
}

fn report(name: &str, text: &str) -> Value {
    checked(&written(name, text), &["--no-compare-models"])
}

fn written(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("why");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join(name);
    std::fs::write(&file, format!("{BEGIN}{text}")).expect("the folder was just made");
    file
}

fn checked(file: &Path, more: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .args(["check", "--format", "json"])
        .args(more)
        .arg(file)
        .output()
        .expect("threadproof runs");
    serde_json::from_slice(&output.stdout).expect("a report is JSON")
}

/// Both threads read the other one's flag while it is in a buffer, but the lost update needs no buffer.
#[test]
fn an_error_without_buffers_has_another_reason() {
    let text = "THREAD(left) { STORE(x, 1, release); a = LOAD(y, acquire); int s = data; data = s + 1; return 0; }
THREAD(right) { STORE(y, 1, release); b = LOAD(x, acquire); int s = data; data = s + 1; return 0; }
int main(void) { RUN(left, right); assert(data == 2); }
";
    for model in ["tso", "pso"] {
        let file = written(&format!("no-buffer-{model}.c"), text);
        let report = checked(&file, &["--model", model]);
        assert_eq!(report["shown_under"]["sc"], true, "{report:#}");
        let why = report["errors"][0]["why"].as_str().unwrap_or_default();
        says(why, &["data = 1", "is lost"]);
    }
}

/// The program verifies after these changes: the cure that a sentence names is one.
#[track_caller]
fn is_cured(name: &str, text: &str, changes: &[(&str, &str)]) {
    let mut cured = text.to_string();
    for (from, to) in changes {
        assert!(cured.contains(from), "{from} is not in: {cured}");
        cured = cured.replace(from, to);
    }
    let report = report(&format!("cured-{name}"), &cured);
    assert_eq!(report["verdict"], "verified", "{cured}");
}

#[track_caller]
fn says(sentence: &str, parts: &[&str]) {
    for part in parts {
        assert!(sentence.contains(part), "{part} is not in: {sentence}");
    }
}

#[test]
fn a_relaxed_load_in_the_middle_of_a_chain() {
    let text = "THREAD(p) { data = 1; STORE(x, 1, release); return unused; }
THREAD(q) { if (LOAD(x, relaxed)) STORE(y, 1, release); return unused; }
THREAD(r) { if (LOAD(y, acquire)) assert(data == 1); return unused; }
int main(void) { RUN(p, q, r); }";
    let sentence = why("isa2.c", text);
    says(
        &sentence,
        &[
            "main.2 had read x from step",
            "then main.3 read y from step",
            "is relaxed; memory_order_acquire at line 2 would order the threads",
        ],
    );
    is_cured(
        "0-isa2.c",
        text,
        &[("LOAD(x, relaxed)", "LOAD(x, acquire)")],
    );
}

/// A thread that knows a read of x must not read an older value: the store of x itself need not release.
#[test]
fn a_write_that_somebody_else_has_seen() {
    let text = "THREAD(p) { STORE(x, 1, relaxed); return unused; }
THREAD(q) { a = LOAD(x, relaxed); STORE(y, 1, relaxed); return unused; }
THREAD(r) { b = LOAD(y, relaxed); c = LOAD(x, relaxed); return unused; }
int main(void) { RUN(p, q, r); assert(!(a == 1 && b == 1 && c == 0)); }";
    let sentence = why("wrc.c", text);
    says(
        &sentence,
        &[
            "main.3 had read y from step",
            "memory_order_release at line 2 and memory_order_acquire at line 3",
        ],
    );
    is_cured(
        "0-wrc.c",
        text,
        &[
            ("STORE(y, 1, relaxed)", "STORE(y, 1, release)"),
            ("LOAD(y, relaxed)", "LOAD(y, acquire)"),
        ],
    );
}

#[test]
fn a_plain_store_ends_the_release_sequence() {
    let text = "THREAD(p) { data = 1; STORE(x, 1, release);
  STORE(x, 2, relaxed); return unused; }
THREAD(q) { if (LOAD(x, acquire) == 2) assert(data == 1); return unused; }
int main(void) { RUN(p, q); }";
    let sentence = why("relseq.c", text);
    says(
        &sentence,
        &["but the store is relaxed; memory_order_release at line 2"],
    );
    is_cured(
        "0-relseq.c",
        text,
        &[("STORE(x, 2, relaxed)", "STORE(x, 2, release)")],
    );
}

/// The relaxed addition continues the release sequence, so it is not to blame.
#[test]
fn an_update_passes_the_message_on() {
    let text = "THREAD(p) { data = 1; STORE(x, 1, release); return unused; }
THREAD(q) { atomic_fetch_add_explicit(&x, 1, memory_order_relaxed); return unused; }
THREAD(r) { if (LOAD(x, relaxed) == 2) assert(data == 1); return unused; }
int main(void) { RUN(p, q, r); }";
    let sentence = why("updated.c", text);
    says(
        &sentence,
        &["but the load is relaxed; memory_order_acquire at line 3"],
    );
    is_cured(
        "0-updated.c",
        text,
        &[("LOAD(x, relaxed)", "LOAD(x, acquire)")],
    );
}

#[test]
fn independent_reads_of_independent_writes() {
    let text = "THREAD(p) { STORE(x, 1, release); return unused; }
THREAD(q) { STORE(y, 1, release); return unused; }
THREAD(r) { a = LOAD(x, acquire);
  b = LOAD(y, acquire); return unused; }
THREAD(s) { c = LOAD(y, acquire);
  d = LOAD(x, acquire); return unused; }
int main(void) { RUN(p, q, r, s); assert(!(a == 1 && b == 0 && c == 1 && d == 0)); }";
    let sentence = why("iriw.c", text);
    says(
        &sentence,
        &[
            "only memory_order_seq_cst at lines 1, 2, 3, 4, 5 and 6, or",
            "without the store of step",
            "atomic_thread_fence(memory_order_seq_cst) between lines 3 and 4 and between lines 5 and 6",
        ],
    );
    is_cured(
        "0-iriw.c",
        text,
        &[("acquire", "seq_cst"), ("release", "seq_cst")],
    );
    is_cured(
        "1-iriw.c",
        text,
        &[("acquire);\n", "acquire); FENCE(seq_cst);\n")],
    );
}

/// The fence of the other thread is strong enough.
#[test]
fn a_read_between_a_write_and_a_reader() {
    let text = "THREAD(p) { STORE(x, 1, relaxed); return unused; }
THREAD(q) { a = LOAD(x, relaxed);
  FENCE(acq_rel);
  b = LOAD(y, relaxed); return unused; }
THREAD(r) { STORE(y, 1, relaxed);
  FENCE(seq_cst);
  c = LOAD(x, relaxed); return unused; }
int main(void) { RUN(p, q, r); assert(!(a == 1 && b == 0 && c == 0)); }";
    let sentence = why("rwc.c", text);
    says(
        &sentence,
        &[
            "only memory_order_seq_cst at lines 1, 2 and 4, or",
            "atomic_thread_fence(memory_order_seq_cst) between lines 2 and 4, forbids",
        ],
    );
    is_cured(
        "0-rwc.c",
        text,
        &[
            ("STORE(x, 1, relaxed)", "STORE(x, 1, seq_cst)"),
            ("a = LOAD(x, relaxed)", "a = LOAD(x, seq_cst)"),
            ("b = LOAD(y, relaxed)", "b = LOAD(y, seq_cst)"),
        ],
    );
    is_cured("1-rwc.c", text, &[("FENCE(acq_rel)", "FENCE(seq_cst)")]);
}

/// Both writes are known to `main`; which of them is last is the question.
#[test]
fn writes_that_overwrite_each_other() {
    let text = "THREAD(p) { STORE(x, 1, release);
  STORE(y, 2, release); return unused; }
THREAD(q) { STORE(y, 1, release);
  STORE(x, 2, release); return unused; }
int main(void) { RUN(p, q); a = LOAD(x, relaxed); b = LOAD(y, relaxed); assert(!(a == 1 && b == 1)); }";
    let sentence = why("2+2w.c", text);
    says(
        &sentence,
        &[
            "only memory_order_seq_cst at lines 1, 2, 3 and 4, or",
            "overwrote",
            "between lines 1 and 2 and between lines 3 and 4",
        ],
    );
    is_cured("0-2+2w.c", text, &[("release", "seq_cst")]);
    is_cured(
        "1-2+2w.c",
        text,
        &[("release);\n", "release); FENCE(seq_cst);\n")],
    );
}

#[test]
fn an_object_that_is_freed_while_it_is_used() {
    let text = "struct object { atomic_int count; int value; } *object;
static void drop(struct object *o) {
  if (atomic_fetch_sub_explicit(&o->count, 1, memory_order_relaxed) == 1) free(o); }
THREAD(p) { data = object->value; drop(object); return unused; }
THREAD(q) { drop(object); return unused; }
int main(void) { object = malloc(sizeof *object); atomic_init(&object->count, 2); object->value = 1; RUN(p, q); }";
    let sentence = why("count.c", text);
    says(
        &sentence,
        &[
            "frees it",
            "nothing orders the two",
            "are relaxed; memory_order_release at line 3",
        ],
    );
    is_cured(
        "0-count.c",
        text,
        &[("memory_order_relaxed", "memory_order_acq_rel")],
    );
}

#[test]
fn a_failed_try_lock() {
    let sentence = why(
        "trylock.c",
        "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
THREAD(p) { data = 1; pthread_mutex_lock(&m); return unused; }
THREAD(q) { if (pthread_mutex_trylock(&m)) assert(data == 1); else pthread_mutex_unlock(&m); return unused; }
int main(void) { RUN(p, q); }",
    );
    says(
        &sentence,
        &["had found m taken", "a try-lock that fails orders nothing"],
    );
}

/// Mutual exclusion fails because both threads miss the other's flag; the race follows from it.
#[test]
fn a_race_that_follows_from_store_buffering() {
    let sentence = why(
        "dekker.c",
        "THREAD(p) { STORE(x, 1, release); if (!LOAD(y, acquire)) data++; return unused; }
THREAD(q) { STORE(y, 1, release); if (!LOAD(x, acquire)) data++; return unused; }
int main(void) { RUN(p, q); }",
    );
    says(
        &sentence,
        &[
            "nothing orders the two",
            "atomic_thread_fence(memory_order_seq_cst)",
        ],
    );
}

/// The order of success is in the same line, and strong enough.
#[test]
fn a_compare_exchange_that_fails() {
    let text = "THREAD(p) { data = 1; STORE(x, 1, release); return unused; }
THREAD(q) { int old = 0;
  if (!atomic_compare_exchange_strong_explicit(&x, &old, 2, memory_order_acq_rel, memory_order_relaxed))
    assert(data == 1);
  return unused; }
int main(void) { RUN(p, q); }";
    let sentence = why("failure.c", text);
    says(
        &sentence,
        &[
            "but the compare-exchange that fails is relaxed",
            "memory_order_acquire for the failure at line 3",
        ],
    );
    is_cured(
        "failure.c",
        text,
        &[("memory_order_relaxed", "memory_order_acquire")],
    );
}

/// The exchange acquires already, and still has to.
#[test]
fn an_exchange_that_does_not_release() {
    let text = "THREAD(p) { data = 1; atomic_exchange_explicit(&x, 1, memory_order_acquire); return unused; }
THREAD(q) { if (LOAD(x, acquire)) assert(data == 1); return unused; }
int main(void) { RUN(p, q); }";
    let sentence = why("exchange.c", text);
    says(
        &sentence,
        &["but the store does not release; memory_order_acq_rel at line 1"],
    );
    is_cured(
        "exchange.c",
        text,
        &[("memory_order_acquire", "memory_order_acq_rel")],
    );
}
