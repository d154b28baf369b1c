//! The pages of `threadproof test --html`: one for each error, and one with all tests.

use super::formats::{Results, result, verdict};
use super::test::Test;
use super::workers::Ran;
use crate::outputs;
use std::collections::BTreeMap;
use std::path::PathBuf;

const PAGE: &str = include_str!("index.html");

/// The pages of the tests that have ended. Each is written at once: together they may have gigabytes.
pub struct Pages {
    folder: PathBuf,
    /// By number of the test: its row in the table.
    rows: BTreeMap<usize, String>,
    problem: Option<String>,
}

impl Pages {
    pub fn new(folder: PathBuf) -> Pages {
        Pages {
            folder,
            rows: BTreeMap::new(),
            problem: None,
        }
    }

    /// Writes the page of a test, if there is one.
    pub fn add(&mut self, number: usize, test: &Test, ran: &Ran) {
        let page = ran.bundle["page"].as_str().map(|page| {
            let name = format!("{:04}.html", number + 1);
            if let Err(problem) = outputs::put(&self.folder.join(&name), &with_way_back(page)) {
                self.problem.get_or_insert(problem);
            }
            name
        });
        self.rows.insert(number, row(test, ran, page.as_deref()));
    }

    /// Writes the page with all tests.
    pub fn finish(self, results: &Results) -> Result<(), String> {
        let rows = self.rows.into_values();
        let rows: String = rows
            .chain(results.left.iter().map(|test| row_left(test)))
            .collect();
        let page = PAGE.replace("@SUMMARY@", &results.sentence());
        outputs::put(
            &self.folder.join("index.html"),
            &page.replace("@ROWS@", &rows),
        )?;
        self.problem.map_or(Ok(()), Err)
    }
}

/// A page of `check --html` knows nothing of other tests.
fn with_way_back(page: &str) -> String {
    page.replacen(
        "<header>",
        "<header>\n<a id=\"all-tests\" href=\"index.html\">all tests</a>",
        1,
    )
}

fn row(test: &Test, ran: &Ran, page: Option<&str>) -> String {
    let name = escape(&test.name);
    let name = match page {
        Some(page) => format!("<a href=\"{page}\">{name}</a>"),
        None => name,
    };
    let executions = &ran.bundle["report"]["executions"]["complete"];
    let executions = executions.as_u64().map_or(String::new(), |n| n.to_string());
    let time = match ran.recorded {
        true => "recorded".to_string(),
        false => format!("{:.2} s", ran.seconds),
    };
    let result = result(&ran.ended);
    format!(
        "<tr class=\"{result}\"><td>{}</td><td>{name}</td><td data-head=\"expected\">{}</td><td data-head=\"verdict\">{}</td>\
         <td class=\"number\" data-head=\"executions\">{executions}</td><td class=\"number\" data-head=\"time\">{time}</td></tr>\n",
        result.replace('-', " "),
        escape(&test.expected.words()),
        escape(&verdict(ran)),
    )
}

/// A test that an interruption left out.
fn row_left(test: &Test) -> String {
    format!(
        "<tr class=\"inconclusive\"><td>not run</td><td>{}</td><td data-head=\"expected\">{}</td><td></td><td></td><td></td></tr>\n",
        escape(&test.name),
        escape(&test.expected.words()),
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
