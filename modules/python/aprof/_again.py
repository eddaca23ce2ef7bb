# Copyright (C) 2026 The aprof authors. The licence is in LICENCE.

"""Starts Python again, under aprof, and gets from there what complexity tests have said."""

import json
import os
import subprocess
import sys
import tempfile

from aprof import _requests
from aprof._growth import Outcome, Verdict, call, can_name_functions, command, was_started

# From the best to the worst: of several results of a test, that counts.
_RANKS = [Verdict.KEPT, Verdict.OPEN, Verdict.VIOLATED, Verdict.NOT_MEASURED, Verdict.ERROR]


def exec_is_wanted(usual):
    """Whether tests start Python again: the environment variable APROF_EXEC says so, 1 or 0; if it does not,
    `usual`. Never in a process that was started so."""
    wanted = os.environ.get("APROF_EXEC")
    return (wanted != "0" if wanted else usual) and not _requests.is_running() and not was_started()


def command_is_there():
    return call([command(), "--version"])[0] == 0


def tell(owner, outcome):
    """Tells the process that has started this one, if there is one, what a test of this owner has said."""
    if was_started():
        with open(os.environ["APROF_RESULTS"], "a", encoding="utf-8") as results:
            json.dump([owner, outcome.verdict.value, outcome.test, outcome.message], results)
            results.write("\n")


def run_again(arguments, unwanted=()):
    """Runs Python with these arguments under aprof, without measuring inputs: the sizes are known. Returns
    the worst outcome by owner and test, the status, and what was printed. Variables that are not wanted are
    not there."""
    with tempfile.TemporaryDirectory(prefix="aprof-test.") as directory:
        results = os.path.join(directory, "results")
        environment = {name: value for name, value in os.environ.items() if name not in unwanted}
        environment.update(APROF_RESULTS=results, PYTHONHASHSEED="0")   # the same hashes in each run
        # Measuring starts with the first test.
        run = [command(), "run", "--exec", "--output=" + directory, "--rms=no", "--instr-atstart=no"]
        if can_name_functions():
            # The interpreter's work is the cost of the functions that it runs.
            run.append("--skip-objects=python3*,libpython3*")
        status, output = _call_and_clean(
            run + ["--", sys.executable] + [part.replace("{}", directory) for part in arguments], environment)
        return _read_results(results), status, output


def _call_and_clean(arguments, environment):
    """Calls the command, which becomes Valgrind, which is Python: so the number of the process says which
    perf map it has left."""
    try:
        with subprocess.Popen(arguments, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT) as process:
            output = process.communicate()[0].decode(errors="replace")
    except OSError as error:
        return 127, 'cannot run "%s": %s' % (arguments[0], error.strerror)
    try:
        os.unlink("/tmp/perf-%d.map" % process.pid)
    except OSError:
        pass   # older versions write none
    return process.returncode, output


def _read_results(path):
    outcomes = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as results:
            for line in results:
                owner, verdict, test, message = json.loads(line)
                new = Outcome(Verdict(verdict), test, message)
                old = outcomes.get((owner, test), new)
                outcomes[owner, test] = max(new, old, key=lambda outcome: _RANKS.index(outcome.verdict))
    return outcomes
