// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The aprof authors
//
// A region of a Rust program, by the crate in modules/rust. Without cargo:
//
//    rustc --edition=2021 -O --crate-type=lib --crate-name=aprof --cfg 'feature="std"' \
//       ../modules/rust/src/lib.rs
//    rustc --edition=2021 -O -g --extern aprof=libaprof.rlib regions.rs

/// How many pairs there are of equal numbers.
#[inline(never)]
fn count_pairs(numbers: &[i32]) -> usize {
    aprof::region!("compare all", numbers.len(), || {
        let mut pairs = 0;
        for (i, number) in numbers.iter().enumerate() {
            pairs += numbers[..i].iter().filter(|other| *other == number).count();
        }
        pairs
    })
}

fn main() {
    let numbers: Vec<i32> = (0..200).map(|i| i % 7).collect();
    let pairs: usize = (1..=20).map(|n| count_pairs(&numbers[..10 * n])).sum();
    println!("{pairs}");
}
