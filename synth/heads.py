# SPDX-License-Identifier: Apache-2.0
"""The head of a module: its parameters and ports with their comments, and the values of expressions
in it."""
import os
import re

import rtl_files


class HeadError(Exception):
    """A one-line error message."""


# ------------------------------------------------------------------ expressions
def evaluated(text):
    """Value of an expression of numbers; None if it has anything else."""
    text = re.sub(r"'h([0-9a-fA-F]+)", lambda m: str(int(m[1], 16)), text)
    head, mark, tail = text.partition("?")
    if mark:
        chosen = evaluated(head)
        parts = tail.split(":")
        return None if chosen is None or len(parts) != 2 else evaluated(parts[0 if chosen else 1])
    if not re.fullmatch(r"(\$clog2\(|[\d()+*/<>=-])+", text):
        return None
    text = text.replace("$clog2", "clog2").replace("/", "//")
    known = {"__builtins__": {}, "clog2": lambda number: (number - 1).bit_length()}
    try:
        return int(eval(text, known))  # digits, operators and clog2 alone
    except (SyntaxError, TypeError, ZeroDivisionError):
        return None


def folded(text):
    """The same simplified, safe inside another expression."""
    value = evaluated(text)
    if value is not None:
        return str(value)
    return text if re.fullmatch(r"\$?\w+(\([^()]*\))?", text) else f"({text})"


def package_constant(package, name):
    path = rtl_files.all_modules().get(package)
    if not path:
        raise HeadError(f"no package {package}")
    with open(os.path.join(rtl_files.ROOT, path), encoding="utf-8") as src:
        text = rtl_files.strip_comments(src.read())
    known = {}
    for found in re.finditer(r"\blocalparam\s+int\s+(\w+)\s*=([^;]+);", text):
        known[found[1]] = folded(resolved(found[2], known))
    if not known.get(name, "").isdecimal():
        raise HeadError(f"{package}::{name} is no number")
    return known[name]


def resolved(expression, known):
    """The expression without blanks, constants of packages and known names replaced."""
    flat = re.sub(r"(\w+)::(\w+)", lambda m: package_constant(m[1], m[2]),
                  "".join(expression.split()))
    return re.sub(r"(?<![\w$'])[A-Za-z_]\w*", lambda m: known.get(m[0], m[0]), flat)


# ------------------------------------------------------------------ the head
DOC = re.compile(r"@(\d+)@")
PARAMETER = re.compile(r"(parameter|localparam)\s+(int|logic|)\s*(\[[^]]*\]|)\s*(\w+)\s*=\s*(.+)",
                       re.S)
PORT = re.compile(r"(input|output)\s+(?:wire\s+)?(?:logic\s+)?(?:\[([^]]*)\]\s*)?(\w+)")


def closing(text, start):
    """Index of the bracket that closes the one at `start`."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if not depth:
            return i
    raise HeadError("a bracket stays open")


def items(text):
    """The parts between the commas outside brackets."""
    depth, begin = 0, 0
    for i, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            yield text[begin:i]
            begin = i + 1
    yield text[begin:]


def parenthesis(text, begin):
    """(text in the bracket that opens at or after `begin`, position of its end)."""
    start = text.find("(", begin)
    if start < 0 or text[begin:start].strip():
        raise HeadError("no ports after its parameters")
    end = closing(text, start)
    return text[start + 1:end], end + 1


def split_head(text, top):
    """(parameters, ports), each an item with its lines of doc."""
    docs = []

    def keep(found):
        docs.append(found[1].strip())
        return f"@{len(docs) - 1}@"

    text = rtl_files.strip_comments(re.sub(r"///([^\n]*)", keep, text))
    begin = re.search(rf"\bmodule\s+{top}\s*(#\s*)?(?=\()", text)
    if not begin:
        raise HeadError(f"no 'module {top} ('")
    parameters, end = parenthesis(text, begin.end()) if begin[1] else ("", begin.end())
    for inside in (parameters, parenthesis(text, end)[0]):
        yield [([docs[int(n)] for n in DOC.findall(item)], DOC.sub("", item).strip())
               for item in items(inside) if item.strip()]


def match(pattern, item):
    found = pattern.fullmatch(item)
    if not found:
        raise HeadError(f"cannot read '{' '.join(item.split())}'")
    return found
