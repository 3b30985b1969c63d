# SPDX-License-Identifier: Apache-2.0
"""Sector ratios of EBD and of the best codec in each line, by groups of the sample arrays."""
import ctypes
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tb/demo"))
import arrays  # noqa: E402

ROWS = (
    ("bf16 weight", lambda a: a.type == "bf16" and "weight" in a.family),
    ("bf16 wgrad", lambda a: a.type == "bf16" and "wgrad" in a.family),
    ("bf16 act", lambda a: a.type == "bf16" and a.family.endswith("_act")),
    ("bf16 agrad", lambda a: a.type == "bf16" and "agrad" in a.family),
    ("dl fp16", lambda a: a.type == "fp16"),
    ("dl fp32", lambda a: a.type == "fp32"),
    ("hpc", lambda a: os.path.basename(os.path.dirname(a.path)) == "hpc"),
    ("all", lambda a: True),
)
# Options of `linepress ratio`, for all columns but the one without a codec there.
TOLD = {
    "BPC": ("--codec", "bpc"),
    "XZVC": ("--codec", "xzvc"),
    "EBD": ("--codec", "ebd"),
    "auto": ("--codec", "auto"),
    "auto, ZVC-32": ("--codec", "auto", "--elem", "32"),
}
EITHER = "BPC or ZVC-32"
COLUMNS = ("BPC", EITHER, "XZVC", "EBD", "auto", "auto, ZVC-32")
CHOSEN = ("zvc", "xzvc", "ebd", "bpc")
ZVC_AND_BPC = 1 << 0 | 1 << 1  # as lp_auto_choose counts codecs


def sectors_of_either(library, array):
    """Sectors with the better of BPC and ZVC in 32-bit elements, line by line."""
    codec, bits, count = ctypes.c_int(), ctypes.c_size_t(), 0
    for line in array.lines():
        if library.lp_auto_choose(32, ZVC_AND_BPC, line, ctypes.byref(codec), ctypes.byref(bits)):
            raise arrays.ArrayError("lp_auto_choose: refused")
        count += -(-bits.value // (8 * arrays.SECTOR))
    return count


def measure(linepress, library, members):
    """Of each row: lines, sectors by column, and lines that auto gives each codec."""
    sectors = {EITHER: [sectors_of_either(library, a) for a in members]}
    for name, told in TOLD.items():
        found = arrays.call([linepress, "ratio", *told, "--json",
                             *(a.path for a in members)])["files"]
        sectors[name] = [sum(n * k for n, k in enumerate(f["sectors"])) for f in found]
        if name == "auto":
            chosen = [f["chosen"] for f in found]
    rows = {}
    for row, belongs in ROWS:
        here = [i for i, array in enumerate(members) if belongs(array)]
        rows[row] = (sum(len(members[i].lines()) for i in here),
                     {name: sum(of[i] for i in here) for name, of in sectors.items()},
                     {codec: sum(chosen[i][codec] for i in here) for codec in CHOSEN})
    return rows


def ratio(lines, sectors):
    return 4 * lines / sectors


def tables(rows):
    """Two tables: ratios, and lines in per cent."""
    head = ["arrays", "lines", *COLUMNS]
    text = [head, ["---"] * len(head)]
    text += [[row, lines, *(f"{ratio(lines, sectors[c]):.3f}" for c in COLUMNS)]
             for row, (lines, sectors, _) in rows.items()]
    head = ["arrays", *(c.upper() for c in CHOSEN), "zero or raw"]
    shares = [head, ["---"] * len(head)]
    for row, (lines, _, chosen) in rows.items():
        counts = [*chosen.values(), lines - sum(chosen.values())]
        shares.append([row, *(f"{100 * n / lines:.1f}" for n in counts)])
    return [[f"| {' | '.join(map(str, line))} |" for line in part] for part in (text, shares)]
