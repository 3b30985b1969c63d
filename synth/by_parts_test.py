#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Size of a unit by its parts: what is kept and how often, the sums, and the rest of a small unit;
bad use gives one line and status 2."""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "synth"), os.path.join(ROOT, "tb")]
import by_parts  # noqa: E402
import flow  # noqa: E402
import rtl_files  # noqa: E402
import tables  # noqa: E402
import tap  # noqa: E402

LABEL, LIBERTY = "osu018", "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"


def row(unit, kge, **params):
    return {"name": unit, "unit": unit, "params": params, "kge": kge, "um2": 10 * kge,
            "flops": 100 * kge, "fmax_mhz": 1000 - kge}


def rows_of(*entries):
    found = {}
    for entry in entries:
        full = {**by_parts.defaults(entry["unit"]), **entry["params"]}
        found.setdefault(entry["unit"], []).append((full, entry))
    return found


def test_defaults():
    found = by_parts.defaults("lp_cdma_ring")
    tap.result(found != {"CODECS": 2, "IN": 0} and f"{found}",
               "a default that a package gives is a number, and localparams are none")


def test_memory_names():
    """The flow leaves out every module with the memory's name in its own, flops and all."""
    more = sorted(name for name in rtl_files.all_modules()
                  if flow.ARRAY in name and name != flow.ARRAY)
    tap.result(more, f"no other module has {flow.ARRAY} in its name")


def test_design(work):
    """Two planners, one in each direction; a ring of another parameter is not kept."""
    rows = rows_of(row("lp_cdma_plan", 3, CHANNELS=6), row("lp_cdma_chan", 50),
                   row("lp_zvc_enc", 7, ELEM=32), row("lp_cdma_ring", 5, IN=1, CODECS=1))
    design = by_parts.Design("lp_cdma_core", {"FLITS": 364}, rows, work)
    kept = sorted((design.entries[kind]["unit"], n) for kind, n in design.kept.items())
    tap.result(kept != [("lp_cdma_chan", 6), ("lp_cdma_plan", 2)] and f"{kept}",
               "what is kept, as often as it is there, and nothing inside it")
    arrays = {(2184, 271): 1, (2184, 1): 1, (32, 263): 6, (32, 40): 6, (16, 257): 1}
    tap.result(dict(design.arrays) != arrays and f"{design.arrays}",
               "the arrays, those of what is kept too")
    rest = {"um2": 0.5, "kge": 4, "flops": 1, "delays_ns": {"reg_to_reg": 1.25}}
    total = by_parts.total(design, rest)
    want = {"um2": 0.5 + 10 * 306, "kge": 310, "flops": 1 + 100 * 306, "fmax_mhz": 800.0,
            "rest_kge": 4, "inside": [["lp_cdma_chan", 6, 50], ["lp_cdma_plan", 2, 3]]}
    tap.result(total != want and f"{total}", "sums, and the clock of the slowest part")


def call(*args):
    return subprocess.run([sys.executable, os.path.join(ROOT, "synth/by_parts.py"), *args,
                           "--label", LABEL, "--liberty", LIBERTY, "--mappers", "lean"],
                          text=True, check=False, capture_output=True)


def test_unit(work):
    """lp_xzvc_enc has lp_zvc_enc inside and a filter in front of it."""
    inner = tables.figure(tables.load(), LABEL, "lp_zvc_enc", {"ELEM": 16})
    if inner is None:
        tap.skip("a unit is measured", "lp_zvc_enc has changed since it was measured")
        return
    out = os.path.join(work, "out")
    done = call("lp_xzvc_enc", "--out", out)
    tap.result(done.returncode and done.stderr, "a unit is measured")
    with open(os.path.join(out, "area.json"), encoding="utf-8") as src:
        found = json.load(src)
    good = found["inside"] == [["lp_zvc_enc ELEM=16", 1, inner["kge"]]] \
        and abs(found["kge"] - inner["kge"] - found["rest_kge"]) < 0.001 \
        and 0 < found["rest_kge"] < inner["kge"] and found["flops"] > inner["flops"]
    tap.result(not good and f"{found}", "it has the row of the unit inside, and less around it")


def test_errors(work):
    for name, args in (("nothing inside has a row", ("lp_fifo",)),
                       ("no such unit", ("lp_none",)),
                       ("a refused parameter", ("lp_cdma_core", "--params", "CHANNELS=9"))):
        out = os.path.join(work, "none")
        done = call(*args, "--out", out)
        lines = done.stderr.splitlines()
        tap.result((done.returncode != 2 or len(lines) != 1 or os.path.exists(out)) and
                   f"status {done.returncode}: {done.stderr}", f"{name}: status 2, one line")


def main():
    with tempfile.TemporaryDirectory() as work:
        test_defaults()
        test_memory_names()
        test_design(work)
        test_unit(work)
        test_errors(work)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
