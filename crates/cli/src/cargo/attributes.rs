//! The words that `#[should_panic(expected = "…")]` expects. The executable says which tests should panic, but not with
//! which words: those are in the source, before the function.

use std::iter::Peekable;
use std::path::Path;
use std::str::Chars;

/// The panic that a test should end with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShouldPanic {
    /// Words that its message has to contain; empty: any.
    pub expected: String,
}

/// Reads the attributes of the function with this name that begins at this line of a file. Nothing is expected of a
/// function that the source does not spell out, as those that macros make.
pub fn should_panic(file: &Path, name: &str, line: u32) -> ShouldPanic {
    let source = std::fs::read_to_string(file).unwrap_or_default();
    let expected = expected_in(&source, name, line as usize).unwrap_or_default();
    // Messages are shown in one line.
    let lines: Vec<&str> = expected.lines().map(str::trim_start).collect();
    ShouldPanic {
        expected: lines.join(", "),
    }
}

fn expected_in(source: &str, name: &str, line: usize) -> Option<String> {
    let functions = functions(source);
    let named = functions.iter().filter(|function| function.name == name);
    // Some compilers give the line of the first attribute, others that of the name.
    let function = named.min_by_key(|function| match function.first <= line {
        true => line.saturating_sub(function.line),
        false => function.first - line,
    })?;
    function.attributes.iter().find_map(|text| expected(text))
}

/// A function of the source, with the lines of its name and of its first attribute.
struct Function {
    name: String,
    line: usize,
    first: usize,
    attributes: Vec<String>,
}

fn functions(source: &str) -> Vec<Function> {
    let mut tokens = Tokens::new(source);
    let mut found = Vec::new();
    let mut attributes = Vec::new();
    let mut first = None;
    while let Some(token) = tokens.next() {
        match token {
            Token::Attribute(text) => {
                first.get_or_insert(tokens.begun);
                attributes.push(text);
            }
            Token::Word(word) if word == "fn" => {
                if let Some(Token::Word(name)) = tokens.next() {
                    found.push(Function {
                        name: name.trim_start_matches("r#").into(),
                        line: tokens.line,
                        first: first.take().unwrap_or(tokens.line),
                        attributes: std::mem::take(&mut attributes),
                    });
                }
            }
            // Another item has them.
            Token::Sign('{' | '}' | ';') => {
                attributes.clear();
                first = None;
            }
            Token::Word(_) | Token::Sign(_) | Token::Text(_) => {}
        }
    }
    found
}

/// The words that an attribute expects: after `expected =`, or, as one wrote it once, after `should_panic =`.
fn expected(attribute: &str) -> Option<String> {
    let tokens: Vec<Token> = Tokens::new(attribute).collect();
    let word = |token: &Token, words: &[&str]| matches!(token, Token::Word(w) if words.contains(&w.as_str()));
    tokens.iter().find(|token| word(token, &["should_panic"]))?;
    tokens.windows(3).find_map(|tokens| match tokens {
        [name, Token::Sign('='), Token::Text(text)] => {
            word(name, &["expected", "should_panic"]).then(|| text.clone())
        }
        _ => None,
    })
}

#[derive(Debug)]
enum Token {
    /// A name, a keyword or a number.
    Word(String),
    /// What stands between `#[` and `]`.
    Attribute(String),
    /// A string, as it is meant.
    Text(String),
    Sign(char),
}

/// The tokens of Rust, as far as they matter here.
struct Tokens<'s> {
    rest: Peekable<Chars<'s>>,
    /// Of the next character.
    line: usize,
    /// Where the last token began.
    begun: usize,
}

impl<'s> Tokens<'s> {
    fn new(source: &'s str) -> Tokens<'s> {
        Tokens {
            rest: source.chars().peekable(),
            line: 1,
            begun: 1,
        }
    }

    fn take(&mut self) -> Option<char> {
        let taken = self.rest.next();
        self.line += usize::from(taken == Some('\n'));
        taken
    }

    fn take_if(&mut self, wanted: char) -> bool {
        self.rest.peek() == Some(&wanted) && self.take().is_some()
    }

    /// After `/`: a comment, or a sign.
    fn comment(&mut self) -> Option<Token> {
        if self.take_if('/') {
            while self.rest.peek().is_some_and(|c| *c != '\n') {
                self.take();
            }
            return None;
        }
        if !self.take_if('*') {
            return Some(Token::Sign('/'));
        }
        let mut depth = 1;
        while depth > 0 {
            match self.take() {
                None => return None,
                Some('*') if self.take_if('/') => depth -= 1,
                Some('/') if self.take_if('*') => depth += 1,
                Some(_) => {}
            }
        }
        None
    }

    /// After `"`.
    fn text(&mut self) -> Token {
        let mut text = String::new();
        while let Some(c) = self.take().filter(|c| *c != '"') {
            match c {
                '\\' => text.extend(self.escaped()),
                c => text.push(c),
            }
        }
        Token::Text(text)
    }

    /// After a backslash.
    fn escaped(&mut self) -> Option<char> {
        Some(match self.take()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            'x' => {
                let digits: String = [self.take()?, self.take()?].into_iter().collect();
                char::from(u8::from_str_radix(&digits, 16).ok()?)
            }
            'u' => {
                self.take();
                let mut digits = String::new();
                while let Some(c) = self.take().filter(|c| *c != '}') {
                    digits.push(c);
                }
                char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
            }
            // The text goes on in the next line, where it begins again.
            '\n' => {
                while self.rest.peek().is_some_and(|c| c.is_whitespace()) {
                    self.take();
                }
                return None;
            }
            other => other,
        })
    }

    /// After the `r` of a raw text, of a raw name, or of something else that is a word.
    fn raw(&mut self, word: String) -> Token {
        let mut hashes = 0;
        while self.take_if('#') {
            hashes += 1;
        }
        if !self.take_if('"') {
            return Token::Word(word);
        }
        let end: String = std::iter::once('"')
            .chain(std::iter::repeat_n('#', hashes))
            .collect();
        let mut text = String::new();
        while let Some(c) = self.take() {
            text.push(c);
            if let Some(whole) = text.strip_suffix(&end) {
                return Token::Text(whole.into());
            }
        }
        Token::Text(text)
    }

    fn word(&mut self, first: char) -> Token {
        let mut word = String::from(first);
        while let Some(c) = self.rest.next_if(|c| c.is_alphanumeric() || *c == '_') {
            word.push(c);
        }
        match (word.as_str(), self.rest.peek()) {
            ("r" | "br" | "cr", Some('"' | '#')) => self.raw(word),
            _ => Token::Word(word),
        }
    }

    /// After `'`: a character, or the name of a lifetime, which is a word.
    fn character(&mut self) {
        let first = self.take();
        if first == Some('\\') {
            self.escaped();
        }
        self.take_if('\'');
    }

    /// After `#[`.
    fn attribute(&mut self) -> Token {
        let mut depth = 1;
        let mut text = String::new();
        for token in self.by_ref() {
            match token {
                Token::Sign(c) => {
                    depth += i32::from(c == '[') - i32::from(c == ']');
                    if depth == 0 {
                        break;
                    }
                    text.push(c);
                }
                Token::Word(word) => text.extend([" ", &word]),
                Token::Text(words) => text.push_str(&format!("{words:?}")),
                Token::Attribute(inner) => text.push_str(&inner),
            }
        }
        Token::Attribute(text)
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        loop {
            self.begun = self.line;
            let begun = self.line;
            let token = match self.take()? {
                c if c.is_whitespace() => None,
                '/' => self.comment(),
                '"' => Some(self.text()),
                '\'' => {
                    self.character();
                    None
                }
                '#' if self.take_if('[') => Some(self.attribute()),
                c if c.is_alphanumeric() || c == '_' => Some(self.word(c)),
                c => Some(Token::Sign(c)),
            };
            self.begun = begun;
            if token.is_some() {
                return token;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::expected_in;

    const SOURCE: &str = r##"
#[test]
#[should_panic(expected = "too late")]
fn a() {
    let c = '"'; let d: &'static str = "fn b() {"; // fn b() {
}

#[test] fn b() {} #[test] #[should_panic(expected = "a \"word\" \
    more")] fn c() { list[0] }
/* #[should_panic(expected = "no")] */
#[test]
#[should_panic(
    expected = r#"raw "words""#
)]
#[cfg(not(feature = "fast"))]
pub(crate) fn d() {}
mod inner {
    #[should_panic(expected = "inside")]
    fn a() {}
    #[cfg_attr(all(), should_panic = "old]")]
    fn e() {}
    #[derive(Clone)]
    #[doc = "should_panic"]
    struct S;
    fn f() {}
}
"##;

    #[test]
    fn words_are_those_of_the_function() {
        for (name, line, expected) in [
            ("a", 2, Some("too late")),
            ("a", 4, Some("too late")),
            ("a", 18, Some("inside")),
            ("a", 19, Some("inside")),
            ("b", 8, None),
            ("c", 8, Some("a \"word\" more")),
            ("d", 11, Some("raw \"words\"")),
            ("d", 16, Some("raw \"words\"")),
            ("e", 21, Some("old]")),
            ("f", 25, None),
            ("by_a_macro", 3, None),
        ] {
            let found = expected_in(SOURCE, name, line);
            assert_eq!(found.as_deref(), expected, "{name}, {line}");
        }
    }
}
