#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares linepress/api.py with the headers: it is the output of generate.py for them, its structs
have the compiler's layout, and changes of a header or of the table of codecs change it."""
import ctypes
import glob
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import end, result  # noqa: E402

sys.dont_write_bytecode = True
FOLDER = "adapters/python"
sys.path[:0] = [FOLDER, os.path.join(FOLDER, "linepress")]
import api  # noqa: E402
import generate  # noqa: E402


def layouts():
    """The compiler's values for each struct and field in api.py: name, offset or size."""
    text = generate.read_headers(generate.HEADERS)
    lines = ["#include <stddef.h>", "#include <stdio.h>"]
    lines += [f"#include <linepress/{os.path.basename(path)}>"
              for path in glob.glob(os.path.join(generate.HEADERS, "linepress/*.h"))]
    lines += [f'#include "{os.path.abspath(path)}"' for path in generate.NATIVE]
    lines.append("int main(void)\n{")
    for name in generate.STRUCTS:
        lines.append(f'printf("{name} %zu\\n", sizeof(struct {name}));')
        lines += [f'printf("{name}.{field} %zu\\n", offsetof(struct {name}, {field}));'
                  for _, _, field, _ in generate.fields_of(text, name)]
    lines.append("return 0;\n}")
    with tempfile.TemporaryDirectory() as work:
        with open(f"{work}/layout.c", "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        subprocess.run([os.environ.get("CC", "cc"), "-std=c11", f"-I{generate.HEADERS}",
                        f"{work}/layout.c", "-o", f"{work}/layout"], check=True)
        return dict(line.split() for line in subprocess.run(
            [f"{work}/layout"], check=True, capture_output=True, text=True).stdout.splitlines())


def layout_faults():
    wrong = []
    for what, due in layouts().items():
        name, _, field = what.partition(".")
        kind = getattr(api, generate.class_of(name))
        found = getattr(kind, generate.field_name(field)).offset if field else ctypes.sizeof(kind)
        wrong += [f"{what} is {found}, the compiler's {due}"] if found != int(due) else []
    return wrong


# Changes to files of headers and table, and a word that must then change in api.py.
BREAKS = (
    ("a field's name", "linepress/dma.h", "unsigned channels;", "unsigned lanes;", '"lanes"'),
    ("a field's type", "linepress/cdma.h", "uint64_t zeros;", "uint32_t zeros;",
     '("zeros", ctypes.c_uint32)'),
    ("a constant", "linepress/cdma.h", "#define LP_DMA_GROUP 512u", "#define LP_DMA_GROUP 256u",
     "DMA_GROUP = 256"),
    ("an array's size", "linepress/card.h", "LP_CARD_BLOCKS_MAX 16u", "LP_CARD_BLOCKS_MAX 8u",
     "CardBlock * 8"),
    ("a kind of tensor", "linepress/swap.h", "LP_SWAP_OTHER,", "LP_SWAP_NORM, LP_SWAP_OTHER,",
     '"norm", "other"'),
    ("a codec's name", "codecs.h", '"csr",       "csr"', '"coo",       "csr"', '"coo"'),
)


def break_fault(file, old, new, words):
    """Empty if a changed copy of the headers makes another api.py, with these words."""
    with tempfile.TemporaryDirectory() as work:
        shutil.copytree(generate.HEADERS, f"{work}/include")
        shutil.copy(generate.TABLE, f"{work}/codecs.h")
        path = f"{work}/codecs.h" if file == "codecs.h" else f"{work}/include/{file}"
        with open(path, encoding="utf-8") as source:
            text = source.read()
        if old not in text:
            return f"{file} has no '{old}'"
        with open(path, "w", encoding="utf-8") as target:
            target.write(text.replace(old, new))
        made = generate.generate(f"{work}/include", f"{work}/codecs.h")
    with open(generate.OUT, encoding="utf-8") as source:
        kept = source.read()
    return "" if words in made and words not in kept else f"goes unseen: {words}"


def main():
    with open(generate.OUT, encoding="utf-8") as file:
        result([] if file.read() == generate.generate() else
               ["run generate.py"], "api.py is what generate.py makes of the headers")
    result(layout_faults(), f"{len(generate.STRUCTS)} structs have the compiler's layout")
    for what, file, old, new, words in BREAKS:
        wrong = break_fault(file, old, new, words)
        result([wrong] if wrong else [], f"caught: {what}")
    return end()


sys.exit(main())
