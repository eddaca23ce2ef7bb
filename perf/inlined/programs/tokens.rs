// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Splits a program into tokens, and counts them by kind.

#[derive(Debug, PartialEq, Clone, Copy)]
enum Token<'a> {
    Name(&'a str),
    Number(u64),
    Text(&'a str),
    Operator(char),
}

struct Lexer<'a> {
    source: &'a str,
    place: usize,
}

impl<'a> Lexer<'a> {
    #[cfg_attr(refr, inline(never))]
    fn new(source: &'a str) -> Self {
        Lexer { source, place: 0 }
    }

    #[cfg_attr(refr, inline(never))]
    fn peek(&self) -> Option<u8> {
        self.source.as_bytes().get(self.place).copied()
    }

    #[cfg_attr(refr, inline(never))]
    fn take_while<F: Fn(u8) -> bool>(&mut self, wanted: F) -> &'a str {
        let begin = self.place;
        while let Some(c) = self.peek() {
            if !wanted(c) {
                break;
            }
            self.place += 1;
        }
        &self.source[begin..self.place]
    }

    #[cfg_attr(refr, inline(never))]
    fn skip_comment(&mut self) -> bool {
        if !self.source[self.place..].starts_with("//") {
            return false;
        }
        self.take_while(|c| c != b'\n');
        true
    }

    #[cfg_attr(refr, inline(never))]
    fn text(&mut self) -> Token<'a> {
        self.place += 1;
        let text = self.take_while(|c| c != b'"');
        self.place += 1;
        Token::Text(text)
    }

    #[cfg_attr(refr, inline(never))]
    fn number(&mut self) -> Token<'a> {
        let digits = self.take_while(|c| c.is_ascii_digit());
        Token::Number(parse(digits))
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    #[cfg_attr(refr, inline(never))]
    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.take_while(|c| c.is_ascii_whitespace());
            if !self.skip_comment() {
                break;
            }
        }
        match self.peek()? {
            b'"' => Some(self.text()),
            c if c.is_ascii_digit() => Some(self.number()),
            c if c.is_ascii_alphabetic() => Some(Token::Name(self.take_while(|c| c.is_ascii_alphanumeric() || c == b'_'))),
            c => {
                self.place += 1;
                Some(Token::Operator(c as char))
            }
        }
    }
}

#[cfg_attr(refr, inline(never))]
fn parse(digits: &str) -> u64 {
    digits.bytes().fold(0, |value, digit| value * 10 + (digit - b'0') as u64)
}

#[cfg_attr(refr, inline(never))]
fn matching(tokens: &[Token]) -> bool {
    let mut depth = 0;
    for token in tokens {
        match token {
            Token::Operator('(') => depth += 1,
            Token::Operator(')') if depth == 0 => return false,
            Token::Operator(')') => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

#[cfg_attr(refr, inline(never))]
fn sum_of_numbers(tokens: &[Token]) -> u64 {
    tokens.iter().map(|token| if let Token::Number(value) = token { *value } else { 0 }).sum()
}

#[cfg_attr(refr, inline(never))]
fn make_source(lines: usize) -> String {
    let mut source = String::new();
    for i in 0..lines {
        source += &format!("let value_{} = print(\"a b\", {} * ({} + x)); // as {}\n", i % 50, i * 3, i * i, i);
    }
    source
}

fn main() {
    let mut lines = 3;
    while lines <= 1500 {
        let source = make_source(lines);
        let tokens: Vec<Token> = Lexer::new(&source).collect();
        let names = tokens.iter().filter(|token| matches!(token, Token::Name(_))).count();
        println!("{}: {} tokens, {} names, {}, {}", lines, tokens.len(), names, matching(&tokens), sum_of_numbers(&tokens));
        lines += lines / 3 + 1;
    }
}
