// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Looks for patterns in the lines of a log: a pattern becomes a program, whose states are kept in sets, and transitions
// between sets that were seen before are remembered. SEED in the environment is that of the log.
// usage: pattern LINES

use std::collections::HashMap;
use std::env;
use std::process;

#[derive(Debug, Clone, PartialEq)]
enum Node {
    Byte(u8),
    Any,
    Class(Vec<(u8, u8)>),
    Concat(Vec<Node>),
    Alternate(Box<Node>, Box<Node>),
    Repeat(Box<Node>, bool, bool),
}

#[derive(Debug, Clone)]
enum Step {
    Byte(u8),
    Any,
    Class(Vec<(u8, u8)>),
    Split(usize, usize),
    Jump(usize),
    Match,
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn alternatives(&mut self) -> Result<Node, String> {
        let left = self.sequence()?;
        if self.peek() != Some(b'|') {
            return Ok(left);
        }
        self.at += 1;
        Ok(Node::Alternate(Box::new(left), Box::new(self.alternatives()?)))
    }

    fn sequence(&mut self) -> Result<Node, String> {
        let mut nodes = Vec::new();
        while let Some(c) = self.peek() {
            if c == b'|' || c == b')' {
                break;
            }
            let node = self.atom()?;
            let repeated = match self.peek() {
                Some(b'*') => Some((true, true)),
                Some(b'+') => Some((false, true)),
                Some(b'?') => Some((true, false)),
                _ => None,
            };
            nodes.push(match repeated {
                Some((none, many)) => {
                    self.at += 1;
                    Node::Repeat(Box::new(node), none, many)
                }
                None => node,
            });
        }
        Ok(Node::Concat(nodes))
    }

    fn atom(&mut self) -> Result<Node, String> {
        let c = self.peek().ok_or("the pattern ends too early")?;
        self.at += 1;
        match c {
            b'.' => Ok(Node::Any),
            b'(' => {
                let node = self.alternatives()?;
                if self.peek() != Some(b')') {
                    return Err(format!("no ) at {}", self.at));
                }
                self.at += 1;
                Ok(node)
            }
            b'[' => {
                let mut ranges = Vec::new();
                while let Some(from) = self.peek() {
                    self.at += 1;
                    if from == b']' {
                        return Ok(Node::Class(ranges));
                    }
                    let mut to = from;
                    if self.peek() == Some(b'-') && self.at + 1 < self.text.len() {
                        to = self.text[self.at + 1];
                        self.at += 2;
                    }
                    ranges.push((from, to));
                }
                Err("no ]".to_string())
            }
            _ => Ok(Node::Byte(c)),
        }
    }
}

fn compile(node: &Node, steps: &mut Vec<Step>) {
    match node {
        Node::Byte(c) => steps.push(Step::Byte(*c)),
        Node::Any => steps.push(Step::Any),
        Node::Class(ranges) => steps.push(Step::Class(ranges.clone())),
        Node::Concat(nodes) => {
            for node in nodes {
                compile(node, steps);
            }
        }
        Node::Alternate(left, right) => {
            let split = steps.len();
            steps.push(Step::Match);
            compile(left, steps);
            let jump = steps.len();
            steps.push(Step::Match);
            steps[split] = Step::Split(split + 1, jump + 1);
            compile(right, steps);
            steps[jump] = Step::Jump(steps.len());
        }
        Node::Repeat(inner, none, many) => {
            let start = steps.len();
            if *none {
                steps.push(Step::Match);
            }
            compile(inner, steps);
            if *many {
                let next = steps.len() + 1;
                steps.push(Step::Split(start, next));
            }
            if *none {
                steps[start] = Step::Split(start + 1, steps.len());
            }
        }
    }
}

struct Matcher {
    steps: Vec<Step>,
    prefix: Vec<u8>,
    sets: Vec<Vec<usize>>,
    numbers: HashMap<Vec<usize>, usize>,
    known: Vec<[u32; 256]>,
    computed: usize,
}

const UNKNOWN: u32 = u32::MAX;

impl Matcher {
    fn new(pattern: &str) -> Result<Matcher, String> {
        let mut parser = Parser { text: pattern.as_bytes(), at: 0 };
        let node = parser.alternatives()?;
        let mut steps = Vec::new();
        compile(&node, &mut steps);
        steps.push(Step::Match);
        let prefix = steps.iter().map_while(|step| if let Step::Byte(c) = step { Some(*c) } else { None }).collect();
        let mut matcher =
            Matcher { steps, prefix, sets: vec![], numbers: HashMap::new(), known: vec![], computed: 0 };
        let mut start = Vec::new();
        matcher.add_state(&mut start, 0);
        matcher.number_of_set(start);
        Ok(matcher)
    }

    fn add_state(&self, set: &mut Vec<usize>, state: usize) {
        if set.contains(&state) {
            return;
        }
        set.push(state);
        match self.steps[state] {
            Step::Split(a, b) => {
                self.add_state(set, a);
                self.add_state(set, b);
            }
            Step::Jump(a) => self.add_state(set, a),
            _ => (),
        }
    }

    fn number_of_set(&mut self, mut set: Vec<usize>) -> usize {
        set.sort_unstable();
        if let Some(number) = self.numbers.get(&set) {
            return *number;
        }
        let number = self.sets.len();
        self.numbers.insert(set.clone(), number);
        self.sets.push(set);
        self.known.push([UNKNOWN; 256]);
        number
    }

    #[inline(never)]
    fn compute_next(&mut self, number: usize, c: u8) -> usize {
        self.computed += 1;
        let mut next = Vec::new();
        for &state in &self.sets[number] {
            let fits = match &self.steps[state] {
                Step::Byte(wanted) => *wanted == c,
                Step::Any => true,
                Step::Class(ranges) => ranges.iter().any(|&(from, to)| from <= c && c <= to),
                _ => false,
            };
            if fits {
                self.add_state(&mut next, state + 1);
            }
        }
        self.number_of_set(next)
    }

    fn is_match(&self, number: usize) -> bool {
        self.sets[number].binary_search(&(self.steps.len() - 1)).is_ok()
    }

    /// Returns where the first match at this place ends, if there is one.
    #[inline(never)]
    fn match_at(&mut self, line: &[u8], start: usize) -> Option<usize> {
        let mut set = 0;
        for (i, &c) in line[start..].iter().enumerate() {
            let known = self.known[set][c as usize];
            let next = if known == UNKNOWN { self.compute_next(set, c) } else { known as usize };
            self.known[set][c as usize] = next as u32;
            set = next;
            if self.sets[set].is_empty() {
                return None;
            }
            if self.is_match(set) {
                return Some(start + i + 1);
            }
        }
        None
    }

    #[inline(never)]
    fn find(&mut self, line: &[u8]) -> Option<(usize, usize)> {
        for start in 0..line.len() {
            if !line[start..].starts_with(&self.prefix) {
                continue;
            }
            if let Some(end) = self.match_at(line, start) {
                return Some((start, end));
            }
        }
        None
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

#[inline(never)]
fn make_log(n_lines: usize, random: &mut Random) -> Vec<String> {
    let levels = ["debug", "info", "warning", "error"];
    let words = ["request", "from", "user", "timeout", "after", "file", "closed", "opened", "retry", "address"];
    let mut lines = Vec::with_capacity(n_lines);
    for i in 0..n_lines {
        let mut line = format!("{:05} {}: ", i, levels[random.below(4)]);
        for _ in 0..3 + random.below(8) {
            line.push_str(words[random.below(words.len())]);
            line.push(' ');
        }
        match random.below(5) {
            0 => line.push_str(&format!("10.0.{}.{}", random.below(256), random.below(256))),
            1 => line.push_str(&format!("id=x{:04x}", random.below(65536))),
            _ => (),
        }
        lines.push(line);
    }
    lines
}

#[inline(never)]
fn count_matches(pattern: &str, lines: &[String]) -> Result<(usize, usize), String> {
    let mut matcher = Matcher::new(pattern)?;
    let (mut found, mut bytes) = (0, 0);
    for line in lines {
        if let Some((start, end)) = matcher.find(line.as_bytes()) {
            found += 1;
            bytes += end - start;
        }
    }
    Ok((found, bytes))
}

fn main() {
    let n_lines = env::args().nth(1).and_then(|arg| arg.parse().ok()).unwrap_or(1000);
    let seed = env::var("SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(17);
    let lines = make_log(n_lines, &mut Random(seed));
    let patterns = [
        "error: .*timeout",
        "[0-9]+.[0-9]+.[0-9]+.[0-9]+",
        "id=x[0-9a-f]*0",
        "(user|file) (closed|opened) (retry|address)+",
        "(a|b|s)+ from",
    ];
    for pattern in patterns {
        match count_matches(pattern, &lines) {
            Ok((found, bytes)) => println!("{}: {} lines, {} bytes", pattern, found, bytes),
            Err(message) => {
                eprintln!("{}: {}", pattern, message);
                process::exit(2);
            }
        }
    }
}
