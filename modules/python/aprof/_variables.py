# Copyright (C) 2026 The aprof authors. The licence is in LICENCE.

"""Describes the variables of modules, as far as two processes can compare it: does a function find there what
it finds here?"""

_MOST_ELEMENTS = 50
_MOST_DEPTH = 3
_SIMPLE = (type(None), bool, int, float, complex, str, bytes)


def of_module(module):
    """A description of each variable; None for what belongs to pytest, and is no part of the program."""
    return _of_all(vars(module), module.__name__, _MOST_DEPTH)


def difference(here, there):
    """The name of a variable that is another one in two descriptions of a module; None: there is none."""
    for name in sorted(here.keys() | there.keys()):
        if here.get(name, "") is not None and here.get(name) != there.get(name):
            return name
    return None


def _of_all(variables, module, depth):
    return {name: None if _is_of_pytest(value) else _describe(value, module, depth)
            for name, value in variables.items()
            if not name.startswith(("__", "@")) and name != "pytestmark"}


def _is_of_pytest(value):
    return type(value).__module__.split(".")[0] == "_pytest" or hasattr(value, "_pytestfixturefunction")


def _describe(value, module, depth):
    if getattr(value, "is_aprof_region", False) is True:
        value = value.__wrapped__   # it is one only under aprof
    kind = type(value)
    if kind in _SIMPLE:
        return repr(value)[:500]
    text = "%s.%s" % (kind.__module__, kind.__qualname__)
    if kind in (list, tuple, dict, set, frozenset):
        return "%s %d %s" % (text, len(value), _describe_elements(value, kind, module, depth))
    if kind in (staticmethod, classmethod):
        return text + " " + _describe(value.__func__, module, depth)
    code = getattr(value, "__code__", None)
    if code is None and not isinstance(value, type):
        return "%s %s" % (text, getattr(value, "__name__", ""))
    text += " %s.%s %s" % (value.__module__, value.__qualname__, getattr(code, "co_firstlineno", ""))
    if isinstance(value, type) and value.__module__ == module and depth > 0:
        text += repr(sorted(_of_all(vars(value), module, depth - 1).items()))
    return text


def _describe_elements(values, kind, module, depth):
    """Sets have another order in each process."""
    if depth == 0 or len(values) > _MOST_ELEMENTS:
        return ""
    elements = values.items() if kind is dict else values
    described = ["" if _is_of_pytest(value) else _describe(value, module, depth - 1) for value in elements]
    return repr(sorted(described) if kind in (set, frozenset) else described)
