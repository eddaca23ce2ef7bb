"""Says how long a script's functions take, by Python's cProfile (answer/grow/functions.h).  What libraries
and functions in C do is their callers'."""
import atexit
import cProfile
import os
import runpy
import sys
import sysconfig

HERE = __file__
ELSEWHERE = tuple(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))
PASSES = 20   # from callee to caller; what recursion keeps is lost


def is_own(code):
    """Whether the script itself has the function; comprehensions are their function's."""
    return (not isinstance(code, str) and os.path.isfile(code.co_filename) and code.co_filename != HERE
            and not os.path.abspath(code.co_filename).startswith(ELSEWHERE)
            and (code.co_name[0] != "<" or code.co_name == "<module>"))


def own_times(entries):
    """The time of each own function, with that of others, divided among callers by the time of calls."""
    times = {entry.code: entry.inlinetime for entry in entries}
    callers = {}
    for entry in entries:
        for call in entry.calls or ():
            if not is_own(call.code):
                callers.setdefault(call.code, []).append((entry.code, call.totaltime))
    for _ in range(PASSES):
        for code, calls in callers.items():
            whole = sum(seconds for _, seconds in calls)
            time, times[code] = times.get(code, 0), 0
            for caller, seconds in calls:
                if whole > 0:
                    times[caller] = times.get(caller, 0) + time * seconds / whole
    return {code: seconds for code, seconds in times.items() if is_own(code)}


def write(profile):
    profile.disable()
    times = own_times(profile.getstats())
    lines = ["%.6f\t%d\t%s\t%s\n" % (seconds, max(code.co_firstlineno, 1), os.path.abspath(code.co_filename),
                                     "main" if code.co_name == "<module>" else code.co_name)
             for code, seconds in sorted(times.items(), key=lambda item: -item[1])]
    if "APROF_FUNCTIONS" in os.environ:
        with open(os.environ["APROF_FUNCTIONS"], "a", encoding="utf-8") as file:
            file.writelines(lines)
    else:
        sys.stderr.writelines(lines)


del sys.argv[0]
sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
PROFILE = cProfile.Profile()
atexit.register(write, PROFILE)
PROFILE.enable()
runpy.run_path(sys.argv[0], run_name="__main__")
