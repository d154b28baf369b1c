//! Modules that clang has made earlier, for files whose preprocessed text is the same: clang takes a second and more
//! for the headers of C++, and a tenth of that to preprocess them.
//!
//! The key is the preprocessed text, the file itself, the command, and the circumstances that the caller names: the compiler and the
//! folder. So nothing can be out of date; a header that hides another one changes the text. The file is part of it
//! because a comment moves the columns that reports show. In a header it moves them, too, which goes unnoticed.
//!
//! Whatever goes wrong with the folder costs time alone.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Bytes that are kept; the modules that were used last stay.
const MOST: u64 = 512 << 20;
/// To be raised when the same key stands for something else.
const FORMAT: u32 = 1;
/// Arguments with these beginnings name files that are no part of the preprocessed text.
const ELSEWHERE: [&str; 8] = [
    "@",
    "--config",
    "-fmodule",
    "-include-pch",
    "-fprofile",
    "-fplugin",
    "-fpass-plugin",
    "-load",
];

/// A folder with modules.
#[derive(Clone, Debug, Default)]
pub struct ModuleCache {
    pub folder: PathBuf,
    /// Anything that a module depends on beside the command and the text.
    pub circumstances: String,
}

impl ModuleCache {
    /// Does the preprocessed text say all that such a command reads?
    pub fn covers(arguments: &[String]) -> bool {
        let reads = |argument: &String| ELSEWHERE.iter().any(|begin| argument.starts_with(begin));
        !arguments.iter().any(reads)
    }

    /// Where the module for a text is or will be. `without` is the name of a folder that is another one each time.
    pub fn place(
        &self,
        file: &Path,
        words: &[String],
        text: &[u8],
        without: Option<&Path>,
    ) -> PathBuf {
        let without = without.map(|folder| folder.display().to_string());
        let steady = |word: &str| match &without {
            Some(folder) => word.replace(folder, ""),
            None => word.to_string(),
        };
        let words: Vec<String> = words.iter().map(|word| steady(word)).collect();
        let text = match without {
            Some(_) => steady(&String::from_utf8_lossy(text)).into_bytes(),
            None => text.to_vec(),
        };
        let own = std::fs::read(file).unwrap_or_default();
        let key = (FORMAT, &self.circumstances, file, words, text, own);
        self.folder
            .join(format!("{:016x}{:016x}.bc", hash(0, &key), hash(1, &key)))
    }

    /// The module at a place, if it is there and whole.
    pub fn find(&self, place: &Path) -> Option<Vec<u8>> {
        let contents = std::fs::read(place).ok()?;
        let (sum, module) = contents.split_at_checked(8)?;
        if sum != hash(2, &module).to_le_bytes() {
            return None;
        }
        if let Ok(file) = std::fs::File::open(place) {
            let _ = file.set_modified(SystemTime::now());
        }
        Some(module.to_vec())
    }

    pub fn keep(&self, place: &Path, module: &[u8]) {
        let _ = std::fs::create_dir_all(&self.folder);
        // Whole or not at all: others may look at the same time.
        let draft = place.with_extension(std::process::id().to_string());
        let sum = hash(2, &module).to_le_bytes();
        if std::fs::write(&draft, [&sum[..], module].concat()).is_ok() {
            let _ = std::fs::rename(&draft, place);
        }
        self.prune();
    }

    fn prune(&self) {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten();
        let mut files: Vec<(SystemTime, PathBuf, u64)> = entries
            .flatten()
            .filter_map(|entry| {
                let data = entry.metadata().ok()?;
                Some((data.modified().ok()?, entry.path(), data.len()))
            })
            .collect();
        files.sort();
        let mut kept = 0;
        for (_, file, size) in files.iter().rev() {
            kept += size;
            if kept > MOST {
                let _ = std::fs::remove_file(file);
            }
        }
    }
}

fn hash(salt: u8, of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    salt.hash(&mut hasher);
    of.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_found_for_the_same_text_alone() {
        let name = format!("threadproof-modules-{}", std::process::id());
        let cache = ModuleCache {
            folder: std::env::temp_dir().join(name),
            circumstances: "clang 22".into(),
        };
        let file = Path::new("a.c");
        let words = ["-DN=1".to_string()];
        let place = cache.place(file, &words, b"int x;", None);
        assert_eq!(cache.find(&place), None);
        cache.keep(&place, b"module");
        assert_eq!(cache.find(&place), Some(b"module".to_vec()));
        assert_ne!(cache.place(file, &words, b"int y;", None), place);
        assert_ne!(cache.place(file, &[], b"int x;", None), place);
        let other = ModuleCache {
            circumstances: "clang 23".into(),
            ..cache.clone()
        };
        assert_ne!(other.place(file, &words, b"int x;", None), place);
        std::fs::write(&place, b"12345678damaged").expect("it was written before");
        assert_eq!(cache.find(&place), None, "a damaged module is none");
        let _ = std::fs::remove_dir_all(&cache.folder);
    }

    #[test]
    fn folders_of_the_moment_do_not_matter() {
        let cache = ModuleCache::default();
        let place = |folder: &str| {
            let words = [format!("-I{folder}")];
            let text = format!("# 1 \"{folder}/a.h\"");
            cache.place(
                Path::new("a.c"),
                &words,
                text.as_bytes(),
                Some(Path::new(folder)),
            )
        };
        assert_eq!(place("/tmp/1"), place("/tmp/2"));
    }

    #[test]
    fn commands_that_read_other_files_are_not_covered() {
        let covers = |words: &[&str]| {
            ModuleCache::covers(&words.iter().map(|w| w.to_string()).collect::<Vec<_>>())
        };
        assert!(covers(&["-DN=1", "-Iinclude", "-std=c++20"]));
        assert!(!covers(&["-fmodules"]));
        assert!(!covers(&["@arguments"]));
    }
}
