#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generates adapters/python/linepress/api.py from the public headers and the table of codecs, or
with --check compares the file with the result. Run from the root of the tree; needs a C compiler.

    adapters/python/generate.py [--check] [HEADERS TABLE]

HEADERS is the folder of linepress/*.h, TABLE the file codecs.h."""
import glob
import keyword
import os
import re
import subprocess
import sys
import tempfile

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "linepress", "api.py")
HEADERS, TABLE = "cmodel/include", "cmodel/base/codecs.h"  # relative to the root of the tree
# Headers of what only the package uses.
NATIVE = ("cmodel/systems/ratio/ratio_count.h", "adapters/python/native/native.h",
          "adapters/python/native/units.h")
# The parts used by Python: structs, constants, and enumerations as tuples of names.
STRUCTS = ("lp_dma_config", "lp_dma_transfer", "lp_dma_completion", "lp_card_trouble",
           "lp_card_found", "lp_card_config", "lp_card_block", "lp_card_info", "lp_swap_setting",
           "lp_swap_config", "lp_swap_facts", "lp_swap_stats", "lp_swap_sample", "lp_swap_line",
           "lp_swap_model", "lp_swap_tensor", "lp_swap_rates", "lp_swap_choice", "lp_frame_info",
           "lpp_bytes", "lpp_param", "lpp_port", "lpp_unit", "ratio_counts")
CONSTANTS = ("LP_LINE_BYTES", "LP_SECTOR_BYTES", "LP_LINE_SECTORS", "LP_AUTO_CODECS",
             "LP_ERR_EMPTY", "LP_FRAME_THREADS_MAX", "LP_DMA_GROUP", "LP_DMA_GROUP_BOUND",
             "LP_DMA_OUT", "LP_DMA_IN", "LP_ERR_ADDRESS", "LP_SWAP_MODELS_MAX", "LP_SWAP_AWAY")
TUPLES = {"SWAP_KINDS": ("lp_swap_kind", "LP_SWAP_"), "SWAP_FORMS": ("lp_swap_form", "LP_SWAP_"),
          "LINE_CODECS": ("lp_auto_codec", "LP_AUTO_")}
COMMENT = re.compile(r"/\*.*?\*/", re.S)
TYPES = {"unsigned": "c_uint", "int": "c_int", "double": "c_double", "size_t": "c_size_t",
         "uint8_t": "c_uint8", "uint16_t": "c_uint16", "uint32_t": "c_uint32",
         "uint64_t": "c_uint64", "char": "c_char"}
HEAD = '''# SPDX-License-Identifier: Apache-2.0
"""Structs and constants of the C interface. Made by adapters/python/generate.py from the public headers and
the table of codecs: a change belongs there."""
import ctypes

'''


def read_headers(folder):
    texts = []
    for path in [*sorted(glob.glob(os.path.join(folder, "linepress/*.h"))), *NATIVE]:
        with open(path, encoding="utf-8") as file:
            texts.append(COMMENT.sub("", file.read()))
    return "\n".join(texts)


def body_of(text, kind, name):
    found = re.search(rf"\b{kind} {name}\s*\{{([^{{}}]*)\}};", text)
    if found is None:
        raise ValueError(f"no {kind} {name} in the headers")
    return found.group(1)


def fields_of(text, name):
    """(type, whether it is a pointer, name, array size or None) for each field of a struct."""
    for declaration in body_of(text, "struct", name).split(";"):
        declaration = " ".join(declaration.split())
        if not declaration:
            continue
        match = re.fullmatch(r"(?:const )?((?:struct |enum )?\w+) (.*)", declaration)
        if match is None:
            raise ValueError(f"struct {name}: '{declaration}' is not understood")
        for item in match.group(2).split(","):
            part = re.fullmatch(r"\s*(\*?)(\w+)(?:\[([\w +]+)\])?", item)
            if part is None:
                raise ValueError(f"struct {name}: '{item}' is not understood")
            yield match.group(1), part.group(1) != "", part.group(2), part.group(3)


def members_of(text, name):
    return re.findall(r"\b(LP_\w+)\b\s*(?:=[^,]*)?(?:,|$)", body_of(text, "enum", name).strip())


def values_of(names, headers, table):
    """The values of constants by name, and the rows (name, word, dma, swap) of the table."""
    lines = ["#include <stdio.h>"]
    lines += [f"#include <linepress/{os.path.basename(path)}>"
              for path in sorted(glob.glob(os.path.join(headers, "linepress/*.h")))]
    lines += [f'#include "{os.path.abspath(path)}"' for path in (table, *NATIVE)]
    lines += ["#define TEXT(x) #x",
              "#define ROW(w, n, N, name, word, old, frame, page, line, state, port, dma, swap, "
              'cuda) puts("codec\\t" name "\\t" word "\\t" TEXT(dma) "\\t" TEXT(swap));',
              "int main(void)\n{"]
    lines += [f'printf("value\\t{name}\\t%lld\\n", (long long)({name}));' for name in names]
    lines += ["LPI_CODECS(ROW, )", "return 0;\n}"]
    with tempfile.TemporaryDirectory() as work:
        with open(f"{work}/api.c", "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        subprocess.run([os.environ.get("CC", "cc"), "-std=c11", f"-I{headers}", f"{work}/api.c",
                        "-o", f"{work}/api"], check=True)
        said = [line.split("\t") for line in subprocess.run(
            [f"{work}/api"], check=True, capture_output=True, text=True).stdout.splitlines()]
    return ({row[1]: int(row[2]) for row in said if row[0] == "value"},
            [row[1:] for row in said if row[0] == "codec"])


def class_of(name):
    """For example lp_dma_config becomes DmaConfig."""
    return "".join(part.capitalize() for part in name.split("_")[1:])


def field_type(c_type, is_pointer, size, values):
    if is_pointer:
        return "ctypes.c_char_p" if c_type == "char" else "ctypes.c_void_p"
    if c_type.startswith("enum "):
        base = "ctypes.c_int"
    elif c_type.startswith("struct "):
        base = class_of(c_type.split()[1])
    else:
        base = "ctypes." + TYPES[c_type]
    if size is None:
        return base
    return f"{base} * {size if size.isdigit() else values[size]}"


def field_name(name):
    return name + "_" if keyword.iskeyword(name) else name


def struct_text(text, name, values):
    rows = ",\n".join(f'        ("{field_name(field)}", '
                      f"{field_type(c_type, is_pointer, size, values)})"
                      for c_type, is_pointer, field, size in fields_of(text, name))
    return f"class {class_of(name)}(ctypes.Structure):\n    _fields_ = [\n{rows},\n    ]\n"


def codec_lines(rows):
    """DMA_CODECS: numbers by word; SWAP_CODECS: names in order of their numbers."""
    dma = ", ".join(f'"{word}": {number}' for _, word, number, _ in rows if number != "NO")
    swap = sorted((int(number), name) for name, _, _, number in rows if number != "NO")
    return (f"DMA_CODECS = {{{dma}}}\n"
            f"SWAP_CODECS = ({', '.join(chr(34) + name + chr(34) for _, name in swap)})\n")


def generate(headers=HEADERS, table=TABLE):
    text = read_headers(headers)
    sizes = {size for name in STRUCTS for *_, size in fields_of(text, name)
             if size is not None and not size.isdigit()}
    values, rows = values_of(sorted(sizes | set(CONSTANTS)), headers, table)
    out = HEAD + codec_lines(rows)
    for name, (enum, prefix) in TUPLES.items():
        words = [member[len(prefix):].lower() for member in members_of(text, enum)]
        out += f"{name} = ({', '.join(chr(34) + w + chr(34) for w in words if w != 'kinds')})\n"
    out += "".join(f"{name[3:]} = {values[name]}\n" for name in CONSTANTS)
    return out + "".join("\n\n" + struct_text(text, name, values) for name in STRUCTS)


def main():
    check, paths = "--check" in sys.argv[1:], [a for a in sys.argv[1:] if a != "--check"]
    made = generate(*paths)
    if not check:
        with open(OUT, "w", encoding="utf-8") as file:
            file.write(made)
        return 0
    with open(OUT, encoding="utf-8") as file:
        if file.read() == made:
            return 0
    print(f"{os.path.relpath(OUT)} is not what adapters/python/generate.py makes", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
