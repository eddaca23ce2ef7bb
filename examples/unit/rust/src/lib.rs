// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The aprof authors
//
// What the example tests: a set of names. With the feature "quadratic", each look-up goes through all of
// them; otherwise, it begins where the name's hash says, which is the same in every process.

#[cfg(feature = "quadratic")]
type Names = Vec<String>;
#[cfg(not(feature = "quadratic"))]
type Names = std::collections::HashSet<
    String,
    std::hash::BuildHasherDefault<std::collections::hash_map::DefaultHasher>,
>;

#[derive(Default)]
pub struct NameSet {
    names: Names,
}

impl NameSet {
    #[inline(never)]
    pub fn has(&self, name: &str) -> bool {
        #[cfg(feature = "quadratic")]
        return self.names.iter().any(|other| other == name);
        #[cfg(not(feature = "quadratic"))]
        return self.names.contains(name);
    }

    pub fn add(&mut self, name: &str) {
        if !self.has(name) {
            self.names.extend([name.to_owned()]);
        }
    }
}
