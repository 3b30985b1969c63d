#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares every enumeration and every list of codecs with the one table, cmodel/base/codecs.h.

An enumeration is found by its members: two or more that are a prefix and a codec of the table. One
that ENUMS does not have is a fault, as is a list of codecs' names that is typed elsewhere."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import sources  # noqa: E402
from tap import end, result  # noqa: E402

TABLE = "cmodel/base/codecs.h"
MADE = "linepress/api.py"  # out of the table, which python_api_test.py checks
COLUMNS = ("frame", "page", "line", "state", "port", "dma", "swap", "cuda")
# Each enumeration of codecs: the prefix of its members, the column of its numbers (None: it has
# numbers of its own), and its other members.
ENUMS = {
    "lp_codec": ("LP_CODEC_", "frame", ()),
    "lp_swap_codec": ("LP_SWAP_", "swap", ("CODECS",)),
    "lp_dma_codec": ("LP_DMA_", "dma", ()),
    "lp_page_codec": ("LP_PAGE_", "page", ()),
    "lp_auto_codec": ("LP_AUTO_", "line", ("NONE",)),
    "lp_codec_port": ("LP_CODEC_PORT_", "port", ("LP_CODEC_PORTS",)),
    "lp_mixed_port": ("LP_MIXED_", "line", ("CODECS", "BEST")),
    "huvm_codec": ("HUVM_", None, ("BEST", "RAW")),
    # Bytes before the records of a mixed stream; EBD has two.
    "lpi_kind": ("LPI_KIND_", None, ("ZERO", "EBD_MASK", "EBD_CODES")),
    # Of groups in lp_cdma_expand: which decoder takes them.
    "class": ("", None, ()),
    # Pipelines with costs of their own in the whole-GPU model; the other codecs have those of BPC.
    "lpi_gpu_pipeline": ("LPI_GPU_", None, ("PIPELINES",)),
    # Units inside lp_mixed_enc and lp_mixed_dec; XZVC has ZVC's.
    "unit": ("U_", None, ("UNITS", "NONE")),
}
# Two enumerations in one: the GPU's kernels for each direction.
KERNELS = ("lpc_kernel", ("LPC_COMPRESS_", "LPC_EXPAND_"),
           ("LPC_HEAD", "LPC_GATHER", "LPC_SEND_ZVC", "LPC_SEND_ZVC16", "LPC_SEND_SLOTS",
            "LPC_RECEIVE_ZVC", "LPC_RECEIVE_ZVC16", "LPC_SUM", "LPC_CHECK"))
SOURCES = ("cmodel/*.[ch]", "*/cuda/*.[ch]", "*/cuda/*.cu", "*/linepress/*.py",
           "tb/units/traffic/*.[ch]", "tb/units/cosim/*.[ch]", "tb/units/coverage/*.[ch]",
           "*/systemc/*.h")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
ENUM = re.compile(r"\benum\s+(\w*)\s*\{([^}]*)\}")

PRINT = r"""
#include <stdio.h>
#include "cmodel/base/codecs.h"
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define ROW(with, n, N, name, word, old, frame, page, line, state, port, dma, swap, cuda) \
    puts(#n "\t" #N "\t" name "\t" word "\t" #old "\t" #frame "\t" #page "\t" #line "\t" #state \
         "\t" #port "\t" #dma "\t" #swap "\t" #cuda);
int main(void)
{
    LPI_CODECS(ROW, )
    return 0;
}
"""


def read_table(folder="."):
    """Rows as dicts: n, N, name, word, and the columns, where None is none."""
    with tempfile.TemporaryDirectory() as work:
        source = os.path.join(work, "table.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(PRINT)
        subprocess.run([os.environ.get("CC", "cc"), "-std=c11", f"-I{folder}", source, "-o",
                        f"{work}/table"], check=True)
        lines = subprocess.run([f"{work}/table"], check=True, capture_output=True,
                               text=True).stdout.splitlines()
    rows = []
    for line in lines:
        cells = line.split("\t")
        row = dict(zip(("n", "N", "name", "word", "old"), cells))
        row.update({c: None if v == "NO" else int(v) for c, v in zip(COLUMNS, cells[5:])})
        rows.append(row)
    return rows


def read_sources():
    texts = {}
    for path in sources.paths(*SOURCES):
        with open(path, encoding="utf-8") as file:
            texts[path] = COMMENT.sub("", file.read())
    return texts


def members(body):
    """The members of an enumeration and their values; None where that is no number."""
    found, value = {}, -1
    for item in body.split(","):
        name, _, given = (part.strip() for part in item.partition("="))
        if not re.fullmatch(r"\w+", name):
            continue
        if given:
            value = int(given, 0) if re.fullmatch(r"\d+", given) else None
        elif value is not None:
            value += 1
        found[name] = value
    return found


def prefixes_of(names, symbols):
    """Prefixes with which two or more of the names are a codec."""
    count = {}
    for name in names:
        for symbol in symbols:
            if name.endswith(symbol) and (name == symbol or name[:-len(symbol)].endswith("_")):
                prefix = name[:-len(symbol)]
                count.setdefault(prefix, set()).add(symbol)
    return {prefix for prefix, of in count.items() if len(of) >= 2}


def compare(where, found, prefix, column, others, rows):
    """Differences between an enumeration and the table."""
    wrong, numbers = [], {row["N"]: row.get(column) for row in rows}
    for name, value in found.items():
        rest = name[len(prefix):] if name.startswith(prefix) else name
        if rest in others or name in others:
            continue
        if rest not in numbers:
            wrong.append(f"{where}: {name} is no codec of {TABLE}")
        elif column and numbers[rest] != value:
            wrong.append(f"{where}: {name} is {value}, in {TABLE} {numbers[rest]}")
    if column:
        wrong += [f"{where}: there is no {prefix}{symbol}" for symbol, number in numbers.items()
                  if number is not None and prefix + symbol not in found and symbol not in others]
    return wrong


def compare_kernels(where, found, rows):
    wrong = []
    for prefix in KERNELS[1]:
        base = found.get(prefix + "ZVC", 0)
        part = {name: value - base for name, value in found.items() if name.startswith(prefix)}
        wrong += compare(where, part, prefix, "cuda", (), rows)
    known = [name for name in found if name.startswith(KERNELS[1]) or name in KERNELS[2]]
    return wrong + [f"{where}: {name} is unknown here" for name in found if name not in known]


def enum_faults(texts, rows):
    """All faults of enumerations, and the known ones that were there."""
    symbols = [row["N"] for row in rows]
    wrong, seen = [], set()
    for path, text in texts.items():
        if "/coverage/" in path:  # enumerations of bins, whose values have no meaning
            continue
        for name, body in ENUM.findall(text):
            found = members(body)
            where = f"{path}: enum {name}"
            if name == KERNELS[0]:
                wrong += compare_kernels(where, found, rows)
            elif prefixes_of(found, symbols) and name in ENUMS:
                prefix, column, others = ENUMS[name]
                wrong += compare(where, found, prefix, column, others, rows)
            elif prefixes_of(found, symbols):
                wrong.append(f"{where} numbers codecs and is not known here")
            else:
                continue
            seen.add(name)
    return wrong + [f"enum {name} is gone" for name in [*ENUMS, KERNELS[0]] if name not in seen]


def typed_faults(texts, rows):
    """Names of codecs that are typed one after the other."""
    names = {row[key] for row in rows for key in ("name", "word")} | {"best"}
    one = '"(?:' + "|".join(re.escape(name) for name in sorted(names)) + ')"'
    between = r"[\s,:}\d]*(?:\[\w+\]\s*=\s*)?(?:\{\s*)?"
    run = re.compile(f"{one}(?:{between}{one})+")
    return [f"{path}: types {' '.join(match.group().split())}" for path, text in texts.items()
            if not path.endswith((TABLE, MADE)) for match in run.finditer(text)]


def table_faults(rows):
    wrong = []
    for key in ("n", "N", "name", "word", *COLUMNS):
        values = [row[key] for row in rows if row[key] is not None]
        wrong += [f"{value} is there twice as {key}" for value in set(values)
                  if values.count(value) > 1]
    words = {row["word"]: row["n"] for row in rows}
    wrong += [f"the old word of {row['n']} is the word of {words[row['old'].strip(chr(34))]}"
              for row in rows if row["old"].strip('"') in words]
    return wrong


# Changes to files, given by the end of their paths, and the message that each must cause.
BREAKS = (
    ("a codec of framed files without a row", "linepress/frame.h",
     "LP_CODEC_MPC64 = 16", "LP_CODEC_MPC64 = 16, LP_CODEC_NEW = 17", "LP_CODEC_NEW is no codec"),
    ("another number", "linepress/swap.h", "LP_SWAP_LZ4,\n    LP_SWAP_BPC,",
     "LP_SWAP_BPC,\n    LP_SWAP_LZ4,", "LP_SWAP_BPC is 4, in"),
    ("a row that an enumeration lacks", "linepress/cdma.h", "LP_DMA_BPC = 1,\n", "\n",
     "there is no LP_DMA_BPC"),
    ("a codec among the kernels", "adapters/cuda/job.h", "LPC_COMPRESS_LZ4,",
     "LPC_COMPRESS_LZ4, LPC_COMPRESS_BPC,", "LPC_COMPRESS_BPC is 4, in"),
    ("an enumeration that is not known", "base/codecs.c", "\n\n",
     "\n\nenum my_codec { MY_BPC, MY_ZVC };\n", "enum my_codec numbers codecs"),
    ("a list of names", "base/codecs.c", "\n\n",
     '\n\nstatic const char *const n[] = {"zvc", "bpc"};\n', 'types "zvc", "bpc"'),
    ("a list of names by their numbers", "base/codecs.c", "\n\n",
     '\n\nstatic const char *const n[] = {[A] = "zvc", [B] = "lz4"};\n', 'types "zvc", [B]'),
    ("a dict of names in Python", "linepress/find.py", "import os",
     'import os\nN = {"zvc": 0, "bpc": 1}', 'types "zvc": 0, "bpc"'),
)


def is_caught(texts, rows, ending, old, new, words):
    path = next(path for path in sorted(texts) if path.endswith(ending))
    if old not in texts[path]:
        return f"{path} has no {old!r}"
    changed = dict(texts)
    changed[path] = texts[path].replace(old, new, 1)
    said = enum_faults(changed, rows) + typed_faults(changed, rows)
    return "" if any(words in line for line in said) else f"goes unseen: {said}"


def main():
    rows, texts = read_table(), read_sources()
    result(table_faults(rows), f"{len(rows)} rows, and no name or number twice")
    result(enum_faults(texts, rows), "every enumeration has the table's codecs and numbers")
    result(typed_faults(texts, rows), "no names of codecs are typed beside the table")
    for what, ending, old, new, words in BREAKS:
        wrong = is_caught(texts, rows, ending, old, new, words)
        result([wrong] if wrong else [], f"caught: {what}")
    return end()


if __name__ == "__main__":
    sys.exit(main())
