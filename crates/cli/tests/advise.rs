//! `threadproof advise`: weaker orders, orders that mend an error, and patches that do what the table says.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn threadproof(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .args(arguments)
        .output()
        .expect("threadproof runs")
}

fn advice(arguments: &[&str]) -> Value {
    let output = threadproof(&[&["advise", "--format", "json"], arguments].concat());
    serde_json::from_slice(&output.stdout).expect("advice is JSON")
}

/// The orders of all sites, and what they should be.
fn orders(advice: &Value) -> Vec<(&str, &str)> {
    let sites = advice["sites"].as_array().expect("a list of sites");
    let pairs = sites.iter().map(|site| {
        let (old, new) = (&site["order"], &site["together"]);
        (
            old.as_str().unwrap_or_default(),
            new.as_str().unwrap_or_default(),
        )
    });
    pairs.collect()
}

fn program(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("advise");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join(name);
    std::fs::write(&file, text).expect("the folder was just made");
    file
}

/// Message passing with more order than it needs.
const STRONG: &str = "#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int message;
static atomic_int ready;
static void *send(void *unused) {
  message = 42;
  atomic_store_explicit(&ready, 1, memory_order_seq_cst);
  return unused;
}
int main(void) {
  pthread_t sender;
  pthread_create(&sender, 0, send, 0);
  atomic_thread_fence(memory_order_seq_cst);
  if (atomic_load_explicit(&ready, memory_order_seq_cst))
    assert(message == 42);
  pthread_join(sender, 0);
}
";

#[test]
fn a_relaxed_publication_needs_release_and_acquire() {
    let advice = advice(&["examples/publish.c"]);
    assert_eq!(advice["verdict"], "error");
    assert_eq!(
        orders(&advice),
        [("relaxed", "release"), ("relaxed", "acquire")]
    );
}

/// One fence between the store and the load, where two orders would have to be stronger.
#[test]
fn store_buffering_needs_a_fence() {
    let patch = program("dekker.patch", "");
    let name = patch.to_str().expect("ours");
    let advice = advice(&["examples/dekker.c", "--patch", name]);
    let expected = [
        ("release", "release"),
        ("acquire", "acquire"),
        ("release", "release"),
        ("none", "seq_cst"),
    ];
    assert_eq!(orders(&advice), expected);
    assert_eq!(advice["sites"][3]["line"], 15);
    let patch = std::fs::read_to_string(patch).expect("it was written");
    let fence = "@@ -14,0 +15 @@\n+  atomic_thread_fence(memory_order_seq_cst);\n";
    assert!(patch.ends_with(fence), "{patch}");
}

/// The reader of a sequence lock reads its data before it looks at the number again: a fence of one line does it, or every
/// load of data has to acquire.
#[test]
fn a_reader_without_a_fence_gets_one() {
    let advice = advice(&["corpus/c11/seqlock.c", "--", "-DREADER=relaxed"]);
    assert_eq!(advice["verdict"], "error");
    let sites = advice["sites"].as_array().expect("a list of sites");
    let (new, old) = sites.split_last().expect("there are some");
    assert!(old.iter().all(|site| site["order"] == site["together"]));
    assert_eq!(new["access"], "new fence before it");
    assert_eq!(new["together"], "acquire");
    assert_eq!(new["line"], 46);
}

/// A sequence lock without any order needs more changes than are tried in all combinations. Orders alone would be six: those of all
/// accesses to the data, too.
#[test]
fn fences_stand_for_several_orders() {
    let macros = [
        "-DWRITER=relaxed",
        "-DREADER=relaxed",
        "-DENTER=relaxed",
        "-DLEAVE=relaxed",
    ];
    let advice = advice(&[&["corpus/c11/seqlock.c", "--"], &macros[..]].concat());
    assert_eq!(advice["verdict"], "error");
    let sites = advice["sites"].as_array().expect("a list of sites");
    let changed = sites
        .iter()
        .filter(|site| site["order"] != site["together"]);
    let changed: Vec<(&str, &str)> = changed
        .map(|site| {
            let word = |key: &str| site[key].as_str().unwrap_or_default();
            (word("access"), word("together"))
        })
        .collect();
    let fence = "new fence before it";
    let expected = ["release", "release", "acquire", "acquire"].map(|order| (fence, order));
    assert_eq!(changed, expected, "{advice:#}");
}

/// Structures of the literature whose orders are all needed.
const PUBLISHED: [&str; 18] = [
    "clh-lock",
    "dekker-accesses",
    "dekker-fences",
    "double-checked-locking",
    "hazard-pointer",
    "mcs-lock",
    "michael-scott-queue",
    "mpmc-ring",
    "peterson-exchange",
    "peterson-fences",
    "read-copy-update",
    "reference-count",
    "seqlock",
    "spsc-ring",
    "test-and-set-lock",
    "ticket-lock",
    "treiber-hazard",
    "treiber-stack",
];

#[test]
fn published_structures_need_their_orders() {
    for name in PUBLISHED {
        let advice = advice(&[&format!("corpus/c11/{name}.c")]);
        assert_eq!(advice["verdict"], "verified", "{name}");
        for (order, weakest) in orders(&advice) {
            assert_eq!(order, weakest, "{name}: {advice:#}");
        }
    }
}

/// The fences of the deque are needed, and the thief's look at the bottom. The compare-exchanges and the looks at the top are stronger
/// than needed here: a fence follows one of them, and without load buffering nothing is read too early. (The
/// authors' code for ARM has no barriers there either.)
#[test]
fn the_work_stealing_deque_needs_its_fences() {
    let advice = advice(&["corpus/c11/chase-lev-deque.c"]);
    let sites = advice["sites"].as_array().expect("a list of sites");
    let strong = sites.iter().filter(|site| site["together"] != "relaxed");
    let strong: Vec<(&str, &str)> = strong
        .map(|site| {
            let word = |key: &str| site[key].as_str().unwrap_or_default();
            (word("access"), word("together"))
        })
        .collect();
    let expected = [
        ("fence", "release"),
        ("fence", "seq_cst"),
        ("fence", "seq_cst"),
        ("load", "acquire"),
    ];
    assert_eq!(strong, expected);
    assert_eq!(advice["load_buffering"], true);
}

/// One weakened order of a published structure, and the order that it had.
const WEAKENED: [(&str, &str, &str); 6] = [
    ("ticket-lock", "-DWAIT=relaxed", "acquire"),
    ("mcs-lock", "-DPASS=relaxed", "release"),
    ("michael-scott-queue", "-DLINK=relaxed", "release"),
    ("treiber-hazard", "-DSCAN=relaxed", "acquire"),
    ("mpmc-ring", "-DFREE=relaxed", "release"),
    ("double-checked-locking", "-DLOOK=relaxed", "acquire"),
];

#[test]
fn weakened_structures_get_their_orders_back() {
    for (name, weakened, published) in WEAKENED {
        let advice = advice(&[&format!("corpus/c11/{name}.c"), "--", weakened]);
        assert_eq!(advice["verdict"], "error", "{name}");
        let changed = orders(&advice).into_iter().filter(|(old, new)| old != new);
        let changed: Vec<_> = changed.collect();
        assert_eq!(changed, [("relaxed", published)], "{name}");
    }
}

/// A slot of Rust whose flag publishes nothing.
const SLOT: &str = "use std::cell::UnsafeCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering, fence};

struct Slot {
    ready: AtomicBool,
    value: UnsafeCell<u32>,
}
unsafe impl Sync for Slot {}

fn main() {
    let (ready, value) = (AtomicBool::new(false), UnsafeCell::new(0));
    let slot = Arc::new(Slot { ready, value });
    let other = Arc::clone(&slot);
    let sender = std::thread::spawn(move || {
        unsafe { *other.value.get() = 42 };
        other.ready.store(true, Ordering::Relaxed);
    });
    fence(Ordering::SeqCst);
    if slot.ready.load(Ordering::Acquire) {
        assert_eq!(unsafe { *slot.value.get() }, 42);
    }
    sender.join().unwrap();
}
";

#[test]
fn orders_of_rust() {
    let file = program("slot.rs", SLOT);
    let patch = file.with_extension("patch");
    let (name, patch) = (file.to_str().expect("ours"), patch.to_str().expect("ours"));
    let weak = advice(&[name, "--patch", patch]);
    let expected = [
        ("relaxed", "release"),
        ("seq_cst", "seq_cst"),
        ("acquire", "acquire"),
    ];
    assert_eq!(orders(&weak), expected);
    let patch = std::fs::read_to_string(patch).expect("it was written");
    let line = "+        other.ready.store(true, Ordering::Release);";
    assert!(patch.lines().any(|l| l == line), "{patch}");
    let strong = program("strong-slot.rs", &SLOT.replace("Relaxed", "SeqCst"));
    let strong = advice(&[strong.to_str().expect("ours")]);
    let expected = [
        ("seq_cst", "release"),
        ("seq_cst", "none"),
        ("acquire", "acquire"),
    ];
    assert_eq!(orders(&strong), expected);
}

#[test]
fn orders_that_are_too_strong_are_weakened_by_the_patch() {
    let file = program("strong.c", STRONG);
    let patch = file.with_extension("patch");
    let (name, patch) = (file.to_str().expect("ours"), patch.to_str().expect("ours"));
    let advice = advice(&[name, "--patch", patch]);
    assert_eq!(advice["verdict"], "verified");
    let expected = [
        ("seq_cst", "release"),
        ("seq_cst", "none"),
        ("seq_cst", "acquire"),
    ];
    assert_eq!(orders(&advice), expected);
    let patch = std::fs::read_to_string(patch).expect("it was written");
    let new: Vec<&str> = patch
        .lines()
        .filter(|l| l.starts_with('+') && !l.starts_with("+++"))
        .collect();
    let expected = [
        "+  atomic_store_explicit(&ready, 1, memory_order_release);",
        "+  ",
        "+  if (atomic_load_explicit(&ready, memory_order_acquire))",
    ];
    assert_eq!(new, expected);
}

/// The program after its advice: the verdict of a check of what the patch leaves, and that.
fn patched(file: &Path) -> (Value, String) {
    let patch = file.with_extension("patch");
    let (name, diff) = (file.to_str().expect("ours"), patch.to_str().expect("ours"));
    let output = threadproof(&["advise", name, "--patch", diff]);
    let notes = String::from_utf8_lossy(&output.stderr);
    assert_eq!(notes, "", "{name}: something is not in the patch");
    let applied = Command::new("patch").args(["-s", name, diff]).status();
    assert!(applied.expect("patch runs").success(), "{name}");
    let output = threadproof(&["check", "--format", "json", "--no-compare-models", name]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report is JSON");
    let text = std::fs::read_to_string(file).expect("patch left a file");
    (report["verdict"].clone(), text)
}

/// Who says no order gets a weaker one in the call.
#[test]
fn defaults_are_weakened_by_the_patch() {
    let text = STRONG
        .replace("_explicit", "")
        .replace("1, memory_order_seq_cst", "1")
        .replace("ready, memory_order_seq_cst", "ready");
    assert!(text.contains("atomic_store(&ready, 1);") && text.contains("atomic_load(&ready))"));
    let (verdict, text) = patched(&program("default.c", &text));
    assert_eq!(verdict, "verified");
    assert!(text.contains("atomic_store_explicit(&ready, 1, memory_order_release);"));
    assert!(text.contains("if (atomic_load_explicit(&ready, memory_order_acquire))"));
    let text = "#include <atomic>
#include <cassert>
#include <thread>
int message;
std::atomic<bool> ready;
int main() {
  std::thread sender([] { message = 42; ready.store(true); });
  if (ready.load()) assert(message == 42);
  sender.join();
}
";
    let (verdict, text) = patched(&program("default.cpp", text));
    assert_eq!(verdict, "verified");
    assert!(
        text.contains("ready.store(true, std::memory_order_release);"),
        "{text}"
    );
    assert!(
        text.contains("ready.load(std::memory_order_acquire)"),
        "{text}"
    );
}

/// Pointers and truth values of C++: their methods are functions of the library, and each call has an order of its own.
#[test]
fn orders_of_cplusplus() {
    let text = "#include <atomic>
#include <cassert>
#include <thread>
struct Node { int value; Node *next; };
std::atomic<Node *> head;
std::atomic<bool> filled;
Node node;
void push(Node *n) {
  n->next = head.load(std::memory_order_seq_cst);
  while (!head.compare_exchange_weak(n->next, n, std::memory_order_relaxed, std::memory_order_relaxed));
  filled.store(true, std::memory_order_relaxed);
}
int main() {
  node.value = 42;
  std::thread first([] { node.value = 43; push(&node); });
  if (filled.load(std::memory_order_relaxed) && head.load(std::memory_order_acquire)->value != 43)
    assert(false);
  first.join();
}
";
    let file = program("stack.cpp", text);
    let advice = advice(&[file.to_str().expect("ours")]);
    assert_eq!(advice["verdict"], "error");
    let sites = advice["sites"].as_array().expect("a list of sites");
    let found: Vec<(u64, &str, &str)> = sites
        .iter()
        .map(|site| {
            let word = |key: &str| site[key].as_str().unwrap_or_default();
            (
                site["line"].as_u64().unwrap_or(0),
                word("order"),
                word("together"),
            )
        })
        .collect();
    // The reader follows the flag, and then the pointer that the exchange put there.
    let expected = [
        (9, "seq_cst", "seq_cst"),
        (10, "relaxed", "relaxed"),
        (10, "relaxed", "relaxed"),
        (11, "relaxed", "release"),
        (16, "relaxed", "acquire"),
        (16, "acquire", "acquire"),
    ];
    assert_eq!(found, expected);
    assert_eq!(patched(&file).0, "verified");
}

/// The cases of a structure in which an order is too weak, with the macros for the compiler.
fn weak_cases(name: &str) -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c11");
    let text = std::fs::read_to_string(folder.join(format!("{name}.c"))).expect("it is there");
    let cases = text.lines().filter_map(|line| {
        let case = line.strip_prefix("// case: --model c11 -- ")?;
        let (macros, expected) = case.split_once(" => ")?;
        // Nothing but another look mends the thief that looks once.
        let is_mended = expected.starts_with("error") && macros != "-DBLIND";
        is_mended.then(|| macros.split(' ').map(String::from).collect())
    });
    cases.collect()
}

/// Each structure with an order that is too weak verifies after the patch. The corpus writes orders as macros, which no patch
/// can change, so the preprocessor comes first.
fn patches_mend(names: &[&str]) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c11");
    for name in names {
        let cases = weak_cases(name);
        assert!(!cases.is_empty(), "{name}");
        for macros in cases {
            let written = Command::new("clang-22")
                .args(["-E", "-P"])
                .args(&macros)
                .arg(corpus.join(format!("{name}.c")))
                .output()
                .expect("clang runs");
            let text = String::from_utf8(written.stdout).expect("C is text");
            let file = program(&format!("{name}{}.c", macros.concat()), &text);
            assert_eq!(patched(&file).0, "verified", "{name} {macros:?}");
        }
    }
}

#[test]
fn patches_mend_the_first_published_structures() {
    patches_mend(&PUBLISHED[..6]);
    patches_mend(&["chase-lev-deque"]);
}

#[test]
fn patches_mend_further_published_structures() {
    patches_mend(&PUBLISHED[6..11]);
}

#[test]
fn patches_mend_the_last_published_structures() {
    patches_mend(&PUBLISHED[11..]);
}

#[test]
fn an_error_of_every_model_is_not_mended() {
    let advice = advice(&["examples/lost-update.c"]);
    assert_eq!(advice["verdict"], "error");
    assert_eq!(advice["mended"], false);
}

/// A check without an answer proves nothing: who reads the old message calls a function that nobody knows.
#[test]
fn orders_without_an_answer() {
    let text = STRONG
        .replace(
            "static int message",
            "int unknown(void);\nstatic atomic_int message",
        )
        .replace(
            "  message = 42;",
            "  atomic_store_explicit(&message, 42, memory_order_relaxed);",
        )
        .replace("  atomic_thread_fence(memory_order_seq_cst);\n", "")
        .replace("memory_order_seq_cst", "memory_order_release")
        .replace("ready, memory_order_release", "ready, memory_order_acquire")
        .replace(
            "assert(message == 42);",
            "if (atomic_load_explicit(&message, memory_order_relaxed) != 42) unknown();",
        );
    let file = program("unknown.c", &text);
    let name = file.to_str().expect("ours");
    let told = threadproof(&["advise", name]);
    let told = String::from_utf8_lossy(&told.stdout);
    assert!(told.starts_with("verified\n"), "{told}");
    assert!(
        told.contains("Note: less may do at 9:3, 15:7, where a check"),
        "{told}"
    );
    let advice = advice(&[name]);
    let sites = advice["sites"].as_array().expect("a list of sites");
    let undecided: Vec<bool> = sites.iter().map(|site| site["undecided"] == true).collect();
    assert_eq!(undecided, [false, true, true, false], "{advice:#}");
}

/// Store buffering is an error now; with seq_cst everywhere there is no answer.
#[test]
fn an_error_that_may_stay() {
    let text = "#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int unknown(void);
static atomic_int x, y;
static int first;
static void *other(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  first = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  int second = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(thread, 0);
  assert(first || second);
  if (first && second)
    unknown();
}
";
    let file = program("may-stay.c", text);
    let told = threadproof(&["advise", file.to_str().expect("ours")]);
    let told = String::from_utf8_lossy(&told.stdout);
    assert!(told.starts_with("error[assertion]"), "{told}");
    assert!(
        told.contains("whether memory orders mend it is not known"),
        "{told}"
    );
}

#[test]
fn bad_questions_are_explained() {
    let sc = threadproof(&["advise", "examples/publish.c", "--model", "sc"]);
    assert_eq!(sc.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&sc.stderr).contains("--model c11"));
    let file = program("none.c", "int main(void) { return 0; }\n");
    let none = threadproof(&["advise", file.to_str().expect("ours")]);
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("no atomic accesses"));
}
