//! `--emit-schedules`: the runs that showed something new, as replay files in a folder.
//!
//! The files are numbered in the order of the runs. Those of an earlier check in the same folder go away:
//! they would look as if they belonged to this one.

use crate::{arguments, outputs, system};
use std::path::{Path, PathBuf};
use threadproof_engine::{Options, Replayed};
use threadproof_report::saved::{self, SavedError};

/// Makes the folder before time is spent on a search.
pub fn prepare(arguments: &arguments::Check) -> Result<(), String> {
    let Some(folder) = &arguments.emit_schedules else {
        return Ok(());
    };
    let shown = folder.display();
    std::fs::create_dir_all(folder).map_err(|error| format!("{shown}: {error}"))
}

pub fn write(
    arguments: &arguments::Check,
    options: &Options,
    schedules: &[Replayed],
) -> Result<(), String> {
    let Some(folder) = &arguments.emit_schedules else {
        return Ok(());
    };
    for old in earlier(folder)? {
        std::fs::remove_file(&old).map_err(|error| format!("{}: {error}", old.display()))?;
    }
    for (index, schedule) in schedules.iter().enumerate() {
        let execution = (schedule.recording(), schedule.trace());
        let mut saved = outputs::record(arguments, options, execution);
        saved.error = schedule.error().map(SavedError::of);
        let file = folder.join(format!("{:04}.json", index + 1));
        outputs::put(&file, &saved::write(&saved))?;
    }
    let plural = if schedules.len() == 1 { "" } else { "s" };
    system::say(&format!(
        "note: wrote {} schedule{plural} into {}",
        schedules.len(),
        folder.display()
    ));
    Ok(())
}

/// The schedules that are in the folder already.
fn earlier(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let shown = folder.display();
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{shown}: {error}"))?;
    let numbered = |file: &PathBuf| {
        let stem = file.file_stem().and_then(|stem| stem.to_str());
        let number = stem.is_some_and(|s| s.len() >= 4 && s.bytes().all(|b| b.is_ascii_digit()));
        number
            && file
                .extension()
                .is_some_and(|extension| extension == "json")
    };
    let ours = |file: &PathBuf| {
        let text = std::fs::read_to_string(file);
        text.is_ok_and(|text| saved::read(&text).is_ok())
    };
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(files.filter(numbered).filter(ours).collect())
}
