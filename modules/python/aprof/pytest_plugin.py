# Copyright (C) 2026 The aprof authors. The licence is in LICENCE.

"""The fixture `aprof_grows` for pytest: complexity tests as assertions. Functions that can be imported are
measured in a small Python under aprof. When a session comes to a test with another one, it starts pytest once
more, under aprof, for all its tests that use the fixture, and takes over the verdicts."""

import os
import sys
import warnings

import pytest

import aprof
from aprof import _again, _client, _growth
from aprof._growth import SIZES, Outcome, Test, Verdict

# Variables that belong to the process that is there: of workers, and of what measures coverage.
_UNWANTED = ("PYTEST_CURRENT_TEST", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "COV_CORE_SOURCE",
             "COV_CORE_CONFIG", "COV_CORE_DATAFILE", "COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG")


@pytest.fixture
def aprof_grows(request):
    """aprof_grows(run, limit, make=None, *, sizes=SIZES, name=None): fails if the cost of run(make(n)) grows
    faster with n than the limit says."""
    def check(run, limit, make=None, *, sizes=SIZES, name=None):
        __tracebackhide__ = True
        caller = sys._getframe(1)
        name = name or getattr(run, "__qualname__", "").replace("<lambda>", "").rpartition(".")[2]
        test = Test(name or request.node.name, limit, tuple(sizes), caller.f_code.co_filename,
                    caller.f_lineno)
        try:
            outcome = _growth.run_test(test, run, make)
        except Exception as error:
            outcome = test.outcome(Verdict.ERROR, "under aprof, it raises %r" % error)
            _again.tell(request.node.nodeid, outcome)
            raise
        _again.tell(request.node.nodeid, outcome)
        if _again.was_started():
            return
        if outcome.verdict is Verdict.NOT_MEASURED and _again.exec_is_wanted(True):
            outcome = _measured_elsewhere(request, test, run, make, outcome)
        _react(test.name, outcome)
    return check


def _react(name, outcome):
    """Makes of a verdict what pytest knows. It says by itself where the test stands."""
    __tracebackhide__ = True
    words = "%s: %s" % (name, outcome.message)
    if outcome.verdict is Verdict.OPEN and os.environ.get("APROF_OPEN") != "fail":
        warnings.warn(aprof.OpenWarning(words), stacklevel=3)
    elif outcome.verdict is Verdict.NOT_MEASURED:
        pytest.skip(words)
    elif outcome.verdict is not Verdict.KEPT:
        pytest.fail(words)


class _Session:
    """Starts other processes for the tests of this session, and keeps what they have said."""

    def __init__(self, config):
        self.is_there = _again.exec_is_wanted(False) or _again.command_is_there()
        self.client = _client.Client()
        self.slow = []          # why tests need pytest under aprof
        self.outcomes = None    # of all tests under pytest
        config.add_cleanup(self.client.close)

    def run_again(self, request):
        if self.outcomes is None:
            self.outcomes, self.status, self.output = _again.run_again(_arguments(request), _UNWANTED)
        return self.outcomes


_SESSION = "_aprof_session"


def _measured_elsewhere(request, test, run, make, outcome):
    """Returns what another process says of a test: a small one under aprof, or if that cannot know what the
    test has made, all of pytest. Without the command aprof, the test is skipped, unless APROF_EXEC is 1."""
    config = request.config
    if not hasattr(config, _SESSION):
        setattr(config, _SESSION, _Session(config))
    session = getattr(config, _SESSION)
    if not session.is_there:
        return outcome._replace(message="skipped: there is no command " + _growth.command())
    try:
        _client.refuse_fixtures(request.fixturenames, request.node.iter_markers("parametrize"))
        return session.client.measure(test, run, make)
    except _client.Unfit as error:
        session.slow.append("%s: %s" % (outcome.test, error))
    outcomes = session.run_again(request)
    if (request.node.nodeid, outcome.test) in outcomes:
        return outcomes[request.node.nodeid, outcome.test]
    return Outcome(Verdict.ERROR, outcome.test, "pytest has made no complexity test here under aprof (status "
                   "%d):\n%s" % (session.status, session.output[-2000:]))


def pytest_terminal_summary(terminalreporter, config):
    """Says why it took long."""
    slow = getattr(getattr(config, _SESSION, None), "slow", None)
    if slow:
        terminalreporter.write_line("aprof has started pytest again, which takes seconds. Tests whose "
                                    "functions another process can import need none:")
        for line in slow:
            terminalreporter.write_line("  " + line)


def _arguments(request):
    """Returns the arguments of pytest, without tests, reports, workers and coverage."""
    config = request.config
    given = config.invocation_params.args
    paths = set(getattr(config.option, "file_or_dir", None) or ())
    arguments = ["-m", "pytest"] + [str(part) for part in given if str(part) not in paths]
    arguments += ["-o", "cache_dir={}/cache", "--rootdir=%s" % config.rootpath]
    if getattr(config.option, "xmlpath", None):
        arguments.append("--junitxml={}/junit.xml")
    if config.pluginmanager.hasplugin("xdist") or "PYTEST_XDIST_WORKER" in os.environ:
        arguments.append("-n0")
    if config.pluginmanager.hasplugin("_cov") or config.pluginmanager.hasplugin("pytest_cov"):
        arguments.append("--no-cov")
    # A worker knows only which test it runs itself.
    items = [request.node] if "PYTEST_XDIST_WORKER" in os.environ else request.session.items
    return arguments + [str(config.rootpath / item.nodeid) for item in items
                        if "aprof_grows" in getattr(item, "fixturenames", ())]
