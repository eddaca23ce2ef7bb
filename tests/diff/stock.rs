// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The aprof authors
//
// Versions of one program for `aprof diff`, as store.c.
//
// list_of_names   distinct: searches a vector instead of a set: n^2
// two_clones      copy: clones twice: twice the cost
// three_more      digest: three more steps for every ten: 1.3 times the cost
// more_calls      value: is asked for each item again by table
// reused          labels: one buffer for all labels instead of a string for each: cheaper

use std::collections::HashSet;

#[derive(Clone)]
struct Item {
    name: String,
    cents: u64,
}

fn items(count: usize) -> Vec<Item> {
    (0..count).map(|i| Item { name: format!("item {:06}", i * 7919 % 10007), cents: i as u64 % 977 }).collect()
}

#[inline(never)]
fn distinct(items: &[Item]) -> usize {
    if cfg!(list_of_names) {
        let mut names: Vec<&str> = Vec::new();
        for item in items {
            if !names.contains(&item.name.as_str()) {
                names.push(&item.name);
            }
        }
        names.len()
    } else {
        items.iter().map(|item| item.name.as_str()).collect::<HashSet<_, std::hash::BuildHasherDefault<Sum>>>().len()
    }
}

// The standard hash of strings has random keys, so that no two runs are the same.
#[derive(Default)]
struct Sum(u64);

impl std::hash::Hasher for Sum {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0.rotate_left(5) ^ u64::from(*byte)).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }
}

#[inline(never)]
fn copy(items: &[Item]) -> usize {
    let mut copied = items.to_vec().len();
    if cfg!(two_clones) {
        copied += std::hint::black_box(items).to_vec().len();
    }
    copied
}

#[inline(never)]
fn mix(cents: u64) -> u64 {
    let mut sum = cents;
    for i in 0..std::hint::black_box(60) {
        sum = std::hint::black_box(sum.rotate_left(3) ^ i);
    }
    sum
}

#[inline(never)]
fn digest(items: &[Item]) -> u64 {
    let mut sum = 0u64;
    for (i, item) in items.iter().enumerate() {
        sum = sum.wrapping_add(mix(item.cents));
        if cfg!(three_more) && i % 10 < 3 {
            sum ^= mix(item.cents);
        }
    }
    sum
}

#[inline(never)]
fn value(items: &[Item]) -> u64 {
    items.iter().fold(0, |sum, item| std::hint::black_box(sum + item.cents))
}

#[inline(never)]
fn table(items: &[Item]) -> u64 {
    if cfg!(more_calls) {
        return items.iter().map(|item| value(items) - item.cents).fold(0, |sum, rest| sum ^ rest);
    }
    let all = value(items);
    items.iter().map(|item| all - item.cents).fold(0, |sum, rest| sum ^ rest)
}

#[inline(never)]
fn labels(items: &[Item]) -> usize {
    let mut length = 0;
    let mut buffer = String::new();
    for item in items {
        if cfg!(reused) {
            buffer.clear();
            buffer.push_str(&item.name);
            length += std::hint::black_box(&buffer).len();
        } else {
            length += std::hint::black_box(item.name.clone() + "/" + &item.name).len();
        }
    }
    length
}

#[inline(never)]
fn work(count: usize) {
    let items = items(count);
    println!("{} {} {} {} {}", distinct(&items), copy(&items), digest(&items), table(&items), labels(&items));
}

fn main() {
    let mut count = 6;
    while count < 400 {
        work(count);
        count = count * 14 / 10;
    }
}
