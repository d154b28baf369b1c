//! One program of several modules: those of its files, and of its libraries the modules that it needs.

use crate::error::LoadError;
use crate::{Source, clang, read};
use rustc_hash::FxHashSet;

/// Parses and links all modules. `entry`: a function to begin with, instead of `main`.
pub fn whole<'c>(
    context: &'c read::Context,
    sources: &[Source],
    entry: Option<&str>,
) -> Result<read::Module<'c>, LoadError> {
    let mut whole: Option<read::Module<'c>> = None;
    let mut waiting: Vec<read::Module<'c>> = Vec::new();
    for source in sources {
        let mut module = parse(context, source)?;
        if entry.is_some_and(|entry| entry != "main") {
            module.hide_main();
        }
        match source.if_needed {
            true => waiting.push(module),
            false => add(&mut whole, module)?,
        }
    }
    let first = entry.unwrap_or("main");
    while let Some(at) = next_needed(whole.as_ref(), &waiting, first) {
        add(&mut whole, waiting.remove(at))?;
    }
    let mut whole = whole.ok_or(LoadError::NoMain)?;
    if let Some(entry) = entry.filter(|entry| *entry != "main") {
        whole
            .enter_at(entry)
            .map_err(|reason| LoadError::BadEntry {
                name: entry.into(),
                reason,
            })?;
    }
    Ok(whole)
}

fn add<'c>(
    whole: &mut Option<read::Module<'c>>,
    module: read::Module<'c>,
) -> Result<(), LoadError> {
    match whole {
        None => {
            *whole = Some(module);
            Ok(())
        }
        Some(whole) => link(whole, module),
    }
}

/// The next module of a library that defines what is missing; at first that is the function to begin with.
fn next_needed(
    whole: Option<&read::Module<'_>>,
    waiting: &[read::Module<'_>],
    first: &str,
) -> Option<usize> {
    if whole.is_none_or(|whole| whole.named(first).is_none())
        && let Some(at) = waiting.iter().position(|m| m.named(first).is_some())
    {
        return Some(at);
    }
    let wanted: FxHashSet<String> = whole?.wanted().into_iter().collect();
    let offers = |module: &read::Module<'_>| module.offered().iter().any(|n| wanted.contains(n));
    waiting.iter().position(offers)
}

fn parse<'c>(context: &'c read::Context, source: &Source) -> Result<read::Module<'c>, LoadError> {
    let name = source.file.display().to_string();
    let module = read::Module::parse(context, &name, &source.contents);
    match &source.clang {
        Some(clang) => module.map_err(|message| LoadError::ClangTooNew {
            clang: clang.clone(),
            version: clang::version(clang),
            message,
        }),
        None => module
            .and_then(|module| module.verify().map(|()| module))
            .map_err(|message| LoadError::Unreadable {
                file: source.file.clone(),
                message: message.trim_end().to_string(),
            }),
    }
}

pub fn link<'c>(whole: &mut read::Module<'c>, module: read::Module<'c>) -> Result<(), LoadError> {
    let linked = whole.link(module);
    linked.map_err(|message| LoadError::Link { message })
}
