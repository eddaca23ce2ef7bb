# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors

"""A complexity test in pytest. Run it so:

   PYTHONPATH="$(pkg-config --variable=python aprof)" python3 -m pytest
"""

from names import NameSet


def make_names(n):
    return ["name %d" % (1000000 + i * 7919 % n) for i in range(n)]


def add_all(names):
    all_names = NameSet()
    for name in names:
        all_names.add(name)
    return all_names


def test_adding_is_not_quadratic(aprof_grows):
    aprof_grows(add_all, "n log n", make_names)


def test_names_are_made():
    assert add_all(make_names(3)).has("name 1000002")
