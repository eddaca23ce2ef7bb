# Copyright (C) 2026 The aprof authors. The licence is in LICENCE.

"""Measures a function at growing sizes, in a process that runs under aprof. It imports little, because each
import takes time there."""

import gc
import sys

from aprof import _requests

# If a test says nothing of sizes, they grow by themselves. Of smaller ones, only the largest count, so that
# there are so many in all: Python keeps the integers up to 256, and others cost more.
_SMALL_SIZE = 320
_GROWN_SIZES = 7


class NoReport(Exception):
    """aprof has written no report of a size."""


def measure_all(region, limit, place, sizes, run, make, names_wanted):
    """Calls run(make(n)) as a region with each size, and returns the paths of the reports. The limit is
    stated for the place, a file and a line. With `names_wanted`, Python names its functions for aprof. When
    garbage is collected depends on what was done before, so it is not, here."""
    was_enabled = gc.isenabled()
    gc.collect()
    gc.disable()
    # The trampoline and the measuring begin only here, so nothing that is not measured gets slower.
    names_wanted = names_wanted and not sys.is_stack_trampoline_active()
    _requests.start()
    _requests.expect_at(region, limit, *place)
    if names_wanted:
        sys.activate_stack_trampoline("perf")
    try:
        # Work of the first call only is no part of how the cost grows.
        run(make(sizes[0] if sizes else _requests.next_size(0)))
        if sizes:
            return [_measure(region, n, run, make(n)) for n in sizes]
        return _measure_growing(lambda n: _measure(region, n, run, make(n)))
    finally:
        if names_wanted:
            sys.deactivate_stack_trampoline()
        if was_enabled:
            gc.enable()


def _measure_growing(measure):
    """Measures sizes that grow by themselves, and returns the reports."""
    reports = {}
    n = _requests.next_size(0)
    while n != 0:
        reports[n] = measure(n)
        n = _requests.next_size(n)
    small = sum(n < _SMALL_SIZE for n in reports)
    return list(reports.values())[min(small, max(len(reports) - _GROWN_SIZES, 0)):]


def _measure(region, n, run, value):
    """Runs the function at one size, and returns the path of the report. What was made before is in a part of
    its own."""
    _requests.dump("before a test")
    before = _requests.report_name()
    result = _requests.call_in_region(region, n, run, (value,))
    _requests.dump(region)
    del result
    report = _requests.report_name()
    if report is None or report == before:
        raise NoReport
    return report
