#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures in the text of docs/studies: each is in a part of its page that a program writes, or
figures.json says where it is from.

A figure is a number with a decimal point or with a unit. Whole numbers without a unit, code and
numbers in links are not looked at. A figure counts as written by a program if rounding a number of
such a part gives it. An entry of figures.json is one of

    {"paper": WHERE}        of a paper
    {"input": WHAT}         chosen, not measured
    {"page": NAME}          in a part of that page that a program writes
    {"command": WORDS}      what that command prints
    {"sum": EXPRESSION}     arithmetic; with "record": FILE on that record's numbers
"""
import ast
import glob
import json
import operator
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tb"))
sys.dont_write_bytecode = True
import tap  # noqa: E402

SOURCES = os.path.join(ROOT, "tb/tree/records/figures.json")
PART = re.compile(r"<!-- ([\w-]+):begin -->.*?<!-- \1:end -->", re.S)
CODE = re.compile(r"`[^`]*`|\]\([^)]*\)|^    [^\n]*$|^```.*?^```", re.S | re.M)
ARXIV = re.compile(r"arXiv \d+\.\d+")
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
FIGURE = re.compile(r"(?<![\w.\-/#])(\d[\d,]*(?:\.\d+)?)(?![\d.]*\.\d)"
                    r"(\s?(?:%|×|GB/s|MB/s|kGE|MHz|ms\b|µs|ns\b|s\b))?")
KINDS = ("paper", "input", "page", "command", "sum")
DOING = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
         ast.Div: operator.truediv}


def value(text):
    return float(text.replace(",", ""))


def digits(text):
    return len(text.partition(".")[2])


def written(text):
    """The numbers in parts that programs write."""
    return [value(n) for part in PART.finditer(text) for n in NUMBER.findall(part.group())]


def figures(text):
    """Those of the rest of the page, once each."""
    rest = ARXIV.sub(" ", CODE.sub(" ", PART.sub(" ", text)))
    return dict.fromkeys(m.group(1) for m in FIGURE.finditer(rest) if "." in m.group(1) or m.group(2))


def among(figure, numbers):
    return any(round(n, digits(figure)) == value(figure) for n in numbers)


def result(node, names):
    """The value of an expression of numbers, names and + - * /."""
    if isinstance(node, ast.BinOp):
        return DOING[type(node.op)](result(node.left, names), result(node.right, names))
    if isinstance(node, ast.Name):
        return names[node.id]
    return node.value


def source_fault(figure, entry, pages):
    """None if the entry's source gives the figure."""
    kinds = [kind for kind in KINDS if kind in entry]
    if len(kinds) != 1 or not all(isinstance(v, str) and v for v in entry.values()):
        return "not one source"
    if kinds == ["page"] and not among(figure, written(pages.get(entry["page"], ""))):
        return f"not in {entry['page']}"
    if kinds != ["sum"]:
        return None
    names = {}
    if "record" in entry:
        with open(os.path.join(ROOT, entry["record"]), encoding="utf-8") as file:
            names = json.load(file)
    found = result(ast.parse(entry["sum"], mode="eval").body, names)
    return None if among(figure, [found]) else f"{entry['sum']} is {found:.6g}"


def faults(pages, sources):
    for name, text in sorted(pages.items()):
        numbers, known = written(text), sources.get(name, {})
        loose = [f for f in figures(text) if not among(f, numbers)]
        for figure in loose:
            if figure not in known:
                yield f"{name}: {figure} has no source"
                continue
            fault = source_fault(figure, known[figure], pages)
            if fault:
                yield f"{name}: {figure}: {fault}"
        for figure in set(known) - set(loose):
            yield f"{name}: {figure} is in figures.json, but not needed"
    for name in set(sources) - set(pages):
        yield f"{name}: in figures.json, but no page"


def main():
    pages = {}
    for path in glob.glob(os.path.join(ROOT, "docs/studies/*.md")):
        with open(path, encoding="utf-8") as file:
            pages[os.path.basename(path)] = file.read()
    with open(SOURCES, encoding="utf-8") as file:
        sources = json.load(file)
    tap.result(list(faults(pages, sources)), "every figure in the text of a study has a source")

    name = "mixed.md"
    part = next(PART.finditer(pages[name])).group()
    for what, text, words in (
            ("a figure that no program wrote", pages[name] + "\nIt gains 7.77 %.\n", "7.77 has no"),
            ("a figure whose table has changed",
             pages[name].replace(part, part.replace("2.11", "2.12")), "2.11 has no")):
        found = list(faults({**pages, name: text}, sources))
        tap.result([] if len(found) == 1 and words in found[0] else [f"said {found}"],
                   f"refused: {what}")
    more = {**sources, name: {**sources.get(name, {}), "7.77": {"sum": "7 + 0.7"}}}
    found = list(faults({**pages, name: pages[name] + "\nIt gains 7.77 %.\n"}, more))
    tap.result([] if len(found) == 1 and "is 7.7" in found[0] else [f"said {found}"],
               "refused: arithmetic that gives another figure")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
