//! Options behind `--`, which cargo hands to the harness of the tests. The harness is not run, but some of its options choose
//! tests.

use super::arguments::Test;

/// Options about output and about threads of the harness: all output is shown with a failure, and tests have no order.
const MEANINGLESS: &[&str] = &[
    "--nocapture",
    "--no-capture",
    "--show-output",
    "--quiet",
    "-q",
];

/// Takes the options of the harness for those of the same names here.
pub fn apply(arguments: &mut Test) -> Result<(), String> {
    let mut words = std::mem::take(&mut arguments.harness).into_iter();
    while let Some(word) = words.next() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_string())),
            _ => (word.as_str(), None),
        };
        let mut value = || {
            let value = value.clone().or_else(|| words.next());
            value.ok_or_else(|| format!("the option {name} of the harness needs a value"))
        };
        match name {
            "--ignored" => arguments.ignored = true,
            "--include-ignored" => arguments.include_ignored = true,
            "--exact" => arguments.exact = true,
            "--skip" => arguments.skip.push(value()?),
            "--test-threads" => {
                let threads = value()?;
                let threads = threads.parse().ok().filter(|n| *n > 0);
                arguments.jobs =
                    Some(threads.ok_or("--test-threads needs a number greater than 0")?);
            }
            name if MEANINGLESS.contains(&name) => {}
            name if name.starts_with('-') => {
                return Err(format!(
                    "the option {name} is one of the tests' harness, which is not run"
                ));
            }
            _ => arguments.filter.push(word),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::apply;
    use crate::cargo::arguments::Test;

    fn applied(words: &[&str]) -> Result<Test, String> {
        let mut arguments = Test {
            harness: words.iter().map(|word| word.to_string()).collect(),
            ..Test::default()
        };
        apply(&mut arguments).map(|()| arguments)
    }

    #[test]
    fn options_that_choose_have_their_meaning() {
        let words = [
            "--nocapture",
            "queue",
            "--exact",
            "--skip=slow",
            "--skip",
            "old",
        ];
        let test = applied(&words).expect("all are known");
        assert_eq!(test.filter, ["queue"]);
        assert_eq!(test.skip, ["slow", "old"]);
        assert!(test.exact && !test.ignored);
        let test = applied(&["--test-threads=1", "--include-ignored"]).expect("all are known");
        assert_eq!(test.jobs, Some(1));
        assert!(test.include_ignored);
    }

    #[test]
    fn others_are_refused() {
        for words in [&["--bench"][..], &["--skip"], &["--test-threads", "0"]] {
            assert!(applied(words).is_err(), "{words:?}");
        }
    }
}
