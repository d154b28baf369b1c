//! Exceptions: lines `SUBJECT REASON`, where a subject is `path` or `path:function`.

use super::Finding;
use std::path::Path;

pub struct Allowed {
    /// Subject, and whether it was needed.
    subjects: Vec<(String, bool)>,
}

impl Allowed {
    pub fn read(file: &Path) -> Result<Allowed, String> {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let mut subjects = Vec::new();
        for line in text.lines().map(str::trim) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match line.split_once(char::is_whitespace) {
                Some((subject, _reason)) => subjects.push((subject.into(), false)),
                None => return Err(format!("{}: no reason for {line}", file.display())),
            }
        }
        Ok(Allowed { subjects })
    }

    pub fn accepts(&mut self, subject: &str) -> bool {
        let known = self.subjects.iter_mut().find(|(name, _)| name == subject);
        if let Some((_, used)) = known {
            *used = true;
            return true;
        }
        false
    }

    /// Exceptions that are not needed any more.
    pub fn unused(self) -> impl Iterator<Item = Finding> {
        let unused = self.subjects.into_iter().filter(|(_, used)| !used);
        unused.map(|(subject, _)| Finding {
            subject,
            message: "needs no exception in xtask/tidy.allow any more".into(),
        })
    }
}
