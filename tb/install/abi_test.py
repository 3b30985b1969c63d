#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares liblinepress's binary interface with cmodel/abi.txt.

    abi_test.py            compare the headers, the symbol maps and the libraries in $BUILD
    abi_test.py --record   write abi.txt again, after an intended change

A line of the record is `symbol NAME`, `struct NAME BYTES`, `value NAME NUMBER`, or `dpi NAME` for a
function for simulators; sizes are those of this kind of machine, which the record names. Only
liblinepress has a stable interface; for the other libraries only the symbols are compared with
their maps, and for liblinepress_dpi with linepress_dpi.svh.
"""
import glob
import os
import platform
import re
import subprocess
import sys
import tempfile

HEADERS = "cmodel/include/linepress"
RECORD = "cmodel/abi.txt"
BUILD = os.environ.get("BUILD", "build")
OTHERS = ("dma.h", "card.h")
CYCLE_HEADERS = ("cmodel/units/common/unit.h", "cmodel/units/common/instance.h", "cmodel/units/common/params.h")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
# A declaration outside braces; static inline functions have a body and no symbol.
FUNCTION = re.compile(r"^[a-z][\w\s*]*?\b(lp_\w+)\([^;{}]*\);", re.M)


def text_of(path):
    with open(path, encoding="utf-8") as f:
        return COMMENT.sub("", f.read())


def public_headers():
    """Headers of liblinepress: all but those of another library."""
    return sorted(set(os.listdir(HEADERS)) - set(OTHERS))


def public_text():
    return "\n".join(text_of(f"{HEADERS}/{name}") for name in public_headers())


def functions(text):
    return {name for name in FUNCTION.findall(text) if not name.endswith("_fn")}


def map_symbols(path):
    return set(re.findall(r"^\s+(lp_\w+);", text_of(path), re.M))


def exported(library):
    out = subprocess.run(["nm", "-D", "--defined-only", library], check=True,
                         capture_output=True, text=True).stdout
    rows = [line.split() for line in out.splitlines()]
    return {(row[1], row[2].split("@")[0]) for row in rows if row[1] != "A"}


def constants(text):
    """Names of enumerators, and of macros that are a number."""
    names = []
    for body in re.findall(r"\benum\s+\w*\s*\{([^}]*)\}", text):
        names += re.findall(r"\b(LP_\w+)\b(?=\s*[=,}]|\s*$)", body)
    names += re.findall(r"^#define (LP_[A-Z0-9_]+)\s+\(?-?[0-9]", text, re.M)
    return sorted(set(names))


def measured(text):
    """The sizes and values that a compiler gives, as lines of the record."""
    structs = sorted(set(re.findall(r"\bstruct (lp_\w+) \{", text)))
    lines = ["#include <stdio.h>"]
    lines += [f"#include <linepress/{name}>" for name in public_headers()]
    lines.append("int main(void)\n{")
    lines += [f'printf("struct {s} %zu\\n", sizeof(struct {s}));' for s in structs]
    lines += [f'printf("value {c} %lld\\n", (long long)({c}));' for c in constants(text)]
    lines.append("return 0;\n}")
    with tempfile.TemporaryDirectory() as work:
        source, program = f"{work}/abi.c", f"{work}/abi"
        with open(source, "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")
        subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-Icmodel/include", source, "-o",
                        program], check=True)
        return subprocess.run([program], check=True, capture_output=True,
                              text=True).stdout.splitlines()


def today(text):
    return [f"symbol {name}" for name in sorted(map_symbols("cmodel/lib/liblinepress.map"))] + \
        measured(text) + [f"dpi {name}" for name in sorted(dpi_imports())]


def dpi_imports():
    with open(f"{BUILD}/dpi/linepress_dpi.svh", encoding="utf-8") as f:
        return set(re.findall(r'import "DPI-C" (?:function \w+ )?(lp_dpi_\w+)', f.read()))


def header():
    return ("# SPDX-License-Identifier: Apache-2.0\n"
            "# The binary interface of liblinepress; `make abi` compares, `make abi RECORD=1` "
            "writes.\n"
            f"# Sizes on {platform.machine()} Linux.\n")


def report(count, name, wrong):
    for line in wrong:
        print(f"# {line}")
    print(f"{'not ok' if wrong else 'ok'} {count} - {name}")


def compare(text):
    with open(RECORD, encoding="utf-8") as f:
        recorded = [line.strip() for line in f if not line.startswith("#")]
    now = today(text)
    if platform.machine() != "x86_64":
        keep = re.compile("symbol |value |dpi ")
        recorded, now = filter(keep.match, recorded), filter(keep.match, now)
    recorded, now = set(recorded), set(now)
    return [f"gone or changed: {line}" for line in sorted(recorded - now)] + \
        [f"not recorded: {line}" for line in sorted(now - recorded)]


def forgotten_units():
    """Symbols that the library defines and its list, which is read from the sources, lacks."""
    out = subprocess.run(["nm", f"{BUILD}/liblinepress_cycle.a"], check=True, capture_output=True,
                         text=True).stdout
    defined = set(re.findall(r" [DR] (lp_\w+_unit)$", out, re.M))
    listed = set(re.findall(r"LP_LISTED\((\w+)\)", text_of(f"{BUILD}/units/units.inc")))
    return sorted(defined ^ listed) or ([] if defined else ["no unit at all"])


def main():
    text = public_text()
    if sys.argv[1:] == ["--record"]:
        with open(RECORD + ".new", "w", encoding="utf-8") as f:
            f.write(header() + "\n".join(today(text)) + "\n")
        os.replace(RECORD + ".new", RECORD)
        return
    libraries = (("liblinepress", functions(text)),
                 ("liblinepress_cycle", functions("\n".join(map(text_of, CYCLE_HEADERS)))),
                 ("liblinepress_dma", functions("\n".join(text_of(f"{HEADERS}/{name}")
                                                          for name in OTHERS))))
    count = 0
    for name, declared in libraries:
        listed, seen = map_symbols(glob.glob(f"cmodel/*/{name}.map")[0]), exported(f"{BUILD}/{name}.so")
        count += 1
        report(count, f"the map of {name} lists what its headers declare",
               [f"only in one: {x}" for x in sorted(listed ^ declared)])
        count += 1
        report(count, f"{name} exports the functions of its map and no data",
               [f"{kind} {x}" for kind, x in sorted(seen ^ {("T", x) for x in listed})])
    seen = {name for kind, name in exported(f"{BUILD}/liblinepress_dpi.so") if kind == "T"}
    report(count + 1, "liblinepress_dpi exports what linepress_dpi.svh imports",
           [f"only in one: {x}" for x in sorted(seen ^ dpi_imports())])
    report(count + 2, "the interfaces are as recorded", compare(text))
    report(count + 3, "every cycle model is in the list of units", forgotten_units())
    print(f"1..{count + 3}")


main()
