//! The page of `--html` in a real browser: it steps through a counterexample under TSO.

mod browser;
mod ends;
mod index;
mod large;

use browser::Browser;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The page for Dekker's entry under TSO, and the report that belongs to it.
fn page(folder: &Path) -> (PathBuf, Value) {
    let file = folder.join("dekker.html");
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .args(["check", "corpus/weak/dekker-entry.c", "--model", "tso"])
        .args(["--format", "json", "--html"])
        .arg(&file)
        .output()
        .expect("threadproof runs");
    assert_eq!(output.status.code(), Some(1));
    let report = serde_json::from_slice(&output.stdout).expect("a report");
    (file, report)
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("cargo's folder for tests can be written");
    folder
}

/// What the page shows now: position, marked source line, stores in buffers, number of later boxes.
fn shown(browser: &mut Browser) -> Value {
    browser.evaluate(
        "({ position: byId('position').textContent,
            now: document.querySelector('.event.now').textContent,
            line: Number(document.querySelector('#source .now b').textContent),
            queues: [...document.querySelectorAll('.queue i')].map((i) => i.textContent),
            memory: [...document.querySelectorAll('#memory tr')].map((r) => r.innerText),
            later: document.querySelectorAll('.event.later').length })",
    )
}

fn arrows(browser: &mut Browser, relation: &str) -> u64 {
    let count = format!("document.querySelectorAll('#arrows > path.{relation}').length");
    browser.evaluate(&count).as_u64().expect("a number")
}

#[test]
fn stepping_through_a_counterexample_under_tso() {
    let folder = folder("page");
    let (file, report) = page(&folder);
    let trace = report["errors"][0]["trace"]
        .as_array()
        .expect("a trace")
        .clone();
    let mut browser = Browser::start(&folder);
    browser.open(&file);
    let boxes = browser.evaluate("document.querySelectorAll('.event').length");
    let first = browser.screenshot();

    // Forwards with the keyboard: each position has its line, and buffers fill and empty.
    let mut filled = 0;
    let mut seen = vec![shown(&mut browser)];
    for _ in 1..boxes.as_u64().expect("a number") {
        browser.press("ArrowRight");
        let now = shown(&mut browser);
        let step: usize = position(&now);
        let line = &trace[step - 1]["location"]["line"];
        assert_eq!(&now["line"], line, "step {step}");
        filled = filled.max(now["queues"].as_array().map_or(0, Vec::len));
        seen.push(now);
    }
    let last = seen.last().expect("there are steps");
    assert_eq!(last["now"], "fails: assertion");
    assert_eq!(last["later"], 0);
    assert!(filled >= 2, "both threads delay a store: {seen:#?}");
    assert_ne!(browser.screenshot(), first, "the picture changes");

    // A store leaves its buffer at its flush.
    let flush = seen.iter().position(is_flush).expect("a store is flushed");
    let count = |s: &Value| s["queues"].as_array().map_or(0, Vec::len);
    assert_eq!(count(&seen[flush]) + 1, count(&seen[flush - 1]));

    // Back again, and to the ends.
    browser.press("ArrowLeft");
    assert_eq!(shown(&mut browser), seen[seen.len() - 2]);
    browser.press("Home");
    assert_eq!(shown(&mut browser), seen[0]);
    browser.press("End");
    assert_eq!(shown(&mut browser), *last);

    the_sentence_leads_to_its_steps(&mut browser);
    steps_have_addresses(&mut browser);
    steps_are_found(&mut browser);
    browser.press("End");
    relations_can_be_switched(&mut browser);
    browser.press("a");
    let all = browser.evaluate("document.querySelectorAll('.event').length");
    assert_eq!(all, json!(trace.len()), "every step");
    let picture = browser.screenshot();
    assert!(picture.len() > 10_000, "the picture shows something");
    nothing_went_wrong(&browser);
}

/// `Why` names steps, and its links go there.
fn the_sentence_leads_to_its_steps(browser: &mut Browser) {
    let link = "document.querySelector('#why a')";
    let words = browser.evaluate(&format!("{link}.textContent"));
    browser.evaluate(&format!("{link}.click()"));
    let position = browser.evaluate("byId('position').textContent");
    let (words, position) = (
        words.as_str().unwrap_or(""),
        position.as_str().unwrap_or(""),
    );
    assert!(
        position.starts_with(&format!("{words} of")),
        "{words}: {position}"
    );
}

/// Every thread has its line in the source, and an address leads to a step.
fn steps_have_addresses(browser: &mut Browser) {
    browser.press("End");
    let marked = browser.evaluate("document.querySelectorAll('#source i.who').length");
    assert!(marked.as_u64() >= Some(2), "two threads: {marked}");
    let coloured = browser.evaluate("document.querySelectorAll('#source em.keyword').length");
    assert!(coloured.as_u64() > Some(0), "the source has colours");
    let hash = browser.evaluate("location.hash");
    browser.press("Home");
    assert_ne!(browser.evaluate("location.hash"), hash);
    browser.evaluate(&format!("location.hash = {hash}"));
    browser.wait_for("document.querySelector('.event.now').textContent === 'fails: assertion'");
}

fn steps_are_found(browser: &mut Browser) {
    browser.evaluate("byId('search').value = 'FLUSH'; byId('search').oninput()");
    let found = browser
        .evaluate("[...document.querySelectorAll('.event.found')].map((e) => e.textContent)");
    let found = found.as_array().expect("a list");
    let all_flush = |e: &Value| e.as_str().is_some_and(|text| text.starts_with("flush"));
    assert!(
        !found.is_empty() && found.iter().all(all_flush),
        "{found:?}"
    );
    browser.evaluate("nextMatch()");
    assert!(all_flush(
        &browser.evaluate("document.querySelector('.event.now').textContent")
    ));
    browser.evaluate("byId('search').value = ''; byId('search').oninput()");
    browser.evaluate("copy()");
    browser.wait_for("byId('copied').textContent !== ''");
    let text = browser.evaluate("data.text");
    assert!(
        text.as_str()
            .is_some_and(|text| text.contains("error[assertion]"))
    );
}

fn position(shown: &Value) -> usize {
    let text = shown["position"].as_str().expect("a text");
    let number = text.split(' ').nth(1).expect("step N of M");
    number.parse().expect("a number")
}

fn is_flush(shown: &Value) -> bool {
    shown["now"]
        .as_str()
        .is_some_and(|now| now.starts_with("flush"))
}

fn relations_can_be_switched(browser: &mut Browser) {
    for (relation, key, on) in [
        ("po", "p", true),
        ("rf", "r", true),
        ("co", "c", false),
        ("hb", "h", false),
    ] {
        assert_eq!(arrows(browser, relation) > 0, on, "{relation} at the start");
        browser.press(key);
        assert_eq!(arrows(browser, relation) > 0, !on, "{relation} after {key}");
        browser.evaluate(&format!("byId('relation-{relation}').click()"));
        assert_eq!(
            arrows(browser, relation) > 0,
            on,
            "{relation} after a click"
        );
    }
}

/// The page had no error, and asked for nothing but itself.
fn nothing_went_wrong(browser: &Browser) {
    for event in &browser.events {
        let method = event["method"].as_str().unwrap_or_default();
        assert!(
            !matches!(method, "Runtime.exceptionThrown" | "Log.entryAdded"),
            "{event:#}"
        );
        if method == "Network.requestWillBeSent" {
            let url = event["params"]["request"]["url"]
                .as_str()
                .unwrap_or_default();
            assert!(url.starts_with("file://"), "{url}");
        }
    }
}

/// Under C11 the page shows who synchronises, which steps happen before one, and what a read could have returned.
#[test]
fn choices_of_reads_under_c11() {
    let folder = folder("page-c11");
    let file = folder.join("seqlock.html");
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .args(["check", "corpus/c11/seqlock.c", "--html"])
        .arg(&file)
        .args(["--", "-DREADER=relaxed"])
        .output()
        .expect("threadproof runs");
    assert_eq!(output.status.code(), Some(1));
    let mut browser = Browser::start(&folder);
    browser.open(&file);
    browser.press("End");
    let count = |browser: &mut Browser, what: &str| {
        let count = browser.evaluate(&format!("document.querySelectorAll('{what}').length"));
        count.as_u64().expect("a number")
    };
    assert_eq!(count(&mut browser, ".event.before"), 0);
    browser.press("h");
    let before = count(&mut browser, ".event.before");
    assert!(before > 0 && before < count(&mut browser, ".event") - 1);
    browser.press("h");
    assert_eq!(count(&mut browser, ".event.before"), 0);
    let on = browser.evaluate("byId('relation-sw').checked");
    browser.press("s");
    assert_ne!(browser.evaluate("byId('relation-sw').checked"), on);
    reads_have_choices(&mut browser);
    nothing_went_wrong(&browser);
}

/// Some read of the counterexample could have returned another write, and the page says which.
fn reads_have_choices(browser: &mut Browser) {
    browser.press("a");
    let had_choice = "(step, index) => (step.alternatives || []).length ? [index] : []";
    let reads = browser.evaluate(&format!("data.errors[0].steps.flatMap({had_choice})"));
    let reads = reads.as_array().expect("a list").clone();
    assert!(!reads.is_empty());
    for read in &reads {
        browser.evaluate(&format!("goTo({read})"));
        assert_eq!(browser.evaluate("byId('others').hidden"), json!(false));
        let words = browser.evaluate("byId('alternatives').innerText");
        let words = words.as_str().expect("a text");
        assert!(
            words.contains("store") || words.contains("initial"),
            "{words}"
        );
    }
    browser.press("Home");
    assert_eq!(browser.evaluate("byId('others').hidden"), json!(true));
}

/// A page for Rust has the colours of Rust, ends with the failure, and shows the memory that its steps are about.
#[test]
fn a_race_in_rust() {
    let folder = folder("page-rust");
    let file = folder.join("race.html");
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .args(["check", "corpus/rust/race.rs", "--html"])
        .arg(&file)
        .output()
        .expect("threadproof runs");
    assert_eq!(output.status.code(), Some(1));
    let mut browser = Browser::start(&folder);
    browser.open(&file);
    browser.press("End");
    let last = browser.evaluate("document.querySelector('.event.now').textContent");
    assert_eq!(last, "fails: data-race");
    let keywords = browser
        .evaluate("[...document.querySelectorAll('#source em.keyword')].map((e) => e.textContent)");
    let keywords = keywords.as_array().expect("a list");
    for word in ["fn", "let", "unsafe"] {
        assert!(keywords.contains(&json!(word)), "{word}: {keywords:?}");
    }
    let colours = browser
        .evaluate("highlight('a.rs', [`f::<'a>('b', r#\"x\"y\"#, t.0.x)`])[0].filter((p) => p[0])");
    let wanted = json!([
        ["type", "'a"],
        ["string", "'b'"],
        ["string", "r#\"x\"y\"#"],
        ["literal", "0"]
    ]);
    assert_eq!(colours, wanted);
    let memory = "[...document.querySelectorAll('#memory tr')].map((r) => r.cells[0].textContent)";
    assert_eq!(browser.evaluate(memory), json!(["race::SHARED.0"]));
    nothing_went_wrong(&browser);
}
