#!/usr/bin/python3
# check_csv.py [REPORT FILE]...
#
# Checks tables against RFC 4180, and against the reports that they were made from: every
# point is there once, with all its numbers, under its routine's names and, with
# contexts, under its way from the root, without contexts that have no points.
# There is no other line. Prints every difference, and of what is right `REPORT: LINES`.

import csv
import io
import os
import sys

sys.path.insert(0, os.path.join(sys.path[0], "../common"))
import report  # noqa: E402

TITLES = ("name object mangled context parent rms calls min max sum squares real_sum "
          "self_sum self_min self_max self_squares").split()


def clean(text):
    """Without what is no character, and without control characters."""
    return "".join("?" if ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0 or 0xDC80 <= ord(c) <= 0xDCFF else c
                   for c in text.decode("utf-8", "surrogateescape"))


def fail(path, what):
    print(f"{path}: {what}")


def way(context, parents, names):
    """The names from the root down to the context."""
    result = []
    while context is not None:
        result.append(names[context])
        context = parents[context]
    return tuple(reversed(result))


def next_measured(context, parents, measured):
    """The context or, if it has no points, the nearest above that has."""
    while context is not None and context not in measured:
        context = parents[context]
    return context


def expected_lines(path):
    whole = report.read(path)
    points = {}
    for in_context, owner, (rms, least, most, total, squares, calls, *others) in whole["points"]:
        numbers = [rms, calls, least, most, total, squares, *others]
        points.setdefault((in_context, owner), []).append([*map(str, numbers)] + [""] * (len(TITLES) - 5 - len(numbers)))
    parents = {context: parent for context, (_, parent) in whole["contexts"].items()}
    full = {number: tuple(clean(routine[part] or b"") for part in ("name", "image", "symbol"))
            for number, routine in whole["routines"].items()}
    if not parents:
        return [((full[owner],), False, numbers) for (_, owner), all_of in points.items() for numbers in all_of]
    of_context = {context: full[routine] for context, (routine, _) in whole["contexts"].items()}
    measured = {context for context in parents if (True, context) in points}
    nearest = {context: next_measured(parents[context], parents, measured) for context in measured}
    return [(way(context, nearest, of_context), True, numbers) for context in measured
            for numbers in points[True, context]]


def found_lines(path):
    with open(path, "rb") as file:
        data = file.read()
    if not data.endswith(b"\r\n") or data.count(b"\n") != data.count(b"\r\n"):
        fail(path, "a line does not end in CR LF")
    lines = list(csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True))
    if lines[0] != TITLES:
        fail(path, f"the titles are {lines[0]}")
    names, parents, result = {}, {}, []
    for line in lines[1:]:
        if len(line) != len(TITLES):
            fail(path, f"{len(line)} fields: {line}")
        name, image, mangled, context, parent, *numbers = line
        if context:
            if names and int(context) < max(names) or parent and int(parent) not in names:
                fail(path, f"context {context}, called by {parent}, behind {max(names, default=0)}")
            names[int(context)] = (name, image, mangled)
            parents[int(context)] = int(parent) if parent else None
            result.append((way(int(context), parents, names), True, numbers))
        else:
            result.append((((name, image, mangled),), False, numbers))
    return result


def check(report_path, path):
    expected, found = sorted(expected_lines(report_path)), sorted(found_lines(path))
    for line in [line for line in expected if line not in found][:5]:
        fail(path, f"missing: {line}")
    for line in [line for line in found if line not in expected][:5]:
        fail(path, f"should not be there: {line}")
    if expected == found:
        print(f"{report_path}: {len(found)}")


for number in range(1, len(sys.argv), 2):
    check(*sys.argv[number:number + 2])
