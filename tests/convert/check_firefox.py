#!/usr/bin/python3
# check_firefox.py FILE...
#
# Checks files of the Firefox Profiler's processed format, version 60, by what its types and the code that upgrades
# profiles to later versions demand, and writes the stacks of each with their costs to FILE.stacks, and with their calls to
# FILE.calls, as folded stacks, sorted, equal ones added up. The first violation ends it, with status 1.

import json
import sys
from decimal import Decimal

INDEX, TEXT, FLAG, NULL, NUMBER = "index", "text", "flag", "null", "number"

# The columns of tables: what stands in them, or the table that they are indices of.
TABLES = {
    "stackTable": {"frame": "frameTable", "prefix": "stackTable?"},
    "frameTable": {"address": NUMBER, "inlineDepth": NUMBER, "category": "categories", "subcategory": NUMBER,
                   "func": "funcTable", "nativeSymbol": NULL, "innerWindowID": NULL, "line": NULL, "column": NULL},
    "funcTable": {"name": "stringArray", "isJS": FLAG, "relevantForJS": FLAG, "resource": "resourceTable",
                  "source": NULL, "lineNumber": NULL, "columnNumber": NULL},
    "resourceTable": {"lib": NULL, "name": "stringArray", "host": NULL, "type": NUMBER},
    "nativeSymbols": {"libIndex": NULL, "address": NULL, "name": NULL, "functionSize": NULL},
    "sources": {"uuid": NULL, "filename": NULL},
}
MARKERS = {"data": NULL, "name": NULL, "startTime": NULL, "endTime": NULL, "phase": NULL, "category": NULL}
META = {"version": int, "preprocessedProfileVersion": int, "importedFrom": str, "startTime": int,
        "interval": Decimal, "product": str, "processType": int, "stackwalk": int, "symbolicated": bool,
        "symbolicationNotSupported": bool, "usesOnlyOneStackType": bool, "sourceCodeIsNotOnSearchfox": bool,
        "keepProfileThreadOrder": bool, "initialVisibleThreads": list, "initialSelectedThreads": list,
        "markerSchema": list, "categories": list}
THREAD = {"processType": str, "processStartupTime": int, "processShutdownTime": type(None), "registerTime": int,
          "unregisterTime": type(None), "pausedRanges": list, "name": str, "isMainThread": bool, "pid": str,
          "tid": int, "samples": dict, "markers": dict}


def fail(what):
    sys.exit(f"{path}: {what}")


def members(value, what, required):
    """Exactly these members, each of its type."""
    if not isinstance(value, dict) or set(value) != set(required):
        fail(f"{what} has {sorted(value)}, not {sorted(required)}")
    for name, kind in required.items():
        if not isinstance(value[name], kind) or isinstance(value[name], bool) != (kind is bool):
            fail(f"{name} of {what} is {value[name]!r}")


def check_column(what, column, kind, sizes):
    for row, cell in enumerate(column):
        good = (cell is None if kind == NULL
                else isinstance(cell, bool) if kind == FLAG
                else isinstance(cell, (int, Decimal)) and not isinstance(cell, bool) if kind == NUMBER
                else cell is None or 0 <= cell < row if kind == "stackTable?"   # callers come first
                else type(cell) is int and 0 <= cell < sizes[kind])
        if not good:
            fail(f"row {row} of {what} is {cell!r}")


def check_table(what, table, columns, sizes):
    members(table, what, {name: list for name in columns} | {"length": int})
    for name, kind in columns.items():
        if len(table[name]) != table["length"]:
            fail(f"{name} of {what} has {len(table[name])} rows of {table['length']}")
        check_column(f"{name} of {what}", table[name], kind, sizes)


def check_shared(shared, categories):
    members(shared, "shared", {name: dict for name in TABLES} | {"stringArray": list})
    sizes = {name: shared[name]["length"] for name in TABLES}
    sizes |= {"stringArray": len(shared["stringArray"]), "categories": len(categories)}
    for name, columns in TABLES.items():
        check_table(name, shared[name], columns, sizes)
    if not all(isinstance(text, str) and text for text in shared["stringArray"]):
        fail("not all of stringArray are texts")
    if set(shared["resourceTable"]["type"]) - {1}:
        fail("a resource is no library")
    return sizes


def check_meta(meta):
    members(meta, "meta", META)
    if meta["preprocessedProfileVersion"] != 60 or meta["interval"] <= 0:
        fail(f"version {meta['preprocessedProfileVersion']}, interval {meta['interval']}")
    if not meta["importedFrom"].startswith("aprof "):
        fail(f"imported from {meta['importedFrom']}")
    for category in meta["categories"]:
        members(category, "a category", {"name": str, "color": str, "subcategories": list})
    if "grey" not in [category["color"] for category in meta["categories"]]:
        fail("no category is grey, so there is no default")


def check_thread(thread, number, sizes):
    what = f"thread {number}"
    members(thread, what, THREAD)
    check_table(f"markers of {what}", thread["markers"], MARKERS, sizes)
    samples = dict(thread["samples"])
    kind = samples.pop("weightType", None)
    if kind not in ("samples", "tracing-ms", "bytes"):
        fail(f"weightType of {what} is {kind!r}")
    check_table(f"samples of {what}", samples, {"stack": "stackTable", "time": NUMBER, "weight": NUMBER}, sizes)
    if samples["time"] != sorted(samples["time"]):
        fail(f"samples of {what} are not in the order of their times")
    if any(weight <= 0 for weight in samples["weight"]):
        fail(f"a sample of {what} weighs nothing")
    return 1000 if kind == "tracing-ms" else 1


def stacks_of(shared, samples, factor):
    texts, functions, frames = shared["stringArray"], shared["funcTable"], shared["frameTable"]
    names = [texts[functions["name"][function]].replace(";", ":") for function in frames["func"]]
    stacks = {}
    for stack, weight in zip(samples["stack"], samples["weight"]):
        way = []
        while stack is not None:
            way.append(names[shared["stackTable"]["frame"][stack]])
            stack = shared["stackTable"]["prefix"][stack]
        way = ";".join(reversed(way))
        stacks[way] = stacks.get(way, 0) + weight * factor
    return stacks


def refuse_twice(pairs):
    if len(dict(pairs)) != len(pairs):
        fail(f"a member twice: {[name for name, _ in pairs]}")
    return dict(pairs)


def check():
    with open(path, encoding="utf-8") as file:
        document = json.load(file, object_pairs_hook=refuse_twice, parse_float=Decimal)
    members(document, "the file", {"meta": dict, "libs": list, "shared": dict, "threads": list})
    check_meta(document["meta"])
    sizes = check_shared(document["shared"], document["meta"]["categories"])
    factors = [check_thread(thread, number, sizes) for number, thread in enumerate(document["threads"])]
    if [thread["name"] for thread in document["threads"]] != ["Cost", "Calls"]:
        fail("the threads are not costs and calls")
    for kind, thread, factor in zip(["stacks", "calls"], document["threads"], factors):
        stacks = stacks_of(document["shared"], thread["samples"], factor)
        with open(f"{path}.{kind}", "w", encoding="utf-8") as out:
            for stack, weight in sorted(stacks.items(), key=lambda item: item[0].encode()):
                print(stack, int(weight), file=out)


for path in sys.argv[1:]:
    check()
