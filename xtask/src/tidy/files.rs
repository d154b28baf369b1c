//! The files of the project.

use std::path::Path;

/// Folders that are no part of it, wherever they are: examples are packages with a `target` of their own.
const SKIPPED: [&str; 2] = ["target", ".git"];

/// All files below `root`, as paths relative to it, sorted.
pub fn all(root: &Path) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    walk(root, root, &mut files)?;
    files.sort();
    Ok(files)
}

fn walk(root: &Path, folder: &Path, files: &mut Vec<String>) -> Result<(), String> {
    let shown = folder.display();
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{shown}: {error}"))?;
    for entry in entries {
        let path = entry.map_err(|error| format!("{shown}: {error}"))?.path();
        let relative = path.strip_prefix(root).expect("found below the root");
        let name = relative.to_string_lossy().into_owned();
        if SKIPPED.iter().any(|skipped| path.ends_with(skipped)) {
            continue;
        }
        if path.is_dir() {
            walk(root, &path, files)?;
        } else {
            files.push(name);
        }
    }
    Ok(())
}
