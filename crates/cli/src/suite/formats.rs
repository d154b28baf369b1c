//! The results of a suite for other programs.

use super::expectation::{Ended, got};
use super::test::Test;
use super::workers::Ran;
use crate::arguments::{self, SuiteFormat};
use serde_json::{Value, json};
use std::time::Duration;
use threadproof_report::junit::{Case, Problem};
use threadproof_report::{github as annotations, junit as cases, sarif as log};

/// The number of the JSON form; a change that could break a reader raises it.
const SCHEMA: u32 = 1;

/// What is said of a test that an interruption left out.
const NOT_RUN: &str = "the suite was interrupted before this test had ended";

/// The tests of a suite that was run.
pub struct Results<'t> {
    pub ran: Vec<(&'t Test, &'t Ran)>,
    /// Those that an interruption left out.
    pub left: Vec<&'t Test>,
}

impl Results<'_> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ran.len() + self.left.len()
    }

    /// How many ended as expected.
    pub fn good(&self) -> usize {
        let ran = self.ran.iter();
        ran.filter(|(_, ran)| ran.ended == Ended::AsExpected)
            .count()
    }

    /// `7 of 9 tests ended as expected, 1 was not run`
    pub fn sentence(&self) -> String {
        let sentence = match (self.good(), self.len()) {
            (1, 1) => "the test ended as expected".into(),
            (good, all) if good == all => format!("all {all} tests ended as expected"),
            (good, all) => format!("{good} of {all} tests ended as expected"),
        };
        match self.left.len() {
            0 => sentence,
            1 => sentence + ", 1 was not run",
            left => format!("{sentence}, {left} were not run"),
        }
    }
}

/// Forgets the forms of a report that the suite will not show: a thousand reports with their traces take a gigabyte.
pub fn forget(ran: &mut Ran, arguments: &arguments::Test) {
    let expected = ran.ended == Ended::AsExpected;
    let format = arguments.format;
    let conditions = conditions(ran);
    let Value::Object(bundle) = &mut ran.bundle else {
        return;
    };
    for (key, shown) in [
        ("dependencies", false),
        ("sarif", arguments.sarif.is_some() && !expected),
        ("github", format == SuiteFormat::Github && !expected),
        ("text", format != SuiteFormat::Json && !expected),
    ] {
        if !shown {
            bundle.remove(key);
        }
    }
    if format == SuiteFormat::Junit && expected {
        bundle.insert("text".into(), json!(conditions));
    }
    if format == SuiteFormat::Json {
        bundle["report"] = json!(bundle["report"].to_string());
    } else if let Some(errors) = bundle["report"]["errors"].as_array_mut() {
        errors.truncate(1);
        errors
            .iter_mut()
            .for_each(|error| drop(error["trace"].take()));
    }
}

/// The word for an end.
pub fn result(ended: &Ended) -> &'static str {
    match ended {
        Ended::AsExpected => "as-expected",
        Ended::Failed(_) => "failed",
        Ended::Inconclusive(_) => "inconclusive",
        Ended::BadInput(_) => "bad-input",
    }
}

fn why(ended: &Ended) -> Option<&str> {
    match ended {
        Ended::AsExpected => None,
        Ended::Failed(why) | Ended::Inconclusive(why) | Ended::BadInput(why) => Some(why),
    }
}

/// All tests without running them.
pub fn list(tests: &[Test], format: SuiteFormat) -> String {
    if format == SuiteFormat::Json {
        let tests: Vec<Value> = tests.iter().map(describe).collect();
        let list = json!({ "schema": SCHEMA, "tests": tests });
        return pretty(&list);
    }
    let lines = tests.iter().map(|test| format!("{}\n", test.name));
    lines.collect()
}

fn describe(test: &Test) -> Value {
    json!({
        "name": test.name,
        "origin": test.origin,
        "files": test.files,
        "model": test.model,
        "expected": test.expected.words(),
        "arguments": test.words,
    })
}

/// Prints all tests, one after the other: their reports may take gigabytes if they are all read at once.
pub fn json(results: &Results, elapsed: Duration, mut print: impl FnMut(&str)) {
    let count = |name: &str| {
        let same = |(_, ran): &&(&Test, &Ran)| result(&ran.ended) == name;
        results.ran.iter().filter(same).count()
    };
    let head = pretty(&json!({
        "schema": SCHEMA,
        "tool": concat!("threadproof ", env!("CARGO_PKG_VERSION")),
        "summary": {
            "tests": results.ran.len(),
            "as_expected": count("as-expected"),
            "failed": count("failed"),
            "inconclusive": count("inconclusive"),
            "bad_input": count("bad-input"),
            "not_run": results.left.len(),
            "seconds": elapsed.as_secs_f64(),
        },
    }));
    print(
        head.strip_suffix("\n}\n")
            .expect("an object on several lines"),
    );
    print(",\n  \"tests\": [");
    for (number, (test, ran)) in results.ran.iter().enumerate() {
        let mut value = describe(test);
        value["result"] = json!(result(&ran.ended));
        value["why"] = json!(why(&ran.ended));
        value["recorded"] = json!(ran.recorded);
        value["seconds"] = json!(ran.seconds);
        value["report"] = match ran.bundle["report"].as_str() {
            Some(report) => serde_json::from_str(report).expect("we have written it ourselves"),
            None => Value::Null,
        };
        let separator = if number == 0 { "" } else { "," };
        let lines = pretty(&value).trim_end().replace('\n', "\n    ");
        print(&format!("{separator}\n    {lines}"));
    }
    print("\n  ]\n}\n");
}

pub fn junit(results: &Results) -> String {
    let case = |(test, ran): &(&Test, &Ran)| {
        let problem = why(&ran.ended).map(|why| Problem {
            undecided: !matches!(ran.ended, Ended::Failed(_)),
            kind: result(&ran.ended).into(),
            message: why.into(),
            text: plain(&ran.bundle["text"]),
        });
        Case {
            class: format!("threadproof.{}", test.model),
            name: test.name.clone(),
            time: Duration::from_secs_f64(ran.seconds),
            problem,
            output: match ran.ended {
                Ended::AsExpected => plain(&ran.bundle["text"]),
                _ => String::new(),
            },
        }
    };
    // Services take skipped test cases for good ones.
    let left = |test: &&Test| Case {
        class: format!("threadproof.{}", test.model),
        name: test.name.clone(),
        time: Duration::ZERO,
        problem: Some(Problem {
            undecided: true,
            kind: "not-run".into(),
            message: NOT_RUN.into(),
            text: String::new(),
        }),
        output: String::new(),
    };
    let ran = results.ran.iter().map(case);
    let all: Vec<Case> = ran.chain(results.left.iter().map(left)).collect();
    cases::suite(&all)
}

/// The report of a test that ended as expected, if its verdict holds under conditions.
fn conditions(ran: &Ran) -> String {
    let report = &ran.bundle["report"];
    let notes = report["notes"].as_array().is_some_and(|n| !n.is_empty());
    let holds_under = notes || report["bounded"].is_object();
    match report["verdict"] == "verified" && ran.ended == Ended::AsExpected && holds_under {
        true => plain(&ran.bundle["text"]),
        false => String::new(),
    }
}

/// An annotation for each test that did not end as expected, and a notice for all.
pub fn github(results: &Results) -> String {
    let mut text = String::new();
    for (test, ran) in &results.ran {
        let Some(why) = why(&ran.ended) else {
            continue;
        };
        let verdict = ran.bundle["report"]["verdict"].as_str();
        let finds = ran.bundle["github"].as_str();
        match (verdict, finds) {
            // The annotations of the errors stand where these are.
            (Some("error"), Some(annotations)) => text += annotations,
            _ => {
                let level = match ran.ended {
                    Ended::Inconclusive(_) => "warning",
                    _ => "error",
                };
                let place = place_of_complaint(why).unwrap_or_else(|| place_of(&test.origin));
                text += &annotations::annotation(level, Some(place), &test.name, why);
            }
        }
    }
    let level = match results.left.is_empty() {
        true => "notice",
        false => "warning",
    };
    text + &annotations::annotation(level, None, "threadproof test", &results.sentence())
}

/// The place where a test is described.
fn place_of(origin: &str) -> (&str, u32) {
    match origin.rsplit_once(':') {
        Some((file, line)) => (file, line.parse().unwrap_or(0)),
        None => (origin, 0),
    }
}

/// The place that a compiler complains of.
fn place_of_complaint(words: &str) -> Option<(&str, u32)> {
    words.lines().find_map(|line| {
        let (place, _) = line
            .split_once(": error: ")
            .or_else(|| line.split_once(": fatal error: "))?;
        let (place, column) = place.rsplit_once(':')?;
        let (file, line) = place.rsplit_once(':')?;
        let _: u32 = column.parse().ok()?;
        Some((file, line.parse().ok()?))
    })
}

/// The errors that nobody expects, each once.
pub fn sarif(all: &Results) -> String {
    let mut results: Vec<Value> = Vec::new();
    let mut decided = all.left.is_empty();
    for (test, ran) in &all.ran {
        decided &= !matches!(ran.ended, Ended::Inconclusive(_) | Ended::BadInput(_));
        if ran.ended == Ended::AsExpected {
            continue;
        }
        for result in ran.bundle["sarif"].as_array().into_iter().flatten() {
            let place = |result: &Value| {
                let of = &result["locations"][0]["physicalLocation"];
                (result["ruleId"].clone(), of.clone())
            };
            if results.iter().all(|known| place(known) != place(result)) {
                let mut result = result.clone();
                result["properties"] = json!({ "test": test.name, "model": test.model });
                results.push(result);
            }
        }
    }
    log::merged(&results, decided)
}

/// The result of a test, for a table.
pub fn verdict(ran: &Ran) -> String {
    match (&ran.ended, ran.bundle["report"].is_null()) {
        (Ended::BadInput(why) | Ended::Inconclusive(why), true) => {
            why.lines().next().unwrap_or("bad input").into()
        }
        (_, true) => "bad input".into(),
        (_, false) => got(&ran.bundle["report"]),
    }
}

fn plain(text: &Value) -> String {
    anstream::adapter::strip_str(text.as_str().unwrap_or_default()).to_string()
}

fn pretty(value: &Value) -> String {
    let text = serde_json::to_string_pretty(value).expect("strings and numbers can be written");
    format!("{text}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_a_complaint() {
        let words =
            "error: clang cannot compile a.c:\na.c:2:12: error: use of undeclared identifier\n";
        assert_eq!(place_of_complaint(words), Some(("a.c", 2)));
        let header = "a.c:1:10: fatal error: 'b.h' file not found";
        assert_eq!(place_of_complaint(header), Some(("a.c", 1)));
        assert_eq!(
            place_of_complaint("error: a.c: No such file or directory"),
            None
        );
    }
}
