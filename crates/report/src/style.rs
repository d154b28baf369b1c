//! The few colours of the report. Whoever prints it strips them where no terminal wants them.

use anstyle::{AnsiColor, Style};

pub const ERROR: Style = AnsiColor::Red.on_default().bold();
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
pub const UNSURE: Style = AnsiColor::Yellow.on_default().bold();
pub const STRONG: Style = Style::new().bold();
/// Line numbers and rulers.
pub const FRAME: Style = AnsiColor::Blue.on_default();
pub const FAINT: Style = Style::new().dimmed();

pub fn paint(style: Style, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("{style}{text}{style:#}")
}
