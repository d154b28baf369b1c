//! Words and names that say that something is unfinished or has no place of its own.

use super::Finding;

/// Written in two halves, so that this file has none of them.
const UNFINISHED: [(&str, &str); 4] = [("TO", "DO"), ("FIX", "ME"), ("XX", "X"), ("HA", "CK")];
/// File names that say nothing.
const NAMELESS: [&str; 6] = ["util", "utils", "helper", "helpers", "common", "misc"];
const TEXTS: [&str; 9] = ["rs", "toml", "md", "c", "cpp", "h", "tsv", "json", "litmus"];

pub fn find(file: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let name = file.rsplit('/').next().unwrap_or(file);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    if NAMELESS.contains(&stem) {
        findings.push(Finding {
            subject: file.into(),
            message: "the name says nothing".into(),
        });
    }
    if !TEXTS.contains(&extension) {
        return findings;
    }
    for (index, line) in text.lines().enumerate() {
        let mut report = |message: String| {
            findings.push(Finding {
                subject: file.into(),
                message: format!("line {}: {message}", index + 1),
            });
        };
        for (first, second) in UNFINISHED {
            let word = format!("{first}{second}");
            if line
                .split(|c: char| !c.is_alphanumeric())
                .any(|w| w == word)
            {
                report(format!("{word}: do it, or say why not"));
            }
        }
        if extension == "rs" && line.ends_with([' ', '\t']) {
            report("trailing blanks".into());
        }
    }
    findings
}
