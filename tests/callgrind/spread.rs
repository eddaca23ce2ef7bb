// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The aprof authors
//
// The same as spread.cpp, in Rust: nearly all of its routines have code of the standard library in them.

use std::collections::BTreeMap;

#[inline(never)]
fn leaf(n: u32) -> u32 {
    n + 1
}

#[inline(never)]
fn term(depth: u32) -> u32 {
    (0..depth).map(leaf).sum::<u32>() + factor(depth)
}

#[inline(never)]
fn factor(depth: u32) -> u32 {
    if depth % 3 == 0 { leaf(depth) } else { expression(depth) }
}

#[inline(never)]
fn expression(depth: u32) -> u32 {
    if depth == 0 { 1 } else { term(depth - 1) + term(depth / 2) }
}

fn main() {
    let mut words = BTreeMap::new();
    for number in [5u32, 3, 4, 1, 2] {
        words.insert(number.to_string(), expression(number + 4));
    }
    let mut sorted: Vec<_> = words.iter().map(|(word, n)| format!("{word} {n}")).collect();
    sorted.sort_by_key(|text| leaf(text.len() as u32));
    println!("{}", sorted.join(", "));
}
