# Copyright (C) 2026 The aprof authors. The licence is in LICENCE.

"""Requests, as the macros of <valgrind/aprof.h> make them."""

import ctypes
import os
import sys

_FIRST = ord("A") << 24 | ord("P") << 16
_START = _FIRST
_DUMP = _FIRST + 4
_EXPECT = _FIRST + 8
_RUNNING = _FIRST + 9
_NO_REPORT = _FIRST + 11
_NEXT_SIZE = _FIRST + 12

# PyDLL keeps Python's lock, and passes exceptions on.
_library = ctypes.PyDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "requests.so"))
_library.aprof_request.argtypes = [ctypes.c_uint] + [ctypes.c_void_p] * 4
_library.aprof_request.restype = ctypes.c_ulong
_library.aprof_region.argtypes = [ctypes.c_char_p, ctypes.c_long, ctypes.c_void_p] + [ctypes.py_object] * 3
_library.aprof_region.restype = ctypes.py_object
_library.aprof_report_name.restype = ctypes.c_char_p
_call = ctypes.cast(ctypes.pythonapi.PyObject_Call, ctypes.c_void_p)


def _request(number, *arguments):
    return _library.aprof_request(number, *(arguments + (None,) * (4 - len(arguments))))


_running = _request(_RUNNING) != 0


def is_running():
    """Whether the program runs under aprof."""
    return _running


def start():
    """Starts the measuring, where it has not begun with the program."""
    _request(_START)


def dump(label=""):
    """Writes a report of all calls that ended since the last one was written. The label stands in the
    report."""
    _request(_DUMP, label.encode())


def expect(routine, limit):
    """States what a routine or region may cost: a class, as "n log n", for its costliest calls; or limits as
    in a file of rules, as "mean <= n points >= 6". The report has it, with the file and line of the call, and
    `aprof check REPORT` judges it. It can stand anywhere that runs; if it runs again, it counts once."""
    if _running:
        caller = sys._getframe(1)
        expect_at(routine, limit, caller.f_code.co_filename, caller.f_lineno)


def expect_at(routine, limit, file, line):
    """Expects so at another place in the source."""
    _request(_EXPECT, routine.encode(), limit.encode(), os.fsencode(file), line)


def call_in_region(name, size, function, arguments=(), named=None):
    """Calls a function as a routine of this name. Its input is of this size; -1: what it reads."""
    return _library.aprof_region(name.encode(), size, _call, function, tuple(arguments), named or {})


def region(function=None, *, name=None, size=None):
    """Makes a function a routine of aprof, in any version of Python: `@aprof.region`, or with the name that
    it shall have in reports, if that is not its own, `@aprof.region(name="parse")`. `size` gets the arguments
    of a call, and returns the size of its input, which then counts instead of what it reads:
    `@aprof.region(size=len)`."""
    import functools   # not needed where functions are only measured, and there, imports take time
    if function is None:
        return functools.partial(region, name=name, size=size)
    if not _running:
        return function
    routine = name or function.__qualname__

    @functools.wraps(function)
    def call(*arguments, **named):
        n = -1 if size is None else size(*arguments, **named)
        return call_in_region(routine, n, function, arguments, named)
    call.is_aprof_region = True
    return call


def report_name():
    """The path of the report that this process has written last, by `dump`; None: there is none."""
    name = _library.aprof_report_name()
    return None if name is None else os.fsdecode(name)


def next_size(measured):
    """The size that a complexity test measures after this one (0: first); 0: there are enough."""
    return _request(_NEXT_SIZE, measured)


def no_report():
    """This process writes no report any more: for a forked child that will only execute another program."""
    _request(_NO_REPORT)
