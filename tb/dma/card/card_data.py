#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every array of tb/data through an emulated card, both ways and with each codec.

For each array and codec: the card compresses it, and the CPU does; the two files are the same (with
BPC each block is compared with the CPU's DMA profile instead, since files of the CPU may have
longer records). The card reads both files, the CPU reads the card's, and every result is the array.
"""
import argparse
import glob
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "tb"))
from span import span  # noqa: E402

LIMIT = 300
# Name, options of both programs, parameters of the card.
CODECS = {"zvc32": (["--codec", "zvc"], ["--elem", "32"], []),
          "zvc16": (["--codec", "zvc"], ["--elem", "16"], ["ELEM=16"]),
          "zvc8": (["--codec", "zvc"], ["--elem", "8"], ["ELEM=8"]),
          "bpc": (["--codec", "bpc"], [], [])}
REFUSAL = "not of the profile that cards read"


def run(args, *words):
    """(exit status, last words)"""
    env = {**os.environ, "LINEPRESS_CARD_SERVER": f"{args.build}/linepress-card-server"}
    try:
        done = subprocess.run(words, capture_output=True, text=True, env=env, timeout=LIMIT,
                              check=False)
    except subprocess.TimeoutExpired:
        return None, f"no end within {LIMIT} s"
    return done.returncode, (done.stderr or done.stdout).strip()


def content(path):
    with open(path, "rb") as file:
        return file.read()


def profile(args, card, folder, path):
    """Faults of the card when it reads the CPU's file of BPC."""
    back = f"{folder}/back"
    status, said = run(args, *card, "decompress", "--verify", f"{folder}/cpu.lpr", back)
    same = content(f"{folder}/cpu.lpr") == content(f"{folder}/card.lpr")
    if status == 2 and REFUSAL in said and not same:
        return []
    if status != 0 or content(back) != content(path):
        return [f"the card does not read the CPU's file: {said}"]
    return []


def check(args, name, path, folder):
    """Faults with one array and codec."""
    codec, more, params = CODECS[name]
    model = ["model=rtl"] if args.model == "rtl" else []
    card = [f"{args.build}/linepress-card", "-d", "sim:" + ",".join([*model, *params])]
    cpu = f"{args.build}/linepress"
    mine, theirs, back = (f"{folder}/{n}" for n in ("card.lpr", "cpu.lpr", "back"))
    steps = [([*card, "compress", *codec, "--verify", path, mine], "the card does not compress"),
             ([cpu, "compress", *codec, *more, path, theirs], "the CPU does not compress"),
             ([*card, "decompress", "--verify", mine, back], "the card does not read its file"),
             ([cpu, "decompress", mine, f"{back}2"], "the CPU does not read the card's file")]
    for words, trouble in steps:
        status, said = run(args, *words)
        if status != 0:
            return [f"{trouble}: {said}"]
    wrong = [f"{n}: not the array" for n in (back, f"{back}2") if content(n) != content(path)]
    if name == "bpc":
        return wrong + profile(args, card, folder, path)
    # A file that is the same needs no second reading.
    return wrong + ([] if content(mine) == content(theirs) else ["not the file of the CPU"])


def main():
    parser = argparse.ArgumentParser(description="all arrays of tb/data through an emulated card")
    parser.add_argument("--build", default="build")
    parser.add_argument("--model", choices=("cycle", "rtl"), default="cycle")
    parser.add_argument("--codecs", default=None, help="by comma: " + ", ".join(CODECS))
    parser.add_argument("--arrays", type=span, default=(1, None), metavar="FIRST-LAST",
                        help="of the list of all, from 1 on; default: all")
    args = parser.parse_args()
    names = args.codecs.split(",") if args.codecs else [
        n for n, (_, _, params) in CODECS.items() if args.model == "cycle" or not params]
    if set(names) - set(CODECS):
        print(f"card_data: --codecs takes {', '.join(CODECS)}, not '{args.codecs}'",
              file=sys.stderr)
        return 2
    args.build = os.path.abspath(args.build)
    paths = sorted(glob.glob(f"{ROOT}/tb/data/*/*.npy"))
    begun, passed, failed = time.monotonic(), 0, 0
    first, last = args.arrays
    chosen = list(enumerate(paths, 1))[first - 1:last]
    for i, path in chosen:
        words = []
        for name in names:
            with tempfile.TemporaryDirectory() as folder:
                wrong = check(args, name, path, folder)
            passed, failed = passed + (not wrong), failed + bool(wrong)
            words.append(f"{name} {'FAILED' if wrong else 'ok'}")
            for line in wrong:
                print(f"# {os.path.basename(path)}, {name}: {line}", flush=True)
        print(f"{i}/{len(paths)} {os.path.relpath(path, ROOT)}: {', '.join(words)}", flush=True)
    print(f"{time.monotonic() - begun:.0f} s, model {args.model}")
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and chosen else 1


if __name__ == "__main__":
    sys.exit(main())
