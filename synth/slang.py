#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""slang on what synth/lint.py lints: every module, with every parameter set of rtl/units.txt that
is for it, and what it must refuse; or on the modules named. TAP; what slang says is a failure
unless it is in KNOWN. Over all modules, a line of KNOWN that nothing needs is a failure too. Runs
in a Python that has pyslang.
"""
import argparse
import contextlib
import os
import re
import sys
import tempfile

from pyslang import driver

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import lint  # noqa: E402
import rtl_files  # noqa: E402

# (file, what slang says of it, why it may).
KNOWN = (
    ("rtl/mdcache/lp_mdcache.sv", "warning: shift count of '2' overflows 2-bit operand",
     "a cache of one set and one way: 2 bits of place are shifted by more than they have, to 0"),
    ("rtl/bpc/lp_bpc_place.sv", "warning: shift count of '-1' is negative",
     "in the second branch of a generate block whose first is the one taken there"),
)
SAYS = re.compile(r"^(\S+?):\d+:\d+: ((?:fatal error|error|warning): .*)$", re.M)


@contextlib.contextmanager
def printed():
    """A list that gets what the process writes to stderr, as slang does by itself."""
    said = []
    with tempfile.TemporaryFile() as out:
        sys.stderr.flush()
        kept = os.dup(2)
        os.dup2(out.fileno(), 2)
        try:
            yield said
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        out.seek(0)
        said.append(out.read().decode())


def read(unit, params):
    """(whether slang takes it, what it says) of a module and its parameters."""
    slang = driver.Driver()
    slang.addStandardArgs()
    words = ["slang", "--top", unit, *(f"-G{k}={v}" for k, v in params.items()),
             *rtl_files.files_of(unit)]
    with printed() as said:
        good = slang.parseCommandLine(" ".join(words)) and slang.processOptions() \
            and slang.parseAllSources() and slang.runFullCompilation(True)
    return good, said[0]


def unknown(good, said, needed):
    """What KNOWN does not have; what it has is added to `needed`."""
    left = []
    for path, words in SAYS.findall(said):
        lines = [k for k in KNOWN if k[0] == path and words.startswith(k[1])]
        needed.update(lines)
        if not lines:
            left.append(f"{path}: {words}")
    return left if good or SAYS.search(said) else left + ["no reason given", *said.splitlines()]


def checks(modules):
    """(what is checked, what is wrong with it) of these modules, or of all."""
    needed = set()
    chosen = set(modules or rtl_files.all_modules())
    for unit, params in (job for job in lint.jobs() if job[0] in chosen):
        yield f"slang reads {unit}{lint.words_of(params)}", unknown(*read(unit, params), needed)
    for module, sets in (r for r in lint.refusals() if r[0] in chosen):
        for params in sets[:1]:
            named = set(lint.BAD.findall(read(module, params)[1]))
            right = any(re.search(rf"_{p}(_|$)", name) for name in named for p in params)
            yield (f"slang refuses {module}{lint.words_of(params)}",
                   [] if right else [f"named: {sorted(named)}"])
    if not modules:
        yield ("each line of KNOWN is needed",
               [f"{path}: {words}" for path, words, _ in set(KNOWN) - needed])


def main():
    parser = argparse.ArgumentParser(description="slang reads every module")
    parser.add_argument("modules", nargs="*", help="default: all")
    args = parser.parse_args()
    os.chdir(rtl_files.ROOT)
    number = failures = 0
    for number, (what, wrong) in enumerate(checks(args.modules), 1):
        failures += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {number} - {what}", flush=True)
        print("".join(f"# {line}\n" for line in wrong[:20]), end="")
    print(f"1..{number}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
