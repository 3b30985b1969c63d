#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""LUTs, flops and block RAMs of a unit on UltraScale+ and ECP5, from synthesis alone: nothing is
placed or routed, so the counts are estimates and there is no clock. Writes OUT/fpga.json.
"""
import argparse
import json
import os
import re
import shutil
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "synth"))
import area  # noqa: E402
import flow  # noqa: E402
import liberty  # noqa: E402
import rtl_files  # noqa: E402
import units  # noqa: E402

FAMILIES = {
    "ultrascale+": ("synth_xilinx -family xcup -flatten -noiopad -top {unit}",
                    {"lut": r"LUT[1-6]", "ff": r"FD[RSCP]E(_1)?", "bram": r"RAMB\w+",
                     "lutram": r"RAM\d+[A-Z]\d*\w*|SRL\w+", "carry": r"CARRY\d",
                     "muxf": r"MUXF[789]"}),
    "ecp5": ("synth_ecp5 -top {unit}",
             {"lut": r"LUT4", "ff": r"TRELLIS_FF", "bram": r"DP16KD|PDPW16KD",
              "lutram": r"TRELLIS_DPR16X4", "carry": r"CCU2C", "muxf": r"PFUMX|L6MUX21"}),
}


def count(path, unit, kinds):
    with open(path, encoding="utf-8") as src:
        cells = json.load(src)["modules"][unit]["cells"].values()
    return {kind: sum(bool(re.fullmatch(pattern, c["type"])) for c in cells)
            for kind, pattern in kinds.items()}


def estimate(unit, params, work):
    result = {"unit": unit, "params": params, "note": "synthesis only, not placed or routed"}
    for family, (command, kinds) in FAMILIES.items():
        tag = family.rstrip("+")
        flow.yosys([*flow.read_rtl(unit, params), command.format(unit=unit),
                    f"write_json {work}/{tag}.json"], work, tag)
        result[family] = count(f"{work}/{tag}.json", unit, kinds)
    return result


def main():
    parser = argparse.ArgumentParser(description="FPGA estimate of a unit")
    parser.add_argument("unit")
    parser.add_argument("--params", default="")
    parser.add_argument("--out")
    args = parser.parse_args()
    out = args.out or os.path.join(ROOT, "build/synth", args.unit)
    work = tempfile.mkdtemp(prefix="lp-fpga-")
    try:
        flow.need("yosys", "berkeley-abc")
        result = estimate(args.unit, units.parse_params(args.params), work)
        os.makedirs(out, exist_ok=True)
        area.write_whole(os.path.join(out, "fpga.json"), json.dumps(result, indent=1) + "\n")
    except (flow.FlowError, liberty.LibertyError, rtl_files.UnknownUnit, units.BadList) as err:
        print(f"fpga-estimate: {err}", file=sys.stderr)
        return 2
    except OSError as err:
        print(f"fpga-estimate: {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    finally:
        shutil.rmtree(work, ignore_errors=True)
    for family in FAMILIES:
        counts = ", ".join(f"{n} {kind}" for kind, n in result[family].items())
        print(f"{args.unit} {args.params} ({family}, synthesis only): {counts}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
