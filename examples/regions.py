# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# Python functions as routines of aprof, in any version of Python:
#
#    gcc -O2 -shared -fPIC -o aprof_region.so aprof_region.c
#    valgrind --tool=aprof python3 regions.py

import ctypes
import functools
import os

_library = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "aprof_region.so"))
_function = ctypes.CFUNCTYPE(None)
_library.aprof_region.argtypes = [ctypes.c_char_p, ctypes.c_size_t, _function]


def measured(size):
    """Makes a function a routine of aprof. `size` gets its arguments, and returns the size of its input."""
    def decorate(function):
        name = function.__qualname__.encode()

        @functools.wraps(function)
        def call(*arguments, **named):
            outcome = []

            def run():
                try:
                    outcome.append((function(*arguments, **named), None))
                except BaseException as error:
                    outcome.append((None, error))

            _library.aprof_region(name, size(*arguments, **named), _function(run))
            result, error = outcome[0]
            if error is not None:
                raise error
            return result
        return call
    return decorate


@measured(len)
def count_pairs(numbers):
    """How many pairs there are of equal numbers."""
    pairs = 0
    for i, number in enumerate(numbers):
        for j in range(i):
            if numbers[j] == number:
                pairs += 1
    return pairs


print(sum(count_pairs([i % 7 for i in range(size)]) for size in range(10, 210, 10)))
