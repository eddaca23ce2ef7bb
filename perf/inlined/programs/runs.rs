// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Packs bytes as runs of equal ones, unpacks them, and compares checksums.

#[derive(Debug, PartialEq)]
enum Error {
    Truncated,
    EmptyRun,
}

#[cfg_attr(refr, inline(never))]
fn run_length(bytes: &[u8]) -> usize {
    let mut length = 1;
    while length < bytes.len() && length < 255 && bytes[length] == bytes[0] {
        length += 1;
    }
    length
}

#[cfg_attr(refr, inline(never))]
fn pack(mut bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    while !bytes.is_empty() {
        let length = run_length(bytes);
        packed.push(length as u8);
        packed.push(bytes[0]);
        bytes = &bytes[length..];
    }
    packed
}

struct Unpacker<'a> {
    packed: &'a [u8],
    left: u8,
}

impl<'a> Unpacker<'a> {
    #[cfg_attr(refr, inline(never))]
    fn new(packed: &'a [u8]) -> Result<Unpacker<'a>, Error> {
        validate(packed)?;
        Ok(Unpacker { packed, left: packed.first().copied().unwrap_or(0) })
    }
}

impl<'a> Iterator for Unpacker<'a> {
    type Item = u8;

    #[cfg_attr(refr, inline(never))]
    fn next(&mut self) -> Option<u8> {
        if self.packed.is_empty() {
            return None;
        }
        let byte = self.packed[1];
        self.left -= 1;
        if self.left == 0 {
            self.packed = &self.packed[2..];
            self.left = self.packed.first().copied().unwrap_or(0);
        }
        Some(byte)
    }
}

#[cfg_attr(refr, inline(never))]
fn validate(packed: &[u8]) -> Result<(), Error> {
    if packed.len() % 2 != 0 {
        return Err(Error::Truncated);
    }
    for run in packed.chunks(2) {
        if run[0] == 0 {
            return Err(Error::EmptyRun);
        }
    }
    Ok(())
}

#[cfg_attr(refr, inline(never))]
fn unpack(packed: &[u8]) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    for byte in Unpacker::new(packed)? {
        bytes.push(byte);
    }
    Ok(bytes)
}

#[cfg_attr(refr, inline(never))]
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(1, |sum, byte| (sum * 31 + *byte as u32) % 65521)
}

#[cfg_attr(refr, inline(never))]
fn make_bytes(runs: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    for i in 0..runs {
        for _ in 0..1 + i * i % 9 {
            bytes.push(b'a' + (i % 23) as u8);
        }
    }
    bytes
}

fn main() {
    let mut runs = 5;
    while runs <= 8000 {
        let bytes = make_bytes(runs);
        let packed = pack(&bytes);
        let unpacked = unpack(&packed).unwrap();
        println!("{}: {} to {} bytes, {}", runs, bytes.len(), packed.len(), checksum(&bytes) == checksum(&unpacked));
        runs += runs / 3 + 1;
    }
}
