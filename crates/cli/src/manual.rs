//! Texts that need no check: explanations, completions and the manual page.

use crate::arguments::{Arguments, Explain};
use crate::{Exit, system};
use clap::CommandFactory;
use threadproof_program::ErrorKind;
use threadproof_report::explain;

pub fn explain(arguments: &Explain) -> Result<Exit, String> {
    let Some(name) = &arguments.kind else {
        for kind in ErrorKind::ALL {
            system::print(&format!("{:18} {}\n", kind.name(), explain::title(kind)));
        }
        return Ok(Exit::Verified);
    };
    let Some(kind) = ErrorKind::from_name(&name.to_lowercase().replace(['_', ' '], "-")) else {
        let names = ErrorKind::ALL.map(ErrorKind::name).join(", ");
        return Err(format!(
            "there is no error kind `{name}`; there are {names}"
        ));
    };
    system::print(&explain::render(kind));
    Ok(Exit::Verified)
}

pub fn completions(shell: clap_complete::Shell) -> Result<Exit, String> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "threadproof", &mut script);
    system::print(&String::from_utf8_lossy(&script));
    Ok(Exit::Verified)
}

/// One page with a section for each command.
pub fn man() -> Result<Exit, String> {
    let mut page = Vec::new();
    let mut command = Arguments::command();
    command.build();
    let write = |page: &mut Vec<u8>| -> std::io::Result<()> {
        let head = clap_mangen::Man::new(command.clone());
        head.render_title(page)?;
        head.render_name_section(page)?;
        head.render_synopsis_section(page)?;
        head.render_description_section(page)?;
        head.render_subcommands_section(page)?;
        head.render_extra_section(page)?;
        for part in command
            .get_subcommands()
            .filter(|part| part.get_name() != "help")
        {
            let man = clap_mangen::Man::new(part.clone());
            let name = part.get_name().to_uppercase();
            page.extend(format!(".SH \"COMMAND {name}\"\n").bytes());
            man.render_description_section(page)?;
            man.render_synopsis_section(page)?;
            man.render_options_section(page)?;
            man.render_extra_section(page)?;
        }
        head.render_version_section(page)
    };
    write(&mut page).map_err(|error| error.to_string())?;
    system::print(&String::from_utf8_lossy(&page));
    Ok(Exit::Verified)
}
