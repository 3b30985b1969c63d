#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Where a unit's time goes: the worst path of each register, then the critical path gate by gate.

Reads OUT/area.json and OUT/timing.txt, which area.py has just written.
"""
import json
import os
import re
import sys

LISTED = 20
LONG = 1000.0


def sections(path):
    with open(path, encoding="utf-8") as src:
        return dict(p.split("\n", 1) for p in src.read().split("== ")[1:])


def register(pin):
    """u_r_data_q_12__reg/D -> r_data_q."""
    return re.sub(r"(_\d+_)?_reg/\w+$", "", re.sub(r"^u_", "", pin))


def by_register(text):
    """[(delay in library time, register, flops)] of the worst end of each register."""
    worst, count = {}, {}
    for pin, required, delay, slack in re.findall(
            r"^(\S+) \(\w+\)\s+([\d.-]+)\s+([\d.-]+)\s+([\d.-]+)", text, re.M):
        name = register(pin)
        total = float(required) - float(slack) + (LONG - float(required))
        worst[name] = max(worst.get(name, 0.0), total)
        count[name] = count.get(name, 0) + 1
    return sorted(((d, n, count[n]) for n, d in worst.items()), reverse=True)


def steps(text):
    """[(gate delay, arrival, edge, pin, cell)] of a path, launch flop first."""
    line = re.compile(r"\s+(-?[\d.]+)\s+(-?[\d.]+) ([v^]) (\S+) \((\w+)\)$", re.M)
    return line.findall(text.split("data arrival time", 1)[0])


def main():
    folder = sys.argv[1]
    try:
        with open(os.path.join(folder, "area.json"), encoding="utf-8") as src:
            area = json.load(src)
        report = sections(os.path.join(folder, "timing.txt"))
    except OSError as err:
        print(f"timing: {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    for label, delay in area["delays_ns"].items():
        if delay:
            print(f"{label.replace('_', ' '):11s} {delay:.3f} ns")
    if "ends" in report:
        print("\nworst register-to-register path, by destination (ns, setup included)")
        for delay, name, flops in by_register(report["ends"])[:LISTED]:
            print(f"  {delay:7.3f}  {name} ({flops} flop{'s' if flops > 1 else ''})")
    kind = "reg_to_reg" if area["delays_ns"].get("reg_to_reg") else "in_to_out"
    print(f"\ncritical path ({kind.replace('_', ' ')}): gate ns, arrival ns, edge, pin, cell")
    for delay, arrival, edge, pin, cell in steps(report[kind]):
        print(f"  {float(delay):7.3f} {float(arrival):7.3f} {edge} {pin:30s} {cell}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
