#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Targets of one training measured on another of the same network: a signed record.

    trained.py --linepress CLI --sets FOLDER RECORD.json NET...

FOLDER/NET-1 and FOLDER/NET-2 are sets that train.py wrote with two seeds. Targets are those that
`linepress profile` chooses for NET-1; they are applied to NET-2, next to those of NET-2 itself. A
network without both sets is recorded as one that was not trained. Exit status 2: bad use or a bad
set, or there are no two sets of any network.
"""
import argparse
import json
import os
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
sys.path[:0] = [os.path.join(ROOT, "docs/img"), os.path.join(ROOT, "tb/tree/records")]
sys.dont_write_bytecode = True
import signed  # noqa: E402
import study_program  # noqa: E402

SOURCES = ("tb/systems/workloads/trained.py", "tb/systems/workloads/train.py",
           "docs/img/study_program.py")
SEEDS = (1, 2)


def training(path):
    with open(os.path.join(path, "snapshots.json"), encoding="utf-8") as file:
        return json.load(file)["training"]


def row(net, linepress, folder, work):
    """The record of a network: the second training, and the targets of the first applied to it."""
    paths = [os.path.join(folder, f"{net}-{seed}") for seed in SEEDS]
    trainings = [training(path) for path in paths]
    program = study_program.Program(linepress, "dl", paths[1], paths[0])
    options = {k: v for k, v in trainings[1].items() if k not in ("net", "seed", "guess", "loss")}
    return {"net": net, "options": options, "guess": trainings[1]["guess"],
            "trainings": [{"seed": t["seed"], "loss": t["loss"]} for t in trainings],
            "bytes": program.bytes,
            **study_program.facts(program, os.path.join(work, f"{net}.json"))}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--linepress", required=True)
    parser.add_argument("--sets", required=True)
    parser.add_argument("record")
    parser.add_argument("nets", nargs="+", metavar="NET")
    args = parser.parse_args()
    there = [net for net in args.nets
             if all(os.path.isdir(os.path.join(args.sets, f"{net}-{seed}")) for seed in SEEDS)]
    if not there:
        parser.error(f"{args.sets} has no two sets of any network")
    try:
        with tempfile.TemporaryDirectory() as work:
            rows = [row(net, args.linepress, args.sets, work) for net in there]
        signed.write(args.record, signed.sign("trained", {"nets": args.nets, "rows": rows},
                                              SOURCES, SEEDS[0]))
    except (OSError, KeyError, ValueError, signed.Bad,
            study_program.arrays.ArrayError) as error:
        print(f"trained.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
