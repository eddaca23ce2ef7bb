# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# A Python function as a routine of aprof, in any version of Python, by the package in modules/python:
#
#    PYTHONPATH="$(pkg-config --variable=python aprof)" valgrind --tool=aprof python3 regions.py

import aprof


@aprof.region(size=len)
def count_pairs(numbers):
    """How many pairs there are of equal numbers."""
    pairs = 0
    for i, number in enumerate(numbers):
        for j in range(i):
            if numbers[j] == number:
                pairs += 1
    return pairs


print(sum(count_pairs([i % 7 for i in range(size)]) for size in range(10, 210, 10)))
