#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the mutants of this project's units that the golden-model kit finds: each that the
lock-step test killed (make mutation) goes through `linepress gen --level 2 | kit_dut | linepress
check`, first with few cases, then with all of the level, once for each form of the unit's cases.
Those not found are listed. Leaves kit.json in each folder; exit status 1 if under 95 % are found,
or a mutation run is missing.

A campaign runs a part of the list by itself: --only FIRST-LAST --rows FILE, of one unit, leaves the
result of these killed mutants in FILE."""
import argparse
import concurrent.futures
import datetime
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(os.path.dirname(os.path.dirname(HERE)), "synth"), os.path.dirname(HERE)]
import rtl_files  # noqa: E402
from span import span  # noqa: E402

# The kind of a module's cases, which of its parameters they have, and their forms.
KINDS = {
    "lp_zvc_enc": ("zvc-enc", ("ELEM",), ("STREAM=0", "STREAM=1")),
    "lp_zvc_dec": ("zvc-dec", ("ELEM",), ("STREAM=0", "STREAM=1")),
    "lp_bpc_enc": ("bpc-enc", (), ("",)),
    "lp_bpc_dec": ("bpc-dec", (), ("",)),
    "lp_gbbr_xlat": ("gbbr", ("SHARE_W", "FRAME_W", "SLOT_W"), ("",)),
    "lp_mdcache": ("mdcache", ("SETS", "WAYS"), ("", "BURST=1,EVENTS=1")),
    "lp_cdma_pack": ("cdma-pack", ("SIZE_W",), ("",)),
    "lp_mixed_enc": ("mixed-enc", (), ("",)),
    "lp_mixed_dec": ("mixed-dec", (), ("",)),
    "lp_grp_enc": ("grp-enc", (), ("",)),
    "lp_grp_dec": ("grp-dec", (), ("",)),
}
FEW = 3000
# Processor seconds after which a DUT counts as hanging: with few cases, with all of the level. The
# units take under 1 and under 20.
SECONDS = (10, 120)
FLOOR = 0.95


def options(kind, params, form):
    names = KINDS[kind][1]
    chosen = [p for p in params.split(",") if p.partition("=")[0] in names]
    return [word for p in chosen + form.split(",") if p for word in ("-p", p)]


def passes(folder, module, words, args, number, lines, seed):
    """Whether check finds no fault in this mutant."""
    kind = KINDS[module][0]
    few = ["--lines", str(lines)] if lines else []
    env = dict(os.environ, LP_MUTANT=str(number))
    most = SECONDS[0 if lines else 1]
    with subprocess.Popen([args.linepress, "gen", "--level", "2", "--seed", str(seed), *few, *words,
                           kind], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as gen, \
         subprocess.Popen(["sh", "-c", f"ulimit -t {most}; exec ./kit_dut --stall 0.2 "
                           f"--seed {seed}"], cwd=folder, env=env, stdin=gen.stdout,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as dut, \
         subprocess.Popen([args.linepress, "check", kind], stdin=dut.stdout,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as check:
        gen.stdout.close()
        dut.stdout.close()
        return check.wait() == 0


def found(folder, module, params, args, number):
    forms = [options(module, params, form) for form in KINDS[module][2]]
    for lines, seed in ((FEW, args.seed), (0, args.seed + 1)):
        if any(not passes(folder, module, words, args, number, lines, seed) for words in forms):
            return True
    return False


def place(row):
    return (f"{row['mode']} at {row['port']}[{row['portbit']}] {row.get('wire', '')} "
            f"{' '.join(sorted(row['src']))}")


def judge(text, args):
    name, _, folder = text.partition(":")
    module, params = name.split("/")
    with open(f"{folder}/result.json", encoding="utf-8") as src:
        killed = [r for r in json.load(src)["rows"] if r["fate"] == "killed"]
    if args.only:
        killed = killed[args.only[0] - 1:args.only[1]]
    if found(folder, module, params, args, 0):
        raise OSError(f"{module}: the kit rejects the unit itself")
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        fates = list(pool.map(lambda r: found(folder, module, params, args, r["number"]), killed))
    missed = [r for r, seen in zip(killed, fates) if not seen]
    for row in missed:
        print(f"{module} {row['number']}: not found: {place(row)}", flush=True)
    result = {"unit": module, "params": params, "seed": args.seed, "mutants": len(killed),
              "found": len(killed) - len(missed), "date": datetime.date.today().isoformat(),
              "digests": {module: rtl_files.digest(module)},
              "missed": [r["number"] for r in missed]}
    with open(args.rows or f"{folder}/kit.json", "w", encoding="utf-8") as out:
        json.dump(result, out, indent=1)
    print(f"{module} {params}: {result['found']} of {len(killed)} mutants found "
          f"({100 * result['found'] / max(1, len(killed)):.1f} %)", flush=True)
    return result


def main():
    parser = argparse.ArgumentParser(description="mutants against the golden-model kit")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--linepress", required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", type=span, metavar="FIRST-LAST",
                        help="of the killed mutants; with --rows")
    parser.add_argument("--rows", metavar="FILE", help="the result of --only, of one unit")
    parser.add_argument("runs", nargs="+", metavar="SET:DIR")
    args = parser.parse_args()
    if bool(args.only) != bool(args.rows) or (args.rows and len(args.runs) > 1):
        parser.error("--only and --rows go together, with one SET:DIR")
    args.linepress = os.path.abspath(args.linepress)
    try:
        results = [judge(text, args) for text in args.runs]
    except OSError as err:
        print(f"kit-mutation: {err} (make mutation with the same UNIT, N and SEED comes first)",
              file=sys.stderr)
        return 2
    return 0 if all(r["found"] >= FLOOR * r["mutants"] for r in results) else 1


if __name__ == "__main__":
    sys.exit(main())
