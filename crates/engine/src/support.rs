//! The one table of the algorithms and models that work together. The help text is made from it.

use crate::options::{Algorithm, Model, Options};

/// Every supported pair; for each model the choice of `auto` first, and its second choice next.
pub const SUPPORT: &[(Algorithm, Model)] = &[
    (Algorithm::Rf, Model::Sc),
    (Algorithm::Optimal, Model::Sc),
    (Algorithm::Source, Model::Sc),
    (Algorithm::Sat, Model::Sc),
    (Algorithm::Naive, Model::Sc),
    (Algorithm::Rf, Model::Tso),
    (Algorithm::Optimal, Model::Tso),
    (Algorithm::Source, Model::Tso),
    (Algorithm::Sat, Model::Tso),
    (Algorithm::Naive, Model::Tso),
    (Algorithm::Rf, Model::Pso),
    (Algorithm::Optimal, Model::Pso),
    (Algorithm::Source, Model::Pso),
    (Algorithm::Naive, Model::Pso),
    (Algorithm::Rf, Model::Ra),
    (Algorithm::Rf, Model::C11),
];

/// The pair of an algorithm and a model that cannot be run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unsupported(pub Algorithm, pub Model);

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Unsupported(algorithm, model) = self;
        write!(
            f,
            "--algorithm {} does not support --model {}",
            algorithm.name(),
            model.name()
        )
    }
}

/// The algorithm to run for a wish: `auto` becomes the first that supports the model.
pub fn resolve(algorithm: Algorithm, model: Model) -> Result<Algorithm, Unsupported> {
    SUPPORT
        .iter()
        .find(|(a, m)| *m == model && (algorithm == Algorithm::Auto || *a == algorithm))
        .map(|(a, _)| *a)
        .ok_or(Unsupported(algorithm, model))
}

/// Can several workers share the search, and can it be kept while it goes on?
pub fn is_shared(algorithm: Algorithm) -> bool {
    match algorithm {
        Algorithm::Optimal | Algorithm::Source | Algorithm::Naive | Algorithm::Rf => true,
        Algorithm::Auto | Algorithm::Sat => false,
    }
}

/// The algorithm to run for a wish if the search is to be kept: `auto` becomes the first that can be.
pub fn kept_choice(algorithm: Algorithm, model: Model) -> Result<Algorithm, Unsupported> {
    SUPPORT
        .iter()
        .filter(|(a, m)| *m == model && (algorithm == Algorithm::Auto || *a == algorithm))
        .map(|(a, _)| *a)
        .find(|a| is_shared(*a))
        .ok_or(Unsupported(algorithm, model))
}

/// The algorithm with which `auto` goes on when its first choice cannot do a program.
pub fn second_choice(options: &Options) -> Option<Algorithm> {
    let mut choices = SUPPORT.iter().filter(|(_, model)| *model == options.model);
    let first = choices.next().is_some_and(|(a, _)| *a == Algorithm::Rf);
    let second = choices.next().map(|(a, _)| *a);
    let auto = options.algorithm == Algorithm::Auto && !options.replaces_algorithm();
    second.filter(|_| first && auto)
}
