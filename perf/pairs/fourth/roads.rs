// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Finds ways in a net of roads: the net has towns with names; shortest ways are found with a heap, parts of
// the net by joined sets, a cheapest net by sorted roads, and the order of one-way roads by their depth.
// usage: roads TOWNS QUESTIONS

use std::cmp::Ordering;
use std::collections::BinaryHeap;

#[derive(Clone, Copy, PartialEq, Eq)]
struct Step {
    length: u32,
    town: usize,
}

impl Ord for Step {
    fn cmp(&self, other: &Self) -> Ordering {
        other.length.cmp(&self.length).then_with(|| other.town.cmp(&self.town))
    }
}

impl PartialOrd for Step {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[derive(Clone, Copy)]
struct Road {
    from: usize,
    to: usize,
    length: u32,
}

struct Sets {
    parents: Vec<usize>,
    sizes: Vec<u32>,
}

impl Sets {
    fn new(n: usize) -> Self {
        Sets { parents: (0..n).collect(), sizes: vec![1; n] }
    }

    #[inline(never)]
    fn find(&mut self, mut town: usize) -> usize {
        while self.parents[town] != town {
            self.parents[town] = self.parents[self.parents[town]];
            town = self.parents[town];
        }
        town
    }

    #[inline(never)]
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (mut a, mut b) = (self.find(a), self.find(b));
        if a == b {
            return false;
        }
        if self.sizes[a] < self.sizes[b] {
            std::mem::swap(&mut a, &mut b);
        }
        self.parents[b] = a;
        self.sizes[a] += self.sizes[b];
        true
    }
}

struct Net {
    names: Vec<String>,
    sorted: Vec<usize>,
    starts: Vec<usize>,
    ends: Vec<(usize, u32)>,
    roads: Vec<Road>,
}

struct Answers {
    lengths: Vec<u32>,
    came_from: Vec<usize>,
    touched: Vec<usize>,
}

const FAR: u32 = u32::MAX;

impl Answers {
    fn new(n: usize) -> Self {
        Answers { lengths: vec![FAR; n], came_from: vec![usize::MAX; n], touched: Vec::new() }
    }

    #[inline(never)]
    fn clear(&mut self) {
        for &town in &self.touched {
            self.lengths[town] = FAR;
            self.came_from[town] = usize::MAX;
        }
        self.touched.clear();
    }
}

impl Net {
    #[inline(never)]
    fn new(names: Vec<String>, roads: Vec<Road>) -> Self {
        let n = names.len();
        let mut starts = vec![0; n + 1];
        for road in &roads {
            starts[road.from + 1] += 1;
            starts[road.to + 1] += 1;
        }
        for i in 0..n {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut ends = vec![(0, 0); 2 * roads.len()];
        for road in &roads {
            ends[next[road.from]] = (road.to, road.length);
            next[road.from] += 1;
            ends[next[road.to]] = (road.from, road.length);
            next[road.to] += 1;
        }
        let mut sorted: Vec<usize> = (0..n).collect();
        sorted.sort_by(|&a, &b| names[a].cmp(&names[b]));
        Net { names, sorted, starts, ends, roads }
    }

    #[inline(never)]
    fn town(&self, name: &str) -> Option<usize> {
        let found = self.sorted.binary_search_by(|&town| self.names[town].as_str().cmp(name));
        found.ok().map(|at| self.sorted[at])
    }

    fn neighbours(&self, town: usize) -> &[(usize, u32)] {
        &self.ends[self.starts[town]..self.starts[town + 1]]
    }

    #[inline(never)]
    fn shortest(&self, answers: &mut Answers, from: usize, to: usize) -> Option<u32> {
        answers.clear();
        let mut heap = BinaryHeap::new();
        answers.lengths[from] = 0;
        answers.touched.push(from);
        heap.push(Step { length: 0, town: from });
        while let Some(Step { length, town }) = heap.pop() {
            if town == to {
                return Some(length);
            }
            if length > answers.lengths[town] {
                continue;
            }
            for &(other, more) in self.neighbours(town) {
                let whole = length + more;
                if whole < answers.lengths[other] {
                    if answers.lengths[other] == FAR {
                        answers.touched.push(other);
                    }
                    answers.lengths[other] = whole;
                    answers.came_from[other] = town;
                    heap.push(Step { length: whole, town: other });
                }
            }
        }
        None
    }

    #[inline(never)]
    fn way(&self, answers: &Answers, to: usize) -> Vec<usize> {
        let mut way = vec![to];
        let mut town = to;
        while answers.came_from[town] != usize::MAX {
            town = answers.came_from[town];
            way.push(town);
        }
        way.reverse();
        way
    }

    #[inline(never)]
    fn describe(&self, way: &[usize]) -> String {
        let mut text = String::with_capacity(way.len() * 16);
        for &town in way {
            if !text.is_empty() {
                text.push_str(" - ");
            }
            text.push_str(&self.names[town]);
        }
        text
    }

    #[inline(never)]
    fn parts(&self) -> usize {
        let mut sets = Sets::new(self.names.len());
        self.names.len() - self.roads.iter().filter(|road| sets.join(road.from, road.to)).count()
    }

    #[inline(never)]
    fn cheapest(&self) -> u64 {
        let mut roads = self.roads.clone();
        roads.sort_unstable_by_key(|road| road.length);
        let mut sets = Sets::new(self.names.len());
        let mut sum = 0;
        for road in &roads {
            if sets.join(road.from, road.to) {
                sum += u64::from(road.length);
            }
        }
        sum
    }

    // How many roads are passed at most if each is only used from a smaller number to a larger one.
    #[inline(never)]
    fn depth(&self, town: usize, known: &mut Vec<u32>) -> u32 {
        if known[town] != 0 {
            return known[town];
        }
        let mut most = 1;
        for &(other, _) in self.neighbours(town) {
            if other > town {
                most = most.max(1 + self.depth(other, known));
            }
        }
        known[town] = most;
        most
    }

    #[inline(never)]
    fn deepest(&self) -> u32 {
        let mut known = vec![0; self.names.len()];
        (0..self.names.len()).map(|town| self.depth(town, &mut known)).max().unwrap_or(0)
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

#[inline(never)]
fn make_net(random: &mut Random, n: usize) -> Net {
    let width = (n as f64).sqrt() as usize + 1;
    let names = (0..n).map(|i| format!("town-{}-{}", i * 7919 % 1000, i)).collect();
    let mut roads = Vec::new();
    for i in 0..n {
        if i % width + 1 < width && i + 1 < n && random.below(10) > 0 {
            roads.push(Road { from: i, to: i + 1, length: 1 + random.below(90) as u32 });
        }
        if i + width < n {
            roads.push(Road { from: i, to: i + width, length: 1 + random.below(90) as u32 });
        }
    }
    Net::new(names, roads)
}

#[inline(never)]
fn ask(net: &Net, random: &mut Random, n: usize) -> (u64, usize) {
    let mut answers = Answers::new(net.names.len());
    let (mut sum, mut letters) = (0, 0);
    for _ in 0..n {
        let start = random.below(net.names.len());
        let end = (start + random.below(10)) % net.names.len();
        let names = (net.names[start].clone(), net.names[end].clone());
        if let (Some(from), Some(to)) = (net.town(&names.0), net.town(&names.1)) {
            if let Some(length) = net.shortest(&mut answers, from, to) {
                sum += u64::from(length);
                letters += net.describe(&net.way(&answers, to)).len();
            }
        }
    }
    (sum, letters)
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let n = numbers.first().copied().unwrap_or(1000);
    let questions = numbers.get(1).copied().unwrap_or(50);
    let mut random = Random(12345);
    let net = make_net(&mut random, n);
    let (sum, letters) = ask(&net, &mut random, questions);
    println!("{sum} {letters} {} {} {}", net.parts(), net.cheapest(), net.deepest());
}
