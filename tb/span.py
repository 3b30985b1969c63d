# SPDX-License-Identifier: Apache-2.0
"""A part of a list on a command line."""
import argparse


def span(text):
    """(first, last) of FIRST-LAST, from 1 on."""
    first, dash, last = text.partition("-")
    numbers = dash and first.isdecimal() and last.isdecimal()
    if not numbers or not 1 <= int(first) <= int(last):
        raise argparse.ArgumentTypeError(f"want FIRST-LAST, from 1 on, not '{text}'")
    return int(first), int(last)
