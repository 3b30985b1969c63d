#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Areas of the trial decoders of trial_decoders.sv, by Yosys: estimates for the study of groups.

    gates.py LIBERTY OUT.json

Areas are of logic alone, in NAND2 gates (GE), times the copies that 16 exponents a cycle need.
Registers, queues, checks and handshakes are not there, nor what a comment of the trial leaves out.
"""
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# The code, the module, the copies, and a parameter.
ROWS = (("2 classes", "trial_classes", 1, "CLASSES 2"), ("3 classes", "trial_classes", 1, "CLASSES 3"),
        ("4 classes", "trial_classes", 1, "CLASSES 4"),
        ("Huffman, 4 streams", "trial_huffman", 4, ""), ("tANS, 16 states", "trial_tans", 16, ""))


def nand2(liberty):
    with open(liberty, encoding="utf-8") as file:
        found = re.search(r"cell\s*\(\s*\"?NAND2X1\"?\s*\)\s*\{.*?area\s*:\s*([0-9.]+)", file.read(), re.S)
    return float(found.group(1))


def area(top, parameter, liberty):
    script = (f"read_verilog -sv {HERE}/trial_decoders.sv; "
              f"{f'chparam -set {parameter} {top}; ' if parameter else ''}synth -flatten -top {top}; "
              f"abc -liberty {liberty}; opt_clean; tee -o /dev/stdout stat -liberty {liberty}")
    done = subprocess.run(["yosys", "-q", "-p", script], capture_output=True, text=True, check=True)
    return float(re.search(r"Chip area for .*: ([0-9.]+)", done.stdout).group(1))


def main(argv):
    if len(argv) != 2:
        sys.exit("usage: gates.py LIBERTY OUT.json")
    unit = nand2(argv[0])
    version = subprocess.run(["yosys", "-V"], capture_output=True, text=True, check=True).stdout
    rows = [{"code": code, "module": top, "copies": copies,
             "ge_each": round(area(top, parameter, argv[0]) / unit)}
            for code, top, copies, parameter in ROWS]
    with open(argv[1], "w", encoding="utf-8") as file:
        json.dump({"library": os.path.basename(argv[0]), "yosys": version.split(" (")[0],
                   "rows": rows}, file)
    for row in rows:
        print(f"{row['code']}: {row['ge_each']} GE x {row['copies']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
