#!/usr/bin/python3
# check_hpctoolkit.py REPORT FILE
#
# Compares a PROFILE file with the report it was made from: each routine is there
# once, below its object, with its numbers, and the tree has the shape that the
# format's readers need. Prints every difference, and how many routines there are.

import os
import sys
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, os.path.join(sys.path[0], "../common"))
import report  # noqa: E402


def clean(name):
    """A name as every line-based format and XML can have it: each blank at its ends is an open box."""
    characters = []
    for character in name.decode("utf-8", "surrogateescape"):
        is_control = ord(character) < 0x20 or 0x7F <= ord(character) < 0xA0
        characters.append("?" if is_control or 0xDC80 <= ord(character) <= 0xDCFF else character)
    text = "".join(characters)
    inner = text.strip(" ")
    before = len(text) - len(text.lstrip(" "))
    return ("\u2423" * before + inner + "\u2423" * (len(text) - before - len(inner))) or "???"


class Routine:
    def __init__(self, name, image, symbol):
        self.name, self.image, self.mangled = clean(name), clean(image), None if symbol is None else clean(symbol)
        self.self_cost = self.calls = self.real = 0
        self.inputs = set()

    def add(self, numbers):
        self.inputs.add(numbers[0])
        self.calls += numbers[5]
        self.real += numbers[6]
        self.self_cost += numbers[7]

    def values(self):
        return [self.self_cost, self.calls, self.real, max(self.inputs), len(self.inputs)]


def read_report(path):
    whole = report.read(path)
    routines = {number: Routine(**routine) for number, routine in whole["routines"].items()}
    for in_context, owner, numbers in whole["points"]:
        routines[whole["contexts"][owner][0] if in_context else owner].add(numbers)
    return [routine for routine in routines.values() if routine.inputs]


def fail(what):
    print(f"{sys.argv[2]}: {what}")


def metrics(element, expected):
    """The metrics directly below an element: exactly the expected ones."""
    found = [metric.get("n") for metric in element.findall("M")]
    if found != [str(number) for number in expected]:
        fail(f"{element.tag} {element.attrib} has the metrics {found}")
    return [metric.get("v") for metric in element.findall("M")]


def children(element, tag, others=()):
    for child in element:
        if child.tag != tag and child.tag not in others:
            fail(f"{child.tag} below {element.tag}")
    return element.findall(tag)


def read_tree(root):
    found = []
    for program in children(root.find("PROFILESCOPETREE"), "PGM"):
        objects = children(program, "LM")
        if len({element.get("n") for element in objects}) != len(objects):
            fail("an object is there twice")
        for object_file in objects:
            for source in children(object_file, "F"):
                if source.get("n") != "<unknown>":
                    fail(f"a source file {source.get('n')}")
                for routine in children(source, "P"):
                    statements = children(routine, "S", ("M",))
                    if len(statements) != 1 or statements[0].attrib != {"b": "0", "e": "0"}:
                        fail(f"statements of {routine.get('n')}")
                    values = metrics(statements[0], [0, 1]) + metrics(routine, [2, 3, 4])
                    found.append((routine.get("n"), routine.get("ln"), object_file.get("n"), values))
    return found


def main():
    root = ElementTree.parse(sys.argv[2]).getroot()
    if root.tag != "PROFILE" or root.get("version") != "3.0":
        fail("the root is no PROFILE 3.0")
    declared = [metric.get("shortName") for metric in root.find("PROFILEPARAMS").find("METRICS")]
    if declared != ["0", "1", "2", "3", "4"]:
        fail(f"metrics {declared}")
    if any(metric.get("period") != "1" for metric in root.find("PROFILEPARAMS").find("METRICS")):
        fail("a period that is not 1")
    expected = sorted((r.name, r.mangled or "", r.image, [str(value) for value in r.values()])
                      for r in read_report(sys.argv[1]))
    found = sorted((name, mangled or "", image, values) for name, mangled, image, values in read_tree(root))
    for routine in expected:
        if routine not in found:
            fail(f"missing: {routine}")
    for routine in found:
        if routine not in expected:
            fail(f"should not be there: {routine}")
    print(f"{sys.argv[1]}: {len(found)} of {len(expected)} routines")


main()
