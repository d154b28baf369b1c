//! The note about load buffering, which c11 leaves out.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The report on a program.
fn report(name: &str, text: &str) -> Value {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("load-buffering");
    std::fs::create_dir_all(&folder).expect("cargo's folder for tests can be written");
    let file = folder.join(name);
    std::fs::write(&file, text).expect("the folder was just made");
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .arg("check")
        .arg(&file)
        .args(["--model", "c11", "--format", "json"])
        .output()
        .expect("threadproof runs");
    serde_json::from_slice(&output.stdout).expect("a report")
}

/// Two threads that load one variable and store the other.
const LOAD_BUFFERING: &str = "#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void *first(void *unused) {
  int r = atomic_load_explicit(&x, memory_order_relaxed);
  atomic_store_explicit(&y, r + 1, memory_order_relaxed);
  return unused;
}
static void *second(void *unused) {
  int r = atomic_load_explicit(&y, memory_order_relaxed);
  atomic_store_explicit(&x, r + 1, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t other, another;
  atomic_store_explicit(&x, 0, memory_order_relaxed);
  pthread_create(&other, 0, first, 0);
  pthread_create(&another, 0, second, 0);
  pthread_join(other, 0);
  pthread_join(another, 0);
  int last = atomic_load_explicit(&x, memory_order_relaxed);
  atomic_store_explicit(&y, last, memory_order_relaxed);
}
";

/// Under c11 a note names the accesses that could show load buffering, and no others.
#[test]
fn load_buffering_is_noted() {
    let lines = |name: &str, text: &str| {
        let report = report(name, text);
        assert_eq!(report["verdict"], "verified");
        let notes = report["notes"].as_array().expect("a list").iter();
        let mut notes = notes.filter(|note| note["kind"] == "load-buffering");
        let places = notes.next().map(|note| note["locations"].clone());
        let places = places.as_ref().and_then(Value::as_array).cloned();
        let lines = places.into_iter().flatten();
        lines.filter_map(|place| place["line"].as_u64()).collect()
    };
    let found: Vec<u64> = lines("lb.c", LOAD_BUFFERING);
    assert_eq!(found, [5, 6, 10, 11]);
    // Message passing: nobody stores behind a load.
    let second = "  atomic_store_explicit(&x, r + 1, memory_order_relaxed);\n";
    let found = lines("no-lb.c", &LOAD_BUFFERING.replace(second, "  (void)r;\n"));
    assert!(found.is_empty(), "{found:?}");
    // One read that synchronises is enough.
    let text = LOAD_BUFFERING.replacen(
        "&y, r + 1, memory_order_relaxed",
        "&y, r + 1, memory_order_release",
        1,
    );
    let text = text.replacen(
        "load_explicit(&y, memory_order_relaxed",
        "load_explicit(&y, memory_order_acquire",
        1,
    );
    let found = lines("synchronised-lb.c", &text);
    assert!(found.is_empty(), "{found:?}");
    // An acquire load alone is not.
    let text = LOAD_BUFFERING.replacen(
        "load_explicit(&y, memory_order_relaxed",
        "load_explicit(&y, memory_order_acquire",
        1,
    );
    assert_eq!(lines("half-lb.c", &text), [5, 6, 10, 11]);
}
