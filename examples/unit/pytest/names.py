# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors

"""What the example tests: a set of names. If it is quadratic, each look-up goes through all of them."""

QUADRATIC = False


class NameSet:
    def __init__(self):
        self.names = [] if QUADRATIC else {}

    def has(self, name):
        return name in self.names

    def add(self, name):
        if not self.has(name):
            if QUADRATIC:
                self.names.append(name)
            else:
                self.names[name] = True
