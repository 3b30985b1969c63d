#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Values of UNIT=, PARAMS=, MHZ= and CODEC= that targets refuse, in one line."""
import contextlib
import io
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "synth"), os.path.join(ROOT, "tb")]
import asked  # noqa: E402
import tap  # noqa: E402

GOOD = (("lp_zvc_dec",), ("lp_zvc_dec", "--params", "ELEM=16", "--mhz", "900"),
        ("lp_add", "--mhz", "0"), ("lp_cdma_core", "--params", "FLITS=364,CHANNELS=8"),
        ("lp_mdcache_mshr", "--params", "ANY=1"))  # Yosys reads this head, which heads.py does not
BAD = ((("nope",), "unknown unit 'nope'"), (("",), "unknown unit ''"),
       (("lp_zvc_dec", "--params", "FOO=1"), "lp_zvc_dec has no parameter FOO (it has ELEM)"),
       (("lp_zvc_dec", "--params", "ELEM=16 FOO=1"), "has no parameter FOO"),
       (("lp_zvc_dec", "--params", "ELEM"), "bad parameter 'ELEM'"),
       (("lp_zvc_dec", "--params", "ELEM=x"), "bad parameter 'ELEM=x'"),
       *((("lp_zvc_dec", f"--mhz={mhz}"), f"MHZ is a clock in MHz, 0 for none, not '{mhz}'")
         for mhz in ("x", "-1", "nan", "inf", "1k")))
# Values, and lines about them, one for each target.
TARGETS = (("UNIT=lp_zvc_dec PARAMS=FOO=1", {"area", "timing", "equiv", "fpga-estimate"},
            "lp_zvc_dec has no parameter FOO"),
           # Not systemc itself: make -k would go on to build what another make is building.
           ("CODEC=nope", {"systemc-asked"}, "CODEC is one of zvc|bpc, not 'nope'"))


def call(argv):
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        return asked.main(["area", *argv]), said.getvalue()


def make(values, targets):
    """The lines of the targets, after the names of programs."""
    done = subprocess.run(["make", "-skj1", *targets, *values.split()], text=True, check=False,
                          capture_output=True, cwd=ROOT, env={**os.environ, "MAKEFLAGS": ""})
    return done.returncode, sorted(line for line in done.stderr.splitlines()
                                   if not line.startswith("make"))


def main():
    for argv in GOOD:
        status, said = call(argv)
        tap.result((status or said) and said, f"{' '.join(argv)}: is taken")
    for argv, says in BAD:
        status, said = call(argv)
        tap.result((status != 2 or says not in said or said.count("\n") != 1) and f"{status} {said}",
                   f"{' '.join(argv)}: {says}")
    for values, targets, says in TARGETS:
        status, said = make(values, targets)
        good = len(said) == len(targets) and all(
            line.startswith(f"{target.replace('-asked', '')}: {says}") for target, line in zip(sorted(targets), said))
        tap.result((status != 2 or not good) and said, f"make {' '.join(sorted(targets))} {values}")
    return tap.end()


sys.exit(main())
