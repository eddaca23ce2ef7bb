// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The aprof authors
//
// A complexity test in Rust. Run it so, or of a wrong program with --features quadratic:
//
//    cargo test

use names::NameSet;

fn make_names(n: usize) -> Vec<String> {
    (0..n).map(|i| format!("name {}", 1000000 + i * 7919 % n)).collect()
}

fn add_all(names: &[String]) -> NameSet {
    let mut set = NameSet::default();
    for name in names {
        set.add(name);
    }
    set
}

#[test]
fn adding_is_not_quadratic() {
    aprof::assert_grows!("add names", "n log n", make_names, |names| add_all(names));
}

#[test]
fn names_are_made() {
    assert!(add_all(&make_names(3)).has("name 1000002"));
}
