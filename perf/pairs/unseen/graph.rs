// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Packages that need each other: an order of installation, cycles, versions that fit, and sizes of all that is needed.
// usage: graph PACKAGES

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::env;

struct Random(u64);

impl Random {
    #[inline(never)]
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 35) as usize % limit
    }
}

#[derive(Clone, Debug)]
struct Package {
    name: String,
    versions: Vec<u32>,
    size: u64,
    needs: Vec<(String, u32)>,
}

struct Archive {
    packages: Vec<Package>,
    by_name: HashMap<String, usize>,
}

trait Policy {
    fn choose(&self, versions: &[u32], least: u32) -> Option<u32>;
}

struct Newest;
struct Oldest;

impl Policy for Newest {
    #[inline(never)]
    fn choose(&self, versions: &[u32], least: u32) -> Option<u32> {
        versions.last().copied().filter(|&version| version >= least)
    }
}

impl Policy for Oldest {
    #[inline(never)]
    fn choose(&self, versions: &[u32], least: u32) -> Option<u32> {
        let place = versions.partition_point(|&version| version < least);
        versions.get(place).copied()
    }
}

impl Archive {
    #[inline(never)]
    fn new(packages: Vec<Package>) -> Archive {
        let by_name = packages.iter().enumerate().map(|(i, package)| (package.name.clone(), i)).collect();
        Archive { packages, by_name }
    }

    #[inline(never)]
    fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    #[inline(never)]
    fn edges(&self) -> Vec<Vec<usize>> {
        self.packages
            .iter()
            .map(|package| package.needs.iter().filter_map(|(name, _)| self.find(name)).collect())
            .collect()
    }
}

// Returns the packages so that each comes after all that it needs; those in cycles are left out.
#[inline(never)]
fn installation_order(edges: &[Vec<usize>]) -> Vec<usize> {
    let mut needed_by = vec![Vec::new(); edges.len()];
    let mut n_missing = vec![0; edges.len()];
    for (from, targets) in edges.iter().enumerate() {
        for &to in targets {
            needed_by[to].push(from);
            n_missing[from] += 1;
        }
    }
    let mut ready: VecDeque<usize> = (0..edges.len()).filter(|&i| n_missing[i] == 0).collect();
    let mut order = Vec::new();
    while let Some(at) = ready.pop_front() {
        order.push(at);
        for &next in &needed_by[at] {
            n_missing[next] -= 1;
            if n_missing[next] == 0 {
                ready.push_back(next);
            }
        }
    }
    order
}

#[inline(never)]
fn total_size(archive: &Archive, edges: &[Vec<usize>], start: usize, most: usize) -> u64 {
    let mut seen = HashSet::new();
    let mut stack = vec![start];
    let mut size = 0;
    while let Some(at) = stack.pop() {
        if !seen.insert(at) {
            continue;
        }
        size += archive.packages[at].size;
        if seen.len() == most {
            break;
        }
        stack.extend(&edges[at]);
    }
    size
}

#[inline(never)]
fn resolve<P: Policy>(archive: &Archive, policy: &P) -> usize {
    let mut unmet = 0;
    for package in &archive.packages {
        for (name, least) in &package.needs {
            let chosen = archive.find(name).and_then(|i| policy.choose(&archive.packages[i].versions, *least));
            if chosen.is_none() {
                unmet += 1;
            }
        }
    }
    unmet
}

#[inline(never)]
fn group_by_prefix(archive: &Archive) -> BTreeMap<String, Vec<usize>> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (i, package) in archive.packages.iter().enumerate() {
        let prefix = package.name.split('-').next().unwrap();
        groups.entry(prefix.to_string()).or_default().push(i);
    }
    groups
}

#[inline(never)]
fn make_packages(random: &mut Random, n: usize) -> Vec<Package> {
    let mut packages: Vec<Package> = Vec::with_capacity(n);
    for i in 0..n {
        let mut needs = Vec::new();
        for _ in 0..random.below(6) {
            if i > 0 {
                let other = &packages[random.below(i)];
                needs.push((other.name.clone(), random.below(40) as u32));
            }
        }
        let mut versions: Vec<u32> = (0..4 + random.below(60)).map(|_| random.below(50) as u32).collect();
        versions.sort();
        packages.push(Package { name: format!("lib{}-part{}", i % 40, i), versions, size: 1 + i as u64 % 99, needs });
    }
    packages
}

fn main() {
    let most: usize = env::args().nth(1).map_or(1500, |word| word.parse().unwrap());
    let mut random = Random(8);
    let mut n = most / 10;
    while n <= most {
        let archive = Archive::new(make_packages(&mut random, n));
        let edges = archive.edges();
        let order = installation_order(&edges);
        let unmet = (resolve(&archive, &Newest), resolve(&archive, &Oldest));
        let size: u64 = order.iter().rev().take(100).map(|&i| total_size(&archive, &edges, i, 40)).sum();
        let groups = group_by_prefix(&archive);
        println!("{}: {} in order, {:?} unmet, size {}, {} groups", n, order.len(), unmet, size, groups.len());
        n += most / 10;
    }
}
