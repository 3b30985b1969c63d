# SPDX-License-Identifier: Apache-2.0
"""The table of campaigns. A row is a module of rows/ that has

    ABOUT      one phrase
    SIZE       default of SIZE=, and what it means
    SECONDS    what a piece takes, about, on one core; short pieces share a job
    LIMIT      seconds after which a piece is ended
    MEMORY     MB above which it is ended
    SOURCES    folders of the programs; a campaign does not go on after they have changed
    plan(ask)  (builds, pieces), of `build` and `piece`
    gather(plan, paths)  the figures, from the outputs in the order of the pieces, with the number
               of "findings": results that a person has to look at
    runs(plan, figures)  runs for docs/develop/verification/runs.jsonl, if it has another kind
               than "campaign"
"""
import collections
import hashlib
import importlib
import sys

PYTHON = sys.executable
NAMES = ("mutation", "fuzz", "lockstep", "kit", "card", "calibrate", "studies", "fig12",
         "sensitivity")
# Sleeping pieces with accidents, for the tests.
TRIAL = "trial"

# The command line's request: size as text, the campaign's seed, units, B of make, other variables.
Ask = collections.namedtuple("Ask", "size seed units build options")


def row(name):
    return importlib.import_module(f"rows.{name}")


def seed_of(name, seed, number):
    """The seed of a piece, from the campaign's and its number."""
    text = f"{name} {seed} {number}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:4], "big") & 0x7fffffff


def piece(what, seed, command, *, after=(), env=None, printed=False, whole="json", good=(0,)):
    """One piece. In its command {out} is the output, {work} a folder of its own that is removed
    afterwards, {folder} the campaign's. after: builds that come first. printed: standard output is
    the output. whole: "json", or an expression that a whole output matches. good: exit statuses of
    a program that left a result."""
    return {"what": what, "seed": seed, "command": [str(w) for w in command], "after": list(after),
            "env": {k: str(v) for k, v in (env or {}).items()}, "printed": printed,
            "whole": whole, "good": list(good)}


def build(what, ask, *goals, after=(), variables=()):
    """A build: goals of make, on one core."""
    words = ["make", "-j1", f"B={ask.build}", *variables, *goals]
    return piece(what, 0, words, after=after, printed=True, whole="")


def number(text, name, least=1, most=10**12):
    """A whole number, also as 1e9."""
    from folder import CampaignError  # pylint: disable=import-outside-toplevel
    try:
        value = int(text) if str(text).isdecimal() else float(text)
        if value == int(value) and least <= value <= most:
            return int(value)
    except (ValueError, OverflowError):
        pass
    raise CampaignError(f"{name} wants a number from {least} to {most}, not '{text}'")
