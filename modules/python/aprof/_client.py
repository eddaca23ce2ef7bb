# Copyright (C) 2026 The aprof authors. The licence is in LICENCE.

"""Lets a small Python under aprof (_server.py) measure functions that it can import. This takes a second, and
another start of all tests takes some."""

import importlib.machinery
import importlib.util
import marshal
import os
import subprocess
import sys
import tempfile

from aprof import _growth, _variables

# These change nothing that a function could see that is not their own.
_HARMLESS = {"aprof_grows", "request", "pytestconfig", "capsys", "capfd", "caplog", "recwarn", "tmp_path",
             "tmp_path_factory"}

# Python's own ways to find modules, and pytest's; others come from the files *.pth of installed packages.
_USUAL_FINDERS = {"BuiltinImporter", "FrozenImporter", "PathFinder", "AssertionRewritingHook",
                  "DistutilsMetaFinder", "_SixMetaPathImporter"}


# The parts of aprof that the server has, in this order.
_PARTS = (("aprof._requests", "_requests"), ("aprof._measure", "_measure"),
          ("aprof._variables", "_variables"), ("aprof", "__init__"))


class Unfit(Exception):
    """Why a test needs pytest to be measured."""


def refuse_fixtures(names, marks):
    """A test with fixtures may have changed what its function finds. Parameters change nothing."""
    parameters = set()
    for mark in marks:
        if mark.args and not mark.kwargs.get("indirect"):
            named = mark.args[0].split(",") if isinstance(mark.args[0], str) else mark.args[0]
            parameters.update(part.strip() for part in named)
    for name in names:
        if name not in parameters | _HARMLESS:
            raise Unfit("the test uses the fixture %s" % name)


class Client:
    """A server for a session. If the environment has changed, it is started again."""

    def __init__(self):
        self._server = None

    def measure(self, test, run, make):
        """Returns the verdict on a test, or raises Unfit."""
        functions = [_reference(run), None if make is None else _reference(make)]
        environment = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
        if self._server is None or self._server.environment != environment or self._server.path != sys.path:
            self.close()
            self._server = _Server(environment)
        random = sys.modules.get("random")
        reply = self._server.ask(
            (test.region, test.rule, (test.file, test.line), test.sizes), functions, os.getcwd(),
            sys.getrecursionlimit(), random and random.getstate())
        if reply[0] != "measured":
            raise Unfit(reply[1] if reply[0] == "raised" else "Python ends with the status %d" % reply[1])
        for name, there in reply[2]:
            here = _variables.of_module(sys.modules[name]) if name in sys.modules else {}
            difference = _variables.difference(here, there)
            if difference is not None:
                raise Unfit("%s.%s is another one after an import of the module" % (name, difference))
        return _growth.judge(test, reply[1])

    def close(self):
        if self._server is not None:
            self._server.close()
            self._server = None


class _Server:
    def __init__(self, environment):
        self.environment = environment
        self.path = list(sys.path)
        self._directory = tempfile.TemporaryDirectory(prefix="aprof-test.")
        directory = self._directory.name
        flags = ["-" + letter * times for letter, times in (("O", sys.flags.optimize),
                                                           ("B", sys.flags.dont_write_bytecode)) if times]
        if {_name_of(finder) for finder in sys.meta_path} <= _USUAL_FINDERS:
            flags.append("-S")
        # Measuring starts with the function.
        run = [_growth.command(), "run", "--exec", "--output=" + directory, "--rms=no", "--instr-atstart=no"]
        names_wanted = _growth.can_name_functions()
        if names_wanted:
            # The interpreter's work is the cost of the functions that it runs.
            run.append("--skip-objects=python3*,libpython3*")
        script = os.path.join(directory, "server.pyc")
        with open(script, "wb") as file:
            # The number of the version, and the time and size of a source, which nobody looks at.
            file.write(importlib.util.MAGIC_NUMBER + bytes(12) + _compiled(_path_of("_server")))
        run += ["--", sys.executable] + flags + [script]
        with open(os.path.join(directory, "messages"), "wb") as messages:
            try:
                self._process = subprocess.Popen(
                    run, env=dict(environment, PYTHONHASHSEED="0"), stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE, stderr=messages)
            except OSError as error:
                self._directory.cleanup()
                raise Unfit('cannot run "%s": %s' % (run[0], error.strerror)) from error
        parts = [(name, _path_of(file), _compiled(_path_of(file))) for name, file in _PARTS]
        self._send((self.path, sys.argv, names_wanted, parts))

    def _send(self, words):
        try:
            self._process.stdin.write(marshal.dumps(words))
            self._process.stdin.flush()
        except BrokenPipeError:
            pass   # there is no answer, either

    def ask(self, *request):
        self._send(request)
        try:
            while True:
                reply = marshal.load(self._process.stdout)
                if reply[0] != "wanted":
                    return reply
                self._send(_module(reply[1]))
        except (EOFError, ValueError, TypeError):
            with open(os.path.join(self._directory.name, "messages"), "rb") as messages:
                said = messages.read().decode(errors="replace").strip()
            return "raised", "a Python without pytest cannot be started under aprof: " + said[-1000:]

    def close(self):
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()
        self._directory.cleanup()


def _path_of(part):
    return os.path.join(os.path.dirname(__file__), part + ".py")


def _compiled(path):
    """The code of a source, as marshal has it: to compile it takes a tenth of a second under Valgrind."""
    with open(path, "rb") as file:
        return marshal.dumps(compile(file.read(), path, "exec", dont_inherit=True))


def _name_of(finder):
    return getattr(finder, "__name__", type(finder).__name__)


def _reference(function):
    """The module and the name by which another process finds a function."""
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    found = sys.modules.get(module)
    for part in (name or "").split("."):
        found = getattr(found, part, None)
    if found is None or found != function or module == "__main__":
        raise Unfit("%s is no function of a module" % (name or type(function).__name__))
    return module, name


def _module(name):
    """The file of a module that was imported from a source, where a package has its modules, and the code.
    The other process would have to search for it, and perhaps to compile it, which takes long under Valgrind.
    pytest imports modules of tests in its own way; of these, the code is as it was written."""
    module = sys.modules.get(name)
    spec = getattr(module, "__spec__", None)
    loader = getattr(spec, "loader", None)
    try:
        if spec is None or spec.name != name:
            return None
        if type(loader).__name__ == "AssertionRewritingHook":
            code = _compiled(module.__file__)
        elif type(loader) is importlib.machinery.SourceFileLoader:
            code = marshal.dumps(loader.get_code(name))
        else:
            return None
        path = getattr(module, "__path__", None)
        return module.__file__, None if path is None else list(path), code
    except (ImportError, OSError, ValueError):
        return None
