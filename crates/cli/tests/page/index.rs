//! The index of `threadproof test --html`: on a phone nothing is cut off, words keep tests, and its links lead to the pages and back.

use super::browser::Browser;
use super::{folder, nothing_went_wrong};
use serde_json::json;
use std::process::Command;

const PROGRAM: &str = "// threadproof: model=sc\n// threadproof: model=sc -- -DWRONG\n\
    #include <assert.h>\n#ifdef WRONG\n#define SUM 3\n#else\n#define SUM 2\n#endif\n\
    int main(void) { int one = 1; assert(one + one == SUM); }\n";

#[test]
fn the_index_on_a_phone() {
    let folder = folder("index");
    let name = "a-test-with-a-name-that-is-longer-than-the-screen-of-a-phone-is-wide.c";
    std::fs::write(folder.join(name), PROGRAM).expect("cargo's folder for tests can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .current_dir(&folder)
        .args(["test", "--no-cache", "--html", "pages"])
        .output()
        .expect("threadproof runs");
    assert_eq!(output.status.code(), Some(1));
    let mut browser = Browser::start(&folder);
    let phone = json!({ "width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true });
    browser.ask("Emulation.setDeviceMetricsOverride", phone);
    browser.open(&folder.join("pages/index.html"));
    let wide = browser.evaluate(
        "[...document.querySelectorAll('body, td, a')]
            .filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0
                || e.getBoundingClientRect().right > window.innerWidth + 1)
            .map((e) => e.textContent)",
    );
    assert_eq!(wide, json!([]), "cut off");
    let shown =
        "[...document.querySelectorAll('tbody tr')].filter((r) => r.offsetHeight > 0).length";
    assert_eq!(browser.evaluate(shown), json!(2));
    browser.evaluate("search.value = 'assertion'; search.dispatchEvent(new Event('input'))");
    assert_eq!(browser.evaluate(shown), json!(1), "only the failed one");
    let page =
        browser.evaluate("document.querySelector('tbody tr:not([hidden]) a').getAttribute('href')");
    let page = page.as_str().expect("a link").to_owned();
    browser.open(&folder.join("pages").join(page));
    let twice = browser.evaluate(
        "[...document.querySelectorAll('[id]')].map((e) => e.id)
            .filter((id, at, all) => all.indexOf(id) !== at)",
    );
    assert_eq!(twice, json!([]), "an id of two elements");
    let every_step = "document.getElementById('all').click(); shown.all";
    assert_eq!(browser.evaluate(every_step), json!(true));
    let back = browser.evaluate("document.getElementById('all-tests').getAttribute('href')");
    assert_eq!(back, json!("index.html"));
    nothing_went_wrong(&browser);
}
