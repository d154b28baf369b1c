//! The verdict as a JUnit test case, for services that show test results.

use crate::{Report, Sources, json, text, why, words};
use std::fmt::Write;
use std::time::Duration;
use threadproof_engine::{Found, Verdict};

/// One test case.
#[derive(Clone, Debug)]
pub struct Case {
    /// `threadproof.tso`
    pub class: String,
    pub name: String,
    pub time: Duration,
    pub problem: Option<Problem>,
    /// The report of a test case that passed under conditions; may be empty.
    pub output: String,
}

/// Why a test case did not pass.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Nothing was decided, rather than something found.
    pub undecided: bool,
    /// `assertion`, `inconclusive`
    pub kind: String,
    pub message: String,
    /// The text to read; may be empty.
    pub text: String,
}

/// The whole document, with a newline at the end. The schedule of an error is its text.
pub fn render(report: &Report, sources: &mut Sources) -> String {
    let outcome = &report.outcome;
    // One element is all that most readers look at.
    let problem = match (&outcome.errors[..], &outcome.reason) {
        ([first, ..], _) => Some(Problem {
            undecided: false,
            kind: first.kind.name().into(),
            message: summary(report, first),
            text: text::plain(report, sources),
        }),
        ([], Some(reason)) => Some(Problem {
            undecided: true,
            kind: "inconclusive".into(),
            message: words::cause(&reason.cause),
            text: String::new(),
        }),
        ([], None) => None,
    };
    let output = conditions(report, sources);
    let case = Case {
        class: format!("threadproof.{}", report.model.name()),
        name: report.program.join(" "),
        time: report.compile + report.explore,
        problem,
        output,
    };
    suite(&[case])
}

/// The text of a verdict that holds under conditions, of which a service would show no word otherwise.
pub fn conditions(report: &Report, sources: &mut Sources) -> String {
    let outcome = &report.outcome;
    let unconditional = json::bounded(report).is_none() && outcome.notes.is_empty();
    match outcome.verdict {
        Verdict::Verified if !unconditional => text::plain(report, sources),
        _ => String::new(),
    }
}

/// A document with several test cases.
pub fn suite(cases: &[Case]) -> String {
    let of = |undecided| {
        let problems = cases.iter().filter_map(|case| case.problem.as_ref());
        problems.filter(|p| p.undecided == undecided).count()
    };
    let seconds: f64 = cases.iter().map(|case| case.time.as_secs_f64()).sum();
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" time=\"{seconds:.3}\"",
        cases.len(),
        of(false),
        of(true)
    );
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(xml, "<testsuites {counts}>");
    let _ = writeln!(xml, "  <testsuite name=\"threadproof\" {counts}>");
    for case in cases {
        xml += &element(case);
    }
    xml += "  </testsuite>\n</testsuites>\n";
    xml
}

fn element(case: &Case) -> String {
    let mut xml = format!(
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\">\n",
        attribute(&case.class),
        attribute(&case.name),
        case.time.as_secs_f64()
    );
    if let Some(problem) = &case.problem {
        let name = if problem.undecided {
            "error"
        } else {
            "failure"
        };
        let _ = write!(
            xml,
            "      <{name} type=\"{}\" message=\"{}\"",
            attribute(&problem.kind),
            attribute(&problem.message)
        );
        let _ = match problem.text.is_empty() {
            true => writeln!(xml, "/>"),
            false => writeln!(xml, ">{}</{name}>", content(&problem.text)),
        };
    }
    if !case.output.is_empty() {
        let output = content(&case.output);
        let _ = writeln!(xml, "      <system-out>{output}</system-out>");
    }
    xml + "    </testcase>\n"
}

fn summary(report: &Report, found: &Found) -> String {
    let bug = words::bug(found);
    match why::sentence(report, found) {
        Some(why) => format!("{bug}: {why}"),
        None => bug,
    }
}

fn attribute(text: &str) -> String {
    content(text)
        .replace('"', "&quot;")
        .replace(['\n', '\t'], " ")
}

/// Text with the special characters of XML escaped, and without those that it cannot contain.
fn content(text: &str) -> String {
    let allowed = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    let allowed = |c: &char| allowed(c) && !matches!(c, '\u{fffe}' | '\u{ffff}');
    let clean: String = text.chars().filter(allowed).collect();
    clean
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
