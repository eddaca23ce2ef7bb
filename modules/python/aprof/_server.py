# Copyright (C) 2026 The aprof authors. The licence is in LICENCE.

"""A small Python that runs under aprof, and measures functions for another process: it reads which ones from
standard input, and writes to standard output where their reports are. It forks for each, so none sees what
another one has left. It imports as little as it can: under Valgrind, new code is what takes time."""

import _frozen_importlib_external as importing   # importlib.machinery without its imports
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


class _Loader(importing.SourceFileLoader):
    """Has the code of a module, so that nobody reads or compiles it here."""
    code = None

    def get_code(self, _):
        return marshal.loads(self.code)


class _Finder:
    """Asks the other process, which has imported most of what is imported here, where a module is."""

    def __init__(self, ask):
        self._ask = ask

    def find_spec(self, name, *_):
        found = self._ask(("wanted", name))
        if found is None:
            return None
        loader = _Loader(name, found[0])
        loader.code = found[2]
        return importing.spec_from_file_location(name, found[0], loader=loader,
                                                 submodule_search_locations=found[1])


class _Connection:
    """The connection to the other process. Standard input and output belong to the functions."""

    def __init__(self):
        self._requests = open(os.dup(0), "rb")
        self._replies = os.dup(1)
        os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
        os.dup2(2, 1)

    def receive(self):
        return marshal.load(self._requests)

    def send(self, words):
        text = marshal.dumps(words)
        while text:
            text = text[os.write(self._replies, text):]

    def ask(self, words):
        self.send(words)
        return self.receive()


def main():
    connection = _Connection()
    sys.path[:], sys.argv[:], names_wanted, parts = connection.receive()
    _import_sources(parts)
    sys.modules["pytest"] = _stand_in_for_pytest()
    while True:
        try:
            request = connection.receive()
        except EOFError:
            os._exit(0)
        child = os.fork()
        if child == 0:
            connection.send(_answer(connection.ask, request, names_wanted))
            sys.modules["aprof._requests"].no_report()   # all that is wanted is written
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        if status != 0:
            connection.send(("died", status))
        try:
            os.unlink("/tmp/perf-%d.map" % child)
        except OSError:
            pass   # older versions write none


def _answer(ask, request, names_wanted):
    try:
        return ("measured",) + _measure(ask, names_wanted, *request)
    except BaseException as error:
        return ("raised", "%s: %s" % (type(error).__name__, error))


def _measure(ask, names_wanted, test, functions, directory, depth, random):
    """Returns the reports of a test, and what the variables of the program are."""
    os.chdir(directory)
    sys.setrecursionlimit(depth)
    before = set(sys.modules)
    run, make = _find_all(functions, _Finder(ask))
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


def _find_all(functions, finder):
    """Imports functions. What they import themselves, later, perhaps in threads or processes of their own, is
    found as ever."""
    sys.meta_path.insert(sys.meta_path.index(importing.PathFinder), finder)
    try:
        return [_find(function) for function in functions]
    finally:
        sys.meta_path.remove(finder)


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
