//! Breaks sentences into lines of a page.

/// Columns of a page.
pub const PAGE: usize = 100;

/// `text` after `head` in lines that fit the page; further lines are indented by `indent` columns.
/// A word that is longer than a line begins on one of its own and goes on in the next.
pub fn wrap(head: &str, text: &str, indent: usize) -> String {
    let mut shown = String::from(head);
    let mut column = head.chars().count();
    for (index, word) in text.split_whitespace().enumerate() {
        let width = word.chars().count();
        if index > 0 && column + 1 + width > PAGE {
            shown.push('\n');
            shown.push_str(&" ".repeat(indent));
            column = indent;
        } else if index > 0 || column > 0 {
            shown.push(' ');
            column += 1;
        }
        for c in word.chars() {
            if column == PAGE {
                shown.push('\n');
                shown.push_str(&" ".repeat(indent));
                column = indent;
            }
            shown.push(c);
            column += 1;
        }
    }
    shown.push('\n');
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_the_page() {
        let text = "word ".repeat(100);
        let shown = wrap("Why:", &text, 2);
        assert!(shown.lines().count() > 5);
        assert!(shown.lines().all(|line| line.chars().count() <= PAGE));
        assert!(shown.lines().skip(1).all(|line| line.starts_with("  word")));
        assert_eq!(wrap("Why:", "a  b", 2), "Why: a b\n");
        let long = wrap("Why:", &"x".repeat(250), 2);
        assert!(long.lines().all(|line| line.chars().count() <= PAGE));
        assert_eq!(long.matches('x').count(), 250);
    }
}
