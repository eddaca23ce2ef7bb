// A generic function, a method of a generic type, and a method of a trait for it.

mod shapes {
    pub struct Stack<T> {
        pub items: Vec<T>,
    }

    pub trait Total {
        fn total(&self) -> i64;
    }

    impl<T: Copy + Into<i64>> Total for Stack<T> {
        #[inline(never)]
        fn total(&self) -> i64 {
            self.items.iter().map(|item| (*item).into()).fold(0, |sum, item| std::hint::black_box(sum + item))
        }
    }

    impl<T: Copy> Stack<T> {
        #[inline(never)]
        pub fn fill(&mut self, item: T) {
            for _ in 0..10 {
                self.items.push(std::hint::black_box(item));
            }
        }
    }

    #[inline(never)]
    pub fn largest<T: Copy + PartialOrd>(items: &[T]) -> T {
        let mut result = items[0];
        for item in items {
            if *item > std::hint::black_box(result) {
                result = *item;
            }
        }
        result
    }
}

use shapes::{largest, Stack, Total};

fn main() {
    let mut small = Stack::<i32> { items: vec![] };
    let mut large = Stack::<i64> { items: vec![] };
    small.fill(1);
    large.fill(2);
    println!("{} {}", small.total() + large.total(), i64::from(largest(&small.items)) + largest(&large.items));
}
