# SPDX-License-Identifier: Apache-2.0
"""A share of a long list of checks, so that several programs can run it concurrently; and a part of
a list that differs from day to day, for lists that take too long for every run."""
import argparse
import datetime
import os

TURNS = 3


def parse(text):
    """(k, n) of "k/n": the k-th of n shares, from 1 on."""
    k, slash, n = text.partition("/")
    if not (slash and k.isdecimal() and n.isdecimal() and 1 <= int(k) <= int(n)):
        raise argparse.ArgumentTypeError(f"'{text}' is no share such as 1/4")
    return int(k), int(n)


def of(items, share):
    """Every n-th item from the k-th on: neighbours, which cost alike, go to different shares."""
    k, n = share
    return list(items)[k - 1::n]


def add_option(parser):
    parser.add_argument("--share", type=parse, default=(1, 1), metavar="K/N",
                        help="the K-th of N shares, one after the other (default: all, two at once)")


def workers(share, most):
    """Threads: a share runs concurrently with the others."""
    return most if share == (1, 1) else 1


def turn():
    """The number that picks today's part: LP_SEED or else the day."""
    return int(os.environ.get("LP_SEED") or datetime.date.today().toordinal())


def has_turn(number, this_turn, turns=TURNS):
    """Whether check `number` of a list is in the part: each is in one of `turns` that follow."""
    return (number + this_turn) % turns == 0
