# SPDX-License-Identifier: Apache-2.0
"""Markdown of the study of harvested memory: tables, bands, titles of policies."""
import os
import sys

from page_parts import table_text as table  # noqa: F401

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path.insert(0, os.path.join(ROOT, "tb/systems/huvm"))
import ask  # noqa: E402

TITLES = {"base": "Base", "pre-ef-host": "Pre-ef-host", "h": "H", "pe": "+PE", "lp": "+LP",
          "plf": "+PLF", "lpf": "+LPF", "memharvester": "+MPF"}


def band(values):
    """The least and the most, with two decimals."""
    least, most = (f"{v:.2f}" for v in (min(values), max(values)))
    return least if least == most else f"{least}–{most}"


def loss(speeds):
    """A band of losses, in per cent of the speed over base."""
    least, most = (f"{100 * (v - 1):+.1f}" for v in (min(speeds), max(speeds)))
    return f"{least} %" if least == most else f"{least} to {most} %"


def harvesters(case):
    """(number of the application, name) of those that harvest in a case."""
    return [(n, app["name"]) for n, app in enumerate(ask.apps_of(case)) if app["use"] > 1]


def yielders(case):
    return [(n, app["name"]) for n, app in enumerate(ask.apps_of(case)) if app["use"] < 1]


def every_harvester():
    """(case, number of the application, its name), in the paper's order."""
    return [(case, n, name) for case in ask.CASES for n, name in harvesters(case)]
