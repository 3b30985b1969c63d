#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Area and timing of a unit in any liberty library: OUT/area.json, OUT/<unit>.v, OUT/timing.txt.

Several mappings are tried; what is kept is the smallest that reaches the clock goal, or the one
of least area x delay where the library cannot reach it. See synth/README.md.
"""
import argparse
import concurrent.futures
import itertools
import json
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import flow  # noqa: E402
import liberty  # noqa: E402
import rtl_files  # noqa: E402
import units  # noqa: E402

# Of the mappings that reach the goal, as many are relaxed towards it, in as many steps.
RELAXED = 3
BISECTIONS = 4
# What makes a point what it is.
WAY = ("mapper", "rework", "fanout", "target_ps")


def period(point):
    """Register to register, ns; a unit without such a path counts its longest other path."""
    delays = point["delays_ns"]
    return delays["reg_to_reg"] or max((d for d in delays.values() if d), default=0.0)


def relax(unit_flow, point, goal_ns):
    """Sizes a mapping that is faster than the goal down to it."""
    points = []
    low = point["abc_ps"]
    high = low + 1000 * (goal_ns - period(point)) * 1.3
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        points.append(unit_flow.measure(point["mapper"], point["rework"], point["fanout"],
                                        round(middle)))
        if period(points[-1]) <= goal_ns:
            low = middle
        else:
            high = middle
    return points


def explore(unit_flow, mappers, goal_ns, pool):
    """All points tried: every mapping as fast as it gets, the smallest good ones relaxed."""
    list(pool.map(unit_flow.map, mappers))
    ways = itertools.product(mappers, flow.REWORKS, flow.FANOUTS)
    points = list(pool.map(lambda w: unit_flow.measure(*w, 1), ways))
    if goal_ns is None:
        return points
    good = sorted((p for p in points if period(p) <= goal_ns), key=lambda p: p["um2"])
    more = pool.map(lambda p: relax(unit_flow, p, goal_ns), good[:RELAXED])
    return points + [p for group in more for p in group]


def choose(points, goal_ns):
    good = [p for p in points if goal_ns is not None and period(p) <= goal_ns]
    if good:
        return min(good, key=lambda p: (p["um2"], period(p)))
    return min(points, key=lambda p: p["um2"] * period(p))


def write_whole(path, text):
    with open(path + ".tmp", "w", encoding="utf-8") as out:
        out.write(text)
    os.replace(path + ".tmp", path)


def run(args, work):
    flow.need("yosys", "berkeley-abc", "sta")
    lib = liberty.Library(args.liberty)
    mhz = units.goal_mhz(args.unit) if args.mhz is None else args.mhz
    goal_ns = 1000.0 / mhz if mhz else None
    params = units.parse_params(args.params)
    unit_flow = flow.Flow(args.unit, params, lib, args.gated, work, args.root)
    mappers = flow.mappers_for(args.unit, args.mappers)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        points = explore(unit_flow, mappers, goal_ns, pool)
    best = choose(points, goal_ns)
    result = {
        "unit": args.unit, "library": lib.name, "um2": best["um2"], "kge": best["kge"],
        "fmax_mhz": round(1000.0 / period(best), 1), "flops": best["flops"],
        "params": params, "gated": args.gated, "arrays": unit_flow.arrays,
        "delays_ns": best["delays_ns"],
        "cells": best["counts"], **{k: best[k] for k in WAY},
        "points": [{**{k: p[k] for k in WAY}, "kge": p["kge"],
                    "fmax_mhz": round(1000.0 / period(p), 1)} for p in points],
    }
    os.makedirs(args.out, exist_ok=True)
    shutil.copyfile(f"{work}/{best['name']}.v", f"{args.out}/{args.unit}.v.tmp")
    os.replace(f"{args.out}/{args.unit}.v.tmp", f"{args.out}/{args.unit}.v")
    write_whole(f"{args.out}/timing.txt",
                "".join(f"== {k}\n{v}" for k, v in best["report"].items()))
    write_whole(f"{args.out}/area.json", json.dumps(result, indent=1) + "\n")
    return result


def summary(r):
    params = "".join(f" {k}={v}" for k, v in r["params"].items())
    delays = "".join(f", {k.replace('_', ' ')} {v:.3f} ns" for k, v in r["delays_ns"].items() if v)
    arrays = "".join(f", without {a['name']} of {a['words']} x {a['width']} bits"
                     for a in r["arrays"])
    return (f"{r['unit']}{params}{' gated' if r['gated'] else ''} ({r['library']}): "
            f"{r['um2']:.0f} um2, {r['kge']:.2f} kGE, {r['fmax_mhz']:.0f} MHz, "
            f"{r['flops']} flops{arrays}{delays}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("unit")
    parser.add_argument("--liberty", required=True)
    parser.add_argument("--params", default="", help="NAME=NUMBER ...")
    parser.add_argument("--gated", action="store_true", help="clock-gate cells for hold registers")
    parser.add_argument("--mhz", type=float, help="clock goal, 0 = none; default: units.txt")
    parser.add_argument("--out")
    parser.add_argument("--root", default=rtl_files.ROOT, help="where rtl/ is")
    parser.add_argument("--mappers", default="",
                        help="only these, by comma, or all; default: units.txt")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    args.out = args.out or os.path.join(rtl_files.ROOT, "build/synth", args.unit)
    work = tempfile.mkdtemp(prefix="lp-area-")
    try:
        print(summary(run(args, work)))
    except (flow.FlowError, liberty.LibertyError, rtl_files.UnknownUnit,
            units.BadList) as err:
        print(f"area: {err}", file=sys.stderr)
        return 2
    except OSError as err:
        print(f"area: {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    finally:
        if not os.environ.get("LP_KEEP"):
            shutil.rmtree(work, ignore_errors=True)
        else:
            print(f"kept {work}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
