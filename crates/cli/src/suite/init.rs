//! `threadproof init`: a `threadproof.toml` with comments, and a first test.

use super::config::NAME;
use crate::{Exit, arguments, outputs, system};

const CONFIG: &str = include_str!("init.toml");
const TEST: &str = include_str!("init.c");
const FOLDER: &str = "threadproof-tests";

pub fn init(arguments: &arguments::Init) -> Result<Exit, String> {
    let folder = &arguments.folder;
    let config = folder.join(NAME);
    let tests = folder.join(FOLDER);
    let test = tests.join("counter.c");
    for file in [&config, &test] {
        if file.exists() {
            return Err(format!(
                "{}: is there already, and stays as it is",
                file.display()
            ));
        }
    }
    std::fs::create_dir_all(&tests).map_err(|error| format!("{}: {error}", tests.display()))?;
    outputs::put(&config, CONFIG)?;
    outputs::put(&test, TEST)?;
    for file in [&config, &test] {
        system::print(&format!("wrote {}\n", file.display()));
    }
    system::print("`threadproof test` runs it\n");
    Ok(Exit::Verified)
}
