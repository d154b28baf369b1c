//! The name that somebody may have meant.

/// Of the known names, the one that differs from a wrong one by the fewest letters, if these are few.
pub fn similar<'k>(wrong: &str, known: &[&'k str]) -> Option<&'k str> {
    let most = 1 + wrong.chars().count() / 4;
    let with_distance = known.iter().map(|name| (distance(wrong, name), *name));
    let (distance, name) = with_distance.min_by_key(|(distance, _)| *distance)?;
    (distance <= most).then_some(name)
}

/// How many letters have to be added, left out, replaced, or exchanged with the next one.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    // The distances of all beginnings of `to` from each beginning of `from`.
    let mut rows: Vec<Vec<usize>> = vec![(0..=to.len()).collect()];
    for i in 0..from.len() {
        let mut row = vec![i + 1];
        for j in 0..to.len() {
            let replaced = rows[i][j] + usize::from(from[i] != to[j]);
            let mut best = replaced.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && from[i] == to[j - 1] && from[i - 1] == to[j] {
                best = best.min(rows[i - 1][j - 1] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_wrong_letter_is_forgiven() {
        let known = ["unroll", "expect", "model"];
        assert_eq!(similar("unrol", &known), Some("unroll"));
        assert_eq!(similar("expcet", &known), Some("expect"));
        assert_eq!(similar("modle", &known), Some("model"));
        assert_eq!(similar("threads", &known), None);
    }
}
