#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`linepress check` through the DPI library: a DUT's answers to cases are passed to _step_check.

    linepress gen UNIT | DUT | check.py UNIT

Reads the text of docs/use/conformance.md, as any DUT in C or in a pipe gives it; so anything that
runs through the pipes, such as mutants, also runs through this interface. Exit status 1 if a case
is wrong, 2 if the text is not complete.
"""
import os
import sys

from dpi_library import Library, gen, kind_functions, module_of, read_case, unit_numbers

SHOWN = 10


def fail(why):
    print(f"check.py: {why}", file=sys.stderr)
    sys.exit(2)


def fields(kind, parameters):
    """How many words of a case are inputs, and how many outputs."""
    ins, both = (len(gen(kind, parameters, "--lines", "1", *more)[0].split(" "))
                 for more in ([], ["--answers"]))
    return ins, both - ins


def main():
    kind = sys.argv[1] if len(sys.argv) == 2 else fail("usage: check.py UNIT <CASES")
    head = sys.stdin.readline().split()
    if head[:3] != ["#", "linepress-cases", "1"] or len(head) != 6 or head[3] != kind:
        fail(f"no cases of {kind}")
    library, number = Library(), unit_numbers()[module_of(kind)]
    parameters = "" if head[4] == "-" else head[4]
    handle = library.create(number, parameters)
    _, check, first_got = kind_functions(library, kind)
    ins, outs = fields(kind, parameters)
    count = wrong = 0
    for line in sys.stdin:
        if line.startswith("# end "):
            if int(line.split()[2]) != count:
                fail(f"{count} cases, of {line.split()[2]}")
            print(f"{kind}: {count} cases, {wrong} wrong")
            sys.exit(wrong > 0)
        words = line.rstrip("\n").split(" ")
        try:
            if len(words) != ins + outs:
                raise ValueError
            values = read_case(check, first_got, words[:ins], words[ins:])
        except ValueError:
            fail(f"case {count}: not as many fields as a case has, or no numbers")
        values["handle"] = handle
        agree = library.call(f"lp_dpi_{module_of(kind)[3:]}_step_check", values)[0]
        if agree < 0:
            fail(library.error())
        if not agree and wrong < SHOWN:
            print(library.message(handle, number))
        wrong += not agree
        count += 1
    fail(f"the text ends after {count} cases")


if __name__ == "__main__":
    os.environ.setdefault("BUILD", "build")
    main()
