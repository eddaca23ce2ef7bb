# Copyright (C) 2026 The aprof authors. The licence is in LICENCE.

"""A small Python that runs under aprof, and measures functions for another process: it reads which ones from
standard input, and writes to standard output where their reports are. It forks for each, so none sees what
another one has left. It imports as little as it can: under Valgrind, new code is what takes time."""

import marshal
import os
import sys


class _Mark:
    """Leaves functions and classes as they are."""
    __module__ = "_pytest"

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments, **_):
        return arguments[0] if len(arguments) == 1 and callable(arguments[0]) else self


def _fixture(function=None, **_):
    if function is None:
        return _fixture
    function._pytestfixturefunction = True
    return function


def _stand_in_for_pytest():
    """Has what stands around tests. All else of pytest raises an exception, so that nobody takes it for the
    real one, which takes seconds to be imported."""
    pytest = type(sys)("pytest")
    pytest.mark = _Mark()
    pytest.fixture = _fixture
    pytest.param = lambda *_, **__: pytest.mark
    return pytest


def main():
    replies = os.dup(1)
    os.dup2(2, 1)
    sys.path[:], sys.argv[:], names_wanted, parts = marshal.load(sys.stdin.buffer)
    _import_sources(parts)
    sys.modules["pytest"] = _stand_in_for_pytest()
    while True:
        try:
            request = marshal.load(sys.stdin.buffer)
        except EOFError:
            os._exit(0)
        child = os.fork()
        if child == 0:
            _reply(replies, _answer(request, names_wanted))
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        if status != 0:
            _reply(replies, ("died", status))
        try:
            os.unlink("/tmp/perf-%d.map" % child)
        except OSError:
            pass   # older versions write none


def _reply(file, words):
    text = marshal.dumps(words)
    while text:
        text = text[os.write(file, text):]


def _answer(request, names_wanted):
    os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
    try:
        return ("measured",) + _measure(names_wanted, *request)
    except BaseException as error:
        return ("raised", "%s: %s" % (type(error).__name__, error))


def _measure(names_wanted, test, functions, sources, directory, depth, random):
    """Returns the reports of a test, and what the variables of the program are."""
    os.chdir(directory)
    sys.setrecursionlimit(depth)
    before = set(sys.modules)
    _import_sources(sources)
    run, make = [_find(function) for function in functions]
    if random is not None and "random" in sys.modules:
        sys.modules["random"].setstate(random)
    variables = [(name, sys.modules["aprof._variables"].of_module(sys.modules[name]))
                 for name in set(sys.modules) - before if _is_of_program(sys.modules[name])]
    return sys.modules["aprof._measure"].measure_all(*test, run, make, names_wanted), variables


def _import_sources(sources):
    """Makes modules of code that the other process has compiled."""
    for name, path, _ in sources:
        module = sys.modules[name] = type(sys)(name)
        module.__file__, module.__package__ = path, name.rpartition(".")[0]
        if path.endswith("/__init__.py"):
            module.__package__, module.__path__ = name, [os.path.dirname(path)]
    for name, _, code in sources:
        exec(marshal.loads(code), sys.modules[name].__dict__)


def _find(function):
    if function is None:
        return lambda n: n
    module, name = function
    __import__(module)
    found = sys.modules[module]
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _is_of_program(module):
    """Whether a module is neither Python's, nor aprof's, nor installed."""
    file = getattr(module, "__file__", None)
    return (file is not None and file.endswith(".py") and not file.startswith(_STANDARD)
            and "-packages/" not in file and module.__name__.split(".")[0] != "aprof")


_STANDARD = os.path.dirname(os.__file__) + "/"

main()
