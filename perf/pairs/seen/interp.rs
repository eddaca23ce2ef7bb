// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Compiles a small language to code of a stack machine, and runs it.
// usage: interp STATEMENTS

use std::collections::HashMap;
use std::env;

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(i64),
    Name(String),
    Symbol(char),
}

#[derive(Clone, Debug)]
enum Op {
    Push(i64),
    Load(usize),
    Store(usize),
    Add,
    Subtract,
    Multiply,
    Less,
    JumpIfZero(usize),
    Jump(usize),
}

struct Random(u64);

impl Random {
    #[inline(never)]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 35
    }
}

#[inline(never)]
fn tokenize(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let c = bytes[i] as char;
        let start = i;
        if c.is_ascii_digit() {
            while i < bytes.len() && bytes[i].is_ascii_digit() {
                i += 1;
            }
            tokens.push(Token::Number(text[start..i].parse().unwrap()));
        } else if c.is_ascii_alphabetic() {
            while i < bytes.len() && bytes[i].is_ascii_alphanumeric() {
                i += 1;
            }
            tokens.push(Token::Name(text[start..i].to_string()));
        } else {
            i += 1;
            if !c.is_whitespace() {
                tokens.push(Token::Symbol(c));
            }
        }
    }
    tokens
}

trait Names {
    fn slot(&mut self, name: &str) -> usize;
    fn count(&self) -> usize;
}

struct HashedNames {
    slots: HashMap<String, usize>,
    list: Vec<String>,
}

impl Names for HashedNames {
    #[inline(never)]
    fn slot(&mut self, name: &str) -> usize {
        if let Some(&slot) = self.slots.get(name) {
            return slot;
        }
        let slot = self.list.len();
        self.slots.insert(name.to_string(), slot);
        self.list.push(name.to_string());
        slot
    }

    fn count(&self) -> usize {
        self.list.len()
    }
}

struct Compiler<'a> {
    tokens: &'a [Token],
    at: usize,
    names: &'a mut dyn Names,
    code: Vec<Op>,
}

impl<'a> Compiler<'a> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn takes(&mut self, symbol: char) -> bool {
        let found = self.peek() == Some(&Token::Symbol(symbol));
        if found {
            self.at += 1;
        }
        found
    }

    #[inline(never)]
    fn factor(&mut self) {
        match &self.tokens[self.at] {
            Token::Number(value) => self.code.push(Op::Push(*value)),
            Token::Name(name) => {
                let slot = self.names.slot(name);
                self.code.push(Op::Load(slot));
            }
            Token::Symbol(_) => {
                self.at += 1;
                self.expression();
            }
        }
        self.at += 1;
    }

    #[inline(never)]
    fn term(&mut self) {
        self.factor();
        while self.takes('*') {
            self.factor();
            self.code.push(Op::Multiply);
        }
    }

    #[inline(never)]
    fn expression(&mut self) {
        self.term();
        loop {
            if self.takes('+') {
                self.term();
                self.code.push(Op::Add);
            } else if self.takes('-') {
                self.term();
                self.code.push(Op::Subtract);
            } else {
                return;
            }
        }
    }

    // name = expression ;   or   repeat name < number { statements }
    #[inline(never)]
    fn statement(&mut self) {
        let name = match &self.tokens[self.at] {
            Token::Name(name) => name.clone(),
            other => panic!("{:?}", other),
        };
        self.at += 1;
        if name == "repeat" {
            let start = self.code.len();
            self.factor();
            self.takes('<');
            self.factor();
            self.code.push(Op::Less);
            let jump = self.code.len();
            self.code.push(Op::JumpIfZero(0));
            self.takes('{');
            while !self.takes('}') {
                self.statement();
            }
            self.code.push(Op::Jump(start));
            let end = self.code.len();
            self.code[jump] = Op::JumpIfZero(end);
        } else {
            self.takes('=');
            self.expression();
            self.takes(';');
            let slot = self.names.slot(&name);
            self.code.push(Op::Store(slot));
        }
    }
}

// Leaves out additions of 0 and multiplications by 1.
#[inline(never)]
fn optimize(code: &[Op]) -> (Vec<Op>, usize) {
    let is_target = {
        let mut targets = vec![false; code.len() + 1];
        for op in code {
            if let Op::JumpIfZero(to) | Op::Jump(to) = op {
                targets[*to] = true;
            }
        }
        targets
    };
    let mut found = 0;
    for i in 1..code.len() {
        let useless = match (&code[i - 1], &code[i]) {
            (Op::Push(0), Op::Add) | (Op::Push(0), Op::Subtract) | (Op::Push(1), Op::Multiply) => true,
            _ => false,
        };
        if useless && !is_target[i] {
            found += 1;
        }
    }
    (code.to_vec(), found)
}

#[inline(never)]
fn execute(code: &[Op], n_slots: usize, observe: &mut dyn FnMut(usize)) -> Vec<i64> {
    let mut slots = vec![0i64; n_slots];
    let mut stack: Vec<i64> = Vec::new();
    let mut at = 0;
    let mut steps = 0;
    while at < code.len() {
        let mut next = at + 1;
        match &code[at] {
            Op::Push(value) => stack.push(*value),
            Op::Load(slot) => stack.push(slots[*slot]),
            Op::Store(slot) => slots[*slot] = stack.pop().unwrap(),
            Op::JumpIfZero(to) => {
                if stack.pop().unwrap() == 0 {
                    next = *to;
                }
            }
            Op::Jump(to) => next = *to,
            op => {
                let b = stack.pop().unwrap();
                let a = stack.pop().unwrap();
                stack.push(match op {
                    Op::Add => a.wrapping_add(b),
                    Op::Subtract => a.wrapping_sub(b),
                    Op::Multiply => a.wrapping_mul(b) % 1_000_003,
                    _ => (a < b) as i64,
                });
            }
        }
        steps += 1;
        if steps % 64 == 0 {
            observe(at);
        }
        at = next;
    }
    slots
}

#[inline(never)]
fn make_source(random: &mut Random, n: usize) -> String {
    let mut text = String::new();
    for i in 0..n {
        let a = random.next() as usize % (i + 1);
        let b = random.next() as usize % (i + 1);
        if i % 10 == 9 {
            text.push_str(&format!("i{} = 0 ; repeat i{} < {} {{ x{} = x{} * 3 + 1 ; i{} = i{} + 1 ; }}\n", i, i, 5 + n / 50,
                a, b, i, i));
        } else {
            text.push_str(&format!("x{} = (x{} + {}) * (x{} - {}) + 0 * 1 ;\n", i, a, i, b, a));
        }
    }
    text
}

fn main() {
    let most: usize = env::args().nth(1).map_or(400, |word| word.parse().unwrap());
    let mut random = Random(5);
    let mut n = most / 10;
    while n <= most {
        let text = make_source(&mut random, n);
        let tokens = tokenize(&text);
        let mut names = HashedNames { slots: HashMap::new(), list: Vec::new() };
        let mut compiler = Compiler { tokens: &tokens, at: 0, names: &mut names, code: Vec::new() };
        while compiler.at < tokens.len() {
            compiler.statement();
        }
        let (code, useless) = optimize(&compiler.code);
        let mut histogram = vec![0usize; 16];
        let slots = execute(&code, names.count(), &mut |at| histogram[at * 16 / code.len()] += 1);
        let busiest = histogram.iter().max().unwrap();
        println!("{}: {} ops, {} useless, sum {}, {}", n, code.len(), useless, slots.iter().sum::<i64>() % 1000, busiest);
        n += most / 10;
    }
}
