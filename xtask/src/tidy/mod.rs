//! `cargo xtask tidy`: points at what makes a project hard to read, at links that lead nowhere, and at data that
//! nothing uses. `xtask/tidy.allow` accepts exceptions, each with its reason.

mod allow;
mod files;
mod functions;
mod layers;
mod links;
mod unread;
mod words;

use crate::root;
use allow::Allowed;

/// Lines of a source file from which it should be split.
const LONG_FILE: usize = 600;
/// Lines of a function from which it should be split.
const LONG_FUNCTION: usize = 80;

/// Something to mend.
pub struct Finding {
    /// `path` or `path:function`: what an exception names.
    pub subject: String,
    pub message: String,
}

pub fn run(_arguments: &[String]) -> Result<(), String> {
    let root = root();
    let mut allowed = Allowed::read(&root.join("xtask/tidy.allow"))?;
    let mut findings = Vec::new();
    for file in files::all(&root)? {
        let Ok(text) = std::fs::read_to_string(root.join(&file)) else {
            continue;
        };
        findings.extend(words::find(&file, &text));
        if is_page(&file) {
            findings.extend(links::find(&root, &file, &text));
        }
        if file.ends_with(".rs") {
            findings.extend(long_file(&file, &text));
            findings.extend(functions::find(&file, &text));
            findings.extend(layers::find(&file, &text));
        }
    }
    findings.extend(unread::find(&root)?);
    findings.retain(|finding| !allowed.accepts(&finding.subject));
    findings.extend(allowed.unused());
    for Finding { subject, message } in &findings {
        eprintln!("{subject}: {message}");
    }
    match findings.len() {
        0 => Ok(()),
        count => Err(format!("tidy has {count} findings")),
    }
}

/// Pages about the past may name files that are gone.
fn is_page(file: &str) -> bool {
    file.ends_with(".md") && !file.ends_with("history.md") && file != "CHANGELOG.md"
}

fn long_file(file: &str, text: &str) -> Option<Finding> {
    let lines = text.lines().count();
    (lines > LONG_FILE).then(|| Finding {
        subject: file.into(),
        message: format!("{lines} lines, more than {LONG_FILE}: split it by ideas"),
    })
}
