// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Bags, which count equal items, and the union and the intersection of two.

struct Entry<T> {
    item: T,
    count: usize,
}

trait Container<T> {
    fn insert(&mut self, item: T);
    fn count(&self, item: &T) -> usize;
    fn total(&self) -> usize;

    #[cfg_attr(refr, inline(never))]
    fn contains(&self, item: &T) -> bool {
        self.count(item) > 0
    }
}

struct Bag<T> {
    entries: Vec<Entry<T>>,
}

impl<T: PartialEq + Clone> Bag<T> {
    #[cfg_attr(refr, inline(never))]
    fn new() -> Bag<T> {
        Bag { entries: Vec::new() }
    }

    #[cfg_attr(refr, inline(never))]
    fn position(&self, item: &T) -> Option<usize> {
        for (i, entry) in self.entries.iter().enumerate() {
            if entry.item == *item {
                return Some(i);
            }
        }
        None
    }

    #[cfg_attr(refr, inline(never))]
    fn add_all(&mut self, items: &[T]) {
        for item in items {
            self.insert(item.clone());
        }
    }

    #[cfg_attr(refr, inline(never))]
    fn common(&self, other: &Bag<T>) -> Bag<T> {
        let mut result = Bag::new();
        for entry in &self.entries {
            if other.contains(&entry.item) {
                result.entries.push(Entry { item: entry.item.clone(), count: entry.count.min(other.count(&entry.item)) });
            }
        }
        result
    }
}

impl<T: PartialEq + Clone> Container<T> for Bag<T> {
    #[cfg_attr(refr, inline(never))]
    fn insert(&mut self, item: T) {
        match self.position(&item) {
            Some(i) => self.entries[i].count += 1,
            None => self.entries.push(Entry { item, count: 1 }),
        }
    }

    #[cfg_attr(refr, inline(never))]
    fn count(&self, item: &T) -> usize {
        self.position(item).map_or(0, |i| self.entries[i].count)
    }

    #[cfg_attr(refr, inline(never))]
    fn total(&self) -> usize {
        self.entries.iter().map(|entry| entry.count).sum()
    }
}

#[cfg_attr(refr, inline(never))]
fn make_numbers(count: usize, mut state: u32) -> Vec<u32> {
    let mut numbers = Vec::with_capacity(count);
    for _ in 0..count {
        state = state.wrapping_mul(1664525).wrapping_add(1013904223);
        numbers.push((state >> 12) % (count as u32));
    }
    numbers
}

fn main() {
    let mut size = 12;
    while size <= 1200 {
        let mut first = Bag::new();
        first.add_all(&make_numbers(size, 1));
        let mut second = Bag::new();
        second.add_all(&make_numbers(size / 2, 2));
        let both = first.common(&second);
        println!("{}: {} different, {} in both, {} in total", size, first.entries.len(), both.entries.len(), both.total());
        size += size / 4;
    }
}
