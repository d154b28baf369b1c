//! The variables of the environment with which loom is told how far to go.

use super::arguments::Search;

/// Variables that mean what an option of ours means.
const MEANT: &[(&str, &str)] = &[
    ("LOOM_MAX_PREEMPTIONS", "--preemptions"),
    ("LOOM_MAX_DURATION", "--timeout"),
    ("LOOM_MAX_PERMUTATIONS", "--max-executions"),
];

/// Those that mean nothing here, and why.
const MEANINGLESS: &[(&str, &str)] = &[
    ("LOOM_MAX_BRANCHES", "there is no limit on branches"),
    ("LOOM_MAX_THREADS", "there is no limit on threads"),
    ("LOOM_CHECKPOINT_FILE", "a search always begins anew"),
    ("LOOM_CHECKPOINT_INTERVAL", "a search always begins anew"),
    ("LOOM_LOG", "--verbose shows all steps of a failure"),
    ("LOOM_LOCATION", "reports always have lines"),
];

/// Takes the variables for options, unless these are given; returns a sentence for each variable.
pub fn apply(search: &mut Search, variable: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut sentences = Vec::new();
    for (name, option) in MEANT {
        let Some(value) = variable(name) else {
            continue;
        };
        let place = match *option {
            "--preemptions" => &mut search.preemptions,
            "--timeout" => &mut search.timeout,
            _ => &mut search.max_executions,
        };
        sentences.push(match place {
            Some(_) => format!("{name} gives way to {option}"),
            None => format!("{name} is taken for {option} {value}"),
        });
        place.get_or_insert(value);
    }
    for (name, why) in MEANINGLESS {
        if variable(name).is_some() {
            sentences.push(format!("{name} has no effect: {why}"));
        }
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::{Search, apply};

    #[test]
    fn variables_are_options_or_named() {
        let mut search = Search {
            timeout: Some("5".into()),
            ..Search::default()
        };
        let set = [
            ("LOOM_MAX_PREEMPTIONS", "2"),
            ("LOOM_MAX_DURATION", "60"),
            ("LOOM_LOG", "trace"),
        ];
        let variable = |name: &str| {
            let found = set.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.to_string())
        };
        let sentences = apply(&mut search, variable);
        assert_eq!(search.preemptions.as_deref(), Some("2"));
        assert_eq!(search.timeout.as_deref(), Some("5"));
        assert_eq!(search.max_executions, None);
        assert_eq!(
            sentences,
            [
                "LOOM_MAX_PREEMPTIONS is taken for --preemptions 2",
                "LOOM_MAX_DURATION gives way to --timeout",
                "LOOM_LOG has no effect: --verbose shows all steps of a failure",
            ]
        );
    }
}
