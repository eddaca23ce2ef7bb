# Copyright (C) 2026 The aprof authors. The licence is in LICENCE.

"""Lets Python programs tell aprof, the profiler that shows how the cost of a routine grows with the size of
its input: what a routine may cost, which functions are regions, and complexity tests.

    def test_sort_is_not_quadratic(aprof_grows):
        aprof_grows(sort_numbers, "n log n", make_numbers)

The fixture is for pytest; `grows` is the test alone. If the program does not run under aprof, functions are
as they were, and nothing is measured."""

from aprof._requests import dump, expect, is_running, region

__all__ = ["SIZES", "OpenWarning", "Outcome", "Verdict", "dump", "expect", "grows", "is_running", "region"]


class OpenWarning(UserWarning):
    """The sizes of a complexity test do not tell, or it is not certain."""


def __getattr__(name):
    """The rest is imported when it is used: under aprof, imports take time."""
    if name not in ("SIZES", "Outcome", "Verdict", "grows"):
        raise AttributeError("module 'aprof' has no attribute %r" % name)
    from aprof import _growth
    return getattr(_growth, name)
