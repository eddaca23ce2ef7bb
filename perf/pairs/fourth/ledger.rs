// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Keeps the books of a bank: reads transactions from text, posts them to accounts, checks limits, adds
// interest at the end of months, and writes statements.
// usage: ledger TRANSACTIONS

use std::collections::HashMap;
use std::fmt::Write;
use std::hash::{BuildHasherDefault, Hasher};

/// A hasher without random keys, so that runs are alike.
#[derive(Default)]
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

type Table<V> = HashMap<String, V, BuildHasherDefault<Fnv>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Pay,
    Fetch,
    Move,
    MonthEnd,
}

#[derive(Clone, Debug)]
struct Transaction {
    kind: Kind,
    from: String,
    to: String,
    cents: i64,
    note: String,
}

#[derive(Clone, Debug)]
struct Entry {
    day: u32,
    cents: i64,
    note: String,
}

#[derive(Clone, Debug, Default)]
struct Account {
    name: String,
    balance: i64,
    limit: i64,
    entries: Vec<Entry>,
    lowest: i64,
}

#[derive(Debug, PartialEq, Eq)]
enum Problem {
    BadLine,
    NoAccount,
    OverLimit,
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

#[derive(Default)]
struct Ledger {
    accounts: Vec<Account>,
    numbers: Table<usize>,
    day: u32,
    refused: usize,
    statement_sum: u32,
}

#[inline(never)]
fn parse_cents(text: &str) -> Option<i64> {
    let mut cents: i64 = 0;
    let mut decimals: Option<u32> = None;
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' => {
                cents = cents * 10 + i64::from(byte - b'0');
                decimals = decimals.map(|n| n + 1);
            }
            b'.' if decimals.is_none() => decimals = Some(0),
            _ => return None,
        }
    }
    match decimals {
        None => Some(cents * 100),
        Some(1) => Some(cents * 10),
        Some(2) => Some(cents),
        Some(_) => None,
    }
}

#[inline(never)]
fn parse_line(line: &str) -> Result<Transaction, Problem> {
    let mut fields = line.splitn(5, ';');
    let kind = match fields.next() {
        Some("pay") => Kind::Pay,
        Some("fetch") => Kind::Fetch,
        Some("move") => Kind::Move,
        Some("month") => Kind::MonthEnd,
        _ => return Err(Problem::BadLine),
    };
    let from = fields.next().unwrap_or("").to_string();
    let to = fields.next().unwrap_or("").to_string();
    let cents = parse_cents(fields.next().unwrap_or("")).ok_or(Problem::BadLine)?;
    let note = fields.next().unwrap_or("").trim().to_string();
    Ok(Transaction { kind, from, to, cents, note })
}

impl Ledger {
    fn open(&mut self, name: &str, limit: i64) {
        let number = self.accounts.len();
        self.accounts.push(Account { name: name.to_string(), limit, ..Account::default() });
        self.numbers.insert(name.to_string(), number);
    }

    #[inline(never)]
    fn find(&self, name: &str) -> Result<usize, Problem> {
        self.numbers.get(name).copied().ok_or(Problem::NoAccount)
    }

    #[inline(never)]
    fn allows(&self, number: usize, cents: i64) -> bool {
        let account = &self.accounts[number];
        account.balance - cents >= -account.limit
    }

    #[inline(never)]
    fn post(&mut self, number: usize, cents: i64, note: &str) {
        let day = self.day;
        let account = &mut self.accounts[number];
        account.balance += cents;
        account.lowest = account.lowest.min(account.balance);
        account.entries.push(Entry { day, cents, note: note.to_string() });
    }

    #[inline(never)]
    fn apply(&mut self, transaction: &Transaction) -> Result<(), Problem> {
        match transaction.kind {
            Kind::Pay => {
                let to = self.find(&transaction.to)?;
                self.post(to, transaction.cents, &transaction.note);
            }
            Kind::Fetch => {
                let from = self.find(&transaction.from)?;
                if !self.allows(from, transaction.cents) {
                    return Err(Problem::OverLimit);
                }
                self.post(from, -transaction.cents, &transaction.note);
            }
            Kind::Move => {
                let from = self.find(&transaction.from)?;
                let to = self.find(&transaction.to)?;
                if !self.allows(from, transaction.cents) {
                    return Err(Problem::OverLimit);
                }
                self.post(from, -transaction.cents, &transaction.note);
                self.post(to, transaction.cents, &transaction.note);
            }
            Kind::MonthEnd => self.end_month(),
        }
        Ok(())
    }

    #[inline(never)]
    fn add_interest(&mut self, number: usize) {
        let account = &self.accounts[number];
        let cents = if account.balance > 0 { account.balance / 1200 } else { account.balance / 100 };
        if cents != 0 {
            self.post(number, cents, "interest");
        }
    }

    #[inline(never)]
    fn statement(&self, number: usize) -> String {
        let account = &self.accounts[number];
        let mut text = String::new();
        let _ = writeln!(text, "account {}", account.name);
        for entry in &account.entries {
            let (whole, part) = (entry.cents / 100, entry.cents.abs() % 100);
            let _ = writeln!(text, "{:4} {:10}.{:02} {}", entry.day, whole, part, entry.note);
        }
        let _ = writeln!(text, "balance {}, lowest {}", account.balance, account.lowest);
        text
    }

    #[inline(never)]
    fn end_month(&mut self) {
        for number in 0..self.accounts.len() {
            self.add_interest(number);
            if self.accounts[number].entries.len() < 6 {
                continue;
            }
            let text = self.statement(number);
            self.statement_sum = self.statement_sum.rotate_left(5) ^ sum_of(&text);
            self.accounts[number].entries.clear();
        }
    }

    #[inline(never)]
    fn richest(&self, n: usize) -> Vec<(i64, usize)> {
        let all = self.accounts.iter().enumerate().map(|(i, a)| (-a.balance, i));
        let mut all: Vec<(i64, usize)> = all.collect();
        all.sort_unstable();
        all.truncate(n);
        all
    }

    fn read(&mut self, text: &str) {
        for line in text.lines() {
            self.day += 1;
            let result = parse_line(line).and_then(|transaction| self.apply(&transaction));
            if result.is_err() {
                self.refused += 1;
            }
        }
    }
}

#[inline(never)]
fn sum_of(text: &str) -> u32 {
    text.bytes().fold(1, |sum: u32, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)))
}

fn name_of(number: u64) -> String {
    format!("account-{:05}", number * 13)
}

fn make_text(random: &mut Random, n: usize, n_accounts: u64) -> String {
    let mut text = String::new();
    for i in 0..n {
        let from = name_of(random.below(n_accounts));
        let to = name_of(random.below(n_accounts + 4));
        let cents = random.below(60000);
        let kind = ["pay", "fetch", "move", "pay"][random.below(4) as usize];
        let (whole, part, number) = (cents / 100, cents % 100, random.below(999));
        let _ = writeln!(text, "{kind};{from};{to};{whole}.{part:02};note {number} of many");
        if i % 1200 == 1199 {
            text.push_str("month;;;0;\n");
        }
    }
    text
}

fn main() {
    let n = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1000);
    let mut random = Random(42);
    let mut ledger = Ledger::default();
    let n_accounts = 120;
    for i in 0..n_accounts {
        let limit = random.below(100_000) as i64;
        ledger.open(&name_of(i), limit);
    }
    let text = make_text(&mut random, n, n_accounts);
    ledger.read(&text);
    let sum: i64 = ledger.richest(10).iter().map(|&(balance, _)| balance).sum();
    println!("{} refused, {} {:08x}", ledger.refused, sum, ledger.statement_sum);
}
