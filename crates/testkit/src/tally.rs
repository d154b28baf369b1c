//! How often each pair of algorithm and model was compared. A pair that is never compared agrees with
//! everything, so this has to be looked at.

use crate::compare::{Compared, Comparison};
use std::collections::BTreeMap;
use std::fmt;
use threadproof_engine::SUPPORT;

/// How often each pair of algorithm and model was compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// One for each pair of the engine's table.
    rows: Vec<Row>,
    /// How often the algorithms gave each answer.
    refusals: BTreeMap<String, u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Row {
    compared: u64,
    refused: u64,
    too_large: u64,
    different: u64,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            rows: vec![Row::default(); SUPPORT.len()],
            refusals: BTreeMap::new(),
        }
    }
}

impl Tally {
    pub fn add(&mut self, comparison: &Comparison) {
        for (algorithm, model, compared) in &comparison.0 {
            let at = SUPPORT
                .iter()
                .position(|pair| *pair == (*algorithm, *model))
                .expect("only what is supported is compared");
            let row = &mut self.rows[at];
            *match compared {
                Compared::Same => &mut row.compared,
                Compared::TooLarge => &mut row.too_large,
                Compared::Refused(message) => {
                    let who = format!("{} under {}", algorithm.name(), model.name());
                    *self
                        .refusals
                        .entry(format!("{who}: {message}"))
                        .or_default() += 1;
                    &mut row.refused
                }
                Compared::Different(_) => &mut row.different,
            } += 1;
        }
    }

    /// How often the pair that was met and compared least was compared; pairs that were never met
    /// do not count.
    pub fn fewest(&self) -> u64 {
        let met = self.rows.iter().filter(|row| **row != Row::default());
        met.map(|row| row.compared).min().unwrap_or(0)
    }

    /// The pairs that were compared less often than this, with how often.
    pub fn rarer_than(&self, enough: u64) -> Vec<String> {
        let rows = SUPPORT.iter().zip(&self.rows);
        let rare = rows.filter(|(_, row)| row.compared < enough);
        rare.map(|((algorithm, model), row)| {
            let (algorithm, model) = (algorithm.name(), model.name());
            format!("{algorithm} under {model}: {}", row.compared)
        })
        .collect()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:9} {:5} {:>9} {:>9} {:>9} {:>9}",
            "algorithm", "model", "compared", "refused", "too large", "different"
        )?;
        for ((algorithm, model), row) in SUPPORT.iter().zip(&self.rows) {
            if *row == Row::default() {
                continue;
            }
            writeln!(
                f,
                "{:9} {:5} {:>9} {:>9} {:>9} {:>9}",
                algorithm.name(),
                model.name(),
                row.compared,
                row.refused,
                row.too_large,
                row.different
            )?;
        }
        for (refusal, count) in &self.refusals {
            writeln!(f, "{count} refused by {refusal}")?;
        }
        Ok(())
    }
}
