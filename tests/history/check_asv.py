#!/usr/bin/python3
# check_asv.py DIRECTORY
#
# Reads results as asv does, by what its readers of these files demand, and prints each benchmark with its result by
# commit. The first violation ends it, with status 1.

import json
import pathlib
import re
import sys

CONFIGURATION = {"version", "project", "repo", "branches", "results_dir", "html_dir", "show_commit_url"}
BENCHMARK = {"name", "pretty_name", "code", "param_names", "params", "type", "unit", "version"}
RESULT = {"commit_hash", "env_name", "date", "params", "python", "requirements", "env_vars", "result_columns", "results",
          "durations", "version"}


def fail(what):
    sys.exit(f"{sys.argv[1]}: {what}")


def load(path, version, keys=None):
    with open(path, encoding="utf-8") as file:
        value = json.load(file)
    if value["version"] != version:
        fail(f"{path} has version {value['version']}")
    if keys is not None and set(value) != keys:
        fail(f"{path} has {sorted(set(value) ^ keys)}")
    return value


def file_of(benchmark):
    """The name of a graph's file, as asv makes it."""
    return re.sub('[<>:"/\\^|?*\x00-\x1f]', "_", benchmark)


def check_benchmarks(benchmarks):
    files = [file_of(name) for name in benchmarks]
    if len(set(files)) != len(files) or max(len(name.encode()) for name in files) > 240:
        fail(f"names of files: {sorted(files)}")
    for name, benchmark in benchmarks.items():
        if set(benchmark) != BENCHMARK or benchmark["name"] != name or benchmark["type"] != "track":
            fail(f"benchmark {name}: {benchmark}")


def results_of(path, machine, benchmarks):
    value = load(path, 2, RESULT)
    if path.name != f"{value['commit_hash'][:8]}-{value['env_name']}.json" or value["params"]["machine"] != machine:
        fail(f"{path} is of {value['commit_hash']}, {value['env_name']} on {value['params']}")
    if value["result_columns"] != ["result", "params", "version"]:
        fail(f"{path} has the columns {value['result_columns']}")
    for name, (result, params, version) in value["results"].items():
        if len(result) != 1 or params != [] or version != benchmarks[name]["version"]:
            fail(f"{path}: {name} is {result}, {params}, {version}")
    names = f" [{value['params']['name']}]" if "name" in value["params"] else ""
    return value["date"], {name + names: result[0] for name, (result, _, _) in value["results"].items()}


def main():
    top = pathlib.Path(sys.argv[1])
    configuration = load(top / "asv.conf.json", 1, CONFIGURATION)
    results = top / configuration["results_dir"]
    benchmarks = load(results / "benchmarks.json", 2)
    del benchmarks["version"]
    check_benchmarks(benchmarks)
    found = {}
    for folder in sorted(results.iterdir()):
        if not folder.is_dir():
            continue
        machine = load(folder / "machine.json", 1)["machine"]
        if machine != folder.name:
            fail(f"machine {machine} in {folder}")
        commits = [results_of(path, machine, benchmarks) for path in folder.iterdir() if path.name != "machine.json"]
        for _, costs in sorted(commits, key=lambda commit: commit[0]):
            for name, cost in costs.items():
                found.setdefault(f"{machine}: {name}", []).append(cost)
    for name, costs in sorted(found.items()):
        print(name, *costs)


main()
