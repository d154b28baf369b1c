//! How pages end: threads that wait are shown where they wait. And arrows from one store to many loads take no more room than one.

use crate::browser::Browser;
use crate::{folder, nothing_went_wrong};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;

const DEADLOCK: &str = r#"
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
}
"#;

/// Each thread reads fifty times what the one before has stored last.
const MANY_READS: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int cells[9], done;
static void *work(void *number) {
  int me = (int)(long)number;
  for (int i = 0; i < 50; i++) atomic_store(&cells[me + 1], atomic_load(&cells[me]) + i);
  assert(atomic_fetch_add(&done, 1) < 7);
  return NULL;
}
int main(void) {
  pthread_t threads[8];
  for (long i = 0; i < 8; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
}
"#;

fn page(folder: &Path, text: &str) -> PathBuf {
    let (program, file) = (folder.join("program.c"), folder.join("page.html"));
    std::fs::write(&program, text).expect("the folder was just made");
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .args(["check", "--html"])
        .args([&file, &program])
        .output()
        .expect("threadproof runs");
    assert_eq!(output.status.code(), Some(1));
    file
}

#[test]
fn threads_that_wait_are_shown() {
    let folder = folder("waiting-page");
    let file = page(&folder, DEADLOCK);
    let mut browser = Browser::start(&folder);
    browser.open(&file);
    let waits = "[...document.querySelectorAll('.waits')].map((e) => [e.textContent, e.classList.contains('later')])";
    assert_eq!(
        browser.evaluate(waits),
        json!([
            ["waits for a mutex (b)", true],
            ["waits for a mutex (a)", true]
        ])
    );
    let marks = "[...document.querySelectorAll('#source span')].flatMap((line, index) =>
        [...line.querySelectorAll('i.who')].map((who) => [who.textContent, index + 1]))";
    browser.press("End");
    assert_eq!(
        browser.evaluate(marks),
        json!([["main.1", 6], ["main", 13]])
    );
    browser.press("ArrowLeft");
    assert_ne!(
        browser.evaluate(marks),
        json!([["main.1", 6], ["main", 13]])
    );
    nothing_went_wrong(&browser);
}

#[test]
fn arrows_from_one_store_share_their_way() {
    let folder = folder("many-reads-page");
    let file = page(&folder, MANY_READS);
    let mut browser = Browser::start(&folder);
    browser.open(&file);
    let arrows = browser.evaluate("document.querySelectorAll('#arrows > path.rf').length");
    assert!(arrows.as_u64() >= Some(300), "{arrows}");
    // Eight boxes of 13 letters and their margins need some 1,500 pixels.
    let wide = browser.evaluate("byId('events').scrollWidth");
    assert!(wide.as_u64() <= Some(2000), "{wide}");
    nothing_went_wrong(&browser);
}
