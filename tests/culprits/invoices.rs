// Reads invoices, month after month, and reports the customers of each month. The mistake: `customers`
// looks for each name in the list of all names that it has seen.

use std::collections::BTreeMap;
use std::fmt::Write;

struct Invoice {
    customer: String,
    cents: u64,
}

fn parse(text: &str) -> Vec<Invoice> {
    let mut invoices = Vec::new();
    for line in text.lines() {
        let mut fields = line.split(';');
        let customer = fields.next().unwrap_or("").trim().to_string();
        let cents = fields.next().and_then(|field| field.trim().parse().ok()).unwrap_or(0);
        invoices.push(Invoice { customer, cents });
    }
    invoices
}

#[inline(never)]
fn customers(invoices: &[Invoice]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for invoice in invoices {
        if !names.contains(&invoice.customer) {
            names.push(invoice.customer.clone());
        }
    }
    names
}

fn turnover(invoices: &[Invoice]) -> BTreeMap<&str, u64> {
    let mut sums = BTreeMap::new();
    for invoice in invoices {
        *sums.entry(invoice.customer.as_str()).or_insert(0) += invoice.cents;
    }
    sums
}

fn month(number: usize) -> String {
    let mut text = String::new();
    for i in 0..number * 40 {
        writeln!(text, "customer {:05}; {}", i * 7919 % 100_003, 100 + i % 977).unwrap();
    }
    text
}

#[inline(never)]
fn report(number: usize) {
    let invoices = parse(&month(number));
    let names = customers(&invoices);
    let sums = turnover(&invoices);
    println!("{}: {} customers, {} cents", number, names.len(), sums.values().sum::<u64>());
}

fn main() {
    for number in 1..=18 {
        report(number);
    }
}
