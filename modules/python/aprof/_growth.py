# Copyright (C) 2026 The aprof authors. The licence is in LICENCE.

"""How does the cost of a function grow with the size of its input? As <valgrind/aprof_test.h> does it."""

import enum
import os
import subprocess
import sys
import sysconfig
from typing import NamedTuple

from aprof import _measure, _requests

# The sizes of a test that says nothing of them: none, because they grow by themselves (_measure.py).
SIZES = ()

_LEAST_SIZES = 5
_MOST_SIZES = 24


class Verdict(enum.Enum):
    """The verdict on a test."""
    KEPT = "kept"                   # the cost grows no faster than the limit
    VIOLATED = "violated"           # it certainly grows faster
    OPEN = "open"                   # these sizes do not tell, or it is not certain
    NOT_MEASURED = "not measured"   # the program does not run under aprof
    ERROR = "error"                 # wrong use, or aprof could not be run; the message says why


class Outcome(NamedTuple):
    """A verdict, with what a person needs."""
    verdict: Verdict
    test: str      # FILE:LINE: NAME
    message: str


class Test(NamedTuple):
    """A complexity test, and where it stands."""
    name: str
    limit: str
    sizes: tuple
    file: str
    line: int

    @property
    def region(self):
        """The reports add up routines and regions of one name, so it is another one than the test's."""
        return self.name + " by size"

    @property
    def rule(self):
        return "grows <= " + self.limit

    def outcome(self, verdict, message):
        return Outcome(verdict, "%s:%d: %s" % (self.file, self.line, self.name), message)

    def mistake(self):
        """Returns what is wrong with the test; None: nothing."""
        sizes = self.sizes
        if not self.name or not self.limit or "\0" in self.name + self.limit:
            return "a test needs a name and a limit"
        if len(self.name.encode()) > 400 or len(self.limit.encode()) > 80:
            return "the name has more than 400 bytes, or the limit more than 80"
        if not sizes:
            return None
        if not _LEAST_SIZES <= len(sizes) <= _MOST_SIZES:
            return "5 to 24 sizes are needed"
        if sizes[0] < 1 or sizes[-1] >= 1 << 32 or any(a >= b for a, b in zip(sizes, sizes[1:])):
            return "sizes must be ascending, from 1 to 2^32 - 1"
        if sizes[-1] < 4 * sizes[0]:
            return "the largest size must be at least 4 times the smallest"
        return None


def grows(run, limit, make=None, *, sizes=SIZES, name=None):
    """Runs a complexity test, if the program runs under aprof: the cost of run(make(n)) is to grow with n as
    the limit says, a class, as "n log n", or a power, as "n^1.2". Without `make`, it is that of run(n). The
    name is for messages; it is the function's, if nothing else is said."""
    caller = sys._getframe(1)
    name = name or getattr(run, "__qualname__", type(run).__name__)
    return run_test(Test(name, limit, tuple(sizes), caller.f_code.co_filename, caller.f_lineno), run, make)


def run_test(test, run, make):
    mistake = test.mistake()
    if mistake is not None:
        return test.outcome(Verdict.ERROR, mistake)
    if not _requests.is_running():
        return test.outcome(Verdict.NOT_MEASURED, "skipped: not under aprof")
    return _measure_all(test, run, make or (lambda n: n))


def _measure_all(test, run, make):
    try:
        reports = _measure.measure_all(test.region, test.rule, (test.file, test.line), test.sizes, run, make,
                                       was_started() and can_name_functions())
    except _measure.NoReport:
        return test.outcome(Verdict.ERROR, "aprof has written no report of this size: see its messages")
    return judge(test, reports)


def can_name_functions():
    """From version 3.12 on, for most processors, as it was built."""
    return (hasattr(sys, "activate_stack_trampoline")
            and bool(sysconfig.get_config_var("PY_HAVE_PERF_TRAMPOLINE")))


def was_started():
    """Whether a test has started this process."""
    return bool(os.environ.get("APROF_RESULTS"))


def judge(test, reports):
    """Returns what the command says of the reports of all sizes."""
    _, output = call([command(), "check", "--format=sentences", "--routine=" + test.region,
                      "--limit=" + test.rule, "--"] + reports)
    line = output.partition("\n")[0]
    words = line.split("\t", 2)
    verdicts = {"passed": Verdict.KEPT, "violated": Verdict.VIOLATED,
                "maybe": Verdict.OPEN, "open": Verdict.OPEN}
    if len(words) < 3 or words[0] not in verdicts:
        return test.outcome(Verdict.ERROR, line or "the command aprof has said nothing")
    return test.outcome(verdicts[words[0]], words[2])


def command():
    """The command `aprof`."""
    return os.environ.get("APROF_COMMAND") or "aprof"


def call(arguments, environment=None):
    """Runs a program, and returns its exit status and all that it prints, to standard error, too. The child
    that becomes this program belongs to no report, if this process is measured."""
    try:
        done = subprocess.run(arguments, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False,
                              preexec_fn=_requests.no_report if _requests.is_running() else None)
    except OSError as error:
        return 127, 'cannot run "%s": %s' % (arguments[0], error.strerror)
    return done.returncode, done.stdout.decode(errors="replace")
