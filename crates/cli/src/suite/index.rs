//! The pages of `threadproof test --html`: one for each error, and one with all tests.

use super::formats::{result, verdict};
use super::test::Test;
use super::workers::Ran;
use crate::outputs;
use std::path::Path;

const PAGE: &str = include_str!("index.html");

pub fn write(folder: &Path, all: &[(&Test, &Ran)]) -> Result<(), String> {
    let mut rows = String::new();
    for (number, (test, ran)) in all.iter().enumerate() {
        let page = match ran.bundle["page"].as_str() {
            Some(page) => {
                let name = format!("{:04}.html", number + 1);
                outputs::put(&folder.join(&name), &with_way_back(page))?;
                Some(name)
            }
            None => None,
        };
        rows += &row(test, ran, page.as_deref());
    }
    let good = all
        .iter()
        .filter(|(_, ran)| result(&ran.ended) == "as-expected")
        .count();
    let summary = format!("{good} of {} tests ended as expected", all.len());
    let page = PAGE.replace("@SUMMARY@", &summary).replace("@ROWS@", &rows);
    outputs::put(&folder.join("index.html"), &page)
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

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
