//! `threadproof test`: finds the tests of a project, runs them, and compares with what is expected.

mod cache;
mod comments;
mod config;
mod described;
mod expectation;
mod formats;
mod index;
mod init;
mod screen;
mod shadows;
mod spelling;
mod summary;
mod test;
mod workers;

pub use init::init;

use crate::arguments::{self, SuiteFormat};
use crate::{Exit, cache_folder, outputs, system};
use cache::Cache;
use config::Config;
use described::Described;
use expectation::Ended;
use index::Pages;
use screen::Screen;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Instant, SystemTime};
use test::Test;
use workers::{Event, Ran, Settings};

pub fn run(arguments: &arguments::Test) -> Result<Exit, String> {
    let mut tests = find(arguments)?;
    test::tell_apart(&mut tests);
    keep_wanted(&mut tests, &arguments.filter);
    if tests.is_empty() {
        return Err(nothing(arguments));
    }
    if arguments.list {
        system::print(&formats::list(&tests, arguments.format));
        return Ok(Exit::Verified);
    }
    writable(arguments, &tests)?;
    let compiled = Temporary::new()?;
    let settings = Settings {
        jobs: jobs(arguments),
        cache: cache(arguments)?,
        html: arguments.html.is_some(),
        watched: screen::is_watched(arguments),
        compiled: compiled.0.clone(),
        interrupted: system::interruption(),
    };
    let begin = Instant::now();
    let mut pages = arguments.html.clone().map(Pages::new);
    let ran = run_all(&tests, arguments, &settings, pages.as_mut());
    let elapsed = begin.elapsed();
    let interrupted = settings.interrupted.load(Ordering::Relaxed);
    let results = formats::Results {
        ran: (tests.iter().zip(&ran))
            .filter_map(|(test, ran)| Some((test, ran.as_ref()?)))
            .collect(),
        left: (tests.iter().zip(&ran))
            .filter_map(|(test, ran)| ran.is_none().then_some(test))
            .collect(),
    };
    match arguments.format {
        SuiteFormat::Text => system::print(&summary::render(&results, elapsed)),
        SuiteFormat::Json => formats::json(&results, elapsed, system::print),
        SuiteFormat::Junit => system::print(&formats::junit(&results)),
        SuiteFormat::Github => system::print(&formats::github(&results)),
    }
    if let Some(file) = &arguments.sarif {
        outputs::put(file, &formats::sarif(&results))?;
    }
    if let Some(pages) = pages {
        pages.finish(&results)?;
    }
    Ok(exit(&results.ran, interrupted))
}

/// Refuses outputs that cannot be written, or are sources, before the tests run.
fn writable(arguments: &arguments::Test, tests: &[Test]) -> Result<(), String> {
    let written: Vec<&PathBuf> = arguments.sarif.iter().collect();
    let mut read: Vec<&PathBuf> = tests.iter().flat_map(|test| &test.files).collect();
    read.dedup();
    outputs::accept(&written, &read)?;
    let Some(folder) = &arguments.html else {
        return Ok(());
    };
    let problem = |problem: &str| format!("{}: {problem}", folder.display());
    if folder.exists() && !folder.is_dir() {
        return Err(problem("is no folder"));
    }
    std::fs::create_dir_all(folder).map_err(|error| problem(&error.to_string()))
}

/// A filter that is the whole name of a test means that test alone.
fn keep_wanted(tests: &mut Vec<Test>, filters: &[String]) {
    let is_name = |text: &String| tests.iter().any(|test| test.name == *text);
    let filters: Vec<(&String, bool)> = filters.iter().map(|text| (text, is_name(text))).collect();
    let fits = |test: &Test, (text, whole): &(&String, bool)| match whole {
        true => test.name == **text,
        false => test.name.contains(*text),
    };
    tests.retain(|test| filters.is_empty() || filters.iter().any(|filter| fits(test, filter)));
}

/// The tests of all paths, or of the suite here.
fn find(arguments: &arguments::Test) -> Result<Vec<Test>, String> {
    let here = [PathBuf::from(".")];
    let (paths, asked) = match &arguments.paths[..] {
        [] => (&here[..], false),
        paths => (paths, true),
    };
    let mut tests = Vec::new();
    for path in paths {
        let found = find_in(path, arguments)?;
        if found.is_empty() && asked && path.is_file() {
            return Err(format!(
                "{}: has no test; a comment describes one: `// threadproof: model=sc expect=verified`",
                path.display()
            ));
        }
        tests.extend(found);
    }
    Ok(tests)
}

fn find_in(path: &Path, arguments: &arguments::Test) -> Result<Vec<Test>, String> {
    if !path.exists() {
        return Err(format!("{}: does not exist", path.display()));
    }
    let timeout = ["timeout", &arguments.timeout.as_secs_f64().to_string()].map(String::from);
    let is_config = path
        .extension()
        .is_some_and(|extension| extension == "toml");
    let file = match is_config {
        true => Some(path.to_path_buf()),
        false => Config::above(path),
    };
    let own = |defaults: &mut Described| -> Result<(), String> {
        match defaults.options.iter().any(|(key, _)| key == "timeout") {
            true => Ok(()),
            false => defaults.set(&timeout[0], &timeout[1..]),
        }
    };
    match file {
        Some(file) => {
            let config = Config::read(&file, own)?;
            match is_config || arguments.paths.is_empty() {
                true => config.tests(),
                false => config.tests_below(path),
            }
        }
        None => {
            let mut defaults = Described::default();
            own(&mut defaults)?;
            comments::find(path, config::WORD, &defaults)
        }
    }
}

fn nothing(arguments: &arguments::Test) -> String {
    match arguments.filter.is_empty() {
        true => "there are no tests here; `threadproof init` writes a first one".into(),
        false => format!(
            "no test has a name with {}; --list shows all",
            arguments.filter.join(" or ")
        ),
    }
}

fn jobs(arguments: &arguments::Test) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    arguments.jobs.map_or_else(processors, |jobs| jobs as usize)
}

fn cache(arguments: &arguments::Test) -> Result<Option<Cache>, String> {
    if arguments.no_cache {
        return Ok(None);
    }
    match &arguments.cache_dir {
        Some(folder) => Cache::open(folder.clone()).map(Some),
        // If the usual place cannot be written, that costs only time.
        None => Ok(cache_folder::usual().and_then(|folder| Cache::open(folder).ok())),
    }
}

fn run_all(
    tests: &[Test],
    arguments: &arguments::Test,
    settings: &Settings,
    mut pages: Option<&mut Pages>,
) -> Vec<Option<Ran>> {
    let mut ran: Vec<Option<Ran>> = tests.iter().map(|_| None).collect();
    let mut screen = Screen::new(arguments, tests);
    workers::run(tests, settings, |event| match event {
        Event::Began(index) => screen.began(index),
        Event::Progress(index, progress) => screen.progress(index, &progress),
        Event::Ended(index, mut how) => {
            screen.ended(index, &how);
            if let Some(pages) = &mut pages {
                pages.add(index, &tests[index], &how);
            }
            formats::forget(&mut how, arguments);
            ran[index] = Some(how);
        }
    });
    screen.clear();
    ran
}

fn exit(all: &[(&Test, &Ran)], interrupted: bool) -> Exit {
    let any = |is: fn(&Ended) -> bool| all.iter().any(|(_, ran)| is(&ran.ended));
    if any(|ended| matches!(ended, Ended::BadInput(_))) {
        Exit::BadUsage
    } else if any(|ended| matches!(ended, Ended::Failed(_))) {
        Exit::ErrorFound
    } else if interrupted || any(|ended| matches!(ended, Ended::Inconclusive(_))) {
        Exit::Inconclusive
    } else {
        Exit::Verified
    }
}

/// A folder that is gone when the suite has been run.
struct Temporary(PathBuf);

impl Temporary {
    fn new() -> Result<Temporary, String> {
        // Processes of different containers may have one number and one folder.
        let moment = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let moment = moment.map_or(0, |moment| moment.as_nanos());
        let name = format!("threadproof-suite-{}-{moment:x}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Temporary(folder))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
