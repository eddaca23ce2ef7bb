//! Functions of the program in generics, closures and implementations, of its own traits for types of the library and of the
//! library's traits for its own types; and what the library makes of them.

use std::collections::HashMap;
use std::fmt;
use std::hint::black_box;

pub struct Item {
    number: i64,
}

pub trait Total {
    fn total(&self) -> i64;
    #[inline(never)]
    fn twice(&self) -> i64 {
        black_box(2) * self.total()
    }
}

impl Total for Vec<i64> {
    #[inline(never)]
    fn total(&self) -> i64 {
        self.iter().sum()
    }
}

impl<T: Total> Total for Option<T> {
    #[inline(never)]
    fn total(&self) -> i64 {
        self.as_ref().map_or(0, |items| items.total())
    }
}

impl fmt::Display for Item {
    #[inline(never)]
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "{}", self.number)
    }
}

impl Iterator for Item {
    type Item = i64;
    #[inline(never)]
    fn next(&mut self) -> Option<i64> {
        self.number -= black_box(1);
        if self.number < 0 { None } else { Some(self.number) }
    }
}

impl Drop for Item {
    #[inline(never)]
    fn drop(&mut self) {
        black_box(self.number);
    }
}

#[inline(never)]
fn unique<T: PartialEq + Clone>(items: &[T]) -> Vec<T> {
    let mut result: Vec<T> = Vec::new();
    for item in items {
        if !result.contains(item) {
            result.push(item.clone());
        }
    }
    result
}

pub mod core {
    #[inline(never)]
    pub fn sort(items: &mut Vec<i64>) {
        items.sort_by_key(
            #[inline(never)]
            |item| ::std::hint::black_box(-*item),
        );
    }
}

#[inline(never)]
fn apply(action: &dyn Fn(i64) -> i64) -> i64 {
    (0..20).map(action).sum()
}

fn main() {
    let mut numbers: Vec<i64> = (0..60).map(|number| (number * 7) % 31).collect();
    core::sort(&mut numbers);
    let mut names: HashMap<String, i64> = HashMap::new();
    for number in unique(&numbers) {
        *names.entry(format!("{number}")).or_insert(0) += number;
    }
    let texts = unique(&names.keys().cloned().collect::<Vec<String>>());
    let mut item = Item { number: 30 };
    let called: fn(i64) -> i64 = black_box(|number| (0..number).map(black_box).sum());
    let seen: i64 = item.by_ref().take(9).sum();
    let sum = numbers.twice() + Some(numbers.clone()).total() + apply(&|number| black_box(number) + 1) + seen + called(9);
    println!("{sum} {} {item}", texts.len());
}
