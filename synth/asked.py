#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the values that a target of synth/build.mk was given before its program runs.

    asked.py TARGET UNIT [--params "NAME=NUMBER ..."] [--mhz MHZ]
"""
import argparse
import math
import sys

import by_parts
import heads
import rtl_files
import units


class Refused(Exception):
    """One line that says which value is wrong."""


def check_params(unit, text):
    asked = units.parse_params(text)
    if not asked:
        return
    try:
        known = by_parts.defaults(unit)
    except (heads.HeadError, ValueError):
        return  # a head that only a tool can read
    for name in asked:
        if name not in known:
            raise Refused(f"{unit} has no parameter {name}"
                          f" (it has {', '.join(known) or 'none'})")


def check_mhz(text):
    try:
        good = 0 <= float(text) and math.isfinite(float(text))
    except ValueError:
        good = False
    if not good:
        raise Refused(f"MHZ is a clock in MHz, 0 for none, not '{text}'")


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("target", help="named in messages")
    parser.add_argument("unit")
    parser.add_argument("--params", default="")
    parser.add_argument("--mhz")
    args = parser.parse_args(argv)
    try:
        rtl_files.files_of(args.unit)
        check_params(args.unit, args.params)
        if args.mhz is not None:
            check_mhz(args.mhz)
    except (Refused, rtl_files.UnknownUnit, units.BadList, OSError) as err:
        sys.stderr.write(f"{args.target}: {err}\n")  # one write, beside those of other targets
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
