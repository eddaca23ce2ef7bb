// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The aprof authors

use unique::unique;

#[test]
fn numbers_that_are_there_twice() {
    for count in [30, 50, 80, 120, 200, 320, 500, 800, 1200, 2000] {
        let all = (0..2 * count).map(|i| i % count * 7919 % 1000003).collect();
        assert_eq!(unique(all).len(), count as usize);
    }
}
