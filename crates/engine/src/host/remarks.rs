//! Assumptions of a front end while it ran the program, for the notes of a report.

use serde::{Deserialize, Serialize};
use threadproof_program::LocationId;

/// The remarks of a whole search, each once. They say something about the program and not about one
/// execution, so going back in the search keeps them.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Remarks {
    made: Vec<Remark>,
}

/// An assumption of the front end at a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Remark {
    pub message: String,
    /// The user's call that gave rise to it.
    pub location: LocationId,
}

impl Remarks {
    /// `locations` are those of the thread's calls, the innermost first.
    pub fn add(&mut self, message: String, locations: &[LocationId]) {
        let Some(&location) = locations.first() else {
            return;
        };
        let remark = Remark { message, location };
        if !self.made.contains(&remark) {
            self.made.push(remark);
        }
    }

    /// Adds those of another worker.
    pub fn extend(&mut self, others: Remarks) {
        for remark in others.made {
            if !self.made.contains(&remark) {
                self.made.push(remark);
            }
        }
    }

    /// The different messages, in the order of the alphabet, each with its places.
    pub fn by_message(&self) -> Vec<(&str, Vec<LocationId>)> {
        let mut messages: Vec<&str> = self.made.iter().map(|r| r.message.as_str()).collect();
        messages.sort_unstable();
        messages.dedup();
        let places = |message: &str| {
            let here = self.made.iter().filter(|r| r.message == message);
            here.map(|r| r.location).collect()
        };
        messages.into_iter().map(|m| (m, places(m))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_remark_is_kept_once_and_sorted_by_its_words() {
        let mut remarks = Remarks::default();
        remarks.add("b".into(), &[LocationId(2), LocationId(9)]);
        remarks.add("a".into(), &[LocationId(1)]);
        remarks.add("b".into(), &[LocationId(2)]);
        remarks.add("b".into(), &[LocationId(3)]);
        remarks.add("nowhere".into(), &[]);
        let expected = vec![
            ("a", vec![LocationId(1)]),
            ("b", vec![LocationId(2), LocationId(3)]),
        ];
        assert_eq!(remarks.by_message(), expected);
    }
}
