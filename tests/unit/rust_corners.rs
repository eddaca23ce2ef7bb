// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The aprof authors
//
// What the example for Rust does not have: where an assertion can stand, all its forms, and what goes wrong.

use std::hint::black_box;

#[inline(never)]
fn count(n: usize) -> usize {
    (0..n).fold(0, |sum, i| black_box(sum + i))
}

#[inline(never)]
fn count_pairs(numbers: &[usize]) -> usize {
    numbers.iter().map(|number| numbers.iter().filter(|other| black_box(number) == *other).count()).sum()
}

fn make_numbers(n: usize) -> Vec<usize> {
    (0..n).collect()
}

mod inner {
    #[test]
    fn in_a_module() {
        aprof::assert_grows!("module", "n", super::count);
    }
}

fn help() {
    aprof::assert_grows!("helper", "n", [50, 100, 200, 400, 800], count,);
}

#[test]
fn in_a_helper() {
    help();
}

#[test]
fn in_a_thread() {
    std::thread::spawn(|| aprof::assert_grows!("thread", "n", count)).join().unwrap();
}

#[test]
fn two_of_them() {
    aprof::assert_grows!("first", "n", [20, 40, 80, 160, 320], make_numbers, |numbers| count(numbers.len()));
    aprof::assert_grows!("second", "n log n", [20, 40, 80, 160, 320], make_numbers, |numbers| count_pairs(numbers));
}

#[test]
#[ignore]
fn is_ignored() {
    aprof::assert_grows!("ignored", "n", make_numbers, |numbers| count_pairs(numbers));
}

#[test]
fn few_sizes() {
    aprof::assert_grows!("few", "n", [1, 2, 3], count);
}

#[test]
fn wrong_limit() {
    aprof::assert_grows!("limit", "logs", count);
}

#[test]
fn it_panics() {
    aprof::assert_grows!("panic", "n", |n: usize| assert!(n < 200, "{n} is too much"));
}

#[test]
fn verdict_and_requests() {
    let outcome = aprof::grows("verdict", "n", &aprof::SIZES, make_numbers, |numbers| count_pairs(numbers));
    let is_right = match outcome.verdict {
        aprof::Verdict::Violated => aprof::is_running(),
        aprof::Verdict::NotMeasured => !aprof::is_running(),
        _ => false,
    };
    assert!(is_right, "{outcome}");
    aprof::expect!("a region", "n");
    for n in 1..20 {
        assert_eq!(aprof::region!("a region", n, || count(n)), n * (n - 1) / 2);
    }
    assert_eq!(aprof::region!("another region", || count(5)), 10);
}
