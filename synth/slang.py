#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""slang on what synth/lint.py lints: every module, with every parameter set of rtl/units.txt that
is for it, and with those that it must refuse; and on each board's top, with the whole card and stubs
of the vendor's cells; or on the named modules. TAP; any message of slang is
a failure unless it is in KNOWN. Over all modules, an unused line of KNOWN is a failure too. Runs in
a Python that has pyslang.
"""
import argparse
import contextlib
import os
import re
import sys
import tempfile

from pyslang import driver

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "fpga")]
import boards  # noqa: E402
import lint  # noqa: E402
import rtl_files  # noqa: E402

# (file, slang's message about it, why it is accepted).
KNOWN = (
    ("rtl/mdcache/lp_mdcache.sv", "warning: shift count of '2' overflows 2-bit operand",
     "a cache of one set and one way: 2 bits of place are shifted by more than they have, to 0"),
    ("rtl/bpc/lp_bpc_place.sv", "warning: shift count of '-1' is negative",
     "in the second branch of a generate block whose first is the one taken there"),
)
SAYS = re.compile(r"^(\S+?):\d+:\d+: ((?:fatal error|error|warning): .*)$", re.M)


@contextlib.contextmanager
def printed():
    """A list that receives the process's output on stderr, where slang writes directly."""
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


def read(top, params, files, *options):
    """(whether slang accepts it, its messages) of a module in these files, with its parameters."""
    slang = driver.Driver()
    slang.addStandardArgs()
    words = ["slang", "--top", top, *(f"-G{k}={v}" for k, v in params.items()),
             *options, *files]
    with printed() as said:
        good = slang.parseCommandLine(" ".join(words)) and slang.processOptions() \
            and slang.parseAllSources() and slang.runFullCompilation(True)
    return good, said[0]


def unknown(good, said, needed):
    """The messages that are not in KNOWN; the known ones are added to `needed`."""
    left = []
    for path, words in SAYS.findall(said):
        lines = [k for k in KNOWN if k[0] == path and words.startswith(k[1])]
        needed.update(lines)
        if not lines:
            left.append(f"{path}: {words}")
    return left if good or SAYS.search(said) else left + ["no reason given", *said.splitlines()]


def checks(modules):
    """(check, faults) of these modules, or of all."""
    needed = set()
    chosen = set(modules or rtl_files.all_modules())
    for unit, params in (job for job in lint.jobs() if job[0] in chosen):
        yield f"slang reads {unit}{lint.words_of(params)}", unknown(
            *read(unit, params, rtl_files.files_of(unit)), needed)
    for module, sets in (r for r in lint.refusals() if r[0] in chosen):
        for params in sets[:1]:
            named = set(lint.BAD.findall(read(module, params, rtl_files.files_of(module))[1]))
            right = any(re.search(rf"_{p}(_|$)", name) for name in named for p in params)
            yield (f"slang refuses {module}{lint.words_of(params)}",
                   [] if right else [f"named: {sorted(named)}"])
    if not modules:
        for name in boards.names():
            files = [*boards.files_of(name), "fpga/boards/stubs/cells.sv"]
            # Vendors' cores have outputs that a card does not need.
            yield f"slang reads the board {name}", unknown(
                *read("top", {}, files, "-Wno-unconnected-output-port"), needed)
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
