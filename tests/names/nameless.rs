// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The aprof authors
//
// The same in a module, with a generic type.

mod numbers {
    pub struct Numbers<T> {
        pub numbers: Vec<T>,
    }

    impl<T: Copy + Into<i64>> Numbers<T> {
        #[inline(never)]
        pub fn sum_up(&self, count: usize) -> i64 {
            let mut sum = 0;
            for number in &self.numbers[..count] {
                sum += std::hint::black_box((*number).into());
            }
            sum
        }

        #[inline(never)]
        pub fn sum_all(&self, count: usize) -> i64 {
            let mut sum = 0;
            for i in 0..count {
                sum += self.sum_up(i);
            }
            sum
        }
    }
}

fn main() {
    let numbers = numbers::Numbers { numbers: (0..200).collect::<Vec<i32>>() };
    let mut sum = 0;
    for i in (10..=200).step_by(10) {
        sum += numbers.sum_all(i);
    }
    println!("{sum}");
}
