#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Modules that a unit elaborates to with a set of parameters, by Yosys.

A unit names modules that some parameters leave out. A figure of one set does not depend on those:
as long as no module that was elaborated changes, the same ones are elaborated again.
"""
import functools
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import flow  # noqa: E402
import rtl_files  # noqa: E402

MODULE = re.compile(r"^\s+(?:\$paramod(?:\$[0-9a-f]+)?\\)?([A-Za-z_]\w*)(?:\\|$)", re.M)


class CannotElaborate(Exception):
    """Yosys could not; its last line."""


def _listed(unit, params):
    """Modules after the hierarchy is built, as Yosys lists them."""
    script = "; ".join([*flow.read_rtl(unit, params)[:-3], "tee -o /dev/stdout ls"])
    done = subprocess.run(["yosys", "-q", "-p", script], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        lines = (done.stderr + done.stdout).strip().splitlines()
        raise CannotElaborate(lines[-1] if lines else f"yosys ended with {done.returncode}")
    return done.stdout


def packages_of(names, known):
    """Packages that these modules name, and those that these name."""
    packages = {name for name, path in known.items() if rtl_files.is_package(path)}
    return {found for name in names for found in rtl_files.order_of(
        name, packages, lambda module: rtl_files.text_of(known[module]))} & packages


def modules_of(unit, params):
    """Names of the modules and packages, sorted."""
    known = {os.path.splitext(os.path.basename(path))[0]: path
             for path in rtl_files.files_of(unit)}
    names = {name for name in MODULE.findall(_listed(unit, params)) if name in known}
    if unit not in names:
        raise CannotElaborate(f"yosys does not list {unit}")
    return sorted(names | packages_of(names, known))


@functools.cache
def paths_of(unit, modules=None):
    """Paths of the modules whose names are in a text, or of all that the unit names, each before its
    users."""
    paths = rtl_files.files_of(unit)
    if modules is None:
        return paths
    return [path for path in paths
            if os.path.splitext(os.path.basename(path))[0] in modules.split()]
