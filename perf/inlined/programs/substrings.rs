// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Palindromes and repetitions in strings.

mod search {
    #[cfg_attr(refr, inline(never))]
    pub fn is_palindrome(text: &[u8]) -> bool {
        let (mut low, mut high) = (0, text.len());
        while low + 1 < high {
            high -= 1;
            if text[low] != text[high] {
                return false;
            }
            low += 1;
        }
        true
    }

    #[cfg_attr(refr, inline(never))]
    pub fn longest_palindrome(text: &[u8]) -> &[u8] {
        let mut best = &text[..0];
        for begin in 0..text.len() {
            for end in begin + 1..=text.len() {
                if end - begin > best.len() && is_palindrome(&text[begin..end]) {
                    best = &text[begin..end];
                }
            }
        }
        best
    }

    #[cfg_attr(refr, inline(never))]
    pub fn common_prefix(a: &[u8], b: &[u8]) -> usize {
        a.iter().zip(b.iter()).take_while(|(x, y)| x == y).count()
    }

    #[cfg_attr(refr, inline(never))]
    pub fn longest_repetition(text: &[u8]) -> usize {
        let mut suffixes: Vec<usize> = (0..text.len()).collect();
        suffixes.sort_by(|a, b| text[*a..].cmp(&text[*b..]));
        let mut longest = 0;
        for pair in suffixes.windows(2) {
            longest = longest.max(common_prefix(&text[pair[0]..], &text[pair[1]..]));
        }
        longest
    }

    #[cfg_attr(refr, inline(never))]
    pub fn occurrences(text: &[u8], pattern: &[u8]) -> usize {
        let mut count = 0;
        for start in 0..text.len() {
            if text[start..].starts_with(pattern) {
                count += 1;
            }
        }
        count
    }
}

struct Source {
    state: u64,
}

impl Source {
    #[cfg_attr(refr, inline(never))]
    fn letter(&mut self) -> u8 {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        b"abcd"[(self.state >> 62) as usize]
    }

    #[cfg_attr(refr, inline(never))]
    fn text(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.letter()).collect()
    }
}

fn main() {
    let mut source = Source { state: 5 };
    let mut length = 16;
    while length <= 1000 {
        let text = source.text(length);
        let palindrome = search::longest_palindrome(&text);
        println!(
            "{}: {} ({} times), {}",
            length,
            String::from_utf8_lossy(palindrome),
            search::occurrences(&text, palindrome),
            search::longest_repetition(&text)
        );
        length += length / 4;
    }
}
