#!/usr/bin/python3
# check_speedscope.py FILE...
#
# Checks files of speedscope's format by all that its schema and its reader
# demand of an evented profile, and writes the stacks of each to FILE.stacks, as folded stacks, sorted,
# equal ones added up. The first violation ends it, with status 1.

import json
import sys


def fail(what):
    sys.exit(f"{path}: {what}")


def members(value, what, required, optional=()):
    """Exactly these members, each of its type."""
    if not isinstance(value, dict):
        fail(f"{what} is no object")
    for name, kind in required.items():
        if name not in value:
            fail(f"{what} has no {name}")
        if not isinstance(value[name], kind) or isinstance(value[name], bool):
            fail(f"{name} of {what} is {value[name]!r}")
    if set(value) - set(required) - set(optional):
        fail(f"{what} has {sorted(set(value) - set(required))}")


def refuse_twice(pairs):
    if len(dict(pairs)) != len(pairs):
        fail(f"a member twice: {[name for name, _ in pairs]}")
    return dict(pairs)


def read_stacks(profile, frames):
    stacks, open_frames, last = {}, [], profile["startValue"]
    for number, event in enumerate(profile["events"]):
        what = f"event {number}"
        members(event, what, {"type": str, "frame": int, "at": int})
        if not 0 <= event["frame"] < len(frames):
            fail(f"{what}: frame {event['frame']} of {len(frames)}")
        if not last <= event["at"] <= profile["endValue"]:
            fail(f"{what} at {event['at']}, after {last}, before {profile['endValue']}")
        if event["at"] > last:
            if not open_frames:
                fail(f"{what}: nothing is open from {last} on")
            stack = ";".join(frames[frame]["name"].replace(";", ":") for frame in open_frames)
            stacks[stack] = stacks.get(stack, 0) + event["at"] - last
        last = event["at"]
        if event["type"] == "O":
            open_frames.append(event["frame"])
        elif event["type"] != "C":
            fail(f"{what} is of type {event['type']}")
        elif not open_frames or open_frames.pop() != event["frame"]:
            fail(f"{what} closes a frame that is not the innermost")
    if open_frames:
        fail(f"{len(open_frames)} frames stay open")
    if last != profile["endValue"]:
        fail(f"events end at {last}, the profile at {profile['endValue']}")
    return stacks


def check():
    with open(path, encoding="utf-8") as file:
        document = json.load(file, object_pairs_hook=refuse_twice)
    members(document, "the file", {"$schema": str, "shared": dict, "profiles": list, "name": str,
                                   "activeProfileIndex": int, "exporter": str})
    if document["$schema"] != "https://www.speedscope.app/file-format-schema.json":
        fail(f"the schema is {document['$schema']}")
    if not document["exporter"].startswith("aprof "):
        fail(f"the exporter is {document['exporter']}")
    members(document["shared"], "shared", {"frames": list})
    for frame in document["shared"]["frames"]:
        members(frame, "a frame", {"name": str, "file": str})
    if len(document["profiles"]) != 1 or document["activeProfileIndex"] != 0:
        fail("not one profile, which is active")
    profile = document["profiles"][0]
    members(profile, "the profile", {"type": str, "name": str, "unit": str, "startValue": int, "endValue": int,
                                     "events": list})
    if profile["type"] != "evented" or profile["unit"] not in ("none", "microseconds") or profile["startValue"] != 0:
        fail(f"a profile of type {profile['type']} in {profile['unit']} from {profile['startValue']}")
    stacks = read_stacks(profile, document["shared"]["frames"])
    with open(f"{path}.stacks", "w", encoding="utf-8") as out:
        for stack, cost in sorted(stacks.items(), key=lambda item: item[0].encode()):
            print(stack, cost, file=out)


for path in sys.argv[1:]:
    check()
