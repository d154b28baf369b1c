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

#[test]
fn store_buffering_needs_sequential_consistency() {
    let advice = advice(&["examples/dekker.c"]);
    let expected = [
        ("release", "seq_cst"),
        ("acquire", "seq_cst"),
        ("release", "release"),
    ];
    assert_eq!(orders(&advice), expected);
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

#[test]
fn an_error_of_every_model_is_not_mended() {
    let advice = advice(&["examples/lost-update.c"]);
    assert_eq!(advice["verdict"], "error");
    assert_eq!(advice["mended"], false);
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
