#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Source files of an RTL module, each before its users.

File name = module (or package) name, so any word in a source that names a file under rtl/ is a
dependency; a tool then reads only what the unit needs.
"""
import difflib
import functools
import hashlib
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMENT = re.compile(rb"//[^\n]*")
# A parameter check; without effect if the parameter is good.
CHECK = re.compile(rb"if \((?:[^;](?!begin :))*?\) begin : g_check\w*\s+"
                   rb"lp_bad_\w+ \w+ \(\);\s*end\b")
NOTHING = re.compile(rb"generate\s+endgenerate")
# Equivalent rewrites, path: [(now, before), ...], so that records of the older text stay valid.
# tb/tree/reworded_test.py shows that Yosys reads both alike. A row is removed when all records made
# before it have been measured again.
REWORDED = {
    "rtl/common/lp_ram.sv": [
        (b"g_grain\n      always @(posedge", b"g_grain\n      always_ff @(posedge")],
    "rtl/mdcache/lp_mdcache.sv": [
        (b"back_valid, stray_fill;", b"back_valid;"),
        (b"wire refused, stray_ack;", b"wire refused, stray_fill, stray_ack;")],
}


class UnknownUnit(Exception):
    """No file under rtl/ has this name."""


@functools.cache
def _all_modules(root, tops):
    found = {}
    for top in tops:
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in sorted(names):
                base, ext = os.path.splitext(name)
                if ext == ".sv":
                    found[base] = os.path.relpath(os.path.join(folder, name), root)
    return found


def all_modules(root=ROOT, tops=("rtl",)):
    """Map of module name to path relative to the repository, for every file under `tops`, as they
    were when first asked for."""
    return dict(_all_modules(root, tuple(tops)))


def is_package(path, root=ROOT):
    """Whether a file holds a package, which tools read before the modules that use it."""
    with open(os.path.join(root, path), encoding="utf-8") as src:
        return re.search(r"^package ", src.read(), re.M) is not None


def strip_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)


@functools.cache
def text_of(path, root=ROOT):
    """A file's text without comments, as it was when first asked for."""
    with open(os.path.join(root, path), encoding="utf-8") as src:
        return strip_comments(src.read())


def order_of(module, modules, text):
    """`module` and those of `modules` that it needs, each before its users; text(name) is the text
    of one."""
    order, seen = [], set()

    def visit(name):
        seen.add(name)
        for word in dict.fromkeys(re.findall(r"\b[A-Za-z_]\w*\b", text(name))):
            if word in modules and word not in seen:
                visit(word)
        order.append(name)

    visit(module)
    return order


def files_of(module, root=ROOT, tops=("rtl",)):
    """Paths (relative to the repository) that `module` needs, dependencies first."""
    modules = all_modules(root, tops)
    if module not in modules:
        near = difflib.get_close_matches(module, modules)
        raise UnknownUnit(f"unknown unit '{module}' ({', '.join(near) or 'none'} "
                          f"{'is' if len(near) < 2 else 'are'} near; there are {len(modules)})")
    return [modules[name]
            for name in order_of(module, modules, lambda name: text_of(modules[name], root))]


def code(path, root=ROOT):
    """The text of a file: for RTL its lines without comments, checks of parameters and blank lines,
    with REWORDED reverted."""
    with open(os.path.join(root, path), "rb") as src:
        text = src.read()
    for now, before in REWORDED.get(path, ()):
        text = text.replace(now, before)
    if not path.endswith(".sv"):
        return text
    text = NOTHING.sub(b"", CHECK.sub(b"", COMMENT.sub(b"", text)))
    lines = (line.rstrip() for line in text.splitlines())
    return b"\n".join(line for line in lines if line)


def digest_of(paths, root=ROOT):
    digest = hashlib.sha256()
    for path in paths:
        digest.update(code(path, root))
    return digest.hexdigest()[:16]


def digest(module, root=ROOT):
    """16 hex digits that change with the code of any file that `module` needs, but not with
    comments and checks of parameters."""
    return digest_of(files_of(module, root), root)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: rtl_files.py MODULE")
    try:
        print(" ".join(files_of(sys.argv[1])))
    except (UnknownUnit, OSError) as err:
        print(f"rtl_files: {err}", file=sys.stderr)
        sys.exit(2)
