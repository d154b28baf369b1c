//! `threadproof show`: prints the user's functions in the text form of the intermediate
//! representation, with lines of the source as comments.

use crate::arguments::{Show, Step};
use crate::{Exit, check_list, frontend, system};
use threadproof_ir::module::{Function, Module};
use threadproof_ir::text;
use threadproof_program::LocationId;

pub fn run(arguments: &Show) -> Result<Exit, String> {
    let check = &arguments.check.resolved()?;
    let checks = check_list::wanted(check)?;
    let mut module = frontend::load(check)?;
    let mut options = frontend::options(check, checks);
    if arguments.after != Step::Reading {
        options.purity &= arguments.after == Step::Purity;
        module = threadproof_ir::after_passes(module, &options)?;
    }
    let is_wanted = |function: &Function| match &arguments.function {
        Some(name) => function.name == *name,
        None => is_of_the_user(function),
    };
    let wanted = module.functions.iter().filter(|f| is_wanted(f));
    let wanted: Vec<String> = wanted
        .map(|function| text::print_function(&module, function))
        .collect();
    if let (Some(name), true) = (&arguments.function, wanted.is_empty()) {
        return Err(format!("there is no function `{name}`"));
    }
    system::print(&with_lines(&module, &wanted.join("\n")));
    Ok(Exit::Verified)
}

/// Code of the modelled library has no locations.
fn is_of_the_user(function: &Function) -> bool {
    let mut instructions = function.blocks.iter().flat_map(|b| &b.instructions);
    instructions.any(|inst| inst.location != LocationId(0))
}

/// Replaces the numbers of locations at the ends of lines by what they mean.
fn with_lines(module: &Module, text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let parts = line.rsplit_once(" !");
        let found = parts.and_then(|(code, number)| {
            let location = module.debug.locations.get(number.parse::<usize>().ok()?)?;
            let file = location.file.rsplit('/').next().unwrap_or_default();
            Some(format!("{code:<72} ; {file}:{}", location.line))
        });
        out.push_str(found.as_deref().unwrap_or(line));
        out.push('\n');
    }
    out
}
