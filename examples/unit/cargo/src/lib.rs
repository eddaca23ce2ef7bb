// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The aprof authors

const SORTED: bool = true;

/// Returns the different numbers. If they are not sorted before, that is quadratic.
#[inline(never)]
pub fn unique(mut all: Vec<u32>) -> Vec<u32> {
    if SORTED {
        all.sort();
        all.dedup();
        return all;
    }
    let mut kept: Vec<u32> = Vec::new();
    for number in all {
        if !kept.contains(&number) {
            kept.push(number);
        }
    }
    kept
}
