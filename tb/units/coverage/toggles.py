#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How often bits of lp_mixed_enc's registers change over the sample arrays, with quick and without,
and how often those of a unit for each codec.

    toggles.py FOLDER [--record]     FOLDER has the program `toggling`
    toggles.py --page                docs/reference/units/codec.md again, from the record

The arrays of a group go through a unit one after the other, in lock-step with its cycle model;
Verilator's toggle coverage counts. Units apart get every line; with quick lp_bpc_enc gets only the
lines that lp_mixed_enc gives to BPC. --record writes tb/data/toggles/mixed_enc.json and the page.
"""
import argparse
import glob
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path[:0] = [os.path.join(ROOT, "tb/demo"), os.path.join(ROOT, "tb/tree/records"),
                os.path.join(ROOT, "docs/img"), os.path.join(ROOT, "synth")]
import arrays  # noqa: E402
import marked  # noqa: E402
import rtl_files  # noqa: E402
import signed  # noqa: E402
from page_parts import table_text as table  # noqa: E402

RECORD = os.path.join(ROOT, "tb/data/toggles/mixed_enc.json")
PAGE = os.path.join(ROOT, "docs/reference/units/codec.md")
BEGIN, END = "<!-- toggles:begin -->", "<!-- toggles:end -->"
MIXED = "lp_mixed_enc"
ARRAY, BPC = "array of BPC", "rest of BPC"
PARTS = {ARRAY: "g_bpc.u_core.u_words.", BPC: "g_bpc.", "EBD, ZVC, XZVC": "u_core.", "rest": ""}
# Options of the units for one codec each.
APART = {"lp_zvc_enc": ["--elem", "16"], "lp_xzvc_enc": [], "lp_ebd_enc": [], "lp_bpc_enc": []}
TRIED = "lp_bpc_enc, quick"
GROUPS = {
    "hpc": lambda a: os.path.basename(os.path.dirname(a.path)) == "hpc",
    "dl fp32": lambda a: a.type == "fp32",
    "dl fp16": lambda a: a.type == "fp16",
    "dl bf16": lambda a: a.type == "bf16",
}


def fields(line, width):
    """Fields of so many bits, the lowest first."""
    return [line >> at & (1 << width) - 1 for at in range(0, 8 * arrays.LINE, width)]


def tried(line):
    """Whether lp_mixed_enc with quick gives a line, best of all, to BPC: ZVC and XZVC need more
    than one sector, and the differences of its signed words fit 23 bits."""
    value = int.from_bytes(line, "little")
    filtered = value ^ (value << 64 & (1 << 8 * arrays.LINE) - 1)
    for elements in (fields(value, 16), fields(filtered, 16)):
        if 8 + 2 * sum(e != 0 for e in elements) <= arrays.SECTOR:
            return False
    words = [(w ^ 1 << 31) - (1 << 31) for w in fields(value, 32)]
    return all(-(1 << 22) <= b - a < 1 << 22 for a, b in zip(words, words[1:]))


def changes(path, parts):
    """Changes of registers, named *_q, by part."""
    found = dict.fromkeys(parts, 0)
    with open(path, encoding="latin-1") as src:
        for line in src:
            point = re.match(r"C '(.*)' (\d+)$", line)
            field = point and dict(x.split("\2", 1) for x in point.group(1).split("\1") if x)
            if not field or not field["page"].startswith("v_toggle"):
                continue
            if re.search(r"_q(\[|$)", field["o"]):
                part = next(p for p, text in parts.items() if text in field["h"] + ".")
                found[part] += int(point.group(2))
    if not all(found.values()):
        raise arrays.ArrayError(f"{path}: registers of a part never change: {found}")
    return found


def run(folder, unit, lines, options, parts):
    """The program's answer, with the changes."""
    data, path = os.path.join(folder, "data"), os.path.join(folder, "lines.bin")
    shutil.rmtree(data, ignore_errors=True)
    os.makedirs(data)
    with open(path, "wb") as out:
        out.write(b"".join(lines))
    os.environ["LP_COVERAGE"] = data
    answer = arrays.call([os.path.join(folder, "toggling"), "--unit", unit, "--json", *options,
                          path])
    os.unlink(path)
    # The first instance ran in lock-step; the other one ran for the clock's time.
    first, = glob.glob(os.path.join(data, "*-0.dat"))
    return {"lines": answer["lines"], "cycles": answer["cycles"],
            "registers": changes(first, parts)}


def measure(folder):
    members = [arrays.Array(path, entry) for path, entry in arrays.manifest().items()]
    rows = {}
    for group, belongs in GROUPS.items():
        lines = [line for array in filter(belongs, members) for line in array.lines()]
        mixed = {name: run(folder, MIXED, lines, options, PARTS)
                 for name, options in (("all", []), ("quick", ["--quick"]))}
        apart = {u: run(folder, u, lines, o, {u: ""}) for u, o in APART.items()}
        apart[TRIED] = run(folder, "lp_bpc_enc", [x for x in lines if tried(x)], [], {TRIED: ""})
        rows[group] = {"lines": len(lines), "mixed": mixed, "apart": apart}
        print(f"{group}: {len(lines)} lines", flush=True)
    return {"digests": {u: rtl_files.digest(u) for u in (MIXED, *APART)}, "groups": rows}


def per_line(row, result, parts=None):
    """Changes for each line of the group."""
    found = result["registers"]
    return sum(found[p] for p in parts or found) / row["lines"]


def number(value):
    return f"{value:,.0f}"


def spared(before, after):
    return [number(before), number(after), f"{100 * (1 - after / before):.1f} %"]


def own(name, row):
    """lp_mixed_enc without quick and with it."""
    runs = row["mixed"]["all"], row["mixed"]["quick"]
    return [name, *spared(*(per_line(row, r, (ARRAY, BPC)) for r in runs)),
            number(per_line(row, runs[1], (ARRAY,))), *spared(*(per_line(row, r) for r in runs))]


def sums(units, mixed):
    """The sum of all units apart, that of those after the first, and lp_mixed_enc."""
    return [number(sum(units)), number(sum(units[1:])), number(mixed)]


def apart(name, row):
    """The units apart, and lp_mixed_enc."""
    units = [per_line(row, row["apart"][u]) for u in APART]
    return [name, *map(number, units), *sums(units, per_line(row, row["mixed"]["all"]))]


def apart_quick(name, row):
    """The same with quick."""
    tries = row["apart"][TRIED]
    units = [per_line(row, row["apart"][u]) for u in (*list(APART)[:-1], TRIED)]
    return [name, f"{100 * tries['lines'] / row['lines']:.2f} %", number(units[-1]),
            *sums(units, per_line(row, row["mixed"]["quick"]))]


def words(record):
    """The tables of the page."""
    rows = record["groups"].items()
    units, all_of = [f"`{u}`" for u in APART], ["all four", "the last three", f"`{MIXED}`"]
    return "\n".join((
        f"`make toggles RECORD=1`, {record['record']['date']}:", "",
        table(["", "in BPC", "with quick", "saved", "in its array, with quick",
               "in the whole unit", "with quick", "saved"], [own(*row) for row in rows]), "",
        "A unit for each codec instead, which gets every line:", "",
        table(["", *units, *all_of], [apart(*row) for row in rows]), "",
        f"The same with quick: {units[-1]} gets only the lines that `{MIXED}` gives to BPC.", "",
        table(["", "lines to BPC", units[-1], *all_of], [apart_quick(*row) for row in rows])))


def main():
    parser = argparse.ArgumentParser(description="changes of lp_mixed_enc's registers")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--record", action="store_true", help="write the record and the page")
    parser.add_argument("--page", action="store_true", help="only the page, from the record")
    args = parser.parse_args()
    if bool(args.folder) == args.page:
        parser.error("want a folder or --page")
    try:
        if args.page:
            record = signed.read(RECORD)
        else:
            record = signed.sign("toggles", measure(args.folder),
                                 ("tb/units/coverage/toggles.py", "tb/demo/arrays.py"), 0)
        print(words(record))
        if args.record:
            os.makedirs(os.path.dirname(RECORD), exist_ok=True)
            signed.write(RECORD, record)
        if args.record or args.page:
            marked.rewrite(PAGE, BEGIN, END, words(record))
    except (arrays.ArrayError, signed.Bad, marked.MarkerError, rtl_files.UnknownUnit,
            OSError) as err:
        print(f"toggles: {err}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
