//! A report in all the forms that a suite shows or keeps, as one JSON object.

use crate::{arguments, frontend};
use serde_json::{Value, json};
use threadproof_report::{Report, Sources, github, html, json as report_json, sarif, text};

pub fn render(arguments: &arguments::Check, report: &Report, sources: &mut Sources) -> String {
    let has_page = arguments.bundle_page && html::is_possible(report);
    let page = has_page.then(|| html::render(report, sources));
    let bundle = json!({
        "report": report_json::value(report),
        "text": text::render(report, false, sources),
        "github": github::render(report),
        "sarif": sarif::results(report),
        "page": page,
        "dependencies": dependencies(arguments),
    });
    bundle.to_string()
}

/// All files that went into the program; null if there may be others.
fn dependencies(arguments: &arguments::Check) -> Value {
    let Some(headers) = threadproof_llvm::dependencies(&frontend::input(arguments)) else {
        return Value::Null;
    };
    let lists = arguments.compile_commands.iter();
    let files = arguments.files.iter().chain(lists).chain(&headers);
    let mut files: Vec<String> = files
        .map(|file| file.to_string_lossy().into_owned())
        .collect();
    files.sort();
    files.dedup();
    json!(files)
}
