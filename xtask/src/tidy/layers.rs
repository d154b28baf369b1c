//! The order of the engine's layers: a folder uses only itself and the layers before it.
//!
//! Without an order everything ends up using everything else, and no part can be read or changed alone.

use super::Finding;

const ENGINE: &str = "crates/engine/src/";

/// Folders and files of the engine, from the bottom to the top.
const LAYERS: [(&str, &str); 16] = [
    ("options", "the question"),
    ("mutant", "faults for tests"),
    ("clock", "vector clocks"),
    ("random", "random numbers that a seed reproduces"),
    ("link", "workers in other processes"),
    ("portable", "data that leaves its process"),
    ("outcome", "the answer, as plain data"),
    ("support", "the algorithms of each model"),
    ("host", "an execution, whatever its memory does"),
    ("trace", "a sequence of steps, and their order"),
    ("machine", "executions as sequences of steps"),
    ("check", "errors that only the whole execution shows"),
    ("graph", "executions as graphs of events"),
    ("replay", "runs an execution again and describes it"),
    ("explore", "the algorithms, and the monitor of a search"),
    ("driver", "the only place that knows all algorithms"),
];

/// Uses of a layer above that of the file, one finding for each.
pub fn find(file: &str, text: &str) -> Vec<Finding> {
    let Some(inside) = file.strip_prefix(ENGINE).filter(|name| *name != "lib.rs") else {
        return Vec::new();
    };
    let first = inside.split('/').next().unwrap_or(inside);
    let layer = first.strip_suffix(".rs").unwrap_or(first);
    let Some(own) = place(layer) else {
        return vec![finding(
            file,
            format!("{layer} has no place among the layers"),
        )];
    };
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let mut above: Vec<&str> = code
        .flat_map(used)
        .filter(|name| place(name).is_some_and(|place| place > own))
        .collect();
    above.sort_unstable();
    above.dedup();
    let message = |name: &str| format!("uses {name}, which stands above {layer}");
    above
        .into_iter()
        .map(|name| finding(file, message(name)))
        .collect()
}

fn finding(file: &str, message: String) -> Finding {
    Finding {
        subject: file.into(),
        message,
    }
}

fn place(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|(name, _)| *name == layer)
}

/// The names behind `crate::` in a line.
fn used(line: &str) -> impl Iterator<Item = &str> {
    line.split("crate::").skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        &rest[..end.unwrap_or(rest.len())]
    })
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn a_layer_above_is_found() {
        let text = "use crate::driver::check;\nuse crate::options::Model;\n// crate::explore\n";
        let found = find("crates/engine/src/machine/mod.rs", text);
        assert_eq!(found.len(), 1);
        assert!(found[0].message.contains("driver"));
    }

    #[test]
    fn layers_below_are_fine() {
        let text = "use crate::options::Model;\nuse crate::machine::Machine;\n";
        assert!(find("crates/engine/src/explore/naive.rs", text).is_empty());
        assert!(find("crates/engine/src/lib.rs", "pub use crate::driver::check;").is_empty());
    }

    #[test]
    fn a_new_folder_needs_a_place() {
        assert_eq!(find("crates/engine/src/novel/mod.rs", "").len(), 1);
    }
}
