//! Headers that programs for other checkers include and that no system has.
//!
//! They are offered only to a file that clang could not compile for want of one of them, after all
//! other folders, so that a header of the user wins. With them comes a `threads.h` whose `thrd_join` may
//! have one argument and whose threads may return nothing, as such programs know it. Clang reads headers from files only, so they are
//! written into a folder of their own, which is gone when the compilation is over.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

const HEADERS: &[(&str, &str)] = &[
    ("genmc.h", include_str!("../headers/genmc.h")),
    ("libinterface.h", include_str!("../headers/libinterface.h")),
    ("librace.h", include_str!("../headers/librace.h")),
    ("model-assert.h", include_str!("../headers/model-assert.h")),
    ("unrelacy.h", include_str!("../headers/unrelacy.h")),
];

/// To be found before that of the system.
const THREADS: &str = include_str!("../headers/threads.h");

/// Does clang miss what is here?
pub fn are_missing(complaint: &str) -> bool {
    let missing =
        |(name, _): &(&str, &str)| complaint.contains(&format!("'{name}' file not found"));
    let differ = ["'thrd_join'", "'thrd_create'"];
    HEADERS.iter().any(missing) || differ.iter().any(|name| complaint.contains(name))
}

/// How the names of their folders begin.
const PREFIX: &str = "threadproof-headers-";

/// Was this header written by us?
pub fn is_ours(header: &Path) -> bool {
    let mut parts = header.components();
    parts.any(|part| part.as_os_str().to_string_lossy().starts_with(PREFIX))
}

/// A folder with all headers, for as long as this value lives.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> std::io::Result<Folder> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let nth = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PREFIX}{}-{nth}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        // Fails if somebody else has made it before us.
        std::fs::create_dir(&folder)?;
        let folder = Folder(folder);
        for (name, contents) in HEADERS {
            std::fs::write(folder.0.join(name), contents)?;
        }
        std::fs::create_dir(folder.first())?;
        std::fs::write(folder.first().join("threads.h"), THREADS)?;
        Ok(folder)
    }

    /// To be searched before the folders of the system.
    pub fn first(&self) -> PathBuf {
        self.0.join("first")
    }
    /// To be searched after all others.
    pub fn last(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing can be done if it stays; it does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
