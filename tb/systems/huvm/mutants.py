# SPDX-License-Identifier: Apache-2.0
"""Changes of one place of a C file: an operator, a number, a condition, a name exchanged for
another of its kind, or a statement left out."""
import re

SWAPS = (("==", "!="), ("!=", "=="), (">=", ">"), ("<=", "<"), (" < ", " <= "), (" > ", " >= "),
         ("&&", "||"), ("||", "&&"), (" + ", " - "), (" - ", " + "), ("++", "--"), ("--", "++"),
         ("+=", "-="), ("-=", "+="), ("true", "false"), ("false", "true"))
NUMBER = re.compile(r"(?<![\w.])([0-9])(?![\w.x])")
STATEMENT = re.compile(r"^ +[a-z][^;={}]*(?:=|\+\+|--|\()[^;{}]*;$")


def places(path, swaps):
    """(line number, its new text) for all changes of a file's lines; `swaps` in addition to those
    above."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    comment = False
    for number, line in enumerate(lines):
        if line.lstrip().startswith("/*"):
            comment = True
        inside, comment = comment, comment and "*/" not in line
        if inside or line.startswith("#") or not line.startswith("    "):
            continue
        for old, new in (*SWAPS, *swaps):
            for found in re.finditer(re.escape(old), line):
                yield number, line[:found.start()] + new + line[found.end():]
        for found in NUMBER.finditer(line):
            yield number, line[:found.start()] + str(int(found[1]) + 1) + line[found.end():]
        if STATEMENT.match(line) and "(void)" not in line:
            yield number, "    ;"


def write(mutant, copy):
    """Writes the file with the change to a path."""
    path, number, text = mutant
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    lines[number] = text
    with open(copy, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
