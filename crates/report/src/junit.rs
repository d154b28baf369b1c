//! The verdict as a JUnit test case, for services that show test results.

use crate::{Report, Sources, text, why};
use std::fmt::Write;
use threadproof_engine::{Found, Verdict};

/// The whole document, with a newline at the end. The schedule of an error is its text.
pub fn render(report: &Report, sources: &mut Sources) -> String {
    let outcome = &report.outcome;
    let program = report.program.join(" ");
    let seconds = (report.compile + report.explore).as_secs_f64();
    let failures = usize::from(outcome.verdict == Verdict::Error);
    let errors = usize::from(outcome.verdict == Verdict::Inconclusive);
    let model = report.model.name();
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let counts = format!("tests=\"1\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\"");
    let _ = writeln!(xml, "<testsuites {counts} time=\"{seconds:.3}\">");
    let _ = writeln!(
        xml,
        "  <testsuite name=\"threadproof\" {counts} time=\"{seconds:.3}\">"
    );
    let _ = writeln!(
        xml,
        "    <testcase classname=\"threadproof.{model}\" name=\"{}\" time=\"{seconds:.3}\">",
        attribute(&program)
    );
    // One element is all that most readers look at.
    if let [first, ..] = &outcome.errors[..] {
        let _ = writeln!(
            xml,
            "      <failure type=\"{}\" message=\"{}\">{}</failure>",
            first.kind.name(),
            attribute(&summary(first)),
            content(&text::plain(report, sources))
        );
    }
    if let Some(reason) = &outcome.reason {
        let _ = writeln!(
            xml,
            "      <error type=\"inconclusive\" message=\"{}\"/>",
            attribute(&reason.message)
        );
    }
    xml += "    </testcase>\n  </testsuite>\n</testsuites>\n";
    xml
}

fn summary(found: &Found) -> String {
    match why::sentence(found) {
        Some(why) => format!("{}: {why}", found.message),
        None => found.message.clone(),
    }
}

fn attribute(text: &str) -> String {
    content(text)
        .replace('"', "&quot;")
        .replace(['\n', '\t'], " ")
}

/// Text without what XML gives a meaning, and without what it cannot contain.
fn content(text: &str) -> String {
    let allowed = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    let allowed = |c: &char| allowed(c) && !matches!(c, '\u{fffe}' | '\u{ffff}');
    let clean: String = text.chars().filter(allowed).collect();
    clean
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
