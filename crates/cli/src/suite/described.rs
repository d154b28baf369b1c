//! A test as it is described: in a comment of a file, in a table of `threadproof.toml`, or by the defaults
//! there. A description stands for several tests if it names several models or a matrix of definitions.

use super::expectation::{Expectation, Wanted};
use super::spelling::similar;
use super::test::Test;
use crate::arguments::{Arguments, Command, default_model};
use std::path::PathBuf;
use threadproof_engine::{Algorithm, Model, resolve};
use threadproof_llvm::is_rust;

/// How many words an option has after its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Flag,
    One,
    List,
    /// The option is given once for each value.
    Each,
}

/// The options of `threadproof check` that a test can set; the others say what to do with a report, which is
/// the business of the whole suite.
pub const OPTIONS: &[(&str, Shape)] = &[
    ("unroll", Shape::One),
    ("check", Shape::List),
    ("no-check", Shape::List),
    ("uninitialized", Shape::One),
    ("robustness", Shape::Flag),
    ("keep-going", Shape::Flag),
    ("timeout", Shape::One),
    ("max-executions", Shape::One),
    ("max-steps", Shape::One),
    ("preemptions", Shape::One),
    ("sample", Shape::One),
    ("seed", Shape::One),
    ("strategy", Shape::One),
    ("no-purity", Shape::Flag),
    ("no-await", Shape::Flag),
    ("no-commute", Shape::Flag),
    ("locks-as-written", Shape::Flag),
    ("volatile", Shape::One),
    ("entry", Shape::One),
    ("model-function", Shape::Each),
];

/// Further keys of a description.
const OTHERS: &[&str] = &[
    "name",
    "model",
    "algorithm",
    "expect",
    "complete",
    "blocked",
    "line",
    "robust",
];

#[derive(Clone, Debug, Default)]
pub struct Described {
    pub name: Option<String>,
    pub models: Vec<String>,
    pub algorithms: Vec<String>,
    /// Names of options and their words, each name once.
    pub options: Vec<(String, Vec<String>)>,
    /// Words of the command line that are no option of a test; to be refused, or expected to be.
    pub literal: Vec<String>,
    pub clang: Vec<String>,
    /// The `compile_commands.json` that the arguments of each file are taken from.
    pub commands: Option<PathBuf>,
    pub expected: Option<Expectation>,
    /// The expectations of single models.
    pub by_model: Vec<(String, Expectation)>,
    /// Details of whatever is expected: `complete`, `line`, …
    details: Vec<(String, String)>,
    /// Macros and their values: a test for each combination.
    pub matrix: Vec<(String, Vec<String>)>,
}

pub fn shape(key: &str) -> Option<Shape> {
    let known = OPTIONS.iter().find(|(name, _)| *name == key);
    known.map(|(_, shape)| *shape)
}

impl Described {
    /// Sets what a key means; its values are as they were written, one or several.
    pub fn set(&mut self, key: &str, values: &[String]) -> Result<(), String> {
        let one = || match values {
            [value] => Ok(value.clone()),
            _ => Err(format!("`{key}` has one value")),
        };
        match key {
            "name" if one()?.is_empty() => return Err("`name` is empty".into()),
            "name" => self.name = Some(one()?),
            "model" | "models" => self.models = known(values, &Model::ALL.map(Model::name))?,
            "algorithm" | "algorithms" => {
                self.algorithms = known(values, &Algorithm::ALL.map(Algorithm::name))?;
            }
            "expect" => self.expected = Some(Expectation::parse(&one()?)?),
            "complete" | "blocked" | "line" | "robust" | "rf" => {
                // Refused here rather than later, where its place is forgotten.
                if !Expectation::default().set(key, &one()?)? {
                    return Err(format!("`{key}` cannot be `{}`", one()?));
                }
                self.details.push((key.into(), one()?));
            }
            _ => {
                let shape = shape(key).ok_or_else(|| unknown(key))?;
                match shape {
                    Shape::Flag if !matches!(one()?.as_str(), "true" | "false") => {
                        return Err(format!("`{key}` is true or false"));
                    }
                    Shape::One => drop(one()?),
                    _ => (),
                }
                // Here rather than with the whole line, where its place is forgotten.
                let mut line = words_of(key, values);
                line.push("program.c".into());
                validate(&line)?;
                if shape != Shape::Each {
                    self.options.retain(|(known, _)| known != key);
                }
                self.options.push((key.into(), values.to_vec()));
            }
        }
        Ok(())
    }

    /// The tests that it stands for. `defaults` say what it leaves open.
    pub fn tests(
        &self,
        defaults: &Described,
        files: &[PathBuf],
        origin: &str,
    ) -> Result<Vec<Test>, String> {
        let mut whole = self.over(defaults);
        if whole.models.is_empty() {
            whole.models = vec![whole.default_model(files).name().into()];
        }
        let mut tests = Vec::new();
        for model in &whole.models {
            let runs = whole.runs(model, whole.expectation(model), files);
            if runs.is_empty() {
                let names = whole.algorithms.join(", ");
                return Err(format!(
                    "none of the algorithms {names} can do this under {model}"
                ));
            }
            for defines in combinations(&whole.matrix) {
                for (algorithm, expected) in runs.clone() {
                    let test = whole.test(files, origin, model, &algorithm, &defines, expected)?;
                    tests.push(test);
                }
            }
        }
        Ok(tests)
    }

    /// With the defaults where nothing is said.
    fn over(&self, defaults: &Described) -> Described {
        let mut whole = self.clone();
        let first = |own: &[String], other: &[String]| -> Vec<String> {
            match own {
                [] => other.to_vec(),
                own => own.to_vec(),
            }
        };
        whole.models = first(&self.models, &defaults.models);
        whole.algorithms = first(&self.algorithms, &defaults.algorithms);
        if whole.algorithms.is_empty() {
            whole.algorithms = vec![Algorithm::Auto.name().into()];
        }
        for (key, values) in &defaults.options {
            if self.options.iter().all(|(own, _)| own != key) {
                whole.options.push((key.clone(), values.clone()));
            }
        }
        whole.clang = [&defaults.clang[..], &self.clang[..]].concat();
        if whole.expected.is_none() {
            whole.expected.clone_from(&defaults.expected);
        }
        whole
    }

    /// The model that `threadproof check` takes by itself.
    fn default_model(&self, files: &[PathBuf]) -> Model {
        let robustness = self.asks_robustness();
        let named = |name: &String| Algorithm::ALL.into_iter().find(|a| a.name() == name);
        let algorithms = self.algorithms.iter().filter_map(named);
        let of = |algorithm| default_model(files, algorithm, robustness);
        let mut models = algorithms.map(of);
        models
            .find(|model| *model != Model::Sc)
            .unwrap_or(Model::Sc)
    }

    fn asks_robustness(&self) -> bool {
        let asks = |(key, values): &(String, Vec<String>)| {
            key == "robustness" && values.iter().any(|value| value == "true")
        };
        self.options.iter().any(asks)
    }

    fn expectation(&self, model: &str) -> Expectation {
        let own = self.by_model.iter().find(|(of, _)| of == model);
        let own = own.map(|(_, expectation)| expectation.clone());
        let mut expectation = own.or(self.expected.clone()).unwrap_or_default();
        for (key, value) in &self.details {
            let set = expectation.set(key, value);
            debug_assert_eq!(set, Ok(true), "it was tried before");
        }
        expectation
    }

    /// The algorithms to run under a model, each with what is expected of it. Of several those are run that can
    /// do it, and only those count that count traces; the one that counts is taken if none is named.
    fn runs(
        &self,
        model: &str,
        expected: Expectation,
        files: &[PathBuf],
    ) -> Vec<(String, Expectation)> {
        let named = |name: &str| Algorithm::ALL.into_iter().find(|a| a.name() == name);
        let model = Model::ALL.into_iter().find(|m| m.name() == model);
        if let [algorithm] = &self.algorithms[..] {
            let mut algorithm = algorithm.clone();
            let optimal = model.is_some_and(|m| resolve(Algorithm::Optimal, m).is_ok());
            if algorithm == Algorithm::Auto.name() && expected.counts() && optimal {
                algorithm = Algorithm::Optimal.name().into();
            }
            return vec![(algorithm, expected)];
        }
        let mut runs = Vec::new();
        for name in &self.algorithms {
            let (Some(algorithm), Some(model)) = (named(name), model) else {
                continue;
            };
            // Reads-from classes tell nothing of the orders of writes.
            let suits = match algorithm {
                Algorithm::Sat => self.suits_solver(&expected, files),
                Algorithm::Rf => model == Model::Sc || !self.asks_robustness(),
                _ => true,
            };
            if resolve(algorithm, model).is_err() || !suits {
                continue;
            }
            let mut expected = expected.clone();
            let counts_traces = algorithm != Algorithm::Sat
                && (algorithm != Algorithm::Rf || resolve(Algorithm::Optimal, model).is_err());
            if !counts_traces {
                (expected.complete, expected.blocked) = (None, None);
            }
            if expected.not_rf && algorithm == Algorithm::Rf {
                expected = Expectation::parse("inconclusive:unsupported").unwrap_or_default();
            }
            runs.push((name.clone(), expected));
        }
        // Whoever expects to be refused is refused.
        if runs.is_empty() && expected.verdict == Wanted::BadInput {
            runs.push((Algorithm::Auto.name().into(), expected));
        }
        runs
    }

    /// The solver looks for no data races, as is usual in Rust, nor for other things that have to be asked for, and takes
    /// its own time.
    fn suits_solver(&self, expected: &Expectation, files: &[PathBuf]) -> bool {
        let asks = |key: &str| self.options.iter().any(|(own, _)| own == key);
        let limited = matches!(
            expected.kind.as_deref(),
            Some("timeout" | "execution-limit")
        );
        let is_rust = files.iter().any(|file| is_rust(file));
        !asks("check") && !asks("robustness") && !limited && !is_rust
    }

    fn test(
        &self,
        files: &[PathBuf],
        origin: &str,
        model: &str,
        algorithm: &str,
        defines: &[String],
        expected: Expectation,
    ) -> Result<Test, String> {
        let mut words: Vec<String> = vec!["--model".into(), model.into()];
        let mut label = vec![model.to_owned()];
        if algorithm != Algorithm::Auto.name() {
            words.extend(["--algorithm".into(), algorithm.into()]);
            label.push(algorithm.into());
        }
        for (key, values) in &self.options {
            let option = words_of(key, values);
            if key != "timeout" {
                label.extend(option.iter().cloned());
            }
            words.extend(option);
        }
        label.extend(self.literal.iter().cloned());
        words.extend(self.literal.iter().cloned());
        if let Some(commands) = &self.commands {
            words.push(format!("--compile-commands={}", commands.display()));
        }
        words.extend(files.iter().map(|file| file.to_string_lossy().into_owned()));
        label.extend(self.clang.iter().chain(defines).cloned());
        if !self.clang.is_empty() || !defines.is_empty() {
            words.push("--".into());
            words.extend(self.clang.iter().chain(defines).cloned());
        }
        if expected.verdict != Wanted::BadInput {
            validate(&words)?;
        }
        let name = self.name.clone().unwrap_or_else(|| {
            let first = files.first().map(|file| file.display().to_string());
            first.unwrap_or_default()
        });
        Ok(Test {
            name: format!("{name} ({})", label.join(", ")),
            origin: origin.into(),
            files: files.to_vec(),
            model: model.into(),
            words,
            expected,
        })
    }
}

/// An option as it stands on the command line.
fn words_of(key: &str, values: &[String]) -> Vec<String> {
    match (shape(key), values) {
        (Some(Shape::Flag), [value]) if value == "false" => Vec::new(),
        (Some(Shape::Flag), _) => vec![format!("--{key}")],
        (Some(Shape::Each), _) => {
            let each = values.iter().map(|value| format!("--{key}={value}"));
            each.collect()
        }
        _ => vec![format!("--{key}={}", values.join(","))],
    }
}

/// Does the command line accept these words?
fn validate(words: &[String]) -> Result<(), String> {
    let line = ["threadproof", "check"].into_iter().map(String::from);
    let parsed = Arguments::read_from(line.chain(words.iter().cloned()));
    let parsed = parsed.map_err(|error| {
        let text = error.render().to_string();
        let first = text.lines().next().unwrap_or_default();
        first.trim_start_matches("error: ").to_owned()
    })?;
    match parsed.command {
        Command::Check(check) => {
            let accepted = crate::check::accept(&check);
            accepted.map_err(|words| words.trim_end().to_owned())
        }
        _ => unreachable!("the command is `check`"),
    }
}

fn known(values: &[String], names: &[&str]) -> Result<Vec<String>, String> {
    if values.is_empty() {
        return Err(format!(
            "one of {} has to be named at least",
            names.join(", ")
        ));
    }
    match values.iter().find(|value| !names.contains(&value.as_str())) {
        Some(wrong) => Err(format!("`{wrong}` is none of {}", names.join(", "))),
        None => Ok(values.to_vec()),
    }
}

fn unknown(key: &str) -> String {
    let options = OPTIONS.iter().map(|(name, _)| *name);
    let names: Vec<&str> = OTHERS.iter().copied().chain(options).collect();
    no_such_key(key, &names)
}

/// Words for a name that means nothing.
pub fn no_such_key(key: &str, known: &[&str]) -> String {
    let meant = similar(key, known);
    let meant = meant.map_or(String::new(), |name| format!(" (`{name}`?)"));
    format!("there is no `{key}`{meant}; there are {}", known.join(", "))
}

/// All ways to choose a value for each macro.
fn combinations(matrix: &[(String, Vec<String>)]) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    for (macro_name, values) in matrix {
        let with = |chosen: &Vec<String>| -> Vec<Vec<String>> {
            let longer = |value: &String| {
                let mut chosen = chosen.clone();
                chosen.push(format!("-D{macro_name}={value}"));
                chosen
            };
            values.iter().map(longer).collect()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(list: &[&str]) -> Vec<String> {
        list.iter().map(|word| word.to_string()).collect()
    }

    fn tests(described: &Described, defaults: &Described) -> Vec<Test> {
        let tests = described.tests(defaults, &["a.c".into()], "a.c:1");
        tests.expect("a good description")
    }

    #[test]
    fn a_test_for_each_model_and_definition() {
        let mut described = Described::default();
        described
            .set("model", &words(&["sc", "tso"]))
            .expect("models");
        described.matrix = vec![
            ("N".into(), words(&["1", "2"])),
            ("FAST".into(), words(&["0"])),
        ];
        let names: Vec<String> = tests(&described, &Described::default())
            .into_iter()
            .map(|test| test.name)
            .collect();
        assert_eq!(
            names,
            [
                "a.c (sc, -DN=1, -DFAST=0)",
                "a.c (sc, -DN=2, -DFAST=0)",
                "a.c (tso, -DN=1, -DFAST=0)",
                "a.c (tso, -DN=2, -DFAST=0)",
            ]
        );
    }

    #[test]
    fn the_defaults_fill_in_and_give_way() {
        let mut defaults = Described::default();
        defaults.set("timeout", &words(&["10"])).expect("a number");
        defaults.set("unroll", &words(&["2"])).expect("a number");
        defaults.clang = words(&["-Iinclude"]);
        let mut own = Described::default();
        own.set("unroll", &words(&["7"])).expect("a number");
        own.clang = words(&["-DN=2"]);
        let [test] = &tests(&own, &defaults)[..] else {
            panic!("one model, one test");
        };
        assert_eq!(
            test.words,
            [
                "--model",
                "c11",
                "--unroll=7",
                "--timeout=10",
                "a.c",
                "--",
                "-Iinclude",
                "-DN=2"
            ]
        );
    }

    #[test]
    fn numbers_of_executions_ask_for_an_algorithm_that_counts_them() {
        let mut described = Described::default();
        described.set("complete", &words(&["3"])).expect("a number");
        described.set("model", &words(&["sc"])).expect("a model");
        let algorithm = |tests: &[Test]| tests[0].words[3].clone();
        let tests = tests(&described, &Described::default());
        assert_eq!(algorithm(&tests), "optimal");
    }

    /// As `threadproof check` does.
    #[test]
    fn the_model_that_is_not_named_is_c11_where_it_can_be() {
        let model = |key: &str, value: &str, file: &str| {
            let mut described = Described::default();
            described.set(key, &words(&[value])).expect("a value");
            let tests = described.tests(&Described::default(), &[file.into()], "a.c:1");
            tests.expect("a good description")[0].model.clone()
        };
        assert_eq!(model("unroll", "2", "a.c"), "c11");
        assert_eq!(model("complete", "2", "a.c"), "c11");
        assert_eq!(model("sample", "2", "a.c"), "c11");
        assert_eq!(model("algorithm", "rf", "a.c"), "c11");
        assert_eq!(model("algorithm", "optimal", "a.c"), "sc");
        assert_eq!(model("robustness", "true", "a.c"), "sc");
        assert_eq!(model("robustness", "false", "a.c"), "c11");
        assert_eq!(model("unroll", "2", "a.litmus"), "c11");
    }

    #[test]
    fn mistakes_are_refused() {
        let mut described = Described::default();
        for (key, value) in [
            ("modle", "sc"),
            ("model", "x86"),
            ("expect", "fine"),
            ("robustness", "perhaps"),
            ("complete", "many"),
            ("format", "json"),
            ("unroll", "0"),
            ("check", "raecs"),
            ("timeout", "-1"),
        ] {
            assert!(
                described.set(key, &words(&[value])).is_err(),
                "{key}={value}"
            );
        }
        described
            .set("robustness", &words(&["true"]))
            .expect("a flag");
        described.set("model", &words(&["ra"])).expect("a model");
        let tests = described.tests(&Described::default(), &["a.c".into()], "a.c:1");
        assert!(tests.is_err(), "the two do not go together");
    }
}
