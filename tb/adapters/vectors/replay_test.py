#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Replays the frozen packs against the RTL, as in docs/use/vectors.md. TAP.

Without options Icarus replays those of small units, Verilator one of them, and broken units and
packs must fail. --all: all packs in both simulators, with several seeds and pauses.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import packs

sys.path[:0] = [os.path.join(packs.ROOT, part) for part in ("synth", "tb")]
import rtl_files  # noqa: E402
from tap import end, result  # noqa: E402

SMALL = ("zvc-enc", "zvc-dec", "zvc-dec-stream", "gbbr", "mdcache", "cdma-pack", "grp-enc",
         "grp-dec")
VERILATED = "gbbr"
SECONDS = 500  # of one command
# A unit with a bug, the pack that finds it, and the bench's message.
BUGS = (
    ("zvc-enc", "rtl/zvc/lp_zvc_enc.sv", "(nonzero >= ", "(nonzero > ", "beat"),
    ("gbbr", "rtl/gbbr/lp_gbbr_xlat.sv", "assign m_valid_o =", "assign m_valid_o = 0 &", "hangs"),
    ("gbbr", "rtl/gbbr/lp_gbbr_xlat.sv", "assign m_valid_o =",
     "assign m_valid_o = (m_ready_i | ~cfg_valid_i) &", "valid falls"),
    ("gbbr", "rtl/gbbr/lp_gbbr_xlat.sv", "assign m_valid_o =", "assign m_valid_o = 1'bx &",
     "unknown"),
    ("grp-dec", "rtl/grp/lp_grp_dec.sv", "assign m_err_o =", "assign m_err_o = 0 &", "beat"),
    ("mdcache", "rtl/mdcache/lp_mdcache.sv", "assign miss_o =", "assign miss_o = 0 &", "hit"),
)


def run(argv, **options):
    try:
        done = subprocess.run(argv, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=SECONDS, **options)
    except subprocess.TimeoutExpired:
        return 124, "no end"
    return done.returncode, done.stdout.decode()


def bench(said):
    return os.path.join(packs.HERE, "replay.sv" if said["form"] == "beats" else
                        f"replay_{said['unit']}.sv")


def sources(said, instead=None):
    """Files of the bench and the unit; `instead` maps a path to another one."""
    files = rtl_files.files_of(said["module"])
    return [bench(said)] + [(instead or {}).get(f, os.path.join(packs.ROOT, f)) for f in files]


def icarus(folder, work, *plusargs, instead=None, more=()):
    """Status and output of a replay of the pack in a folder."""
    said = packs.sidecar(folder, "")
    program = os.path.join(work, "replay.vvp")
    status, text = run(["iverilog", "-g2012", "-s", "lp_replay", "-I", ".", "-o", program, *more,
                        *sources(said, instead)], cwd=folder)
    if status or text:
        return 2, text
    return run(["vvp", "-n", program, *plusargs], cwd=folder)


def verilator(folder, work):
    """The program, or the error."""
    said = packs.sidecar(folder, "")
    build = os.path.join(work, "verilated")
    os.makedirs(work, exist_ok=True)
    status, text = run(["verilator", "--binary", "--timing", "-I.", "--top-module", "lp_replay",
                        "-MAKEFLAGS", "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0",
                        "-Mdir", build, "-o", "replay", *sources(said)], cwd=folder)
    return status, text, os.path.join(build, "replay")


def passes(said, status, text):
    beats = {way: sum(s["beats"] for s in said.get("streams", ()) if s["direction"] == way)
             for way in ("in", "out")}
    due = f"{beats['in']} beats in, {beats['out']} out," if beats["in"] else r"\d+ beats,"
    good = status == 0 and re.search(rf"^PASS {said['unit']}: {due} \d+ cycles, seed \d+$", text,
                                     re.M)
    return [] if good else [f"exit {status}: {text}"]


def good_units(names, runs, work):
    for name in names:
        folder, problems = os.path.join(packs.HERE, name), []
        for plusargs in runs:
            problems += passes(packs.sidecar(folder, ""), *icarus(folder, work, *plusargs))
        result(problems, f"Icarus: our unit passes {name}, {len(runs)} runs")


def verilated(names, runs, work):
    for name in names:
        folder = os.path.join(packs.HERE, name)
        status, text, program = verilator(folder, os.path.join(work, name))
        problems = [text] if status else []
        for plusargs in runs if not problems else ():
            problems += passes(packs.sidecar(folder, ""), *run([program, *plusargs], cwd=folder))
        if not problems and run([program, "+stall=100"], cwd=folder)[0] == 0:
            problems.append("a bench that never moves passes")
        result(problems, f"Verilator: our unit passes {name}, {len(runs)} runs")


def broken_units(work):
    for name, path, was, now, word in BUGS:
        text = packs.read(packs.ROOT, path).decode()
        mutant = os.path.join(work, os.path.basename(path))
        with open(mutant, "w", encoding="utf-8") as dst:
            dst.write(text.replace(was, now, 1))
        status, said = icarus(os.path.join(packs.HERE, name), work, instead={path: mutant})
        lines = [line for line in said.splitlines() if line.startswith(("FAIL", "PASS"))]
        good = was in text and status == 1 and len(lines) == 1 and \
            lines[0].startswith("FAIL") and word in lines[0]
        result([] if good else [f"exit {status}: {said}"],
               f"a unit with a bug fails: {name}, {now.strip()}")


def broken_packs(work):
    """A pack whose last beat is another one, or has one more or one fewer, fails."""
    folder = os.path.join(work, "broken")
    lines = packs.read(packs.HERE, "gbbr/m.hex").decode().splitlines()
    count = len(lines)
    other = f"{int(lines[-1], 16) ^ 1 << 10:0{len(lines[-1])}x}"
    for what, text, beats in (("another last beat", lines[:-1] + [other], count),
                              ("a beat too few", lines[:-1], count - 1),
                              ("a beat too many", lines + [other], count + 1)):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(os.path.join(packs.HERE, "gbbr"), folder)
        for file in ("m.hex", "m_care.hex"):
            with open(os.path.join(folder, file), "w", encoding="utf-8") as dst:
                dst.write("\n".join(text if file == "m.hex" else ["1ff"] * beats) + "\n")
        svh = packs.read(folder, "pack.svh").decode()
        with open(os.path.join(folder, "pack.svh"), "w", encoding="utf-8") as dst:
            dst.write(svh.replace(f".PORTS(9), .BEATS({count})", f".PORTS(9), .BEATS({beats})"))
        status, said = icarus(folder, work)
        result([] if status == 1 and re.search("^FAIL", said, re.M) and "PASS" not in said
               else [f"exit {status}: {said}"], f"a pack with {what} fails")


def another_unit(work):
    """LP_DUT names a unit of the user."""
    mine = os.path.join(work, "mine.sv")
    text = packs.read(packs.ROOT, "rtl/gbbr/lp_gbbr_xlat.sv").decode()
    with open(mine, "w", encoding="utf-8") as dst:
        dst.write(text.replace("module lp_gbbr_xlat", "module my_xlat"))
    folder = os.path.join(packs.HERE, "gbbr")
    status, said = icarus(folder, work, more=("-DLP_DUT=my_xlat", mine))
    result(passes(packs.sidecar(folder, ""), status, said), "LP_DUT names another unit")


def main():
    every = "--all" in sys.argv[1:]
    for tool in ("iverilog", "verilator"):
        if not shutil.which(tool):
            print(f"ok 1 - replays # SKIP no {tool} here")
            return 0
    if every:
        runs = [(f"+seed={seed}", f"+stall={stall}") for seed, stall in
                ((1, 30), (2, 0), (3, 60), (4, 90))]
        names = [name for name, _ in packs.rows()]
    else:
        runs, names = [("+seed=1",)], SMALL
    with tempfile.TemporaryDirectory() as work:
        good_units(names, runs, work)
        verilated(names if every else (VERILATED,), runs, work)
        broken_units(work)
        broken_packs(work)
        another_unit(work)
    return end()


if __name__ == "__main__":
    sys.exit(main())
