//! The values that options take.

use clap::Arg;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::time::Duration;
use threadproof_engine::{Algorithm, Model, Preemptions, Strategy};
use threadproof_llvm::Volatile;

/// A number below zero after an option is its value, and is refused as such: it is no option that nobody knows, and no argument for
/// clang.
pub fn with_negative_values(command: clap::Command) -> clap::Command {
    let allow = |option: Arg| match option.get_action().takes_values() && !option.is_positional() {
        true => option.allow_negative_numbers(true),
        false => option,
    };
    command
        .mut_args(allow)
        .mut_subcommands(with_negative_values)
}

pub fn model_parser() -> impl TypedValueParser<Value = Model> {
    PossibleValuesParser::new(Model::ALL.map(Model::name)).map(|name| {
        let mut all = Model::ALL.into_iter();
        all.find(|model| model.name() == name)
            .expect("only these names pass the parser")
    })
}

pub fn algorithm_parser() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name)).map(|name| {
        let mut all = Algorithm::ALL.into_iter();
        all.find(|algorithm| algorithm.name() == name)
            .expect("only these names pass the parser")
    })
}

pub fn volatile_parser() -> impl TypedValueParser<Value = Volatile> {
    PossibleValuesParser::new(["plain", "relaxed", "ordered"]).map(|name| match name.as_str() {
        "relaxed" => Volatile::Relaxed,
        "ordered" => Volatile::Ordered,
        _ => Volatile::Plain,
    })
}

pub fn strategy_parser() -> impl TypedValueParser<Value = Strategy> {
    PossibleValuesParser::new(Strategy::ALL.map(Strategy::name)).map(|name| {
        let mut all = Strategy::ALL.into_iter();
        all.find(|strategy| strategy.name() == name)
            .expect("only these names pass the parser")
    })
}

pub fn preemptions(text: &str) -> Result<Preemptions, String> {
    match (text, text.parse()) {
        ("auto", _) => Ok(Preemptions::Increasing),
        (_, Ok(bound)) => Ok(Preemptions::AtMost(bound)),
        _ => Err("a number or `auto` is expected".into()),
    }
}

/// A time longer than the clock can count is as good as none, and is cut to a century.
pub fn seconds(text: &str) -> Result<Duration, String> {
    const CENTURY: f64 = 100.0 * 365.0 * 86400.0;
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if seconds.is_nan() || seconds < 0.0 {
        return Err("not a length of time".into());
    }
    Ok(Duration::from_secs_f64(seconds.min(CENTURY)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        assert_eq!(seconds("0"), Ok(Duration::ZERO));
        assert!(seconds("1e300").is_ok());
        for wrong in ["", "-1", "nan", "1s"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
