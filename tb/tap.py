# SPDX-License-Identifier: Apache-2.0
"""TAP of the tests in Python: a line for each result, after lines about the faults."""
import tempfile

DONE = []
SHOWN = 10


def result(wrong, name):
    """`wrong`: lines of text, as a list or in one, none if all is well; or just True."""
    DONE.append(not wrong)
    lines = wrong.splitlines() if isinstance(wrong, str) else wrong or ()
    for line in () if lines is True else lines[:SHOWN]:
        print(f"# {str(line)[:400]}")
    print(f"{'not ok' if wrong else 'ok'} {len(DONE)} - {name}", flush=True)


def skip(name, why):
    DONE.append(True)
    print(f"ok {len(DONE)} - {name} # SKIP {why}", flush=True)


def check(name, call, faults=AssertionError):
    """A call, of which these are faults; what it returns is why it was skipped."""
    why, wrong = None, ""
    try:
        why = call()
    except faults as error:
        wrong = str(error) or "an assertion"
        if not isinstance(error, AssertionError):
            wrong = f"{type(error).__name__}: {wrong}"
    for line in wrong.splitlines():
        print(f"# {line}")
    if why and not wrong:
        skip(name, why)
    else:
        result(bool(wrong), name)


def run(checks, faults=AssertionError, before=lambda: None):
    """Functions of a folder, which each of them has for itself. The exit status."""
    for function in checks:
        before()
        with tempfile.TemporaryDirectory() as work:
            check(function.__name__.replace("_", " "), lambda f=function, w=work: f(w), faults)
    return end()


def good():
    """Whether all results so far are good."""
    return all(DONE)


def end():
    """The plan, and the exit status."""
    print(f"1..{len(DONE)}")
    return 0 if good() else 1
