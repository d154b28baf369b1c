//! Headers that do not count today, but may tomorrow: a new file in a folder that is searched earlier hides the one that was read.
//!
//! The order of the search is clang's business. So every file counts that has the name of one that was read, in any folder that is
//! searched: if these are no longer the same, the test is run again, which costs time alone.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Arguments that name a folder with headers.
const SEARCHED: [&str; 5] = ["-I", "-isystem", "-iquote", "-idirafter", "-cxx-isystem"];
/// Headers are included with so many folders before their name.
const DEPTH: usize = 4;

/// The names in folders, each of which is read once.
#[derive(Default)]
pub struct Folders(Mutex<HashMap<PathBuf, HashSet<OsString>>>);

impl Folders {
    /// The files that could hide one of these: those of the same name, with the folders before it as far as an `#include` has them, in
    /// a folder that is searched. In the order of their names.
    pub fn hidden<'f>(
        &self,
        read: impl Iterator<Item = &'f String>,
        words: &[String],
    ) -> Vec<String> {
        let read: HashSet<&Path> = read.map(Path::new).collect();
        let mut searched = named(words);
        let own = read.iter().filter(|file| !file.starts_with("/usr"));
        searched.extend(own.filter_map(|file| file.parent()).map(Path::to_path_buf));
        searched.sort();
        searched.dedup();
        let mut found: Vec<String> = Vec::new();
        for folder in &searched {
            let ends = read.iter().flat_map(|file| ends(file));
            let there = ends.map(|end| folder.join(end));
            let hides = |file: &PathBuf| !read.contains(&**file) && self.has(file);
            found.extend(there.filter(hides).map(|file| file.display().to_string()));
        }
        found.sort();
        found.dedup();
        found
    }

    fn has(&self, file: &Path) -> bool {
        let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else {
            return false;
        };
        let mut known = self.0.lock().expect("no panic while it is held");
        let names = known.entry(folder.to_path_buf()).or_insert_with(|| {
            let folder = match folder.as_os_str().is_empty() {
                true => Path::new("."),
                false => folder,
            };
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            entries.map(|entry| entry.file_name()).collect()
        });
        names.contains(name)
    }
}

/// The folders that the words of a check name.
fn named(words: &[String]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut words = words.iter().skip_while(|word| *word != "--");
    while let Some(word) = words.next() {
        let folder = match SEARCHED.iter().find_map(|flag| word.strip_prefix(flag)) {
            Some("") => words.next().map(String::as_str),
            folder => folder,
        };
        found.extend(folder.map(PathBuf::from));
    }
    found
}

/// `c.h`, `b/c.h`, …, as an `#include` may name it.
fn ends(file: &Path) -> impl Iterator<Item = &Path> {
    let folders = file.ancestors().skip(1).take(DEPTH);
    folders.filter_map(|folder| file.strip_prefix(folder).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_arguments() {
        let words = [
            "a.c", "-Ino", "--", "-Ione", "-I", "two", "-isystem", "three", "-DN=1",
        ];
        let words = words.map(String::from);
        let expected = ["one", "two", "three"].map(PathBuf::from);
        assert_eq!(named(&words), expected);
    }

    #[test]
    fn the_ends_of_a_path() {
        let of = |file| ends(Path::new(file)).collect::<Vec<_>>();
        assert_eq!(of("b/c.h"), [Path::new("c.h"), Path::new("b/c.h")]);
        assert_eq!(of("/usr/include/a/b/c.h").len(), DEPTH);
    }
}
