//! The cost of a search, in the algorithm's own measures.
//!
//! An algorithm with something to count adds rows to the list; reports show them by name, so a new measure needs no new
//! field anywhere.

use crate::options::Algorithm;
use std::time::Duration;

/// One number that an algorithm kept.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measure {
    pub algorithm: Algorithm,
    /// As in the JSON report: `questions`, `solver_seconds`.
    pub name: &'static str,
    pub number: Number,
}

/// The value of a measure.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    Count(u64),
    Time(Duration),
}

impl std::ops::Add for Number {
    type Output = Number;
    /// Both are numbers of the same thing.
    fn add(self, more: Number) -> Number {
        match (self, more) {
            (Number::Count(a), Number::Count(b)) => Number::Count(a + b),
            (Number::Time(a), Number::Time(b)) => Number::Time(a + b),
            (a, _) => a,
        }
    }
}

impl Measure {
    /// A number of things.
    pub fn count(algorithm: Algorithm, name: &'static str, count: u64) -> Measure {
        let number = Number::Count(count);
        Measure {
            algorithm,
            name,
            number,
        }
    }
    /// A duration; its name ends in `_seconds`.
    pub fn time(algorithm: Algorithm, name: &'static str, time: Duration) -> Measure {
        let number = Number::Time(time);
        Measure {
            algorithm,
            name,
            number,
        }
    }
}
