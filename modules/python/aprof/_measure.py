# Copyright (C) 2026 The aprof authors. The licence is in LICENCE.

"""Measures a function at growing sizes, in a process that runs under aprof. It imports little, because each
import takes time there."""

import gc
import sys
import time

from aprof import _requests

# If a test says nothing of sizes, each is the double of the one before, so that lists and tables are equally
# full each time. They end before one would cost more than that, with making the input, or be beyond the last
# one; or with one that has taken so much processor time, or if all have taken so many seconds.
_FIRST_SIZE = 5
_LAST_SIZE = 1310720
_ENOUGH = 30000000
_LONG_SIZE = 0.2
_LONG_TEST = 4

# Smaller ones are left out if there are so many larger ones: Python keeps the integers up to 256, and others
# cost more.
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
        run(make(sizes[0] if sizes else _FIRST_SIZE))
        if sizes:
            return [_measure(region, n, run, make(n)) for n in sizes]
        return _measure_growing(lambda n: _measure(region, n, run, make(n)))
    finally:
        if names_wanted:
            sys.deactivate_stack_trampoline()
        if was_enabled:
            gc.enable()


def _measure_growing(measure):
    """Measures sizes that grow by themselves, and returns the reports. If there are few sizes, some are
    measured between them; if there are enough, small ones are left out."""
    reports, costs = {}, []
    begun = time.monotonic()
    n, last, taken = _FIRST_SIZE, 0, 0
    while (n <= _LAST_SIZE and _next_cost(costs) <= _ENOUGH and taken < _LONG_SIZE
           and time.monotonic() - begun < _LONG_TEST):
        before, cost = time.process_time(), _requests.cost()
        reports[n] = measure(n)
        costs.append(_requests.cost() - cost)
        taken = time.process_time() - before
        last, n = n, 2 * n
    for eighths in (6, 7, 5, 3):
        if 1 < len(reports) < _GROWN_SIZES:
            reports[last * eighths // 8] = measure(last * eighths // 8)
    large = [report for n, report in reports.items() if n >= _SMALL_SIZE]
    return large if len(large) >= _GROWN_SIZES else list(reports.values())


def _next_cost(costs):
    """Returns about what the double of the last size will cost. If it grows faster than a power of it, as
    2^n, it will grow by the square of what it has grown by."""
    cost, before, first = ([0, 0, 0] + costs)[:-4:-1]
    step = cost - before
    times = max(step / (before - first), 2) if before > first else 2
    return cost + step * (times * times if times > 16 else times) if len(costs) > 1 and step > 0 else cost


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
