//! A page with eight threads and a hundred steps: its arrows stay apart, on a phone and in the dark.

use crate::browser::Browser;
use crate::{folder, nothing_went_wrong};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAM: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int a, b, c;
static void *work(void *unused) {
  for (int i = 0; i < 6; i++) {
    int seen = atomic_load(&a);
    atomic_store(&b, seen + 1);
    atomic_fetch_add(&c, 1);
  }
  return unused;
}
int main(void) {
  pthread_t threads[7];
  for (int i = 0; i < 7; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 7; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&c) != 42);
}
"#;

fn page(folder: &Path) -> PathBuf {
    let (program, file) = (folder.join("large.c"), folder.join("large.html"));
    std::fs::write(&program, PROGRAM).expect("the folder was just made");
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .args(["check", "--sample", "1", "--strategy", "walk", "--html"])
        .args([&file, &program])
        .output()
        .expect("threadproof runs");
    assert_eq!(output.status.code(), Some(1));
    file
}

/// Pieces of arrows that run along each other in one place, and arrows that run through a box.
const OVERLAPS: &str = r"(() => {
  const base = byId('events').getBoundingClientRect(), scroll = byId('events');
  const boxes = [...document.querySelectorAll('.event')].map((e) => {
    const box = e.getBoundingClientRect();
    const left = box.left - base.left + scroll.scrollLeft, top = box.top - base.top + scroll.scrollTop;
    return { left, top, right: left + box.width, bottom: top + box.height };
  });
  const problems = [], uprights = [];
  for (const path of document.querySelectorAll('#arrows > path')) {
    const points = path.getAttribute('d').slice(1).split(' L').map((p) => p.split(',').map(Number));
    if (path.classList.contains('po') && points.length === 2) continue;
    for (let i = 1; i < points.length; i++) {
      const [[x1, y1], [x2, y2]] = [points[i - 1], points[i]];
      const left = Math.min(x1, x2), right = Math.max(x1, x2), top = Math.min(y1, y2), bottom = Math.max(y1, y2);
      for (const box of boxes) {
        if (left < box.right - 1 && box.left + 1 < right && top < box.bottom - 1 && box.top + 1 < bottom) {
          problems.push(`through a box: ${path.dataset.edge}`);
        }
        if (x1 === x2 && box.left < x1 && x1 < box.right) {
          if (top < box.bottom && box.top < bottom) problems.push(`through a box: ${path.dataset.edge}`);
        }
      }
      if (x1 === x2) {
        for (const other of uprights) {
          const same = Math.abs(other.x - x1) < 1, touch = top < other.bottom && other.top < bottom;
          if (same && touch && other.edge !== path.dataset.edge) problems.push(`${other.edge} on ${path.dataset.edge}`);
        }
        uprights.push({ x: x1, top, bottom, edge: path.dataset.edge });
      }
    }
  }
  return { problems: problems.slice(0, 10), arrows: document.querySelectorAll('#arrows > path').length };
})()";

fn assert_apart(browser: &mut Browser, least: u64) {
    let found = browser.evaluate(OVERLAPS);
    assert_eq!(found["problems"], json!([]), "{found:#}");
    assert!(found["arrows"].as_u64() >= Some(least), "{found}");
}

fn pictured(browser: &mut Browser, folder: &Path, name: &str) {
    let picture = browser.screenshot();
    // For people who want to look at it: `base64 -d`.
    std::fs::write(folder.join(name), &picture).expect("the folder is ours");
    assert!(picture.len() > 10_000, "the picture shows something");
}

#[test]
fn a_large_page_is_readable() {
    let folder = folder("large-page");
    let file = page(&folder);
    let mut browser = Browser::start(&folder);
    browser.open(&file);
    let threads = browser.evaluate("document.querySelectorAll('.thread').length");
    assert_eq!(threads, json!(8));
    let steps = browser.evaluate("document.querySelectorAll('.event').length");
    assert!(steps.as_u64() >= Some(100), "{steps}");
    browser.press("End");
    let hidden = browser.evaluate(
        "[...document.querySelectorAll('#source u.below')].map((e) => e.children.length)",
    );
    assert_eq!(hidden, json!([7]), "seven threads stand at one line");
    assert_apart(&mut browser, 100);
    for key in ["c", "h", "a"] {
        browser.press(key);
    }
    assert_apart(&mut browser, 200);
    pictured(&mut browser, &folder, "large.png.base64");

    let dark = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    browser.ask("Emulation.setEmulatedMedia", dark);
    let bright = browser.evaluate(
        "getComputedStyle(document.querySelector('.event')).backgroundColor.match(/\\d+/g).slice(0, 3)
            .reduce((sum, part) => sum + Number(part), 0)",
    );
    assert!(bright.as_u64() < Some(200), "dark: {bright}");
    pictured(&mut browser, &folder, "dark.png.base64");

    let phone = json!({ "width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true });
    browser.ask("Emulation.setDeviceMetricsOverride", phone);
    let wide = browser.evaluate("document.documentElement.scrollWidth");
    assert!(wide.as_u64() <= Some(390), "nothing sticks out: {wide}");
    let below = browser.evaluate(
        "document.querySelector('aside').getBoundingClientRect().top >=
            byId('events').getBoundingClientRect().bottom",
    );
    assert_eq!(below, Value::Bool(true), "the source is below the steps");
    pictured(&mut browser, &folder, "phone.png.base64");
    nothing_went_wrong(&browser);
}
