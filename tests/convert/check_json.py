#!/usr/bin/python3
# check_json.py [REPORT CONVERTED]...
#
# Compares what `aprof convert --to=json` wrote with the report, number by number,
# and with what `aprof show --format=json --limit=0` printed of it, in CONVERTED.shown: the same, but
# for what only the former has. Prints every difference, and of what is right `REPORT: ROUTINES CONTEXTS`.

import json
import os
import sys

sys.path.insert(0, os.path.join(sys.path[0], "../common"))
import report  # noqa: E402

POINT = "rms min max sum squares calls real_sum self_sum self_min self_max self_squares".split()


problems = []


def fail(what):
    problems.append(what)


def refuse_twice(pairs):
    if len(dict(pairs)) != len(pairs):
        fail(f"a member twice: {[name for name, _ in pairs]}")
    return dict(pairs)


def refuse_constant(text):
    fail(f"{text} is no JSON")


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file, object_pairs_hook=refuse_twice, parse_constant=refuse_constant)


def clean(text):
    """What is no character becomes a question mark."""
    return "".join("?" if 0xDC80 <= ord(c) <= 0xDCFF else c for c in text.decode("utf-8", "surrogateescape"))


def read_report(path):
    """Points by routine and by context, contexts by id, names by routine."""
    whole = report.read(path)
    by_routine, by_context, contexts = {}, {}, whole["contexts"]
    names = {number: (clean(routine["name"]), clean(routine["image"])) for number, routine in whole["routines"].items()}
    for in_context, owner, numbers in whole["points"]:
        (by_context if in_context else by_routine).setdefault(owner, []).append(
            dict(zip(POINT, numbers + [0] * (len(POINT) - len(numbers)))))
    for context, points in by_context.items():
        by_routine.setdefault(contexts[context][0], []).extend(points)
    return names, by_routine, by_context, contexts


def add_up(points):
    """One point for each rms, in ascending order.  Sums stay at the largest number once they are there."""
    result = {}
    for point in points:
        if point["rms"] not in result:
            result[point["rms"]] = dict(point)
            continue
        to = result[point["rms"]]
        for name in POINT[1:]:
            if name.endswith("min"):
                to[name] = min(to[name], point[name])
            elif name.endswith("max"):
                to[name] = max(to[name], point[name])
            else:
                to[name] = min(to[name] + point[name], 2**64 - 1)
    return [result[rms] for rms in sorted(result)]


def total(points, name):
    return min(sum(point[name] for point in points), 2**64 - 1)


def plain(points):
    return [{name: point[name] for name in POINT} for point in points]


def without_rank(law):
    """How much worse than the best candidate a power law is, is known only with the candidates."""
    return {name: value for name, value in law.items() if name != "worse"} if isinstance(law, dict) else law


def without_depth(routine):
    result = {name: value for name, value in routine.items() if name not in ("point_list", "callers", "callees")}
    result["growth"] = {case: {name: without_rank(value) for name, value in growth.items() if name != "candidates"}
                        for case, growth in routine["growth"].items()}
    return result


def check_routines(converted, names, by_routine):
    expected = sorted((names[routine], add_up(points)) for routine, points in by_routine.items())
    found = sorted(((routine["name"], routine["object"]), plain(routine["point_list"]))
                   for routine in converted["routines"])
    key = lambda item: (item[0], [tuple(point.values()) for point in item[1]])
    expected, found = sorted(expected, key=key), sorted(found, key=key)
    if expected != found:
        fail(f"points differ: {[item for item in expected if item not in found][:2]} are missing, "
             f"{[item for item in found if item not in expected][:2]} should not be there")
    for routine in converted["routines"]:
        points = routine["point_list"]
        summary = {"calls": total(points, "calls"), "cost": total(points, "real_sum"), "points": len(points),
                   "rms": {"min": points[0]["rms"], "max": points[-1]["rms"]}}
        if any(routine[name] != value for name, value in summary.items()):
            fail(f"{routine['name']}: its points make {summary}")


def check_contexts(converted, names, by_context, contexts):
    if not contexts:
        if "contexts" in converted:
            fail("contexts of a report that has none")
        return

    def way(at, parents, routines):
        result = []
        while at is not None:
            result.append(routines[at])
            at = parents[at]
        return tuple(reversed(result))

    parents = {context: parent for context, (_, parent) in contexts.items()}
    routines = {context: names[routine] for context, (routine, _) in contexts.items()}
    expected = {(way(context, parents, routines)): plain(by_context.get(context, [])) for context in contexts}
    parents = {context["id"]: context["parent"] for context in converted["contexts"]}
    routines = {context["id"]: (context["name"], context["object"]) for context in converted["contexts"]}
    found = {way(context["id"], parents, routines): plain(context["point_list"])
             for context in converted["contexts"]}
    if expected != found and len(set(names.values())) == len(names):
        fail("contexts differ")
    if len(converted["contexts"]) != len(contexts):
        fail(f"{len(converted['contexts'])} contexts of {len(contexts)}")


def check(path, converted_path):
    names, by_routine, by_context, contexts = read_report(path)
    converted, shown = load(converted_path), load(f"{converted_path}.shown")
    check_routines(converted, names, by_routine)
    check_contexts(converted, names, by_context, contexts)
    head = {name: value for name, value in converted.items() if name not in ("routines", "contexts")}
    if head != {name: value for name, value in shown.items() if name != "routines"}:
        fail("the head is not that of aprof show")
    if [without_depth(routine) for routine in converted["routines"]] != shown["routines"]:
        fail("the routines are not those of aprof show")
    for problem in problems:
        print(f"{path}: {problem}")
    if not problems:
        print(f"{path}: {len(converted['routines'])} {len(converted.get('contexts', []))}")
    problems.clear()


for number in range(1, len(sys.argv), 2):
    check(*sys.argv[number:number + 2])
