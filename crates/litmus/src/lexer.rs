//! From characters to words, numbers and signs, each with its place. Never fails: what it does
//! not know becomes a token that no grammar accepts.

use crate::test::Place;

/// The kind of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Word(String),
    /// `None` if it does not fit 32 bits.
    Number(Option<i32>),
    Sign(&'static str),
    /// In quotes; herd's comments.
    Text,
    Unknown(char),
    End,
}

/// A word, number or sign with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: Kind,
    pub place: Place,
}

/// Longer signs first.
const SIGNS: [&str; 34] = [
    "/\\", "\\/", "==", "!=", "<=", ">=", "&&", "||", "{", "}", "(", ")", "[", "]", ";", ",", ":",
    "=", ".", "+", "-", "*", "&", "|", "^", "~", "!", "<", ">", "/", "\\", "?", "%", "#",
];

struct Lexer<'a> {
    rest: &'a str,
    place: Place,
}

pub fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer {
        rest: text,
        place: Place { line: 1, column: 1 },
    };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blanks();
        let place = lexer.place;
        let kind = lexer.next();
        let end = kind == Kind::End;
        tokens.push(Token { kind, place });
        if end {
            return tokens;
        }
    }
}

impl<'a> Lexer<'a> {
    /// Takes so many bytes.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        for c in taken.chars() {
            if c == '\n' {
                self.place.line = self.place.line.saturating_add(1);
                self.place.column = 1;
            } else {
                self.place.column = self.place.column.saturating_add(1);
            }
        }
        taken
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !accept(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    fn skip_blanks(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if self.rest.starts_with("//") {
                self.take_while(|c| c != '\n');
            } else if self.rest.starts_with("/*") {
                self.skip_to("*/");
            } else if self.rest.starts_with("(*") && !self.is_dereference() {
                self.skip_to("*)");
            } else {
                return;
            }
        }
    }

    /// `(*x` is C; `(* x` is a comment.
    fn is_dereference(&self) -> bool {
        self.rest[2..].starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    fn skip_to(&mut self, end: &str) {
        let length = self.rest[2..].find(end).map(|at| at + 2 + end.len());
        self.take(length.unwrap_or(self.rest.len()));
    }

    fn next(&mut self) -> Kind {
        let Some(first) = self.rest.chars().next() else {
            return Kind::End;
        };
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if first.is_ascii_digit() {
            // The type of a number is forgotten, as all types are.
            let digits = self
                .take_while(is_word)
                .trim_end_matches(['u', 'U', 'l', 'L']);
            let hexadecimal = digits.strip_prefix("0x");
            let value = match hexadecimal {
                Some(digits) => i64::from_str_radix(digits, 16).ok(),
                None => digits.parse().ok(),
            };
            // Up to 2^31, so that the smallest number can be written with a sign.
            let value = value.filter(|&v: &i64| (0..=1 << 31).contains(&v));
            return Kind::Number(value.map(|v| v as i32));
        }
        if is_word(first) {
            return Kind::Word(self.take_while(is_word).to_string());
        }
        if first == '"' {
            self.take(1);
            self.take_while(|c| c != '"');
            self.take(self.rest.len().min(1));
            return Kind::Text;
        }
        match SIGNS.iter().find(|sign| self.rest.starts_with(**sign)) {
            Some(sign) => {
                self.take(sign.len());
                Kind::Sign(sign)
            }
            None => {
                self.take(first.len_utf8());
                Kind::Unknown(first)
            }
        }
    }
}
