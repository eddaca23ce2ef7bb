// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Regions of one colour in a picture: their number, and the size of the largest.

#[derive(Clone, Copy, PartialEq)]
enum Colour {
    Red,
    Green,
    Blue,
}

struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<Colour>,
}

impl Picture {
    #[cfg_attr(refr, inline(never))]
    fn paint(width: usize, height: usize) -> Picture {
        let mut picture = Picture { width, height, pixels: vec![Colour::Red; width * height] };
        let mut state = 77u32;
        for pixel in picture.pixels.iter_mut() {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            *pixel = match state % 4 {
                0 => Colour::Green,
                1 => Colour::Blue,
                _ => Colour::Red,
            };
        }
        picture
    }

    #[cfg_attr(refr, inline(never))]
    fn neighbours(&self, place: usize) -> [Option<usize>; 4] {
        let (x, y) = (place % self.width, place / self.width);
        [
            if x > 0 { Some(place - 1) } else { None },
            if x + 1 < self.width { Some(place + 1) } else { None },
            if y > 0 { Some(place - self.width) } else { None },
            if y + 1 < self.height { Some(place + self.width) } else { None },
        ]
    }

    #[cfg_attr(refr, inline(never))]
    fn flood(&self, start: usize, seen: &mut [bool]) -> usize {
        let mut stack = vec![start];
        let mut size = 0;
        seen[start] = true;
        while let Some(place) = stack.pop() {
            size += 1;
            for other in self.neighbours(place).iter().flatten() {
                if !seen[*other] && self.pixels[*other] == self.pixels[start] {
                    seen[*other] = true;
                    stack.push(*other);
                }
            }
        }
        size
    }

    #[cfg_attr(refr, inline(never))]
    fn regions(&self) -> Vec<usize> {
        let mut seen = vec![false; self.pixels.len()];
        let mut sizes = Vec::new();
        for place in 0..self.pixels.len() {
            if !seen[place] {
                sizes.push(self.flood(place, &mut seen));
            }
        }
        sizes
    }

    #[cfg_attr(refr, inline(never))]
    fn count(&self, colour: Colour) -> usize {
        self.pixels.iter().filter(|pixel| **pixel == colour).count()
    }
}

#[cfg_attr(refr, inline(never))]
fn largest(sizes: &[usize]) -> usize {
    let mut most = 0;
    for &size in sizes {
        if size > most {
            most = size;
        }
    }
    most
}

fn main() {
    let mut width = 4;
    while width <= 150 {
        let picture = Picture::paint(width, width + 3);
        let sizes = picture.regions();
        println!("{}: {} blue, {} regions, at most {}", width, picture.count(Colour::Blue), sizes.len(), largest(&sizes));
        width += 1 + width / 5;
    }
}
