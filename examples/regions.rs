// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The aprof authors
//
// Requests to aprof from Rust, without C: this is what the macros of <valgrind/aprof.h> do on 64-bit x86 processors.
//
//    rustc --edition=2021 -O -g regions.rs

mod aprof {
    use std::arch::asm;
    use std::ffi::CStr;

    const FIRST: usize = (b'A' as usize) << 24 | (b'P' as usize) << 16;
    pub const INPUT_SIZE: usize = FIRST + 5;
    pub const REGION_BEGIN: usize = FIRST + 6;
    pub const REGION_END: usize = FIRST + 7;

    /// Under Valgrind, these instructions are a request. Elsewhere, they do nothing.
    #[inline(always)]
    pub fn request(number: usize, argument: usize) {
        let arguments = [number, argument, 0, 0, 0, 0];
        unsafe {
            asm!("rol rdi, 3", "rol rdi, 13", "rol rdi, 61", "rol rdi, 51", "xchg rbx, rbx",
                 in("rax") arguments.as_ptr(), inout("rdx") 0usize => _, inout("rdi") 0usize => _);
        }
    }

    /// Runs the code as a routine of this name, with this size of its input instead of what it reads. A region ends
    /// with the activation that began it; so this must be inlined into its caller.
    #[inline(always)]
    pub fn region<T>(name: &CStr, input: usize, code: impl FnOnce() -> T) -> T {
        request(REGION_BEGIN, name.as_ptr() as usize);
        request(INPUT_SIZE, input);
        let result = code();
        request(REGION_END, name.as_ptr() as usize);
        result
    }
}

/// How many pairs there are of equal numbers.
#[inline(never)]
fn count_pairs(numbers: &[i32]) -> usize {
    aprof::region(c"compare all", numbers.len(), || {
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
